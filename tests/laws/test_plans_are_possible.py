"""Plans are possible: played by its own words, each step can be carried out in the order told.

The lab's run, `python -m kibitz_lab.plans.possible`, has more deals and a thousand layouts of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from kibitz.plans.answer import PlanAnswer
from kibitz.plans.lines.deeds import possible
from kibitz.plans.lines.line import PlanLine
from kibitz.plans.lines.menu import wider
from kibitz.plans.lines.reading import parse_line
from kibitz.plans.question import PlanQuestion
from match import match
from played import bench, planner

DEALS, LAYOUTS = 4, 24
LEAST = 0.7
"""The least share of the layouts on which a step must be carried out where its moment comes."""


@cache
def deals() -> list[PlanQuestion]:
    """Deals of the house's match in games and slams, with the opening lead."""
    records = [one for one in match() if one.contract is not None and one.contract.bid.level >= 3]
    some = records[:: len(records) // DEALS][:DEALS]
    return [PlanQuestion(one.opening_state().after(one.play[0])) for one in some]


def told(answer: PlanAnswer) -> Iterator[PlanLine]:
    """The plan's line, and that of every step, as they are told."""
    yield answer.plan.line
    for step in answer.steps:
        line: Any = step.claim.get("line")
        if line is not None:
            yield parse_line(dict(line))


@pytest.mark.parametrize("number", range(DEALS))
def test_each_step_of_a_plan_can_be_carried_out_in_the_order_told(number: int) -> None:
    asked = deals()[number]
    tried = bench(asked, LAYOUTS)
    for line in dict.fromkeys(told(planner().ask(asked))):
        cards = tried.trial(line).cards
        assert possible(line, asked.state, cards, tried.weights) >= LEAST, line


@pytest.mark.long
@pytest.mark.parametrize("number", range(DEALS))
def test_most_of_what_is_on_the_menu_can_be_done(number: int) -> None:
    asked = deals()[number]
    tried = bench(asked, LAYOUTS)
    lines = wider(asked.state).firsts
    shares = [possible(one, asked.state, tried.trial(one).cards, tried.weights) for one in lines]
    assert sum(share >= LEAST for share in shares) >= 0.75 * len(shares)
