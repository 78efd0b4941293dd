"""Calls make some hands likelier than others, and nothing but the calls and those hands counts."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.meanings.hearing import Hearing
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability

BALANCED = "AQ5.KJ4.KQ83.Q72"  # 17 points
YARBOROUGH = "9532.T84.9763.54"


def _owners(**hands: str) -> np.ndarray:
    """A layout with these hands, the other cards as they come."""
    named = {Seat[name.upper()]: Hand.parse(hand) for name, hand in hands.items()}
    owners = np.full(52, 255, np.uint8)
    for seat, hand in named.items():
        owners[[card.bit.bit_length() - 1 for card in hand]] = seat
    rest = [seat for seat in Seat if seat not in named]
    owners[owners == 255] = np.repeat([int(seat) for seat in rest], 13)
    return owners


def _hearing(auction: str) -> Hearing:
    return Hearing(CallNetwork.shipped(), Auction.parse(auction), Vulnerability.NONE)


def test_an_opening_of_one_no_trump_is_likelier_with_such_a_hand() -> None:
    owners = np.stack([_owners(north=BALANCED), _owners(north=YARBOROUGH)])
    fits, does_not = _hearing("N: 1N").log_chances(owners, [Seat.NORTH])
    assert fits > does_not + 2


def test_a_pass_says_the_opposite() -> None:
    owners = np.stack([_owners(north=BALANCED), _owners(north=YARBOROUGH)])
    strong, weak = _hearing("N: P").log_chances(owners, [Seat.NORTH])
    assert weak > strong + 2


def test_only_the_hands_of_those_who_are_asked_about_count() -> None:
    rng = np.random.default_rng(1)
    one = _owners(north=BALANCED)
    other = one.copy()
    others = one != Seat.NORTH
    other[others] = rng.permutation(one[others])
    chances = _hearing("E: P P 1S P 2N P").log_chances(np.stack([one, other]), [Seat.NORTH])
    assert chances[0] == chances[1]


def test_who_has_not_called_yet_tells_nothing() -> None:
    owners = np.stack([_owners(south=BALANCED), _owners(south=YARBOROUGH)])
    assert not _hearing("N: 1C P").log_chances(owners, [Seat.SOUTH]).any()


@pytest.mark.parametrize("dealer", list(Seat))
def test_whoever_deals_the_same_player_is_heard(dealer: Seat) -> None:
    """North's 1NT, and nobody else's, makes North strong."""
    passes = " ".join(["P"] * ((Seat.NORTH - dealer) % 4))
    owners = np.stack([_owners(north=BALANCED), _owners(north=YARBOROUGH)])
    fits, does_not = _hearing(f"{dealer}: {passes} 1N").log_chances(owners, [Seat.NORTH])
    assert fits > does_not
