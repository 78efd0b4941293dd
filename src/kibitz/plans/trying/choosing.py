"""Which course to tell, and its rivals; no figure is stated from the layouts used here.

Source:     Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (2013),
            for halving in rounds: all lines on few layouts, then more layouts for fewer lines
Notation:   a course is one way to play the deal (`menu.py`); its gain is how much more often it
            makes than free play, or how many more tricks it wins
Departures: a line goes on while it may still beat free play by enough, and not for being in the
            better half. Free play is the plan, read as a line that plays like it, unless
            another is surely better by enough: so the draw of the layouts seldom decides
Checked by: tests/unit/plans, `kibitz lab plans`, `kibitz lab steady`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from kibitz.cardplay.lookahead.estimates import SURE, Estimate
from kibitz.cardplay.similarity.positions import Bools
from kibitz.games.bridge.cards import DECK, Card, Suit
from kibitz.plans.lines.deeds import does, possible
from kibitz.plans.lines.holdings import has_losers, longest_suit
from kibitz.plans.lines.line import Attack, Draw, Free, HoldUp, PlanLine
from kibitz.plans.lines.menu import Course, Menu, breaks_to_see, rarer
from kibitz.plans.lines.starts import Start, aim, is_of_a_lesson, is_vague, seeing_first, start_of
from kibitz.plans.question import Scoring
from kibitz.plans.trying.playing import NO_SUIT, first_suits, led_suits, shares
from kibitz.plans.trying.trials import Bench, worth

ROUNDS = (16, 48, 150)
"""The numbers of layouts after which lines drop out; the rest are tried on all layouts."""
LEAVES = {Scoring.TEAMS: 0.05, Scoring.MATCHPOINTS: 0.15}
"""The least gain over free play for which the plan leaves it: a chance to make, or tricks."""
_NEAR = 0.6
"""The part of that by which lines may differ and still come to the same."""
_SLIGHT = 0.01
"""What a hold-up may lack of free play that it only names."""
_SAME = {Scoring.TEAMS: 0.9, Scoring.MATCHPOINTS: 0.7}
_ALIKE, _ROUGHLY = 0.7, 0.15
"""The least share of the layouts with the same result as free play, and of those on which the same
two suits are led first, for a line to be what free play does; and what may lack on few layouts."""
SOMEONE = 0.1
"""The least chance that the learned declarer gives to a start for it to be a rival."""
_HOLDS, _HELD, _TESTED, _READINGS = 2, 2, 4, 3
"""The numbers of hold-ups and of starts that are tried
together; of starts before which a break in another suit is tested; and of readings of free play."""
_MOSTLY = 0.7


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
class Chooser:
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
                self._standings[course] = self._compared(course, part)
            racing = [course for course in racing if self._may_lead(course)]

    def widen(self) -> None:
        """Weigh rarer lines too, every order, and every hold-up with every way to play on lead."""
        self.menu = self.menu.and_also(filter(self._is_possible, rarer(self.bench.state)))
        self.weigh(self.menu.courses)
        for test in breaks_to_see(self.bench.state):
            others = [one for one in self.menu.firsts if aim(one) not in (None, test.suit)]
            self.weigh([Course(None, seeing_first(test.suit, one)) for one in others])
        self.weigh([Course(hold, first) for hold in self.menu.holds for first in self.menu.firsts])

    def _compared(self, course: Course, part: Bench) -> Standing:
        gain = worth(course.line, part, self.by) - worth(Free(), part, self.by)
        return Standing(Estimate.of(gain, part.weights), len(part))

    def _may_lead(self, course: Course) -> bool:
        whole = 1.0 if self.by is Scoring.TEAMS else 2.0
        return self._standings[course].may_reach(LEAVES[self.by], whole)

    def weigh_all(self) -> None:
        """Weigh each alternative alone, then the hold-ups with the best ways to play on lead."""
        self.weigh(self.menu.courses)
        empty = [course for course in self.menu.courses if self._says_nothing(course)]
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

    @cached_property
    def _few(self) -> Bench:
        """The layouts that every course was tried on."""
        return self.bench.first(ROUNDS[0])

    def _says_nothing(self, course: Course) -> bool:
        """Whether a course hardly ever does what its name says, and so is free play."""
        if not self._is_possible(course.first):
            return True
        start = start_of(course.first)
        if start is None:
            return False
        first, second = led_suits(self.bench.state, self._few.trial(course.line).cards).T
        does = (first == int(start[0])) | (second == int(start[0]))  # it may cross first
        return float(self._few.weights @ does) < _MOSTLY

    def _is_possible(self, line: PlanLine) -> bool:
        """Whether a line can mostly be carried out as it is told."""
        few = self._few
        return possible(line, few.state, few.trial(line).cards, few.weights) >= _MOSTLY

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
        least = max(max(better.values()) - _NEAR * leave, leave)
        return next(course for course in self._standings if better.get(course, 0.0) >= least)

    @cached_property
    def read(self) -> Course:
        """Free play as the best course that plays like it, if there is one."""
        readings = self._readings()
        alike = list(islice(filter(self._is_free_play, readings), _READINGS))
        if not alike:
            near = (one for one in self.by_worth(readings) if self._costs_nothing(one))
            alike = list(islice(near, 1))
        first = self._first_of_the_best(alike) if alike else self._first_lead
        return self._holding_up(first) or first

    @property
    def _first_lead(self) -> Course:
        """Free play by the suit that it leads first, where this binds it to nothing else: trumps,
        or a suit without losers."""
        state, suit = self.bench.state, self.first_suit(Free())
        if suit is None or (suit is not state.trumps and has_losers(state, suit)):
            return FREE
        found = Course(None, Draw(suit) if suit is state.trumps else Attack(suit))
        self.weigh([found])
        return found if self._costs_nothing(found) else FREE

    def _costs_nothing(self, course: Course) -> bool:
        """Whether a course, tried on all layouts, is worth about as much as free play."""
        least = -_NEAR * LEAVES[self.by]
        if self._standings[course].gain.mean < least - _ROUGHLY:
            return False
        return self._compared(course, self.bench).gain.mean >= least

    def _holding_up(self, first: Course) -> Course | None:
        """The same with the shortest of the best hold-ups, if it costs nothing and a round more or
        less costs enough."""
        courses = [Course(hold, first.first) for hold in self.menu.holds]
        if len(courses) < 2:
            return None
        most = self.worth(self.by_worth(courses)[0])
        at = next(
            n for n, one in enumerate(courses) if self.worth(one) >= most - _NEAR * LEAVES[self.by]
        )
        beside = [one for one in courses[max(0, at - 1) : at + 2] if one != courses[at]]
        other = min(beside, key=self.worth)
        if self.worth(courses[at]) - self.worth(other) < LEAVES[self.by]:
            return None
        gains = [self._compared(one, self.bench).gain.mean for one in (courses[at], other, first)]
        mine, others, free = gains
        return courses[at] if mine >= max(others + LEAVES[self.by], free - _SLIGHT) else None

    def _first_of_the_best(self, courses: Sequence[Course]) -> Course:
        """The first that is worth about the most on all layouts."""
        worths = [self._compared(course, self.bench).gain.mean for course in courses]
        least = max(worths) - _NEAR * LEAVES[self.by]
        return next(course for course, worth in zip(courses, worths, strict=True) if worth >= least)

    def _readings(self) -> Sequence[Course]:
        """The courses that begin as free play mostly does: first what a lesson would name, where
        free play does it; a suit attacked in no particular way comes last."""
        suit, state = self.first_suit(Free()), self.bench.state
        starts = ((first, start_of(first)) for first in self.menu.firsts)
        found = [first for first, start in starts if start is not None and start[0] is suit]
        found.sort(key=is_vague)
        cards, weights = self._few.trial(Free()).cards, self._few.weights
        named = [one for one in (*self.menu.firsts, *rarer(state)) if is_of_a_lesson(one)]
        done = [one for one in named if does(one, state, cards, weights)]
        return [Course(None, first) for first in dict.fromkeys((*done, *found))]

    def _is_free_play(self, course: Course) -> bool:
        """Whether a course comes to the same as free play, by what is led and by the result.

        On the layouts it was tried on it need only look so: they are few.
        """
        self.weigh([course])
        few = self.bench.first(self._standings[course].layouts)
        return self._plays_alike(course, few, _ROUGHLY) and self._plays_alike(course, self.bench)

    def _plays_alike(self, course: Course, part: Bench, slack: float = 0.0) -> bool:
        line, state = course.line, part.state
        same = worth(line, part, self.by) == worth(Free(), part, self.by)
        led, free = (led_suits(state, part.trial(one).cards) for one in (line, Free()))
        alike = (led == free).all(axis=1)
        return (
            self._compared(course, part).gain.mean >= -_NEAR * LEAVES[self.by] - slack
            and float(part.weights @ same) >= _SAME[self.by] - slack
            and float(part.weights @ alike) >= _ALIKE - slack
        )

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
        found: dict[tuple[Start | None, HoldUp | None], Course] = {}
        for course in self.ranking:
            found.setdefault((self.start(course), course.hold), course)
        return {course: self.worth(course) for course in found.values()}

    def card(self, line: PlanLine) -> Card:
        """The card that the line plays now; declarer sees no layout, so it is the same on all."""
        return DECK[int(self.bench.first(1).trial(line).cards[0, len(self.bench.state.played)])]

    def first_suit(self, line: PlanLine) -> Suit | None:
        """The suit that the line leads first on most of the layouts it was tried on."""
        part = self.bench if self.bench.has_tried(line) else self._few
        suits = first_suits(self.bench.state, part.trial(line).cards)
        most = next(iter(shares(suits, part.weights)))
        return None if most == NO_SUIT else Suit(most)

    @cached_property
    def habits(self) -> Mapping[Suit, float]:
        """The chance that the learned declarer leads each suit first, when he has the lead."""
        return self._few.leanings(Free())

    def would_be_played(self, start: Start | None) -> bool:
        """Whether a good player might start so: the learned declarer, or anyone with trumps or with
        our longest suit."""
        if start is None:
            return False
        state, (suit, short) = self.bench.state, start
        naive = suit is state.trumps or (short is None and suit is longest_suit(state))
        return naive or self.habits.get(suit, 0.0) >= SOMEONE

    def start(self, course: Course) -> Start | None:
        """The start of a course; if it names none, what it mostly does."""
        found = start_of(course.first)
        if found is not None:
            return found
        suit = self.first_suit(course.line)
        return None if suit is None else (suit, None)

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
