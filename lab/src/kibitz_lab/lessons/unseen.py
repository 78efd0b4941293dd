"""What is known of a hand that is not seen: plain words in a lesson's file, and layouts to match.

``"5-6 hearts, has HK HQ, not HA, 0-10 points"``; ``or`` separates whole alternatives. A lead may
be ``"fourth best H6"``: just three cards of the suit above it. ``any`` says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play, tricks_of

Rows = npt.NDArray[np.bool_]
_Test = Callable[[Rows], Any]

_AT_ONCE, _MOST_ROUNDS = 4_000, 1_000
_NAMES = {"spades": Suit.parse("S"), "hearts": Suit.parse("H")} | {
    "diamonds": Suit.parse("D"),
    "clubs": Suit.parse("C"),
}
_NUMBERS = re.compile(r"(\d+)(?:-(\d+)|(\+))? (spades?|hearts?|diamonds?|clubs?|points?)")
_SHAPES = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
_DECK = tuple(FULL_DECK)
_SUITS = np.array([int(card.suit) for card in _DECK])
_POINTS = np.array([card.rank.points for card in _DECK])
_PLACES = {card: place for place, card in enumerate(_DECK)}


@dataclass(frozen=True, slots=True)
class UnseenHand:
    """What is known of one hand.

    >>> hand = Hand.parse("93.KQJ54.A82.764")
    >>> UnseenHand("5+ hearts, has HK HQ").allows(hand)
    True
    >>> UnseenHand("6+ hearts or fourth best H5, 11+ points").allows(hand)
    False
    """

    words: str

    def allows(self, hand: Hand) -> bool:
        rows = np.array([[card in hand for card in _DECK]])
        return bool(self.holds(rows)[0])

    def holds(self, hands: Rows) -> Rows:
        """Which of the hands, (n, 52), are as the words say."""
        found = np.zeros(len(hands), dtype=bool)
        for alternative in self.words.split(" or "):
            each = np.ones(len(hands), dtype=bool)
            for test in map(_test, alternative.split(",")):
                each &= test(hands)
            found |= each
        return found


def _test(words: str) -> _Test:
    match words.strip().split():
        case ["any"]:
            return lambda hands: np.ones(len(hands), dtype=bool)
        case ["balanced"]:
            return lambda hands: _is_balanced(hands)
        case ["has", *cards] if cards:
            held = [_PLACES[Card.parse(card)] for card in cards]
            return lambda hands: hands[:, held].all(axis=1)
        case ["not", *cards] if cards:
            lacked = [_PLACES[Card.parse(card)] for card in cards]
            return lambda hands: ~hands[:, lacked].any(axis=1)
        case ["fourth", "best", card]:
            return _fourth_best(Card.parse(card))
    return _between(words.strip())


def _between(words: str) -> _Test:
    """So many cards of a suit, or points: ``4``, ``4+`` or ``4-6``."""
    found = _NUMBERS.fullmatch(words)
    if found is None:
        raise UsageError(f"A lesson's words about a hand cannot be read: {words!r}.")
    least = int(found[1])
    most = 40 if found[3] else int(found[2] or least)
    name = found[4] if found[4].endswith("s") else f"{found[4]}s"
    values = _POINTS if name == "points" else (np.equal(_SUITS, int(_NAMES[name]))).astype(int)

    def test(hands: Rows) -> Any:
        number = hands @ values
        return (least <= number) & (number <= most)

    return test


def _fourth_best(card: Card) -> _Test:
    above = [place for place, one in enumerate(_DECK) if one.suit is card.suit and one > card]

    def test(hands: Rows) -> Any:
        return hands[:, _PLACES[card]] & (hands[:, above].sum(axis=1) == 3)

    return test


def _is_balanced(hands: Rows) -> Rows:
    lengths = np.stack([hands[:, np.equal(_SUITS, int(suit))].sum(axis=1) for suit in Suit], axis=1)
    shapes = np.sort(lengths, axis=1)[:, ::-1].tolist()
    return np.array([tuple(shape) in _SHAPES for shape in shapes])


def layouts(
    state: Play, hidden: Sequence[Seat], known: Mapping[Seat, UnseenHand], number: int, seed: int
) -> list[Deal]:
    """So many deals, drawn alike, in which the *hidden* hands are as is *known*.

    What a hidden hand has played it holds, and a suit that it has not followed it lacks.
    """
    rng = np.random.default_rng(seed)
    one, other = hidden
    played = {seat: Hand.of(state.played) & state.deal[seat] for seat in hidden}
    free = np.array([_PLACES[card] for seat in hidden for card in state.deal[seat] - played[seat]])
    mine = 13 - len(played[one])
    found: list[Deal] = []
    for _ in range(_MOST_ROUNDS):
        drawn = rng.permuted(np.tile(free, (_AT_ONCE, 1)), axis=1)
        hands = {one: _rows(drawn[:, :mine], played[one])}
        hands[other] = _rows(drawn[:, mine:], played[other])
        fits = np.ones(_AT_ONCE, dtype=bool)
        for seat in hidden:
            fits &= known.get(seat, UnseenHand("any")).holds(hands[seat])
            for suit in _shown_out(state, seat):
                left = hands[seat] & ~_rows(drawn[:, :0], played[seat])
                fits &= ~left[:, np.equal(_SUITS, int(suit))].any(axis=1)
        for row in np.flatnonzero(fits)[: number - len(found)]:
            cards = {seat: _hand(hands[seat][row]) for seat in hidden}
            found.append(Deal.of({seat: cards.get(seat, state.deal[seat]) for seat in Seat}))
        if len(found) == number:
            return found
    raise UsageError("What a lesson says of the hands that are not seen fits hardly any layout.")


def _shown_out(state: Play, seat: Seat) -> set[Suit]:
    """The suits that a seat was seen not to follow."""
    return {
        trick.suit
        for trick in tricks_of(state.contract, state.played)
        if seat in trick.by_seat and trick.by_seat[seat].suit is not trick.suit
    }


def _rows(drawn: npt.NDArray[np.int64], played: Hand) -> Rows:
    rows = np.zeros((len(drawn), 52), dtype=bool)
    np.put_along_axis(rows, drawn, True, axis=1)
    rows[:, [_PLACES[card] for card in played]] = True
    return rows


def _hand(row: Rows) -> Hand:
    return Hand.of(_DECK[place] for place in np.flatnonzero(row))
