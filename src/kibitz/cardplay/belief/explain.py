"""Answers about who holds what, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.bidding.conventions.telling import told
from kibitz.bidding.meanings.explain import length_text, points_text
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.wording import card_text, chance_text, listed

if TYPE_CHECKING:
    from kibitz.cardplay.belief.answer import BeliefAnswer, HiddenHand

_LIKELY, _PLAIN = 0.7, 0.9
"""The least chance at which a card's place is mentioned; the second where layouts are few."""
_MEAN_LENGTH, _TELLING, _NARROW = 3.25, 0.9, 2
_SHOWN = 6  # cards in the text


def explain(answer: BeliefAnswer) -> str:
    """Each hidden hand, then the probable places of the high cards."""
    calls = told(answer.question.auction)
    said = [_whence(answer), *([f"The calls: {calls}"] if calls else [])]
    said += [*([] if answer.is_thin else map(_hand, answer.hands))]
    placed = [
        f"{place_text(card, seat)} ({chance_text(chance)})"
        for chance, card, seat in sorted(_placed(answer), reverse=True)[:_SHOWN]
    ]
    if placed:
        said.append(f"The {listed(placed)}.")
    said.append(_worth(answer))
    return "\n".join(said)


def _placed(answer: BeliefAnswer) -> list[tuple[float, Card, Seat]]:
    found = []
    for card, places in answer.honours.items():
        seat = max(places, key=lambda one: places[one])
        if places[seat] >= (_PLAIN if answer.is_thin else _LIKELY):
            found.append((places[seat], card, seat))
    return found


def place_text(card: Card, seat: Seat) -> str:
    """
    >>> place_text(Card.parse("SK"), Seat.WEST)
    '♠K is with West'
    """
    return f"{card_text(card)} is with {seat.name.capitalize()}"


def _whence(answer: BeliefAnswer) -> str:
    viewer = answer.question.viewer.name.capitalize()
    heard = "the calls" if answer.question.auction.calls else "no call"
    played = " and the cards played" if any(answer.question.seen.shown.values()) else ""
    return f"What {viewer} may believe from {heard}{played}; in brackets how likely it is."


def _worth(answer: BeliefAnswer) -> str:
    """How much stands behind the figures."""
    if answer.are_all:
        one = "The one layout" if answer.layouts == 1 else f"All {answer.layouts} layouts"
        return f"{one} that {'is' if answer.layouts == 1 else 'are'} possible stood behind it."
    if answer.worth >= answer.layouts and not answer.is_thin:
        return f"From {answer.layouts} layouts, which are nearly all that is likely."
    worth = f"{answer.layouts} layouts, worth {round(answer.worth)} equally likely ones"
    if answer.is_thin:
        return f"From {worth}: too few to say more than what is plain."
    return f"From {worth}."


def _hand(hand: HiddenHand) -> str:
    parts = [f"{points_text(hand.points.range)} ({chance_text(hand.points.range.cover)})"]
    for suit in _telling(hand):
        known = hand.lengths[suit].range
        parts.append(f"{length_text(known, suit)} ({chance_text(known.cover)})")
    return f"{hand.seat.name.capitalize()}: {listed(parts)}."


def _telling(hand: HiddenHand) -> list[Suit]:
    """The suits about which something is known, spades first."""
    found = []
    for suit in reversed(Suit):
        spread = hand.lengths[suit]
        apart = abs(spread.mean - _MEAN_LENGTH)
        if spread.range.width <= _NARROW or apart >= _TELLING:
            found.append(suit)
    return found
