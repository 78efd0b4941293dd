"""The whole answer about one suit, as a value: chances, average, and a plan with its tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.errors import UsageError
from kibitz.suits.explain import describe, name_first_play
from kibitz.suits.html import answer_html
from kibitz.suits.plans.plan import End, Planner, Step
from kibitz.suits.plans.plan_choice import Teller, Telling
from kibitz.suits.plans.similar import Known, with_the_same_plan
from kibitz.suits.plans.wording import plan_lines, unsaid
from kibitz.suits.question import Combination, letters, spell
from kibitz.suits.reasons.explain import Statement, statements
from kibitz.suits.reasons.fields import reasons_json
from kibitz.suits.reasons.reason import Reasons
from kibitz.suits.solver.exact import (
    AVERAGE,
    MATCHPOINTS,
    FirstPlay,
    Goal,
    Line,
    Solver,
    Stop,
    at_least,
)
from kibitz.suits.solver.layouts import Layouts

GOALS = ("tricks", "average", "matchpoints")


@dataclass(frozen=True, slots=True)
class Target:
    """The best chance of at least so many tricks; *ceiling* is above it where it is not proved."""

    tricks: int
    chance: Fraction
    ceiling: Fraction


@dataclass(frozen=True, slots=True)
class Plan:
    """The best line for a goal: what it is worth, how it may begin, its tree, and its telling.

    The tree plays what the telling says; a plan that could not be put in words has only a tree.
    """

    goal: Goal
    line: Line
    first_plays: tuple[str, ...]
    tree: Step | End
    telling: Telling | None


@dataclass(frozen=True, slots=True)
class FirstPlayWorth:
    """A first play and what the best line that begins with it is worth, goal by goal."""

    name: str
    chances: tuple[Fraction, ...]
    average: Fraction
    matchpoints: Fraction


class SuitAnswer:
    """What is best with one suit. Its text is what the command line prints.

    >>> answer = suit("AQ", "32")
    >>> answer.plan.first_plays, str(answer.targets[1].chance)
    (('low to the Q',), '1/2')
    """

    def __init__(self, north: str, south: str, goal: Goal | None, solver: Solver) -> None:
        self.north, self.south = letters(north) or "-", letters(south) or "-"
        self.solver = solver
        self._asked = goal

    @property
    def suit(self) -> Combination:
        return self.solver.suit

    @property
    def layouts(self) -> Layouts:
        return self.solver.layouts

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """The best chance of each number of tricks, on its own."""
        numbers = range(1, self.suit.most_tricks + 1)
        lines = [self.solver.best(at_least(tricks)) for tricks in numbers]
        # a line sure of more tricks is sure of fewer: each bound holds for its neighbours
        low = [max(line.worth for line in lines[i:]) for i in range(len(lines))]
        high = [min(line.ceiling for line in lines[: i + 1]) for i in range(len(lines))]
        return tuple(map(Target, numbers, low, high))

    @cached_property
    def average(self) -> Line:
        """The line with the most tricks on average."""
        return self.solver.best(AVERAGE)

    @cached_property
    def plan(self) -> Plan:
        """The plan for the goal asked for: the most tricks with any chance, unless told."""
        goal = self._asked or at_least(
            max((target.tricks for target in self.targets if target.chance > 0), default=0)
        )
        telling = self.teller.tell(goal)
        line = self._line(goal) if telling is None else telling.line
        tree = self.planner.tree(line) if telling is None else self.teller.tree(telling)
        return Plan(goal, line, tuple(self._good_plays(goal, line, tree)), tree, telling)

    def _line(self, goal: Goal) -> Line:
        """The best line found; where that is not proved, a line for more tricks may be better."""
        line = self.solver.best(goal)
        if line.proved or goal.name != "tricks":
            return line
        more = [self.solver.best(at_least(n)) for n in range(goal.tricks, self.solver.most + 1)]
        best = max(more, key=lambda other: other.worth)
        return Line(best.sure, best.worth, max(line.ceiling, best.worth))

    @cached_property
    def planner(self) -> Planner:
        return Planner(self.solver)

    @cached_property
    def teller(self) -> Teller:
        return Teller(self.solver)

    def text(self, variation: int = 0) -> tuple[str, ...]:
        """The plan in words, line by line (docs/methods.md has the plan language)."""
        plan = self.plan
        if plan.telling is not None:
            return tuple(plan_lines(plan.telling.do, self.layouts.blocks, variation))
        return tuple(unsaid(plan.first_plays)) if plan.first_plays else ()

    @cached_property
    def reasons(self) -> Reasons:
        """Why the plan is what it is."""
        return Reasons(self.teller, self.plan.goal)

    @cached_property
    def similar(self) -> tuple[Known, ...]:
        """Combinations of the built-in table with the same plan."""
        if self.plan.telling is None or self.plan.goal.name != "tricks":
            return ()
        return with_the_same_plan(self.north, self.south, self.text())

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The reasons in sentences, each with its facts."""
        return tuple(statements(self.reasons, self.similar))

    @cached_property
    def all_lines(self) -> tuple[FirstPlayWorth, ...]:
        """Each first play that no other one equals or beats for every goal, the best first."""
        worths: dict[str, FirstPlayWorth] = {}
        for play in self.solver.first_plays:
            worth = self._worth(play)
            if worth.name not in worths or _values(worth) > _values(worths[worth.name]):
                worths[worth.name] = worth
        return tuple(
            sorted(
                (
                    one
                    for one in worths.values()
                    if not any(_beats(other, one) for other in worths.values())
                ),
                key=lambda worth: (-worth.average, worth.name),
            )
        )

    def winning_layouts(self) -> Iterator[tuple[str, str, int, Fraction]]:
        """West's cards, East's, the tricks the plan is sure of and the chance, by layout."""
        for layout, tricks in enumerate(self.plan.line.sure):
            if tricks > 0 and self.layouts.weights[layout]:
                chance = Fraction(self.layouts.weights[layout], self.layouts.total)
                west, east = self.layouts.describe(layout)
                yield west, east, tricks, chance

    def name(self, play: FirstPlay) -> str:
        return name_first_play(self.planner, play)

    def __str__(self) -> str:
        return describe(self)

    def _repr_html_(self) -> str:
        return answer_html(self)

    def to_json(self) -> dict[str, Any]:
        """The same content as plain data; docs/formats.md describes it."""
        plan = self.plan
        return {
            "north": self.north,
            "south": self.south,
            "missing": spell(self.suit.missing),
            "targets": [_target_json(target) for target in self.targets],
            "expected": {
                "tricks": float(self.average.worth),
                "exact": _exact(self.average.worth),
                **_bounds(self.average.worth, self.average.ceiling),
            },
            "plan": {
                "goal": plan.goal.name,
                "tricks": plan.goal.tricks
                or (float(plan.line.worth) if plan.goal == AVERAGE else None),
                "chance": None if plan.goal == AVERAGE else float(plan.line.worth),
                "exact": _exact(plan.line.worth),
                **_bounds(plan.line.worth, plan.line.ceiling),
                "first_plays": list(plan.first_plays),
                "text": list(self.text()),
                "tree": tree_json(plan.tree),
            },
            **reasons_json(self.reasons, self.similar),
            "statements": [statement.to_json() for statement in self.statements],
        }

    def layouts_json(self) -> list[dict[str, Any]]:
        """The layouts the plan wins."""
        return [
            {"west": west, "east": east, "tricks": tricks, "chance": float(p), "exact": _exact(p)}
            for west, east, tricks, p in self.winning_layouts()
        ]

    def lines_json(self) -> list[dict[str, Any]]:
        """Each sensible first play, by goal."""
        return [
            {
                "first_play": worth.name,
                "chances": {str(n): _exact(p) for n, p in enumerate(worth.chances, 1)},
                "average": _exact(worth.average),
                "matchpoints": _exact(worth.matchpoints),
            }
            for worth in self.all_lines
        ]

    def _good_plays(self, goal: Goal, line: Line, tree: Step | End) -> Iterator[str]:
        """The first plays that are as good as the best, the tree's own first."""
        if isinstance(tree, End):
            return
        plays = [play for play in self.solver.first_plays if self._is_good(goal, line, play)]
        own = [
            play for play in plays if self.planner.first_play(play)[:2] == (tree.hand, tree.card)
        ]
        yield from dict.fromkeys(self.name(play) for play in own + plays)

    def _is_good(self, goal: Goal, line: Line, play: FirstPlay) -> bool:
        if line.proved:
            return self.solver.reaches(goal, play)
        return self.planner.keeps(line, play)

    def _worth(self, play: FirstPlay) -> FirstPlayWorth:
        best = self.solver.best
        numbers = range(1, self.suit.most_tricks + 1)
        return FirstPlayWorth(
            self.name(play),
            tuple(best(at_least(tricks), play).worth for tricks in numbers),
            best(AVERAGE, play).worth,
            best(MATCHPOINTS, play).worth,
        )


