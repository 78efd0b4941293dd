"""The place of the opening lead."""

from __future__ import annotations

from html import unescape

import pytest
from fastapi.testclient import TestClient

from coach import ask

ASKED = {"hand": "KQT94.73.862.J54", "auction": "1N P 3N"}


def test_a_lead_is_answered_with_what_each_card_is_worth(coach: TestClient) -> None:
    asked = {**ASKED, "lookahead": 2}
    told = ask(coach, "/api/lead", asked).json()
    shown = unescape(ask(coach, "/lead", asked).text)
    assert told["chair"] == "opening leader"
    assert told["text"] in shown
    assert shown.count('<th scope="row">') == 13
    assert "/api/lead?hand=KQT94.73.862.J54&auction=1N+P+3N" in shown


def test_the_place_invites_before_anything_is_asked(coach: TestClient) -> None:
    shown = unescape(ask(coach, "/lead").text)
    assert "Which card do I lead?" in shown
    assert "Try " in shown


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"hand": "KQT94.73.862.J5"}, "a hand has 13 cards, not 12"),
        ({"auction": "P P"}, "the auction is not finished"),
        ({"auction": "<b>"}, "not a call: '<B>'"),
        ({"dealer": "Q"}, "not a seat: 'Q'"),
        ({"vul": "red"}, "not a vulnerability: 'red'"),
    ],
)
def test_a_mistake_is_said_and_can_be_mended(
    coach: TestClient, fields: dict[str, str], problem: str
) -> None:
    shown = ask(coach, "/lead", {**ASKED, **fields}).text
    assert problem in unescape(shown)
    assert "<b>" not in shown
    assert 'name="hand"' in shown
