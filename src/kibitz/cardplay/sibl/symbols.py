"""Cards as in the paper: seven symbols in each suit, with X for every card below the nine.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 5
Notation:   a symbol is a number: 7 x suit + step, the steps being X 9 T J Q K A from 0 to 6
Departures: none
Checked by: tests/papers/test_sibl_cards.py
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.bridge.cards import Card, Suit

STEPS = "X9TJQKA"
SYMBOLS = 4 * len(STEPS)
"""The number of symbols; this number itself stands for no card, or an unknown one."""


def step(card: Card) -> int:
    """The rank of a card among the seven symbols of its suit.

    >>> [step(Card.parse(card)) for card in ("S2", "S8", "S9", "SA")]
    [0, 0, 1, 6]
    """
    return max(0, card.rank - 8)


def symbol(card: Card) -> int:
    return len(STEPS) * card.suit + step(card)


def suit_of(number: int) -> Suit:
    return Suit(number // len(STEPS))


def step_of(number: int) -> int:
    return number % len(STEPS)


def closest_holding(number: int, cards: Sequence[Card]) -> Card | None:
    """The card to play when a symbol is advised: the closest of its suit, the higher of two.

    >>> held = [Card.parse(card) for card in ("S3", "ST", "SQ", "HA")]
    >>> str(closest_holding(symbol(Card.parse("SJ")), held))
    'SQ'
    """
    wanted = step_of(number)
    suited = [card for card in cards if card.suit is suit_of(number)]
    return min(suited, key=lambda c: (abs(step(c) - wanted), -step(c), c.rank), default=None)
