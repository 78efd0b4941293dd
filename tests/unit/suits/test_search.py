"""Branch and bound over the first trick against the list of all its results."""

import random
from fractions import Fraction

import numpy as np
import pytest

from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, Goal, at_least
from kibitz.suits.solver.bounds import pack
from kibitz.suits.solver.exact import SuitSolver
from kibitz.suits.solver.fronts import open_work, solve
from kibitz.suits.solver.results import BUDGET, DONE, WIDEST, open_arena
from kibitz_lab.suits.combinations import holdings


def _by_listing(solver: SuitSolver, goal: Goal) -> Fraction:
    """The best worth among all undominated results of the start, every one of them built."""
    numbers = range(1, solver.most + 1) if goal == AVERAGE else [goal.tricks]
    possible = pack(np.array(solver.layouts.weights) > 0)
    start = np.concatenate([possible & solver.bounds.state[0, n] for n in numbers])
    arena = open_arena(4_000_000)
    work = open_work(solver.graph, solver.bounds, arena, numbers[0], start)
    arena.gauge[BUDGET], arena.gauge[WIDEST] = 1 << 60, 1 << 60
    slot = numbers[0] + len(numbers) - 1
    assert solve(solver.graph, solver.bounds, work, 0, slot, 0) == DONE
    begin, size = int(work.start[0, slot]), start.size
    results = work.pool[begin : begin + int(work.number[0, slot]) * size].reshape(-1, size)
    bits = np.unpackbits(results.view(np.uint8), axis=1, bitorder="little")
    padded = np.zeros(possible.size * 64, np.int64)
    padded[: len(solver.layouts.weights)] = solver.layouts.weights
    worths = bits.astype(np.int64) @ np.tile(padded, len(numbers))
    return Fraction(int(worths.max()), solver.layouts.total)


@pytest.mark.parametrize("cards", [6, 7, 8, 9])
def test_branch_and_bound_finds_what_listing_every_result_finds(cards: int) -> None:
    rng = random.Random(cards)
    for _ in range(25):
        solver = SuitSolver(Combination.parse(*holdings(rng, cards)))
        for tricks in range(1, solver.most + 1):
            goal = at_least(tricks)
            assert solver.best(goal).worth == _by_listing(solver, goal), (solver.suit, tricks)


def test_the_best_average_is_found_among_all_results() -> None:
    rng = random.Random(2)
    for _ in range(25):
        solver = SuitSolver(Combination.parse(*holdings(rng, 8)))
        if solver.most:
            assert solver.best(AVERAGE).worth == _by_listing(solver, AVERAGE), solver.suit


@pytest.mark.parametrize(
    ("north", "south", "tricks", "chance"),
    [("KJ53", "97", 1, 0.837702), ("KT86", "Q4", 2, 0.693789), ("KJ9742", "-", 3, 0.310062)],
)
def test_hard_ones_with_gaps_everywhere(north: str, south: str, tricks: int, chance: float) -> None:
    line = SuitSolver(Combination.parse(north, south)).best(at_least(tricks))
    assert float(line.worth) == pytest.approx(chance, abs=5e-7)
