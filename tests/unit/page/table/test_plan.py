"""The place of the plan."""

from __future__ import annotations

import random
from collections.abc import Sequence
from html import unescape

import pytest
from fastapi.testclient import TestClient

from coach import ask
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.page.places.plan import witness_view
from kibitz.page.table.drawing import SEATS
from kibitz.wording import card_text
from played import random_play

ASKED = {
    "hand": "AK3.AK4.AQ5.A742",
    "dummy": "Q72.Q52.K84.KQ65",
    "contract": "3NT",
    "lead": "HJ",
}


def test_a_plan_is_steps_and_the_lines_that_were_weighed(coach: TestClient) -> None:
    told = ask(coach, "/api/plan", ASKED).json()
    shown = unescape(ask(coach, "/plan", ASKED).text)
    assert told["card"]
    assert shown.count("<li>") >= len(told["steps"])
    assert "Take your tricks" in shown
    assert "/api/plan?hand=AK3.AK4.AQ5.A742" in shown


def test_a_table_that_is_played_has_its_plan(coach: TestClient) -> None:
    told = ask(coach, "/api/plan", {"shelf": "starter", "number": "1", "at": "44"}).json()
    assert "tricks" in {step["kind"] for step in told["steps"]}
    wrong = ask(coach, "/plan", {"shelf": "nowhere", "number": "1"}).text
    assert "There are no tables at" in unescape(wrong)


def test_the_two_plays_of_a_witness_are_laid_out_to_where_they_part() -> None:
    start, plan = random_play(random.Random(4), "3N", 52)
    at = next(n for n in range(20, 48) if len(_state(start, plan, n).legal_actions) > 1)
    state = _state(start, plan, at)
    other = [*plan[:at], next(card for card in state.legal_actions if card != plan[at])]
    while len(other) < 52:
        other.append(start.after_all(other).legal_actions[0])
    told = {
        "deal": str(start.deal),
        "plan": {"play": [str(card) for card in plan]},
        "other": {"play": [str(card) for card in other]},
    }
    drawn = witness_view({"witness": told, "contract": str(start.contract)})
    assert drawn["hands"]["N"] == str(start.deal.north)
    for play, cards in ((plan, drawn["plan"]), (other, drawn["other"])):
        assert len(cards) == 13
        [parts] = [one.text for trick in cards for one in trick if one.parts]
        assert parts == card_text(play[at])
        ours = sum(
            one.won for trick in cards for seat, one in zip(SEATS, trick, strict=True)
            if seat.is_with(start.contract.declarer)
        )  # fmt: skip
        assert ours == start.after_all(play).declarer_tricks


def _state(start: Play, play: Sequence[Card], cards: int) -> Play:
    return start.after_all(play[:cards])


def test_the_place_invites_before_anything_is_asked(coach: TestClient) -> None:
    shown = unescape(ask(coach, "/plan").text)
    assert "What is the plan?" in shown
    assert "Try " in shown


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"hand": "AK3.AK4.AQ5.A74"}, "South has 12 cards"),
        ({"contract": "<b>"}, "Not a contract: '<b>'"),
        ({"lead": "HA"}, "was played by West, but is South's"),
        ({"scoring": "rubber"}, "teams or matchpoints"),
    ],
)
def test_a_mistake_is_said_and_can_be_mended(
    coach: TestClient, fields: dict[str, str], problem: str
) -> None:
    shown = ask(coach, "/plan", {**ASKED, **fields}).text
    assert problem in unescape(shown)
    assert "<b>" not in shown
    assert 'name="hand"' in shown
