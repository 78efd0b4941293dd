"""The best course on the layouts to choose by, and its rivals; no figure is stated from these.

Source:     none: constrained lines, played out by learned players on the same layouts
Notation:   a course is one way to play the deal (`menu.py`); its worth is how often it makes, or
            its tricks
Departures: of courses that are nearly equal, one that says what to do is preferred to free play;
            every hold-up is tried with only the few best ways to play on lead
Checked by: tests/unit/plans, `kibitz lab plans`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from kibitz.cardplay.similarity.positions import Bools
from kibitz.games.bridge.cards import DECK, Card, Suit
from kibitz.plans.question import Scoring
from kibitz.plans.trying.handling import DuckTo, Offer, Towards, Unblock
from kibitz.plans.trying.lines import (
    Attack,
    Both,
    Cash,
    Draw,
    Duck,
    Finesse,
    Free,
    HoldUp,
    PlanLine,
    Ruff,
    See,
)
from kibitz.plans.trying.menu import Course, Menu, breaks_to_see
from kibitz.plans.trying.playing import NO_SUIT, first_suits, led_suits, shares
from kibitz.plans.trying.trials import Bench, worth
from kibitz.plans.trying.trumping import Throw

_TELLING, _TELLING_MORE = 0.02, 0.01
"""The bonus of a course for saying what to play on lead; and for saying how to play it, or how long
to hold up."""
_FIRSTS, _HOLDS, _HELD, _TESTED = 3, 2, 2, 4
"""The number of rival starts of a plan; the numbers of hold-ups and of starts that are tried
together; and the number of starts before which a break in another suit is tested."""
_MOSTLY = 0.7


Start: TypeAlias = tuple[Suit, int | None]
"""How a line begins: with a suit (trumps included), or with a ruff of it in the hand at a seat."""


@dataclass(eq=False)
class Chooser:
    """Courses and their worth on the layouts to choose by."""

    bench: Bench
    menu: Menu
    by: Scoring
    _worths: dict[Course, float] = field(default_factory=dict)

    def weigh(self, courses: Sequence[Course]) -> None:
        """Play out the courses that were not played out yet."""
        new = [course for course in dict.fromkeys(courses) if course not in self._worths]
        self.bench.trials([course.line for course in new])
        for course in new:
            values = worth(course.line, self.bench, self.by)
            self._worths[course] = float(self.bench.weights @ values)

    def weigh_all(self) -> None:
        """Weigh each alternative alone, then the hold-ups with the best ways to play on lead."""
        self.weigh(self.menu.courses)
        empty = [course for course in self.menu.courses if self._says_nothing(course)]
        self.menu = self.menu.without([course.first for course in empty])
        for course in empty:
            del self._worths[course]
        holds = self._best([Course(hold) for hold in self.menu.holds])[:_HOLDS]
        orders = [Course(None, first) for first in self._orders()]
        self.weigh(orders)
        alone = [Course(None, first) for first in self.menu.firsts]
        firsts = self._best([*alone, *orders])[:_HELD]
        self.weigh([Course(one.hold, other.first) for one in holds for other in firsts])

    def _orders(self) -> Iterator[PlanLine]:
        """The best starts, after cashing another suit's high cards to see whether it breaks."""
        for test in breaks_to_see(self.bench.state):
            others = [first for first in self.firsts if aim(first) not in (None, test.suit)]
            for first in others[:_TESTED]:
                yield seeing_first(test.suit, first)

    def _says_nothing(self, course: Course) -> bool:
        """Whether a course hardly ever does what its name says, and so is free play."""
        start = start_of(course.first)
        if start is None:
            return False
        first, second = led_suits(self.bench.state, self.bench.trial(course.line).cards).T
        does = (first == int(start[0])) | (second == int(start[0]))  # it may cross first
        return float(self.bench.weights @ does) < _MOSTLY

    def _best(self, courses: Sequence[Course]) -> list[Course]:
        return sorted(courses, key=lambda course: -self._worths[course])

    @property
    def ranking(self) -> list[Course]:
        """The courses, best first; those that say what to do go before the hardly better."""
        return sorted(self._worths, key=lambda one: -self._worths[one] - self._telling(one))

    def _telling(self, course: Course) -> float:
        """The bonus of a course for what it says: for naming what free play does, or a test to
        make first."""
        said = 0.0 if course.hold is None else _TELLING_MORE
        if test_of(course.first) is not None:
            return said + _TELLING + _TELLING_MORE
        start = start_of(course.first)
        if start is None or start[0] is not self.first_suit(Free()):
            return said
        vague = course.first == vaguely(course.first)
        return said + _TELLING + (0.0 if vague else _TELLING_MORE)

    @property
    def best_of_each(self) -> dict[Course, float]:
        """The best course of each start and hold-up with its worth, best first."""
        found: dict[tuple[Start | None, HoldUp | None], Course] = {}
        for course in self.ranking:
            found.setdefault((self.start(course), course.hold), course)
        return {course: self._worths[course] for course in found.values()}

    def card(self, line: PlanLine) -> Card:
        """The card that the line plays now; declarer sees no layout, so it is the same on all."""
        return DECK[int(self.bench.trial(line).cards[0, len(self.bench.state.played)])]

    def first_suit(self, line: PlanLine) -> Suit | None:
        """The suit that the line leads first on most of the layouts."""
        suits = first_suits(self.bench.state, self.bench.trial(line).cards)
        most = next(iter(shares(suits, self.bench.weights)))
        return None if most == NO_SUIT else Suit(most)

    def rival_hold(self, plan: Course) -> Course | None:
        """The best rival that differs only in how long it holds up."""
        return self._rival(
            Course(hold, plan.first) for hold in self.menu.holds if hold != plan.hold
        )

    def rival_start(self, plan: Course) -> Course | None:
        """The best rival that differs only in what it begins with."""
        start = self.start(plan)
        others = [first for first in self.firsts if start_of(first) != start]
        return self._rival(
            Course(plan.hold, first)
            for first in others[:_FIRSTS]
            if self.start(Course(plan.hold, first)) != start
        )

    def rival_aim(self, plan: Course) -> Course | None:
        """The best rival with the same start, then another suit or another way to play it."""
        others = (
            first
            for first in self.firsts
            if first != plan.first and start_of(first) == start_of(plan.first)
        )
        if aim(plan.first) is None or plan.first == vaguely(plan.first):
            return None  # a suit attacked in no particular way
        return self._rival(Course(plan.hold, first) for first in list(others)[:_FIRSTS])

    def start(self, course: Course) -> Start | None:
        """The start of a course; if it names none, what it mostly does."""
        found = start_of(course.first)
        if found is not None:
            return found
        self.weigh([course])
        suit = self.first_suit(course.line)
        return None if suit is None else (suit, None)

    def best_where(self, lines: Sequence[PlanLine], rows: Bools) -> PlanLine:
        """The best of some lines on the *rows* of the layouts to choose by."""
        self.bench.trials(lines)
        weights = self.bench.weights * rows
        return max(lines, key=lambda line: float(weights @ worth(line, self.bench, self.by)))

    @property
    def firsts(self) -> list[PlanLine]:
        """The ways to play on lead, by their worth alone."""
        alone = [Course(None, first) for first in self.menu.firsts]
        return [course.first for course in self._best(alone)]

    def _rival(self, courses: Iterable[Course]) -> Course | None:
        found = list(courses)
        self.weigh(found)
        return max(found, key=lambda course: self._worths[course], default=None)


