"""Hands as people type them, and one clear line for what is no hand."""

from __future__ import annotations

import random

import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import DECK, Hand, Suit
from kibitz.games.bridge.typed import typed_hand

HAND = Hand.parse("AQ7.KJ985.K2.T43")


@pytest.mark.parametrize(
    "text",
    [
        "AQ7.KJ985.K2.T43",
        "aq7.kj985.k2.t43",
        "AQ7 KJ985 K2 T43",
        "  AQ7, KJ985, K2, 1043 ",
        "AQ7/KJ985/K2/T43",
        "♠AQ7 ♥KJ985 ♦K2 ♣T43",
        "♠ A Q 7 ♥ K J 9 8 5 ♦ K 2 ♣ 10 4 3",
        "♣1043 ♦K2 ♥KJ985 ♠AQ7",
        "♠️AQ7♥️KJ985♦️K2♣️T43",
        "SAQ7 HKJ985 DK2 CT43",
        "s: aq7 h: kj985 d: k2 c: t43",
        "A Q 7.K J 9 8 5.K 2.10 4 3",
    ],
)
def test_the_same_hand_however_it_is_typed(text: str) -> None:
    assert typed_hand(text) == HAND


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("xx.AKxxx.Qxx.Kxx", "32.AK432.Q32.K32"),
        ("AKQJ1098765432 - - -", "AKQJT98765432..."),
        ("♠AKQJ1098765432", "AKQJT98765432..."),
        ("Kx42 AQ9xx xxx x", "K432.AQ932.432.2"),
    ],
)
def test_an_x_is_the_lowest_card_not_named_and_a_dash_is_a_void(text: str, read: str) -> None:
    assert str(typed_hand(text)) == read


@pytest.mark.parametrize("seed", range(30))
def test_every_hand_is_read_back_in_every_form(seed: int) -> None:
    hand = Hand.of(random.Random(seed).sample(DECK, 13))
    suits = [(suit, hand.ranks(suit)) for suit in reversed(Suit)]
    named = " ".join(f"{suit.symbol}{ranks.replace('T', '10')}" for suit, ranks in suits)
    blanks = " ".join(ranks.lower() or "-" for _, ranks in suits)
    for text in (str(hand), named, blanks):
        assert typed_hand(text) == hand


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a hand has four suits"),
        ("AQ7 KJ985 K2", "a hand has four suits, spades first"),
        ("AQ7.KJ985.K2.T4Z", "not a card: 'Z'"),
        ("AAQ.KJ985.K2.T43", "a card is held twice: 'A'"),
        ("xxxxxxxxx...", "not so many small cards"),
        ("♠AQ7 ♠KJ985", "name each suit once"),
        ("AQ7 ♥KJ985 ♦K2 ♣T43", "name each suit once, before its cards"),
    ],
)
def test_what_is_no_hand_is_one_clear_line(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as error:
        typed_hand(text)
    assert "\n" not in str(error.value)
