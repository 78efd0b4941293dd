"""The table of plans for every combination like the Encyclopedia's.

Run:      kibitz lab suits --plans [--table FILE]
Writes:   docs/results/suits_table.json, and src/kibitz/data/suits.table, which the package ships
Departs:  the Encyclopedia's own list is not ours to print: these are all combinations of its size
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from kibitz.lab.suits.combinations import every_encyclopedia_like
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kibitz.suits.combination import Combination
from kibitz.suits.goal import at_least
from kibitz.suits.plans.plan_choice import PlanChooser
from kibitz.suits.plans.similar import Known
from kibitz.suits.plans.verify import prove
from kibitz.suits.plans.wording import plan_lines
from kibitz.suits.solver.exact import Solver

BLOCK = 64  # combinations that are planned at a time
SECONDS = 5.0  # what a block takes one process, about

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
) -> Iterator[Known]:
    """The plan of each combination for its most tricks, where one can be told."""
    for block in (engine or Engine()).run(_planned, asked, tell=advance, parts=parts):
        for north, south, tricks, chance, text in block:
            yield Known(north, south, tricks, Fraction(chance), tuple(text))


def _planned(block: Sequence[tuple[str, str]]) -> _Rows:
    known = (row(north, south) for north, south in block)
    return [
        (each.north, each.south, each.tricks, str(each.chance), list(each.text))
        for each in known
        if each is not None
    ]


def row(north: str, south: str) -> Known | None:
    """One row, played out; None where no trick can be won or no plan was found in words."""
    suit = Combination.parse(north, south)
    solver = Solver(suit)
    goals = map(at_least, range(solver.most, 0, -1))
    goal = next((goal for goal in goals if solver.best(goal).worth), None)
    if goal is None:
        return None
    chooser = PlanChooser(solver)
    chosen = chooser.choose(goal)
    if chosen is None:
        return None
    prove(suit, chooser.tree(chosen), goal.tricks, chosen.line.worth)
    text = tuple(plan_lines(chosen.do, solver.layouts.blocks))
    return Known(north, south, goal.tricks, chosen.line.worth, text)


def summary(known: Sequence[Known], combinations: int) -> dict[str, Any]:
    """How many combinations there are, how many have a plan in words, and how long those are."""
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
