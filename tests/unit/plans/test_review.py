"""A record beside its plan."""

from __future__ import annotations

from kibitz.games.bridge.cards import Suit
from kibitz.plans.lines.line import Attack, Both, Free, HoldUp
from kibitz.plans.review import review_plan
from kibitz.plans.work import begun_with
from kibitz.records.lookup import table
from played import planner


def test_a_review_tells_the_plan_and_where_declarer_left_it() -> None:
    found = review_plan(table("starter:1"), planner())
    content = found.to_json()
    assert "The plan when dummy was down" in str(found)
    assert content["plan"]["steps"][0]["text"] in str(found)
    decided = {step.kind for step in found.plan.steps}
    assert not found.left or decided & {"first", "hold up"}
    assert all(one in str(found) for one in found.left)


def test_a_plan_that_crosses_first_begins_with_the_suit_that_it_names() -> None:
    line = Both(HoldUp(Suit.HEARTS, 1), Attack(Suit.SPADES, 2))
    assert begun_with(line, Suit.CLUBS) == (Suit.SPADES, Suit.CLUBS)
    assert begun_with(line, Suit.SPADES) == (Suit.SPADES,)
    assert begun_with(Free(), Suit.CLUBS) == (Suit.CLUBS,)
    assert begun_with(Free(), None) == ()
