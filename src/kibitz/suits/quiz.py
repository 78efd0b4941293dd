"""Practice: a combination, the first plays to choose from, and what the choice costs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from kibitz.suits.answer import SuitAnswer, suit
from kibitz.suits.explain import percent, say_goal
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
            f"{self.answer.north} opposite {self.answer.south}. {say_goal(self.answer.plan.goal)}?"
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
    goal, best = answer.plan.goal, answer.plan.line.worth
    found: dict[str, Fraction] = {}
    for play in answer.solver.first_plays:
        name = answer.name(play)
        worth = answer.solver.best(goal, play).worth
        found[name] = max(worth, found.get(name, worth))
    return tuple(Verdict(name, chance, best) for name, chance in sorted(found.items()))
