"""Frank and Basin, "Strategies Explained": the numbered problems, and combinations that trap."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, at_least
from kibitz.suits.solver.exact import SuitSolver

SUITS = Path(__file__).parents[3] / "shared" / "suits"


def _shared(name: str, key: str) -> list[dict[str, Any]]:
    file = SUITS / name
    if not file.exists():
        return []
    rows: list[dict[str, Any]] = json.loads(file.read_text())[key]
    return rows


PROBLEMS = _shared("finesse_problems.json", "problems")
TRAPS = _shared("traps.json", "traps")
needs_shared = pytest.mark.skipif(not PROBLEMS, reason="../shared/suits is not there")


@needs_shared
def test_every_chance_and_average_of_the_numbered_problems_is_exact() -> None:
    assert len(PROBLEMS) == 39
    for problem in PROBLEMS:
        solver = SuitSolver(Combination.parse(problem["north"], problem["south"]))
        for tricks, chance in problem["chance_by_tricks"].items():
            line = solver.best(at_least(int(tricks)))
            assert float(line.worth) == pytest.approx(chance, abs=5e-9), problem
            assert line.proved
        average = float(solver.best(AVERAGE).worth)
        assert average == pytest.approx(problem["expected_tricks"], abs=5e-9), problem


@needs_shared
def test_backing_up_one_result_a_state_would_be_wrong_here_and_we_are_not() -> None:
    assert len(TRAPS) == 12
    for trap in TRAPS:
        solver = SuitSolver(Combination.parse(trap["north"], trap["south"]))
        chance = 100 * float(solver.best(at_least(trap["target"])).worth)
        assert chance == pytest.approx(trap["exact_pct"], abs=5e-5), trap
        assert chance > trap["single_vector_pct"]


def test_five_tricks_with_five_to_the_ace_queen_ten_are_not_half_the_time() -> None:
    solver = SuitSolver(Combination.parse("AQT98", "5432"))
    assert solver.best(at_least(5)).worth == Fraction(611, 2300)
