"""Courses tried on more and more layouts, each beside free play, until they are out of the running.

Source:     Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (2013),
            for halving in rounds: all lines on few layouts, then more layouts for fewer lines
Notation:   a course is one way to play the deal (`menu.py`); its gain is how much more often it
            makes than free play, or how many more tricks it wins
Departures: a line goes on while it may still beat free play by enough, and not for being in the
            better half
Checked by: tests/unit/plans/test_choosing.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kibitz.cardplay.lookahead.estimates import SURE, Estimate
from kibitz.games.bridge.cards import DECK, Card, Suit
from kibitz.plans.lines.deeds import possible
from kibitz.plans.lines.line import Free, PlanLine
from kibitz.plans.lines.menu import Course, Menu
from kibitz.plans.lines.starts import Start, start_of
from kibitz.plans.question import Scoring
from kibitz.plans.trying.playing import NO_SUIT, first_suits, led_suits, shares
from kibitz.plans.trying.trials import Bench, worth

ROUNDS = (16, 48, 150, 300)
"""The numbers of layouts after which lines drop out; the rest are tried on all layouts."""
LEAVES = {Scoring.TEAMS: 0.05, Scoring.MATCHPOINTS: 0.15}
"""The least gain over free play for which the plan leaves it: a chance to make, or tricks."""
NEAR = 0.6
"""The part of that by which lines may differ and still come to the same."""
_MOSTLY, _UNCLEAR = 0.7, 0.2
"""The least share of the layouts on which a line does what it says; and how near to that a share of
few layouts leaves it open."""
FREE = Course()


@dataclass(frozen=True, slots=True)
class Standing:
    """The gain of a course over free play, and the number of layouts it was tried on."""

    gain: Estimate
    layouts: int

    def may_reach(self, least: float, whole: float) -> bool:
        """Whether the gain may still be *least*; *whole* is what one layout can add."""
        error = max(self.gain.error, whole / self.layouts)
        return self.gain.mean + SURE * error >= least


@dataclass(eq=False)
class Race:
    """Courses, and how they stand on the layouts to choose by."""

    bench: Bench
    menu: Menu
    by: Scoring
    _standings: dict[Course, Standing] = field(default_factory=dict)

    def weigh(self, courses: Sequence[Course]) -> None:
        """Try the courses that were not tried yet, in rounds, each beside free play."""
        racing = [course for course in dict.fromkeys(courses) if course not in self._standings]
        sizes = [size for size in ROUNDS if size < len(self.bench)]
        for size in (*sizes, len(self.bench)):
            if not racing:
                return
            part = self.bench.first(size)
            part.trials([Free(), *(course.line for course in racing)])
            for course in racing:
                self._standings[course] = self.compared(course, part)
            racing = [course for course in racing if self._may_lead(course)]

    def compared(self, course: Course, part: Bench) -> Standing:
        """How a course stands on some layouts."""
        gain = worth(course.line, part, self.by) - worth(Free(), part, self.by)
        return Standing(Estimate.of(gain, part.weights), len(part))

    def margin(self, course: Course, over: Course) -> Estimate:
        """How much better a course is than another, on all layouts."""
        one, other = (worth(each.line, self.bench, self.by) for each in (course, over))
        return Estimate.of(one - other, self.bench.weights)

    def gain(self, course: Course) -> float:
        """The gain of a course on all layouts."""
        return self.compared(course, self.bench).gain.mean

    def costs_nothing(self, course: Course) -> bool:
        """Whether a course is not surely worth less than free play, small change aside."""
        self.weigh([course])
        least = -NEAR * LEAVES[self.by]
        first = self._standings[course].gain
        if first.mean + SURE * first.error < least:
            return False
        gain = self.compared(course, self.bench).gain
        return gain.mean + SURE * gain.error >= least

    def _may_lead(self, course: Course) -> bool:
        whole = 1.0 if self.by is Scoring.TEAMS else 2.0
        return self._standings[course].may_reach(LEAVES[self.by], whole)

    @cached_property
    def few(self) -> Bench:
        """The layouts that every course was tried on."""
        return self.bench.first(ROUNDS[0])

    def says_nothing(self, course: Course) -> bool:
        """Whether a course hardly ever does what its name says, and so is free play."""
        if not self.is_possible(course.first):
            return True
        start = start_of(course.first)
        if start is None:
            return False
        part = self._more_than_few
        first, second = led_suits(self.bench.state, part.trial(course.line).cards).T
        does = (first == int(start[0])) | (second == int(start[0]))  # it may cross first
        return float(part.weights @ does) < _MOSTLY

    def is_possible(self, line: PlanLine) -> bool:
        """Whether a line can mostly be carried out as it is told."""
        share = 0.0
        for part in (self.few, self._more_than_few):
            share = possible(line, part.state, part.trial(line).cards, part.weights)
            if abs(share - _MOSTLY) > _UNCLEAR:
                break
        return share >= _MOSTLY

    @cached_property
    def _more_than_few(self) -> Bench:
        return self.bench.first(ROUNDS[1])

    def worth(self, course: Course) -> float:
        """How often a course makes, or its tricks: free play's worth and the course's gain."""
        self.weigh([course])
        return self._free + self._standings[course].gain.mean

    @cached_property
    def _free(self) -> float:
        return float(self.bench.weights @ worth(Free(), self.bench, self.by))

    @property
    def chances(self) -> Mapping[Course, float]:
        """How often each course makes."""
        free = float(self.bench.weights @ worth(Free(), self.bench, Scoring.TEAMS))
        found = dict[Course, float]()
        for course, standing in self._standings.items():
            part = self.bench.first(standing.layouts)
            one, other = (worth(line, part, Scoring.TEAMS) for line in (course.line, Free()))
            found[course] = free + float(part.weights @ (one - other))
        return found

    def by_worth(self, courses: Sequence[Course]) -> list[Course]:
        """Courses, the best first."""
        self.weigh(courses)
        return sorted(courses, key=lambda course: -self.worth(course))

    @property
    def ranking(self) -> list[Course]:
        """The courses, best first."""
        return self.by_worth(list(self._standings))

    @property
    def best_of_each(self) -> dict[Course, float]:
        """The best course of each start and hold-up with its worth, best first."""
        found: dict[tuple[Start | None, object], Course] = {}
        for course in self.ranking:
            found.setdefault((self.start(course), course.hold), course)
        return {course: self.worth(course) for course in found.values()}

    def card(self, line: PlanLine) -> Card:
        """The card that the line plays now; declarer sees no layout, so it is the same on all."""
        return DECK[int(self.bench.first(1).trial(line).cards[0, len(self.bench.state.played)])]

    def first_suit(self, line: PlanLine) -> Suit | None:
        """The suit that the line leads first on most of the layouts it was tried on."""
        part = self.bench if self.bench.has_tried(line) else self.few
        suits = first_suits(self.bench.state, part.trial(line).cards)
        most = next(iter(shares(suits, part.weights)))
        return None if most == NO_SUIT else Suit(most)

    def start(self, course: Course) -> Start | None:
        """The start of a course; if it names none, what it mostly does."""
        found = start_of(course.first)
        if found is not None:
            return found
        suit = self.first_suit(course.line)
        return None if suit is None else (suit, None)
