"""The layouts there are: the hidden cards whose holder is known, and the ways the others may lie.

Layouts are arrays here: who holds each of the 52 cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.lookahead.expected import Expected, Owners, Places, Weights
from kibitz.cardplay.lookahead.sampling import AllHidden, SeatKnowledge, TwoHidden, unknown_behind
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat


@dataclass(frozen=True, slots=True, eq=False)
class HiddenCards:
    """The layouts consistent with what was seen: *sure* cards have their holder, *free* ones not.

    *sizes* are the numbers of free cards that the hidden hands get.
    """

    unknown: AllHidden | TwoHidden
    seats: tuple[Seat, ...]
    sure: npt.NDArray[np.uint8]
    free: list[int]
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, seen: SeatKnowledge) -> HiddenCards:
        unknown = unknown_behind(seen)
        owners = np.zeros(52, np.uint8)
        for seat, hand in (*seen.open_hands.items(), *seen.shown.items()):
            owners[bits_of(hand)] = seat
        free, seats = [card.bit.bit_length() - 1 for card in unknown.free], tuple(seen.shown)
        if isinstance(unknown, AllHidden):
            return cls(unknown, seats, owners, free, (13, 13, 13))
        owners[bits_of(unknown.surely_left)] = unknown.left
        owners[bits_of(unknown.surely_right)] = unknown.right
        places = unknown.places, len(free) - unknown.places
        return cls(unknown, (unknown.left, unknown.right), owners, free, places)

    @property
    def count(self) -> int:
        """The number of layouts there are."""
        return self.unknown.count

    def are_within(self, count: int) -> bool:
        """Whether there are no more layouts than that; then all of them are drawn."""
        return isinstance(self.unknown, TwoHidden) and self.count <= count

    def drawn(self, expected: Expected | None, count: int, rng: np.random.Generator) -> Owners:
        """So many layouts, drawn by the odds of what is *expected*; if there are few, all of them.

        Without anything expected they are equally likely.
        """
        if isinstance(self.unknown, TwoHidden) and self.count <= count:
            return self._spread(_every(self.unknown))
        if expected is None:
            each = np.repeat(np.arange(len(self.sizes)), self.sizes)
            return self._spread(rng.permuted(np.tile(each, (count, 1)), axis=1))
        return self._spread(expected.drawn(self.free, self.sizes, count, rng))

    def log_chances(self, expected: Expected, owners: Owners) -> Weights:
        """The log of the chance with which each layout is drawn."""
        places = np.zeros((len(owners), len(self.free)), np.int64)
        for number, seat in enumerate(self.seats):
            places[owners[:, self.free] == seat] = number
        return expected.log_chances(self.free, self.sizes, places)

    def _spread(self, places: Places) -> Owners:
        """Layouts from the numbers of the seats that get the free cards, (n, cards)."""
        found = np.tile(self.sure, (len(places), 1))
        found[:, self.free] = np.array([int(seat) for seat in self.seats], np.uint8)[places]
        return found


def _every(unknown: TwoHidden) -> Places:
    """Every way to divide the free cards between the two hidden hands: 0 left, 1 right."""
    lefts = list(combinations(range(len(unknown.free)), unknown.places))
    found = np.ones((len(lefts), len(unknown.free)), np.int64)
    for row, left in enumerate(lefts):
        found[row, list(left)] = 0
    return found


def bits_of(hand: Hand) -> list[int]:
    return [card.bit.bit_length() - 1 for card in hand]
