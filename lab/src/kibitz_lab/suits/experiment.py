"""What a tree of tactics loses against the exact line, over combinations like the Encyclopedia's.

Run:      kibitz lab suits
Writes:   docs/results/suits.json
Departs:  the Encyclopedia's own 650 problems are under copyright: ours are drawn at random, with
the same lengths and the same cards named, from a fixed seed
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from statistics import mean, pstdev
from typing import Any

from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, Goal, at_least
from kibitz.suits.plans.plan import SuitPlanner
from kibitz.suits.plans.tactics import tree_of_tactics
from kibitz.suits.solver.exact import SuitSolver
from kibitz_lab.suits.combinations import encyclopedia_like
from kibitz_lab.suits.verify import prove, tricks_won

PROBLEMS, SEED = 650, 1
SECONDS = 0.3  # about how long one process takes per combination


def experiment(
    *,
    problems: int = PROBLEMS,
    seed: int = SEED,
    engine: Engine | None = None,
    parts: Parts | None = None,
    advance: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Tactics against cards: by goal, how often the tactics are as good, and how much they lose."""
    rng = random.Random(seed)
    asked = [encyclopedia_like(rng) for _ in range(problems)]
    losses: dict[str, list[Fraction]] = {"most tricks": [], "every target": [], "average": []}
    for lost_in_one in (engine or Engine()).run(lost, asked, tell=advance, parts=parts):
        for goal, each in lost_in_one.items():
            losses[goal] += map(Fraction, each)
    return {
        "problems": problems,
        "goals": {goal: _summary(lost) for goal, lost in losses.items()},
    }


def lost(holdings: tuple[str, str]) -> dict[str, list[str]]:
    """What the tactics lose in one combination, by kind of goal, as exact fractions in text."""
    exact, tactics = compare(Combination.parse(*holdings))
    less = {goal: best - tactics[goal] for goal, best in exact.items()}
    targets = [goal for goal in exact if goal != AVERAGE]
    won = [goal for goal in targets if exact[goal] > 0]
    highest = max(won, default=None, key=lambda goal: goal.tricks)
    return {
        "most tricks": [] if highest is None else [str(less[highest])],
        "every target": [str(less[goal]) for goal in targets],
        "average": [str(less[AVERAGE])],
    }


def compare(suit: Combination) -> tuple[dict[Goal, Fraction], dict[Goal, Fraction]]:
    """The worth of cards and of tactics for each goal, after playing out each best line."""
    exact, tactics = SuitSolver(suit), SuitSolver(suit, moves=tree_of_tactics)
    goals = [*map(at_least, range(1, suit.most_tricks + 1)), AVERAGE]
    if exact.most:
        line_goal = at_least(exact.most)
        line = exact.best(line_goal)
        prove(suit, tricks_won(suit, SuitPlanner(exact).tree(line)), line_goal, line.worth)
    return (
        {goal: exact.best(goal).worth for goal in goals},
        {goal: tactics.best(goal).worth for goal in goals},
    )


def _summary(losses: list[Fraction]) -> dict[str, Any]:
    worse = [float(loss) for loss in losses if loss > 0]
    return {
        "questions": len(losses),
        "as_good": 1 - len(worse) / len(losses),
        "mean_loss": float(mean(losses)),
        "spread_of_loss": pstdev(map(float, losses)),
        "mean_loss_where_worse": mean(worse) if worse else 0.0,
        "largest_loss": max(worse, default=0.0),
    }
