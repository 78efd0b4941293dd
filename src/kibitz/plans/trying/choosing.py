"""Which course to tell, and its rivals; no figure is stated from the layouts used here.

Free play is the plan, by the name of a line that says what it does (`naming.py`), unless another is
surely better by enough: so the draw of the layouts seldom decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.cardplay.similarity.positions import Bools
from kibitz.games.bridge.cards import Suit
from kibitz.plans.lines.holdings import longest_suit
from kibitz.plans.lines.line import Free, PlanLine
from kibitz.plans.lines.menu import Course, breaks_to_see, rarer
from kibitz.plans.lines.starts import Start, aim, seeing_first
from kibitz.plans.trying.naming import named
from kibitz.plans.trying.racing import LEAVES, NEAR, Race
from kibitz.plans.trying.trials import worth

SOMEONE = 0.1
"""The least chance that the learned declarer gives to a start for it to be a rival."""
_WITHIN = 0.7
"""The part of the least gain by which another draw of the layouts may move it."""
_HOLDS, _HELD, _TESTED = 2, 2, 4
"""The numbers of hold-ups and of starts that are tried together; and of starts before which a break
in another suit is tested."""


@dataclass(eq=False)
class Chooser(Race):
    """A race of all courses, and which of them is told."""

    def widen(self) -> None:
        """Weigh rarer lines too, every order, and every hold-up with every way to play on lead."""
        self.menu = self.menu.and_also(filter(self.is_possible, rarer(self.bench.state)))
        self.weigh(self.menu.courses)
        for test in breaks_to_see(self.bench.state):
            others = [one for one in self.menu.firsts if aim(one) not in (None, test.suit)]
            self.weigh([Course(None, seeing_first(test.suit, one)) for one in others])
        self.weigh([Course(hold, first) for hold in self.menu.holds for first in self.menu.firsts])

    def weigh_all(self) -> None:
        """Weigh each alternative alone, then the hold-ups with the best ways to play on lead."""
        self.weigh(self.menu.courses)
        empty = [course for course in self.menu.courses if self.says_nothing(course)]
        self.menu = self.menu.without([course.first for course in empty])
        for course in empty:
            del self._standings[course]
        holds = self.by_worth([Course(hold) for hold in self.menu.holds])[:_HOLDS]
        orders = [Course(None, first) for first in self._orders()]
        self.weigh(orders)
        alone = [Course(None, first) for first in self.menu.firsts]
        firsts = self.by_worth([*alone, *orders])[:_HELD]
        self.weigh([Course(one.hold, other.first) for one in holds for other in firsts])

    def _orders(self) -> Iterator[PlanLine]:
        """The best starts, after cashing another suit's high cards to see whether it breaks."""
        for test in breaks_to_see(self.bench.state):
            others = [first for first in self.firsts if aim(first) not in (None, test.suit)]
            for first in others[:_TESTED]:
                yield seeing_first(test.suit, first)

    @property
    def chosen(self) -> Course:
        """The course to tell: what free play does, unless another is surely better by enough."""
        leave = LEAVES[self.by]
        better = {
            course: one.gain.mean
            for course, one in self._standings.items()
            if one.layouts == len(self.bench) and one.gain.mean >= leave and one.gain.is_sure
        }
        if not better:
            return self.read
        least = max(max(better.values()) - NEAR * leave, leave)
        return next(course for course in self._standings if better.get(course, 0.0) >= least)

    def other(self, plan: Course, unsure: bool) -> Course | None:
        """The best course that begins otherwise, or holds up otherwise, and might have been chosen
        on other layouts. Where *unsure*, what perfect defence does decided, and not by much: then
        it may be better or worse by any number."""
        whole = len(self.bench)
        gains = {
            course: one.gain.mean
            for course, one in self._standings.items()
            if one.layouts == whole and course.card is None
        }
        mine, leave = self.gain(plan), LEAVES[self.by]
        gains[self.read] = self.gain(self.read)
        least = mine - _WITHIN * leave if plan != self.read else mine + leave - _WITHIN * leave
        if plan != self.read and (unsure or gains[self.read] >= mine - (1 + _WITHIN) * leave):
            gains[self.read] = max(gains[self.read], least)
        most = mine + (1 + _WITHIN) * leave if not unsure else 1e9
        near = [
            course
            for course, gain in gains.items()
            if least <= gain < most and self._is_another(course, plan)
        ]
        return max(near, key=lambda course: gains[course], default=None)

    def _is_another(self, course: Course, plan: Course) -> bool:
        """Whether a course begins otherwise than the plan, or holds up otherwise."""
        if (course.hold or plan.hold) and course.hold != plan.hold and course.first == plan.first:
            return self.card(course.line) != self.card(plan.line)
        return self.start(course) != self.start(plan)

    @cached_property
    def read(self) -> Course:
        """Free play by name, if it has one."""
        return named(self)

    @cached_property
    def habits(self) -> Mapping[Suit, float]:
        """The chance that the learned declarer leads each suit first, when he has the lead."""
        return self.few.leanings(Free())

    def would_be_played(self, start: Start | None) -> bool:
        """Whether a good player might start so: the learned declarer, or anyone with trumps or with
        our longest suit."""
        if start is None:
            return False
        state, (suit, short) = self.bench.state, start
        naive = suit is state.trumps or (short is None and suit is longest_suit(state))
        return naive or self.habits.get(suit, 0.0) >= SOMEONE

    def best_where(self, lines: Sequence[PlanLine], rows: Bools) -> PlanLine:
        """The best of some lines on the *rows* of the layouts to choose by."""
        part = self.bench.first(len(rows))
        part.trials(lines)
        weights = part.weights * rows
        return max(lines, key=lambda line: float(weights @ worth(line, part, self.by)))

    @property
    def firsts(self) -> list[PlanLine]:
        """The ways to play on lead, by their worth alone."""
        alone = [Course(None, first) for first in self.menu.firsts]
        return [course.first for course in self.by_worth(alone)]
