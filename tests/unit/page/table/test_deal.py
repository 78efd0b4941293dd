"""Any deal in the page: hands clicked together, hidden ones left open, every question asked."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from coach import ask, opened
from kibitz.page.places.deal import EXAMPLE

TWO = {"south": "AK4.K43.AQ72.K42", "north": "Q52.A65.KJT3.953", "dealer": "S"}


def words(page: str) -> str:
    """What a reader sees."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())


def test_an_empty_place_offers_the_hands_and_an_example(home: Path) -> None:
    with opened(home) as page:
        shown = ask(page, "/deal", {}).text
        assert shown.count("data-hand") == 4
        assert f"/deal?{EXAMPLE}" in unescape(shown)


def test_calls_are_clicked_and_lead_to_the_question_of_whoever_calls(home: Path) -> None:
    with opened(home) as page:
        shown = unescape(ask(page, "/deal", {**TWO, "auction": "1N P"}).text)
        assert "North calls" in words(shown)
        legal = re.findall(r'href="/deal\?([^"]*)" data-swap><span class="bidcard', shown)
        said = [dict(parse_qsl(one))["auction"] for one in legal]
        assert "1N P P" in said
        assert "1N P 3N" in said
        assert not any(one.endswith(" 1H") for one in said)
        [question] = re.findall(r'id="ask-call" href="([^"]*)"', shown)
        asked = dict(parse_qsl(urlsplit(question).query))
        assert asked == {"hand": TWO["north"], "auction": "1N P", "dealer": "S", "vul": "none"}


def test_the_play_goes_on_card_by_card_with_two_hands_hidden(home: Path) -> None:
    with opened(home) as page:
        closed = {**TWO, "auction": "1N P 3N P P P"}
        first = unescape(ask(page, "/deal", closed).text)
        assert "Which card did West play?" in words(first)
        assert "HQ" in {dict(parse_qsl(one))["played"] for one in _links(first)}
        assert "HA" not in {dict(parse_qsl(one))["played"] for one in _links(first)}
        led = unescape(ask(page, "/deal", {**closed, "played": "HQ"}).text)
        assert 'id="card-HA"' in led
        assert led.count('class="card back"') == 12 + 13
        answer = ask(page, "/api/deal", {**closed, "played": "HQ"}).json()
        assert answer["card"] in {"HA", "H6", "H5"}
        led = unescape(ask(page, "/deal", {**closed, "played": "HQ"}).text)
        [first] = re.findall(r'id="precedent-1" href="([^"#]*)', led)
        beside = ask(page, first).text
        assert beside.count('<div class="diagram">') == 2
        assert 'id="close-beside"' in beside


def _links(page: str) -> list[str]:
    return re.findall(r'href="/deal\?([^"]*played=[^"]*)"', page)


def test_suits_of_two_hands_that_face_each_other_are_asked_about(home: Path) -> None:
    with opened(home) as page:
        shown = unescape(ask(page, "/deal", TWO).text)
        assert 'href="/suit?north=KJT3&south=AQ72"' in shown


def test_a_whole_deal_opens_as_a_table_once_the_lead_is_made(home: Path) -> None:
    others = {"east": "J863.QJ2.54.QJT7", "west": "T97.T987.986.A86"}
    dealt = {**TWO, **others, "auction": "1N P 3N P P P"}
    with opened(home) as page:
        assert 'name="text"' not in ask(page, "/deal", dealt).text
        shown = ask(page, "/deal", {**dealt, "played": "HT"}).text
        [lin] = re.findall(r'name="text" value="([^"]*)"', shown)
        moved = page.post("/play", data={"text": unescape(lin)}, follow_redirects=False)
        assert moved.headers["location"].startswith("/play/desk/")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"south": "AK4.K43.AQ72.K4"}, "South has 12 cards"),
        ({**TWO, "east": TWO["north"]}, "is in two hands"),
        ({**TWO, "auction": "1N 1H"}, "the auction is not legal"),
        ({**TWO, "auction": "1N P P P", "played": "HA"}, "HA was played by West"),
        ({**TWO, "auction": "<script>"}, "not a call: '<SCRIPT>'"),
    ],
)
def test_what_cannot_be_is_said_on_the_page_and_as_data(
    home: Path, fields: dict[str, str], problem: str
) -> None:
    with opened(home) as page:
        shown = ask(page, "/deal", fields).text
        assert problem in words(shown) or problem in unescape(shown)
        assert "<script>" not in shown.lower()
        refused = page.get("/api/deal", params=fields)
        assert refused.status_code == 400
        assert problem in refused.json()["detail"]
