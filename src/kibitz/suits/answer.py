"""The whole answer about one suit, as a value: chances, average, a plan with its tree, reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kibitz.advice import Answer, Choice, Measure, Proof
from kibitz.suits.combination import Combination, spell
from kibitz.suits.explain import describe, no_plan_text
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, Goal
from kibitz.suits.html import answer_html
from kibitz.suits.plans.main_line import main_lines
from kibitz.suits.plans.plan import End, SuitStep
from kibitz.suits.plans.plan_choice import ChosenPlan
from kibitz.suits.plans.similar import KnownSuit
from kibitz.suits.plans.wording import brief_lines, plan_lines
from kibitz.suits.question import SuitQuestion
from kibitz.suits.reasons.explain import Statement
from kibitz.suits.reasons.fields import reasons_json
from kibitz.suits.reasons.reason import Reasons
from kibitz.suits.solver.exact import SuitLine
from kibitz.suits.solver.layouts import SuitLayouts


@dataclass(frozen=True, slots=True)
class Target:
    """The best chance of at least *tricks* tricks; *ceiling* is higher if it is not proved."""

    tricks: int
    chance: Fraction
    ceiling: Fraction


@dataclass(frozen=True, slots=True)
class Plan:
    """The best line for a goal: its worth, its first plays, its tree and its words.

    The tree follows the *chosen* plan; a line that could not be put in words has only a tree.
    """

    goal: Goal
    line: SuitLine
    first_plays: tuple[str, ...]
    tree: SuitStep | End
    chosen: ChosenPlan | None


@dataclass(frozen=True, slots=True)
class Start:
    """A first play, and the worth of the best line that begins with it for the plan's goal."""

    name: str
    worth: Fraction


@dataclass(frozen=True, slots=True)
class FirstPlayWorth:
    """A first play, and the worth of the best line that begins with it for each goal."""

    name: str
    chances: tuple[Fraction, ...]
    average: Fraction
    matchpoints: Fraction

    @property
    def values(self) -> tuple[Fraction, ...]:
        return (*self.chances, self.average, self.matchpoints)

    def beats(self, other: FirstPlayWorth) -> bool:
        """Whether it is as good for every goal and better for some."""
        pairs = list(zip(self.values, other.values, strict=True))
        return all(a >= b for a, b in pairs) and self.values != other.values


@dataclass(frozen=True, slots=True, repr=False)
class SuitAnswer(Answer[SuitQuestion, str]):
    """The answer about one suit; its text is what the command line prints.

    >>> from kibitz import suit
    >>> answer = suit("AQ", "32")
    >>> answer.plan.first_plays, str(answer.targets[1].chance)
    (('low to the Q',), '1/2')
    """

    question: SuitQuestion = field()
    layouts: SuitLayouts
    targets: tuple[Target, ...]
    """The best chance of each number of tricks, on its own."""
    average: SuitLine
    """The line with the most tricks on average."""
    plan: Plan
    """The plan for the goal of the question."""
    starts: tuple[Start, ...]
    """Every first play, the best first; none where no play wins anything."""
    reasons: Reasons
    similar: tuple[KnownSuit, ...]
    """Combinations of the built-in table with the same plan."""
    statements: tuple[Statement, ...]
    """The reasons in sentences, each with its facts."""
    lines: tuple[FirstPlayWorth, ...] | None
    """First plays that no other one equals or beats for every goal, if they were asked for."""

    @property
    def suit(self) -> Combination:
        return self.question.combination

    @property
    def north(self) -> str:
        return self.question.north

    @property
    def south(self) -> str:
        return self.question.south

    @property
    def measure(self) -> Measure:
        return Measure.TRICKS if self.plan.goal == AVERAGE else Measure.CHANCE

    @property
    def choices(self) -> tuple[Choice[str], ...]:
        number = sum(weight > 0 for weight in self.layouts.weights)
        proof = Proof("layouts of the missing cards", number, self.plan.line.proved)
        return tuple(Choice(one.name, float(one.worth), (proof,)) for one in self.starts)

    @property
    def confidence(self) -> None:
        """None: every chance is counted exactly."""
        return None

    @property
    def why_not(self) -> str:
        return "" if self.plan.first_plays else no_plan_text(self.suit, self.plan.goal)

    def text(self, variation: int = 0) -> tuple[str, ...]:
        """The plan in words, line by line (docs/methods.md has the plan language)."""
        plan = self.plan
        if plan.chosen is not None:
            return tuple(plan_lines(plan.chosen.do, self.layouts.blocks, variation))
        if not plan.first_plays:
            return ()
        return main_lines(plan.first_plays[0], plan.tree, self.suit)

    def brief(self, variation: int = 0) -> tuple[str, ...]:
        """The plan as it is printed: for matchpoints no longer than a person keeps in mind."""
        plan = self.plan
        if plan.goal == MATCHPOINTS and plan.chosen is not None:
            return tuple(brief_lines(plan.chosen.do, self.layouts.blocks, variation))
        return self.text(variation)

    def winning_layouts(self) -> Iterator[tuple[str, str, int, Fraction]]:
        """West's cards, East's, the tricks the plan is sure of and the chance, by layout."""
        for layout, tricks in enumerate(self.plan.line.sure):
            if tricks > 0 and self.layouts.weights[layout]:
                chance = Fraction(self.layouts.weights[layout], self.layouts.total)
                west, east = self.layouts.describe(layout)
                yield west, east, tricks, chance

    def __str__(self) -> str:
        return describe(self)

    def _repr_html_(self) -> str:
        return answer_html(self)

    def details(self) -> dict[str, Any]:
        plan = self.plan
        content = {
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
                "goal_text": str(plan.goal),
                "tricks": plan.goal.tricks
                or (float(plan.line.worth) if plan.goal == AVERAGE else None),
                "chance": None if plan.goal == AVERAGE else float(plan.line.worth),
                "exact": _exact(plan.line.worth),
                **_bounds(plan.line.worth, plan.line.ceiling),
                "first_plays": list(plan.first_plays),
                "text": list(self.text()),
                "brief": list(self.brief()),
                "tree": tree_json(plan.tree),
            },
            **reasons_json(self.reasons, self.similar),
            "statements": [statement.to_json() for statement in self.statements],
        }
        if self.lines is not None:
            content["lines"] = [_line_json(worth) for worth in self.lines]
        return content

    def layouts_json(self) -> list[dict[str, Any]]:
        """The layouts the plan wins."""
        return [
            {"west": west, "east": east, "tricks": tricks, "chance": float(p), "exact": _exact(p)}
            for west, east, tricks, p in self.winning_layouts()
        ]


def tree_json(node: SuitStep | End) -> dict[str, Any]:
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


def _target_json(target: Target) -> dict[str, Any]:
    return {
        "tricks": target.tricks,
        "chance": float(target.chance),
        "exact": _exact(target.chance),
        **_bounds(target.chance, target.ceiling),
    }


def _line_json(worth: FirstPlayWorth) -> dict[str, Any]:
    return {
        "first_play": worth.name,
        "chances": {str(n): _exact(p) for n, p in enumerate(worth.chances, 1)},
        "average": _exact(worth.average),
        "matchpoints": _exact(worth.matchpoints),
    }


def _bounds(low: Fraction, high: Fraction) -> dict[str, list[float]]:
    return {} if low == high else {"bounds": [float(low), float(high)]}


def _exact(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"
