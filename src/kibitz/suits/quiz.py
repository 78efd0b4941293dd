"""Practice problems: a combination, first plays to choose from, and what each choice costs.

A problem is worth asking if the right line gains something over the natural wrong start
(docs/methods.md), and its chance of success is neither hopeless nor certain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from kibitz.errors import UsageError
from kibitz.suits.adviser import SuitAdviser
from kibitz.suits.answer import SuitAnswer
from kibitz.suits.explain import draw, percent
from kibitz.suits.plans.plan import SuitPlanner
from kibitz.suits.plans.similar import KnownSuit, table
from kibitz.suits.plans.wording import INDENT
from kibitz.suits.question import SuitQuestion
from kibitz.suits.solver.exact import SuitSolver

GAIN = Fraction(3, 100)
"""The least gain of the right line over the wrong start."""
LEAST, MOST = Fraction(15, 100), Fraction(95, 100)
LEVELS = {1: "a first course", 2: "a second course", 3: "the classics"}
MOST_CHOICES = 6
"""The number of choices, unless more of them are right."""
_FIRST_COURSE = ("finesse", "lead low", "run")


@dataclass(frozen=True, slots=True)
class QuizVerdict:
    """The worth of a first play and of the best one, and the likeliest layout that punishes it."""

    play: str
    chance: Fraction
    best: Fraction
    layout: int | None = None

    @property
    def right(self) -> bool:
        return self.chance == self.best


@dataclass(frozen=True, slots=True)
class QuizProblem:
    """A combination to be played for a number of tricks, and first plays in a fixed order."""

    answer: SuitAnswer
    level: int
    choices: tuple[QuizVerdict, ...]

    @property
    def question(self) -> str:
        tricks = self.answer.plan.goal.tricks
        need = "one trick" if tricks == 1 else f"{tricks} tricks"
        return (
            f"{self.answer.north} opposite {self.answer.south}: you need {need}. How do you begin?"
        )

    def punishment(self, choice: int) -> str:
        """The layout that punishes a wrong choice, drawn; empty for a right one."""
        layout = self.choices[choice].layout
        return "" if layout is None else draw(self.answer, layout)

    def explain(self, choice: int) -> list[str]:
        """The verdict in words: why the play is right, or what it costs and what is better."""
        verdict = self.choices[choice]
        plan = [f"{INDENT}{line}" for line in self.answer.text()]
        reasons = [said.text for said in self.answer.statements[:2]]
        if verdict.right:
            return [f"Right: {verdict.play}, {percent(verdict.best)}.", *plan, *reasons]
        return [
            f"{verdict.play} costs {percent(verdict.best - verdict.chance)}: "
            f"{percent(verdict.chance)} instead of {percent(verdict.best)}. It loses to",
            *(f"{INDENT}{line}" for line in self.punishment(choice).splitlines()),
            "where this wins:",
            *plan,
            *reasons,
        ]


def level_of(number: int, problems: int = 30) -> int:
    """The level of one problem of several: from the first course to the classics.

    >>> [level_of(number, 6) for number in range(1, 7)], level_of(500)
    ([1, 1, 2, 2, 3, 3], 3)
    """
    return min(len(LEVELS), 1 + len(LEVELS) * (number - 1) // problems)


def deal_problem(rng: random.Random, level: int) -> QuizProblem:
    """A random combination of the built-in table in which the first play matters."""
    if level not in LEVELS:
        raise UsageError(f"A level is a number from 1 to {len(LEVELS)}, not {level}.")
    rows = _rows(level)
    if not rows:
        raise UsageError("The table of suits to practise with is not part of this installation.")
    while True:
        row = rng.choice(rows)
        question = SuitQuestion.of(row.north, row.south, tricks=row.goal.tricks)
        answer = SuitAdviser().ask(question)
        start = answer.reasons.wrong_start
        if start is not None and answer.plan.line.worth - start.chance >= GAIN:
            return QuizProblem(answer, level, tuple(_choices(answer, start.name)))


@cache
def _rows(level: int) -> tuple[KnownSuit, ...]:
    """The rows of the table that may be asked at a level."""
    return tuple(
        row
        for row in table()
        if row.goal.tricks and LEAST <= row.worth <= MOST and _level(row.text) == level
    )


def _level(text: Sequence[str]) -> int:
    """The difficulty: a bare finesse is the easiest, two or more conditions make a classic."""
    conditions = sum(line.lstrip().startswith(("if ", "otherwise")) for line in text)
    if conditions >= 2:
        return 3
    simple = text[0].startswith(_FIRST_COURSE) and " and " not in text[0]
    return 1 if simple and not conditions else 2


def _choices(answer: SuitAnswer, wrong: str) -> Iterator[QuizVerdict]:
    """The best first plays and the wrong start, by name."""
    best, goal = answer.plan.line.worth, answer.plan.goal
    wanted = [start for start in answer.starts if start.name == wrong]
    others = [start for start in answer.starts if start.name != wrong]
    number = max(MOST_CHOICES - 1, sum(start.worth == best for start in others))
    solver = SuitSolver(answer.suit)
    planner = SuitPlanner(solver)
    for start in sorted(wanted + others[:number], key=lambda start: start.name):
        if start.worth == best:
            yield QuizVerdict(start.name, start.worth, best)
            continue
        plays = [play for play in solver.first_plays if planner.name(play) == start.name]
        line = max((solver.best(goal, play) for play in plays), key=lambda line: line.worth)
        won = answer.plan.line.sure
        punished = [i for i, sure in enumerate(line.sure) if sure < goal.tricks <= won[i]]
        weight = answer.layouts.weights
        likely = max(punished, key=lambda layout: weight[layout])
        yield QuizVerdict(start.name, start.worth, best, likely)
