"""Practice: a combination, the first plays to choose from, and what the choice costs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from kibitz.suits.adviser import suit
from kibitz.suits.answer import SuitAnswer
from kibitz.suits.explain import goal_text, percent
from kibitz.suits.plans.similar import table


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a first play is worth beside the best one."""

    play: str
    chance: Fraction
    best: Fraction

    @property
    def right(self) -> bool:
        return self.chance == self.best


@dataclass(frozen=True)
class Problem:
    """A combination to be played for its most tricks, and its first plays in a fixed order."""

    answer: SuitAnswer
    choices: tuple[Verdict, ...]

    @property
    def question(self) -> str:
        return (
            f"{self.answer.north} opposite {self.answer.south}. {goal_text(self.answer.plan.goal)}?"
        )

    def explain(self, choice: int) -> list[str]:
        """Why the play is right, or what it costs and what would have been better."""
        verdict = self.choices[choice]
        text = [f"  {line}" for line in self.answer.text()]
        if verdict.right:
            head = f"Right: {verdict.play}, {percent(verdict.best)}."
        else:
            head = (
                f"{verdict.play} costs {percent(verdict.best - verdict.chance)}: "
                f"{percent(verdict.chance)} instead of {percent(verdict.best)}. Best is:"
            )
        return [head, *text, *(said.text for said in self.answer.statements[:2])]


def deal_problem(rng: random.Random) -> Problem:
    """A random combination of the built-in table in which the first play matters."""
    rows = table()
    while True:
        row = rng.choice(rows) if rows else None
        answer = suit("AQT98", "5432") if row is None else suit(row.north, row.south)
        choices = _choices(answer)
        if len({verdict.right for verdict in choices}) == 2:
            return Problem(answer, choices)


def _choices(answer: SuitAnswer) -> tuple[Verdict, ...]:
    best = answer.plan.line.worth
    plays = sorted(answer.starts, key=lambda start: start.name)
    return tuple(Verdict(start.name, start.worth, best) for start in plays)
