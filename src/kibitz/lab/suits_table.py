"""The table of plans for every combination like the Encyclopedia's.

Run:      kibitz lab suits --table FILE
Writes:   src/kibitz/data/suits.table, which the package ships
Departs:  the Encyclopedia's own list is not ours to print: these are all combinations of its size
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kibitz.lab.combinations import every_encyclopedia_like
from kibitz.suits.combination import Combination
from kibitz.suits.similar import Known
from kibitz.suits.solver import Solver, at_least
from kibitz.suits.telling import Teller
from kibitz.suits.wording import plan_lines


def rows(advance: Callable[[], None] = lambda: None) -> Iterator[Known]:
    """The plan of each combination for its most tricks, where one can be told."""
    for north, south in every_encyclopedia_like():
        known = row(north, south)
        if known is not None:
            yield known
        advance()


def row(north: str, south: str) -> Known | None:
    """One row; None where no trick can be won or no plan was found in words."""
    solver = Solver(Combination.parse(north, south))
    goals = map(at_least, range(solver.most, 0, -1))
    goal = next((goal for goal in goals if solver.best(goal).worth), None)
    if goal is None:
        return None
    telling = Teller(solver).tell(goal)
    if telling is None:
        return None
    text = tuple(plan_lines(telling.do, solver.layouts.blocks))
    return Known(north, south, goal.tricks, telling.line.worth, text)


def summary(known: Sequence[Known]) -> dict[str, Any]:
    """How many combinations there are, how many have a plan in words, and how long those are."""
    lengths = [len(each.text) for each in known]
    return {
        "combinations": sum(1 for _ in every_encyclopedia_like()),
        "told": len(known),
        "plans": len({each.text for each in known}),
        "three": sum(length <= 3 for length in lengths) / len(lengths),
        "eight": sum(length <= 8 for length in lengths) / len(lengths),
        "longest": max(lengths),
    }
