"""The table of plans for every combination like the Encyclopedia's.

Run:      kibitz lab suits --plans [--table FILE]
Writes:   docs/results/suits_table.json, and src/kibitz/data/suits.table, which the package ships
Departs:  the Encyclopedia's own list is under copyright: these are all combinations of its size
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, at_least
from kibitz.suits.plans.plan_choice import PlanChooser
from kibitz.suits.plans.similar import KnownSuit
from kibitz.suits.plans.wording import plan_lines
from kibitz.suits.solver.exact import SuitSolver
from kibitz_lab.suits.combinations import every_encyclopedia_like
from kibitz_lab.suits.verify import prove, tricks_won

BLOCK = 64  # combinations planned as one task
SECONDS = 8.0  # about how long one process takes per block

_Rows = list[tuple[str, str, int, str, list[str]]]


def blocks(combinations: int | None = None) -> list[list[tuple[str, str]]]:
    """All combinations, or the first of them, in the order of the table."""
    asked = list(islice(every_encyclopedia_like(), combinations))
    return [asked[first : first + BLOCK] for first in range(0, len(asked), BLOCK)]


def rows(
    asked: Sequence[Sequence[tuple[str, str]]],
    *,
    engine: Engine | None = None,
    parts: Parts | None = None,
    advance: Callable[[], object] = lambda: None,
) -> Iterator[KnownSuit]:
    """The plans that can be put in words, for each combination's most tricks and average."""
    for block in (engine or Engine()).run(_planned, asked, tell=advance, parts=parts):
        for north, south, tricks, worth, text in block:
            goal = at_least(tricks) if tricks else AVERAGE
            yield KnownSuit(north, south, goal, Fraction(worth), tuple(text))


def _planned(block: Sequence[tuple[str, str]]) -> _Rows:
    return [
        (each.north, each.south, each.goal.tricks, str(each.worth), list(each.text))
        for north, south in block
        for each in plans(north, south)
    ]


def plans(north: str, south: str) -> Iterator[KnownSuit]:
    """The rows of one combination, each played out; none if no trick can be won."""
    suit = Combination.parse(north, south)
    solver = SuitSolver(suit)
    chooser = PlanChooser(solver)
    numbers = map(at_least, range(solver.most, 0, -1))
    most = next((goal for goal in numbers if solver.best(goal).worth), None)
    for goal in () if most is None else (most, AVERAGE):
        chosen = chooser.choose(goal)
        if chosen is not None:
            won = tricks_won(suit, chooser.tree(chosen))
            prove(suit, won, goal, chosen.line.worth)
            text = tuple(plan_lines(chosen.do, solver.layouts.blocks))
            yield KnownSuit(north, south, goal, chosen.line.worth, text)


def summary(known: Sequence[KnownSuit], combinations: int) -> dict[str, Any]:
    """The number of combinations with plans in words, and the length of these plans, by goal."""
    average = [each for each in known if each.goal == AVERAGE]
    most = [each for each in known if each.goal != AVERAGE]
    return {**_lengths(most, combinations), "average": _lengths(average, combinations)}


def _lengths(known: Sequence[KnownSuit], combinations: int) -> dict[str, Any]:
    lengths = [len(each.text) for each in known]
    return {
        "combinations": combinations,
        "told": len(known),
        "played_out": len(known),  # a plan that does not win what it guarantees ends the run
        "plans": len({each.text for each in known}),
        "three": sum(length <= 3 for length in lengths) / len(lengths),
        "eight": sum(length <= 8 for length in lengths) / len(lengths),
        "longest": max(lengths),
    }
