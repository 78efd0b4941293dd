"""Cards as the paper sees them: seven symbols a suit, every card below the nine an X.

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
"""How many symbols there are; the number after the last stands for no card, or one not known."""


def step(card: Card) -> int:
    """How high a card is among the seven of its suit.

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
    """The card played on the advice of a symbol: the closest of its suit, of two the higher.

    >>> held = [Card.parse(card) for card in ("S3", "ST", "SQ", "HA")]
    >>> str(closest_holding(symbol(Card.parse("SJ")), held))
    'SQ'
    """
    wanted = step_of(number)
    suited = [card for card in cards if card.suit is suit_of(number)]
    return min(suited, key=lambda c: (abs(step(c) - wanted), -step(c), c.rank), default=None)