def vaguely(line: PlanLine) -> PlanLine:
    """The same suit, attacked in no particular way."""
    return Attack(line.suit) if isinstance(line, Attack | Finesse | Cash | Duck) else line


def start_of(line: PlanLine) -> Start | None:
    """The start that a line names; None if it names none."""
    match line:
        case Both(one, other):
            return start_of(one) or start_of(other)
        case Draw(trumps):
            return trumps, None
        case Ruff(suit, _, short):
            return suit, short
        case Attack(suit) | Finesse(suit) | Cash(suit) | Duck(suit) | See(suit):
            return suit, None
        case Towards(card) | Offer(card):
            return card.suit, None
        case DuckTo(suit) | Unblock(suit) | Throw(suit):
            return suit, None
    return None


def aim(line: PlanLine) -> Suit | None:
    """The suit that a line works on, after trumps if it draws them first."""
    match line:
        case Both(one, other):
            return aim(other) or aim(one)
        case See(_, other):
            return aim(other)
        case Attack(suit) | Finesse(suit) | Cash(suit) | Duck(suit) | Ruff(suit):
            return suit
        case Towards(card):
            return card.suit
        case DuckTo(suit) | Unblock(suit):
            return suit
    return None


def seeing_first(suit: Suit, line: PlanLine) -> PlanLine:
    """The line after a test whether *suit* breaks; trumps are drawn before the test."""
    match line:
        case Both(Draw() as draw, other):
            return Both(draw, See(suit, other))
    return See(suit, line)


def instead_of_test(line: PlanLine, new: PlanLine) -> PlanLine:
    """The line with *new* in place of the test it begins with."""
    match line:
        case See():
            return new
        case Both(one, other):
            return Both(instead_of_test(one, new), instead_of_test(other, new))
    return line


def test_of(line: PlanLine) -> See | None:
    """The test that a line begins with, if any."""
    match line:
        case See():
            return line
        case Both(one, other):
            return test_of(one) or test_of(other)
    return None
