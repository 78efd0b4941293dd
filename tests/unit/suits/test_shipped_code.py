"""No answer of the shipped machine code differs by a digit from the sources it was made of."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pytest

from kibitz import suit
from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, Goal, at_least
from kibitz.suits.plans.similar import table
from kibitz.suits.solver.exact import SuitSolver

SAMPLE, WHOLE = 12, 1
READ = (
    "import json; from tests.unit.suits.test_shipped_code import found; "
    "print(json.dumps(found({seed})))"
)


def found(seed: int) -> list[object]:
    """Every best line of some combinations of the shipped table, and a few whole answers."""
    every = sorted({(row.north, row.south) for row in table()})
    asked = random.Random(seed).sample(every, SAMPLE)
    answers = [suit(north, south).to_json() for north, south in asked[:WHOLE]]
    return [answers, *(lines(north, south) for north, south in asked)]


def lines(north: str, south: str) -> list[object]:
    solver = SuitSolver(Combination.parse(north, south))
    goals: list[Goal] = [at_least(tricks) for tricks in range(1, solver.suit.most_tricks + 1)]
    best = [solver.best(goal) for goal in (*goals, AVERAGE, MATCHPOINTS)]
    return [f"{north} {south}", *([str(line.worth), *line.sure] for line in best)]


@pytest.mark.process
def test_combinations_of_the_table_are_answered_as_plain_python_answers_them() -> None:
    plain = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", READ.format(seed=25)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(plain.stdout) == json.loads(json.dumps(found(25)))
