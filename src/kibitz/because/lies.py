"""How hidden cards may lie, as data: an honour's place, a break, a length, an honour that falls.

Seats count from declarer, as in a story, so that a lie means the same wherever declarer sits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np

from kibitz.because.story import Bools, Rows
from kibitz.games.bridge.cards import Rank, Suit

_HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


class LieForm(StrEnum):
    """What a lie says."""

    PLACE = "place"
    """A hand has a card."""
    EVEN = "even"
    """No hidden hand has more than so many cards of a suit."""
    UNEVEN = "uneven"
    """A hidden hand has at least so many."""
    LENGTH = "length"
    """This hand has at least so many."""
    FALLS = "falls"
    """The hand that has the card has at most so many of its suit."""


@dataclass(frozen=True, slots=True)
class Lie:
    """One way that hidden cards of a suit may lie, between the two *hidden* hands."""

    form: LieForm
    suit: Suit
    hidden: tuple[int, int]
    seat: int | None = None
    rank: Rank | None = None
    number: int = 0
    missing: int = 0
    """The number of cards of the suit in the two hidden hands."""

    def holds(self, owner: Rows) -> Bools:
        """Where it is true; *owner* is who was dealt each card, (n, 52)."""
        suit = owner[:, 13 * int(self.suit) : 13 * int(self.suit) + 13]
        lengths = np.stack([(suit == seat).sum(axis=1) for seat in self.hidden])
        found: Bools
        match self.form:
            case LieForm.PLACE:
                found = suit[:, _place(self.rank)] == self.seat
            case LieForm.EVEN:
                found = lengths.max(axis=0) <= self.number
            case LieForm.UNEVEN:
                found = lengths.max(axis=0) >= self.number
            case LieForm.LENGTH:
                found = (suit == self.seat).sum(axis=1) >= self.number
            case LieForm.FALLS:
                has = suit == suit[:, _place(self.rank), None]
                found = has.sum(axis=1) <= self.number
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "form": self.form.value,
            "suit": str(self.suit),
            "hidden": list(self.hidden),
            "seat": self.seat,
            "rank": None if self.rank is None else str(self.rank),
            "number": self.number,
            "missing": self.missing,
        }

    @classmethod
    def of_json(cls, given: dict[str, Any]) -> Lie:
        rank = given["rank"]
        one, other = given["hidden"]
        return cls(
            LieForm(given["form"]),
            Suit.parse(given["suit"]),
            (one, other),
            given["seat"],
            None if rank is None else Rank.parse(rank),
            given["number"],
            given["missing"],
        )


def _place(rank: Rank | None) -> int:
    assert rank is not None, "a lie of this form names a card"
    return int(rank) - 2


Hidden: TypeAlias = tuple[int, int]


def lies_of(owner: Rows, suit: Suit, hidden: Hidden) -> Iterator[Lie]:
    """Every lie of a suit that is not the same on all layouts."""
    cards = owner[:, 13 * int(suit) : 13 * int(suit) + 13]
    missing = int(np.isin(cards[0], hidden).sum())
    found: list[Lie] = []
    for rank in _HONOURS:
        if not np.isin(cards[:, _place(rank)], hidden).any():
            continue
        found += [Lie(LieForm.PLACE, suit, hidden, seat, rank, 0, missing) for seat in hidden]
        found += [Lie(LieForm.FALLS, suit, hidden, None, rank, most, missing) for most in (1, 2)]
    even = (missing + 1) // 2
    for most in range(even, min(missing, even + 2)):
        found.append(Lie(LieForm.EVEN, suit, hidden, None, None, most, missing))
        found.append(Lie(LieForm.UNEVEN, suit, hidden, None, None, most + 1, missing))
        found += [
            Lie(LieForm.LENGTH, suit, hidden, seat, None, most + 1, missing) for seat in hidden
        ]
    for one in found:
        so = one.holds(owner)
        if so.any() and not so.all():
            yield one