def suit(
    north: str,
    south: str,
    *,
    tricks: int | None = None,
    goal: str | None = None,
    stop: Stop | None = None,
    **known: Any,
) -> SuitAnswer:
    """How to play a suit: exact chances and the best plan against best defence.

    *tricks* or *goal* ("average", "matchpoints") choose the plan; without them it is for the most
    tricks that have any chance. *known* are the keywords of `Combination.parse`: vacant places,
    known cards and lengths, cards already played, entries.
    """
    combination = Combination.parse(north, south, **known)
    return SuitAnswer(north, south, _goal(tricks, goal), Solver(combination, stop=stop))


def tree_json(node: Step | End) -> dict[str, Any]:
    """A tree as nested objects (docs/formats.md)."""
    if isinstance(node, End):
        return {"tricks": node.tricks}
    return {
        "hand": node.hand,
        "card": None if node.card is None else str(node.card),
        "defender": node.defender,
        "answers": [
            {
                "cards": None if answer.block is None else "".join(map(str, answer.block.cards)),
                "then": tree_json(answer.then),
            }
            for answer in node.answers
        ],
    }


def _goal(tricks: int | None, goal: str | None) -> Goal | None:
    if goal is not None and goal not in GOALS:
        raise UsageError(f"the goal is one of {', '.join(GOALS)}: {goal!r}")
    if tricks is not None:
        whole = isinstance(tricks, int) and 1 <= tricks <= 13
        if not whole or goal not in (None, "tricks"):
            raise UsageError("a number of tricks is from 1 to 13, and a goal of its own")
        return at_least(tricks)
    return {None: None, "tricks": None, "average": AVERAGE, "matchpoints": MATCHPOINTS}[goal]


def _target_json(target: Target) -> dict[str, Any]:
    return {
        "tricks": target.tricks,
        "chance": float(target.chance),
        "exact": _exact(target.chance),
        **_bounds(target.chance, target.ceiling),
    }


def _bounds(low: Fraction, high: Fraction) -> dict[str, list[float]]:
    return {} if low == high else {"bounds": [float(low), float(high)]}


def _exact(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


def _values(worth: FirstPlayWorth) -> tuple[Fraction, ...]:
    return (*worth.chances, worth.average, worth.matchpoints)


def _beats(one: FirstPlayWorth, other: FirstPlayWorth) -> bool:
    """Whether *one* is as good for every goal and better for some."""
    pairs = list(zip(_values(one), _values(other), strict=True))
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)
