"""The best line of a combination for any goal, exactly, against best defence.

Source:     Frank and Basin, "Strategies Explained" (full reference in docs/methods.md)
Notation:   the paper's MAX is declarer, its MIN the defenders; its distribution is our layout
Departures: 1. cards are searched, not tactics, so that nothing the seven tactics leave out is lost
            (`tactics.py` is the paper's way)  2. a state keeps every undominated set of layouts,
            not one result  3. equal cards are one (`graph.py`)
Checked by: tests/unit/suits/test_solver.py against `small_suits.py`, tests/papers/test_finesse.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, Goal, at_least
from kibitz.suits.solver.bounds import WORD, Bounds, Words, bound, pack
from kibitz.suits.solver.fronts import open_work
from kibitz.suits.solver.graph import NORTH, NOTHING, Cards, Graph, cards_of, explore
from kibitz.suits.solver.layouts import SuitLayouts
from kibitz.suits.solver.results import (
    BUDGET,
    DONE,
    PAUSED,
    WIDEST,
    WORTH,
    Arena,
    GraphWork,
    Longs,
    open_arena,
)
from kibitz.suits.solver.search import heaviest

Stop = Callable[[], bool]
"""Called between slices of work; once it returns true, the search ends with what it has proved."""
Moves = Callable[[Graph, Cards], Graph]

ROOM = 8_000_000
SLICE = 2_000_000
"""Steps between two calls of `stop`: some tenths of a second."""
NARROW, UNLIMITED = 6, 1 << 60
"""The longest lists kept when a first line is wanted soon, and when the best one is."""


def _at_once() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class FirstPlay:
    """A lead, and the third card if the second hand plays low, by their numbers in the graph."""

    lead: int
    third: int


@dataclass(frozen=True, slots=True)
class SuitLine:
    """The guarantee of a line: its tricks in each layout, and their worth for a goal.

    No line is worth more than *ceiling*, which equals *worth* unless the search was cut short.
    """

    sure: tuple[int, ...]
    worth: Fraction
    ceiling: Fraction

    @property
    def proved(self) -> bool:
        """Whether no line is better."""
        return self.worth == self.ceiling


class SuitSolver:
    """Answers questions about one combination; what was found for one question helps the next.

    >>> solver = SuitSolver(Combination.parse("AQ", "32"))
    >>> solver.best(at_least(2)).worth
    Fraction(1, 2)
    """

    def __init__(
        self,
        suit: Combination,
        *,
        stop: Stop | None = None,
        moves: Moves | None = None,
        known: SuitSolver | None = None,
    ) -> None:
        """*stop* may end a search; *moves* leaves declarer only some of the plays.

        *known* is a solver of the same combination, whose game need not be explored again.
        """
        self.suit = suit
        self._moves, self._known = moves, known
        self.layouts: SuitLayouts = SuitLayouts.of(suit) if known is None else known.layouts
        self.stop = stop
        self._works: dict[tuple[int, int, int], GraphWork] = {}
        self._questions: dict[Goal, _Question] = {}
        self._lines: dict[tuple[Goal, FirstPlay | None], SuitLine] = {}

    @cached_property
    def deck(self) -> Cards:
        return cards_of(self.suit, self.layouts) if self._known is None else self._known.deck

    def only(self, moves: Moves) -> Self:
        """The same combination with only some of declarer's plays."""
        return type(self)(self.suit, stop=self.stop, moves=moves, known=self)

    @cached_property
    def whole(self) -> Graph:
        """The game with all plays of declarer's."""
        return explore(self.suit, self.deck) if self._known is None else self._known.whole

    @cached_property
    def graph(self) -> Graph:
        return self.whole if self._moves is None else self._moves(self.whole, self.deck)

    @cached_property
    def bounds(self) -> Bounds:
        return bound(self.graph, self.layouts, self.suit.most_tricks)

    @cached_property
    def most(self) -> int:
        """The most tricks that can be won in any layout, seeing all cards."""
        possible = range(1, self.suit.most_tricks + 1)
        return max((tricks for tricks in possible if self._seen(tricks).any()), default=0)

    def best(self, goal: Goal, play: FirstPlay | None = None) -> SuitLine:
        """The best line for *goal*, of all lines or of those that begin with one first play."""
        if (goal, play) not in self._lines:
            self._lines[goal, play] = self._best(goal, play)
        return self._lines[goal, play]

    @cached_property
    def first_plays(self) -> tuple[FirstPlay, ...]:
        """Every first play: each lead with each third card."""
        graph = self.graph
        plays = []
        for lead in range(graph.leads_at[0], graph.leads_at[1]):
            low = self._low_second(lead)
            plays += [
                FirstPlay(lead, third)
                for third in range(graph.thirds_at[low], graph.thirds_at[low + 1])
            ]
        return tuple(plays)

    def _low_second(self, lead: int) -> int:
        """The play of the second hand that follows with its lowest card, if it can follow."""
        graph, early = self.graph, 1 if self.graph.lead_hand[lead] == NORTH else 0
        followed = [
            second
            for second in range(graph.seconds_at[lead], graph.seconds_at[lead + 1])
            if (self.bounds.may[0, early, graph.second[second] + 1] & self._support).any()
        ]
        return max(followed, key=lambda second: int(graph.second[second]))

    def better(self, goal: Goal, least: Fraction) -> SuitLine | None:
        """The best line for *goal* if it is proved and worth *least* or more, else None.

        It costs less than `best`: lines that are worth less are not looked at.
        """
        question = self._question(goal)
        floor = math.ceil(least * question.scale) - 1 - question.level
        line = self._solve(question, question.scale * max(self.most, 1), None, floor=max(floor, 0))
        return line if line.proved and line.worth >= least else None

    def reaches(self, goal: Goal, play: FirstPlay) -> bool:
        """Whether a line that begins with *play* is as good for *goal* as the best one."""
        best = self.best(goal).worth
        question = self._question(goal)
        needed = int(best * question.scale) - question.level
        return needed == 0 or self._solve(question, needed, play, floor=needed - 1).worth >= best

    def _best(self, goal: Goal, play: FirstPlay | None) -> SuitLine:
        question = self._question(goal)
        ceiling = question.scale - question.level
        if goal == AVERAGE:
            # no line has a better average than the best chances of each number together
            chances = [self.best(at_least(n), play).ceiling for n in range(1, self.most + 1)]
            ceiling = int(sum(chances, Fraction(0)) * question.scale)
        return self._solve(question, ceiling, play)

    def _question(self, goal: Goal) -> _Question:
        if goal not in self._questions:
            self._questions[goal] = self._ask(goal)
        return self._questions[goal]

    def _ask(self, goal: Goal) -> _Question:
        total, weights = self.layouts.total, np.array(self.layouts.weights, np.int64)
        numbers = range(1, self.most + 1)
        if goal == AVERAGE:
            return _Question(1, self._spread([weights for _ in numbers]), total)
        if goal == MATCHPOINTS:
            # half a deal for as many tricks as the rival, and half for one more
            rival = np.array(self.best(AVERAGE).sure)
            halves = [weights * ((rival == n) | (rival == n - 1)) for n in numbers]
            level = int(weights[rival == 0].sum())
            return _Question(1, self._spread(halves), 2 * total, level)
        possible = [weights] if 1 <= goal.tricks <= self.most else []
        level = total if goal.tricks <= 0 else 0
        return _Question(goal.tricks, self._spread(possible), total, level)

    def _solve(
        self, question: _Question, ceiling: int, play: FirstPlay | None, *, floor: int = 0
    ) -> SuitLine:
        """The heaviest line, if it is above *floor*; no line is above *ceiling*."""
        lowest, size = question.lowest, self._support.size * WORD
        span = question.weights.size // size
        if span == 0:
            level = Fraction(question.level, question.scale)
            return SuitLine((0,) * len(self.layouts.weights), level, level)
        search = _Search(self, question, ceiling, play, floor)
        exact = self._work(lowest, span, UNLIMITED)
        high = search.run(exact, UNLIMITED, self.stop and _at_once)
        if high > search.worth:
            search.run(self._work(lowest, span, NARROW), NARROW, self.stop)
            if self.stop and not self.stop():
                high = search.run(exact, UNLIMITED, self.stop)
        sure = self._sure(search.best, lowest, span)
        worth = Fraction(search.worth + question.level, question.scale)
        limit = worth if high == search.worth else Fraction(high + question.level, question.scale)
        return SuitLine(sure, worth, limit)

    def _seen(self, tricks: int) -> Words:
        """The possible layouts in which *tricks* tricks can be won, seeing all cards."""
        seen: Words = self._support & self.bounds.state[0, tricks]
        return seen

    @cached_property
    def _support(self) -> Words:
        return pack(np.array(self.layouts.weights) > 0)

    @cached_property
    def _arena(self) -> Arena:
        return open_arena(ROOM)

    def _work(self, lowest: int, span: int, widest: int) -> GraphWork:
        key = (lowest, span, widest)
        if key not in self._works:
            start = np.concatenate([self._seen(lowest + part) for part in range(span)])
            self._works[key] = open_work(self.graph, self.bounds, self._arena, lowest, start)
        return self._works[key]

    def _spread(self, weights: Sequence[NDArray[np.int64]]) -> Longs:
        """The weight of each bit of a result."""
        spread = np.zeros((len(weights), self._support.size * WORD), np.int64)
        for row, each in zip(spread, weights, strict=True):
            row[: each.size] = each
        return spread.reshape(-1)

    def hope(self, lead: int, question: _Question) -> int:
        """The worth of a lead, seeing all cards."""
        span = question.weights.size // (self._support.size * WORD)
        seen = self.bounds.lead[lead, question.lowest : question.lowest + span] & self._support
        return int(question.weights[_unpack(seen)].sum())

    def _sure(self, best: Words, lowest: int, span: int) -> tuple[int, ...]:
        """The tricks a result is sure of in each layout."""
        won = _unpack(best).reshape(span, -1)[:, : len(self.layouts.weights)]
        tricks = np.arange(lowest, lowest + span)[:, np.newaxis]
        return tuple((won * tricks).max(axis=0).tolist())


