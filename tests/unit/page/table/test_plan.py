"""The place of the plan."""

from __future__ import annotations

from html import unescape

import pytest
from fastapi.testclient import TestClient

from coach import ask

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
