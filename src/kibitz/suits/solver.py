"""The best line of a combination for any goal, exactly, against best defence.

Source:     Frank and Basin, "Strategies Explained" (full reference in docs/methods.md)
Notation:   the paper's MAX is declarer, its MIN the defenders; its distribution is our layout
Departures: 1. cards, not tactics, are searched, so nothing the paper's seven tactics leave out is lost
            (`tactics.py` is the paper's way)  2. states keep every undominated set of layouts, where the
            paper's algorithms keep one result per node  3. equal cards are one (see `graph.py`)
Checked by: tests/unit/test_suit_solver.py against `reference.py`, tests/papers/test_finesse.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from kibitz.games.bridge.cards import Rank

from .bounds import WORD, Bounds, Words, bound
from .combination import Combination
from .fronts import BUDGET, DONE, PAUSED, Longs, Work, open_work
from .graph import NORTH, Graph, explore
from .layouts import Layouts
from .search import heaviest

Stop = Callable[[], bool]
"""Asked between slices of work; the search ends with what it has proved when this says so."""

ROOM = 10_000_000
"""Words for the results of one question, and as many to work in: memory is used as it is needed."""
SLICE = 30_000_000
"""Steps between two questions to `stop`: some tenths of a second."""


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Lead:
    """A first play: declarer's hand and the equal cards it may be, highest first."""

    hand: str
    cards: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """What a line of play is sure of: tricks by layout, and its worth for the goal it was found for.

    *worth* is proved to be reached and *ceiling* not to be exceeded by any line; they are equal
    unless the search was cut short. Both count deals, out of the layouts' total.
    """

    sure: tuple[int, ...]
    worth: int
    ceiling: int

    @property
    def exact(self) -> bool:
        return self.worth == self.ceiling


class Solver:
    """Answers questions about one combination; what was found for one question helps the next."""

    def __init__(self, suit: Combination, *, stop: Stop = never) -> None:
        self.suit = suit
        self.layouts = Layouts.of(suit)
        self._stop = stop
        self._works: dict[tuple[int, int], Work] = {}
        self._chances: dict[int, Line] = {}

    @cached_property
    def graph(self) -> Graph:
        return explore(self.suit, self.layouts)

    @cached_property
    def bounds(self) -> Bounds:
        return bound(self.graph, self.layouts, self.suit.most_tricks)

    @cached_property
    def most(self) -> int:
        """The most tricks that can be won in any layout, with all cards in view."""
        possible = range(1, self.suit.most_tricks + 1)
        return max((n for n in possible if self._seen(n).any()), default=0)

    def chance(self, tricks: int) -> Line:
        """The line with the best chance of at least so many tricks."""
        if tricks <= 0:
            return Line((0,) * len(self.layouts.weights), self.layouts.total, self.layouts.total)
        if tricks not in self._chances:
            self._chances[tricks] = self._solve(tricks, 1, self._weights([1]), self.layouts.total)
        return self._chances[tricks]

    def chance_of(self, lead: int, tricks: int) -> Line:
        """The best chance of so many tricks after one first play."""
        return self._solve(tricks, 1, self._weights([1]), self.layouts.total, leads=(lead,))

    def average(self) -> Line:
        """The line with the most tricks on average, which are its worth."""
        ceiling = sum(self.chance(tricks).ceiling for tricks in range(1, self.most + 1))
        return self._solve(1, self.most, self._weights([1] * self.most), ceiling)

    def leads(self) -> range:
        return range(int(self.graph.leads_at[0]), int(self.graph.leads_at[1]))

    def _seen(self, tricks: int) -> Words:
        """The possible layouts in which so many tricks can be won with all cards in view."""
        words: Words = self._support & self.bounds.state[0, tricks]
        return words

    @cached_property
    def _support(self) -> Words:
        return _pack(weight > 0 for weight in self.layouts.weights)

    def _weights(self, factors: Iterable[int]) -> Longs:
        """The weight of each bit: of each layout, for each number of tricks."""
        each = np.zeros(self._support.size * WORD, np.int64)
        each[: len(self.layouts.weights)] = self.layouts.weights
        return np.concatenate([factor * each for factor in factors])

    def _solve(
        self, lowest: int, span: int, weights: Longs, ceiling: int, leads: Iterable[int] | None = None
    ) -> Line:
        """The line of greatest weight; leads whose bound is no better are not looked at."""
        if span == 0 or lowest > self.most:
            return Line((0,) * len(self.layouts.weights), 0, 0)
        slot = lowest + span - 1
        work = self._work(lowest, span)
        best = np.zeros(span * self._support.size, np.uint64)
        worth = 0
        hopes = {
            lead: self._hope(lead, lowest, span, weights)
            for lead in (self.leads() if leads is None else leads)
        }
        still_open = dict(hopes)
        for lead in sorted(hopes, key=lambda lead: (-hopes[lead], lead)):
            if hopes[lead] > worth and worth < ceiling:
                finished, worth = self._search(work, slot, lead, weights, best, worth)
                if not finished:
                    break
            del still_open[lead]
        high = max([worth, *still_open.values()])
        return Line(self._sure(best, lowest, span), worth, min(high, max(ceiling, worth)))

    def _search(
        self, work: Work, slot: int, lead: int, weights: Longs, best: Words, worth: int
    ) -> tuple[bool, int]:
        """Search one lead, slice by slice; whether it was finished, and the best weight so far."""
        budget = SLICE
        while True:
            work.gauge[BUDGET] = budget
            known = int(np.count_nonzero(work.count >= 0))
            status, worth = heaviest(
                self.graph, self.bounds, work, slot, lead, weights, best, worth
            )
            if status == DONE:
                return True, int(worth)
            if status != PAUSED or self._stop():
                return False, int(worth)
            if known == np.count_nonzero(work.count >= 0):
                budget *= 2

    def _work(self, lowest: int, span: int) -> Work:
        if (lowest, span) not in self._works:
            start = np.concatenate([self._seen(lowest + part) for part in range(span)])
            self._works[lowest, span] = open_work(
                self.graph, self.bounds, lowest, span, start, ROOM
            )
        return self._works[lowest, span]

    def _hope(self, lead: int, lowest: int, span: int, weights: Longs) -> int:
        """What a lead would be worth with all cards in view."""
        rows = [self._support & self.bounds.lead[lead, lowest + part] for part in range(span)]
        return int(weights[_unpack(np.concatenate(rows))].sum())

    def _sure(self, best: Words, lowest: int, span: int) -> tuple[int, ...]:
        """The tricks a result promises in each layout."""
        won = _unpack(best).reshape(span, -1)[:, : len(self.layouts.weights)]
        top = np.where(won.any(axis=0), lowest + span - 1 - won[::-1].argmax(axis=0), 0)
        return tuple(int(tricks) for tricks in top)


def _pack(bits: Iterable[bool]) -> Words:
    flags = np.fromiter(bits, np.bool_)
    padded = np.zeros((flags.size + WORD - 1) // WORD * WORD, np.bool_)
    padded[: flags.size] = flags
    return np.packbits(padded, bitorder="little").view(np.uint64)


def _unpack(words: Words) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.unpackbits(words.view(np.uint8), bitorder="little").astype(np.bool_)