@dataclass(frozen=True, slots=True)
class _Question:
    """The numbers of tricks that count, from *lowest* on, and the worth of each in each layout.

    Worth is in units of 1/*scale*; *level* is the worth that every line has.
    """

    lowest: int
    weights: Longs
    scale: int
    level: int = 0
    hopes: dict[int, int] = field(default_factory=dict)
    """The worth of each lead seeing all cards, as far as it was needed."""


class _Search:
    """The search for one line: lead by lead, slice by slice, keeping the best so far."""

    def __init__(
        self,
        solver: SuitSolver,
        question: _Question,
        ceiling: int,
        play: FirstPlay | None,
        floor: int,
    ) -> None:
        self._solver, self._question, self._ceiling = solver, question, ceiling
        self._only = NOTHING if play is None else play.third
        leads = range(*solver.graph.leads_at[:2]) if play is None else (play.lead,)
        for lead in leads:
            if lead not in question.hopes:
                question.hopes[lead] = solver.hope(lead, question)
        self._hopes = {lead: question.hopes[lead] for lead in leads}
        self.best = np.zeros(question.weights.size // WORD, np.uint64)
        self.worth = floor

    def run(self, work: GraphWork, widest: int, stop: Stop | None) -> int:
        """Search every lead that may be better; the bound on all lines, unless lists were cut."""
        waiting = dict(self._hopes)
        work.gauge[WIDEST] = widest
        for lead in sorted(waiting, key=lambda lead: (-waiting[lead], lead)):
            if self.worth < min(waiting[lead], self._ceiling) and not self._finish(
                work, lead, stop
            ):
                break
            del waiting[lead]
        return max(self.worth, min(self._ceiling, max(waiting.values(), default=0)))

    def _finish(self, work: GraphWork, lead: int, stop: Stop | None) -> bool:
        """Search one lead; whether the search was finished."""
        solver, question = self._solver, self._question
        budget = UNLIMITED if stop is None else SLICE
        span = question.weights.size // (solver.bounds.may.shape[3] * WORD)
        while True:
            work.gauge[BUDGET], work.gauge[WORTH] = budget, self.worth
            known = np.count_nonzero(work.number >= 0)
            status = heaviest(
                solver.graph,
                solver.bounds,
                work,
                question.lowest + span - 1,
                lead,
                self._only,
                question.weights,
                self.best,
            )
            self.worth = int(work.gauge[WORTH])
            if status != PAUSED:
                return bool(status == DONE)
            if stop is not None and stop():
                return False
            if known == np.count_nonzero(work.number >= 0):
                budget *= 2


def _unpack(words: Words) -> NDArray[np.bool_]:
    return np.unpackbits(words.reshape(-1).view(np.uint8), bitorder="little").view(np.bool_)
