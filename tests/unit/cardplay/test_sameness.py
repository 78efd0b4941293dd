"""When two cards are the same answer: strictly, touching, and with small cards taken as one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.cardplay.scoring import Sameness, are_equal, are_touching, come_to_the_same, out_of_play
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card, Hand
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play
from kit import random_deal, random_play

HAND = Hand.parse("KQ95.J874.T9.A63")


def holding(one: str, other: str, hand: Hand = HAND) -> list[str]:
    return [each.value for each in Sameness if each.holds(hand, Card.parse(one), Card.parse(other))]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("SK", "SK", ["exact", "touch", "both"]),
        ("SK", "SQ", ["touch", "both"]),
        ("S9", "S5", ["both"]),
        ("H8", "H7", ["touch", "both"]),
        ("DT", "D9", ["touch", "both"]),
        ("CA", "C6", []),
        ("SQ", "S9", []),
        ("S9", "D9", []),
    ],
)
def test_two_cards_are_the_same_by_each_measure(one: str, other: str, same: list[str]) -> None:
    assert holding(one, other) == holding(other, one) == same


def test_cards_touch_once_all_between_them_are_gone() -> None:
    assert "touch" not in holding("CA", "C6")
    assert "touch" in holding("CA", "C6", HAND | Hand.parse("...KQJT987"))


@given(st.integers(0, 10_000))
def test_each_measure_is_wider_than_the_one_before(seed: int) -> None:
    rng = random.Random(seed)
    hand = Hand.of(rng.sample(DECK, 13))
    one, other = rng.choice(list(hand)), rng.choice(list(hand))
    exact, touch, both = (each.holds(hand, one, other) for each in Sameness)
    assert exact <= touch <= both


def test_a_card_of_the_trick_in_progress_is_still_in_play() -> None:
    deal = Deal.parse("N:AQ9.AKQ.AKQ.AKQJ KT8.JT9.JT9.T987 7654.876.876.654 J32.5432.5432.32")
    first = Play.start(deal, Contract.parse("3N by N")).after(Card.parse("SK"))
    queen, ten = Card.parse("SQ"), Card.parse("S9")
    assert Card.parse("SK") not in out_of_play(first)
    south = first.after_all([Card.parse("S4"), Card.parse("SJ")])
    assert not Sameness.TOUCH.holds(out_of_play(south), queen, ten)
    assert not Sameness.TOUCH.holds(out_of_play(south), Card.parse("SA"), queen)


@given(st.integers(0, 10_000))
def test_equal_cards_touch_or_are_declarers_small_ones(seed: int) -> None:
    rng = random.Random(seed)
    play = random_play(rng, random_deal(rng), Contract.parse("3N by S"), rng.randrange(40))
    legal = play.legal_actions
    one, other = rng.choice(legal), rng.choice(legal)
    ours = play.turn.is_with(play.contract.declarer)
    small = ours and one.suit is other.suit and max(one.rank, other.rank) <= 8
    touching = Sameness.TOUCH.holds(out_of_play(play), one, other)
    assert are_equal(play, one, other) == (small or touching)


def test_cards_come_to_the_same_only_where_nothing_between_them_is_out() -> None:
    deal = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765")
    start = Play.start(deal, Contract.parse("3N by S"))
    low = start.after_all(map(Card.parse, ("C5", "C2", "C9")))  # South holds ♣K83
    three, eight = Card.parse("C3"), Card.parse("C8")
    assert are_equal(low, three, eight)  # one choice for a vote
    assert not are_touching(low, three, eight)  # West has the seven and the six
    assert not come_to_the_same(low)
    king, queen = Card.parse("SK"), Card.parse("SQ")
    on_lead = low.after(Card.parse("CK"))
    assert are_touching(on_lead, king, queen)
