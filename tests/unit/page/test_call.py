"""The place of the call."""

from __future__ import annotations

from html import unescape

import pytest
from fastapi.testclient import TestClient

from coach import ask

ASKED = {"hand": "KJ4.Q85.A962.T73", "auction": "1H P"}


def test_a_call_is_answered_with_what_each_is_worth(coach: TestClient) -> None:
    told = ask(coach, "/api/call", ASKED).json()
    shown = unescape(ask(coach, "/call", ASKED).text)
    assert told["kind"] == "response"
    assert told["text"] in shown
    assert "<h2>Bid 2<" in shown  # the suit that follows is coloured
    votes = shown.partition('<ul class="votes">')[2].partition("</ul>")[0]
    assert votes.count("<li>") == min(8, len(told["choices"]))
    others = shown.count('<article class="precedent other')
    assert shown.count('<article class="precedent') == len(told["precedents"]) + others
    assert "<mark>" in shown.partition("The most similar hands")[2]
    assert "/api/call?hand=KJ4.Q85.A962.T73&auction=1H+P" in shown


def test_an_opening_is_one_of_them(coach: TestClient) -> None:
    told = ask(coach, "/api/call", {"hand": "AQ7.KJ985.K2.T43"}).json()
    opened = ask(coach, "/api/opening", {"hand": "AQ7.KJ985.K2.T43"}).json()
    assert (told["call"], told["text"]) == (opened["bid"], opened["text"])


def test_the_house_system_is_chosen_and_its_rule_is_named(coach: TestClient) -> None:
    asked = {**ASKED, "system": "house system"}
    told = ask(coach, "/api/call", asked).json()
    shown = unescape(ask(coach, "/call", asked).text)
    assert (told["call"], told["decided_by"], told["lead"]["name"]) == (
        "2H",
        "rule",
        "single raise",
    )
    assert "by the rule “single raise” of the House system" in shown
    assert "<option selected>house system</option>" in shown


def test_the_place_invites_before_anything_is_asked(coach: TestClient) -> None:
    shown = unescape(ask(coach, "/call").text)
    assert "What do I call?" in shown
    assert "Try " in shown


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"hand": "KJ4.Q85.A962.T7"}, "a hand has 13 cards, not 12"),
        ({"auction": "1H 1D"}, "insufficient bid"),
        ({"auction": "<b>"}, "not a call: '<B>'"),
        ({"auction": "1H P P P"}, "the auction is over"),
        ({"pair": "A, B"}, "No auctions were learned yet"),
        ({"system": "/etc/mine.toml"}, "it reads no other file of rules"),
        ({"like": "<b>Nobody"}, "No decision of <b>Nobody was learned"),
    ],
)
def test_a_mistake_is_said_and_can_be_mended(
    coach: TestClient, fields: dict[str, str], problem: str
) -> None:
    shown = ask(coach, "/call", {**ASKED, **fields}).text
    assert problem in unescape(shown)
    assert "<b>" not in shown
    assert 'name="hand"' in shown
