"""What every value of bridge promises: a text form that reads back, and one set of rules."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import IllegalActionError
from kibitz.games.bridge.auction import (
    BIDS,
    CALLS,
    Auction,
    Bid,
    Contract,
    Doubling,
    Sign,  # noqa: F401  its repr is evaluated
    Strain,
    parse_call,
)
from kibitz.games.bridge.cards import DECK, Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play, replay


def walk(dealer: Seat, choices: list[int]) -> Auction:
    auction = Auction(dealer)
    for choice in choices:
        if auction.is_over:
            break
        auction = auction.after(auction.legal_actions[choice % len(auction.legal_actions)])
    return auction


SEATS = st.sampled_from(Seat)
HANDS = st.integers(0, (1 << 52) - 1).map(Hand)
DEALS = st.randoms(use_true_random=False).map(Deal.shuffled)
CONTRACTS = st.builds(Contract, st.sampled_from(BIDS), st.sampled_from(Doubling), SEATS)
# Low choices are passes, doubles and the lowest bids, so that long auctions and doubles are common.
CHOICES = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 37)), max_size=40)
AUCTIONS = st.builds(walk, SEATS, CHOICES)

LISTED: list[tuple[Callable[[str], Any], tuple[Any, ...]]] = [
    (Suit.parse, tuple(Suit)),
    (Rank.parse, tuple(Rank)),
    (Card.parse, DECK),
    (Seat.parse, tuple(Seat)),
    (Vulnerability.parse, tuple(Vulnerability)),
    (Strain.parse, tuple(Strain)),
    (Bid.parse, BIDS),
    (parse_call, tuple(CALLS.values())),
    (
        Contract.parse,
        tuple(Contract(bid, risk, seat) for bid in BIDS for risk in Doubling for seat in Seat),
    ),
]


@pytest.mark.parametrize(("parse", "values"), LISTED)
def test_every_value_the_rules_list_reads_back_from_its_text(
    parse: Callable[[str], Any], values: tuple[Any, ...]
) -> None:
    assert [parse(str(value)) for value in values] == list(values)
    assert [eval(repr(value)) for value in values] == list(values)
    assert len({str(value) for value in values}) == len(values)


@given(HANDS)
@settings(deadline=None)
def test_a_hand_reads_back_from_its_text_and_its_repr(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand == eval(repr(hand))
    assert Hand.of(hand) == hand


@given(DEALS)
@settings(deadline=None, max_examples=30)
def test_a_deal_reads_back_from_its_text_and_its_repr(deal: Deal) -> None:
    assert Deal.parse(str(deal)) == deal == eval(repr(deal))


@given(AUCTIONS)
@settings(deadline=None)
def test_an_auction_reads_back_from_its_text_and_its_repr(auction: Auction) -> None:
    assert Auction.parse(str(auction)) == auction == eval(repr(auction))


@given(AUCTIONS)
@settings(deadline=None)
def test_the_legal_calls_are_those_that_can_be_made_when_each_is_tried(auction: Auction) -> None:
    def is_accepted(auction: Auction, text: str) -> bool:
        try:
            auction.after(CALLS[text])
        except IllegalActionError:
            return False
        return True

    accepted = {CALLS[text] for text in CALLS if is_accepted(auction, text)}
    assert len(set(auction.legal_actions)) == len(auction.legal_actions)
    assert set(auction.legal_actions) == accepted
    assert auction.is_over == (not accepted)


@given(st.text("AKQJT98765432.-10xN:ESWCDH PX", max_size=30))
@settings(deadline=None)
def test_text_that_is_read_at_all_reads_back_the_same(text: str) -> None:
    for parse in (Hand.parse, Auction.parse, Contract.parse, Card.parse):
        try:
            value = parse(text)
        except ValueError:
            continue
        assert parse(str(value)) == value


@given(st.randoms(use_true_random=False), CONTRACTS, st.integers(0, 52), st.booleans())
@settings(deadline=None, max_examples=50)
def test_playing_card_by_card_and_replaying_a_row_of_cards_agree(
    rng: random.Random, contract: Contract, length: int, stray: bool
) -> None:
    play = Play.start(Deal.shuffled(rng), contract)
    for _ in range(length):
        play = play.after(rng.choice(play.legal_actions))
    replayed = replay(play.deal, contract, play.played)
    assert (replayed.cards, replayed.tricks) == (length, play.declarer_tricks)
    assert replayed.problem is None
    for card in DECK if stray else ():
        replayed = replay(play.deal, contract, (*play.played, card))
        assert replayed.problem == play.problem(card)
        assert (replayed.problem is None) == (card in play.legal_actions)
        assert replayed.cards == length + (replayed.problem is None)


@given(st.randoms(use_true_random=False), CONTRACTS)
@settings(deadline=None, max_examples=20)
def test_a_play_keeps_count_of_cards_and_tricks(rng: random.Random, contract: Contract) -> None:
    play = Play.start(Deal.shuffled(rng), contract)
    while not play.is_over:
        seat, lead = play.turn, not play.trick
        play = play.after(rng.choice(play.legal_actions))
        assert len(play.gone) == len(play.played) == 4 * play.tricks + len(play.trick)
        assert len(play.holding(seat)) == 13 - (len(play.played) + 3) // 4
        assert play.trick or not lead
        assert Play.parse(str(play)) == play == eval(repr(play))
    assert play.declarer_tricks in range(14)
