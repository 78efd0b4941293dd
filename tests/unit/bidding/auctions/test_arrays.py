"""Auctions as arrays say what the rules say."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kibitz.bidding.auctions.arrays import CALLS, LONGEST, Auctions, legal_calls, number_of
from kibitz.bidding.calls.network.inputs import HAND_WIDTH, hands, spoken
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat, Vulnerability
from kit import random_auction, random_deal


def drawn(seed: int) -> tuple[Auction, Auctions]:
    rng = random.Random(seed)
    auction = random_auction(rng, rng.choice(list(Seat)))
    colours = rng.choice(list(Vulnerability))
    return auction, Auctions.of([(random_deal(rng), auction, colours)])


@given(st.integers(0, 5_000))
def test_the_calls_that_may_be_made_are_those_of_the_rules(seed: int) -> None:
    auction, arrays = drawn(seed)
    [legal] = legal_calls(arrays.calls)
    for place in range(min(LONGEST, len(auction.calls) + 1)):
        so_far = Auction(auction.dealer, auction.calls[:place])
        allowed = {number_of(call) for call in so_far.legal_actions}
        assert set(np.flatnonzero(legal[place]).tolist()) == allowed


def test_seats_count_from_the_dealer() -> None:
    rng = random.Random(3)
    deal, auction = random_deal(rng), Auction.of(Seat.EAST, "1S P 2S P P P")
    arrays = Auctions.of([(deal, auction, Vulnerability.NORTH_SOUTH)])
    assert arrays.points[0].tolist() == [
        deal[Seat((Seat.EAST + place) % 4)].points for place in range(4)
    ]
    assert arrays.lengths[0].sum(axis=1).tolist() == [13] * 4
    assert arrays.vulnerable[0] == 2  # not the dealer's side


def test_a_player_sees_his_own_hand_alone() -> None:
    _, arrays = drawn(5)
    table, seat = np.zeros(1, np.int64), np.array([2])
    seen = hands(arrays, table, seat)
    other = Auctions(arrays.owners.copy(), arrays.calls, arrays.vulnerable)
    hidden = np.flatnonzero(other.owners[0] != 2)
    other.owners[0, hidden] = other.owners[0, np.roll(hidden, 1)]
    assert np.array_equal(hands(other, table, seat), seen)
    assert seen.shape == (1, HAND_WIDTH)
    assert spoken(arrays, table, seat).max() < 4 * CALLS
