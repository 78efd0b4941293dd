"""The front door: what is asked there comes to its place; no page weighs more than it may."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coach import LONG, SCRIPT, ask, loaded
from kibitz.games.bridge.deal import Seat
from kibitz.page.places.home import destination
from kibitz.page.render import BEHIND, DOORS, door_of
from kibitz.page.shelves import TableShelves
from kibitz.page.words import WORDS
from kibitz.places import Places
from kibitz.records.formats.lin import write_lin
from kibitz.records.formats.links import hand_link


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        ("AKQ9 xxx", "/suit?north=AKQ9&south=xxx"),
        ("A10x / Kx", "/suit?north=A10x&south=Kx"),
        ("- opposite AQ32", "/suit?north=-&south=AQ32"),
        ("AQ7 KJ985 K2 1043", "/opening?hand=AQ7.KJ985.K2.T43"),
        ("AQ7.KJ985.K2.T43 on lead after 1N P 3N", "/lead?hand=AQ7.KJ985.K2.T43&auction=1N+P+3N"),
        ("AQ7 KJ985 K2 1043 after 1S X", "/call?hand=AQ7.KJ985.K2.T43&auction=1S+X"),
        ("AQ7 KJ985 K2 1043, partner opened 1D", "/call?hand=AQ7.KJ985.K2.T43&auction=1D+P"),
        ("what does 2D mean after 1NT", "/meaning?auction=1N+P+2D"),
        ("2♦ over 1NT?", "/meaning?auction=1N+2D"),
        ("what does a double of 1NT mean", "/meaning?auction=1N+X"),
        ("1NT (pass) 2♣", "/meaning?auction=1N+P+2C"),
        ("what came next after 1NT P", "/explore?auction=1N+P"),
        (
            "3NT by South, A83.A64.KQ5.T852 opposite K72.52.A74.AQJ94, lead HK",
            "/plan?hand=A83.A64.KQ5.T852&dummy=K72.52.A74.AQJ94&contract=3NT&declarer=S&lead=HK",
        ),
        ("how do I play KJ95 opposite A732 for 4 tricks?", "/suit?north=KJ95&south=A732&tricks=4"),
        ("What is Drury?", "/meaning?auction=P+P+1S+P+2C"),
        ("Bermuda Bowl", "/asked?text=Bermuda+Bowl"),
        (SCRIPT, "/asked?text=%3Cscript%3Ealert%281%29%3C%2Fscript%3E"),
    ],
)
def test_a_question_comes_to_its_place(asked: str, where: str, tmp_path: Path) -> None:
    assert destination(asked, b"", TableShelves(Places.of(tmp_path / "a", tmp_path / "b"))) == where


def offered(coach: TestClient, text: str) -> list[str]:
    """What the page offers for words that it cannot place."""
    shown = coach.post("/ask", data={"text": text})
    assert shown.url.path == "/asked"
    items = re.findall(r'<li><a href="([^"]+)">', shown.text.partition('class="facetlist')[2])
    assert 2 <= len(items) <= 3
    return [unescape(one) for one in items]


def test_what_cannot_be_placed_is_asked_about_with_two_or_three_offers(coach: TestClient) -> None:
    hand = "AQ7.KJ985.K2.T43"
    assert offered(coach, f"{hand} lead against 3NT")[0] == f"/lead?hand={hand}"
    assert "/meaning?auction=3N" in offered(coach, "3NT")
    assert offered(coach, "Michaels cue-bid")[0].startswith("/meaning?auction=1")
    assert offered(coach, "staymann")[0] == "/meaning?auction=1N+P+2C"
    assert offered(coach, "no such thing") == ["/opening", "/meaning", "/play"]
    assert "12 cards" in coach.post("/ask", data={"text": "AQ7 KJ985 K2 104"}).text


def test_a_player_an_event_and_a_board_of_the_library_are_found(coach: TestClient) -> None:
    cite = LONG.citation
    name = next(cite.players[seat] for seat in Seat if cite.players[seat])
    assert coach.post("/ask", data={"text": name}).url.path == "/library"
    assert coach.post("/ask", data={"text": f"board {cite.board}"}).url.path.startswith("/play/")
    assert coach.post("/ask", data={"text": "starter 3"}).url.path.startswith("/play/starter/")


@pytest.mark.parametrize("text", ["".join(write_lin([LONG])), hand_link(LONG)])
def test_a_table_is_laid_on_the_desk_and_opened(coach: TestClient, text: str) -> None:
    shown = coach.post("/ask", data={"text": text})
    assert shown.url.path.startswith("/play/desk/")
    file = ("a.lin", text.encode())
    shown = coach.post("/ask", data={"text": ""}, files={"file": file})
    assert shown.url.path.startswith("/play/desk/")


def test_nothing_asked_is_said_and_the_page_stays(coach: TestClient) -> None:
    shown = coach.post("/ask", data={"text": "  "})
    assert shown.status_code == 400
    assert "Type a suit, a hand or a table first" in unescape(shown.text)
    assert 'action="/ask"' in shown.text


def test_the_front_page_offers_a_seat_and_six_doors_at_most(coach: TestClient) -> None:
    shown = unescape(ask(coach, "/").text)
    assert "Take your seat, South." in shown
    assert shown.count('class="card ') == 13
    assert 'href="/table?day=today"' in shown
    doors = re.findall(r'<a href="([^"]+)"[^>]*><svg', shown)
    assert doors[0] == "/"
    assert len(doors) == len(WORDS["places"]) <= 6


def test_every_place_stands_behind_a_door(coach: TestClient) -> None:
    behind = {place for row in BEHIND.values() for place in row}
    for place in (*behind, "/games"):
        assert door_of(place) in {address for _, address, _ in DOORS}
    shown = ask(coach, "/ask").text
    for name in ("opening", "call", "meaning", "lead", "plan", "deal", "suit", "games"):
        assert f'<li><a href="/{name}"><b>' in shown
    row = ask(coach, "/meaning").text.partition('class="groupnav"')[2].partition("</nav>")[0]
    assert '<a href="/meaning" aria-current="page">' in row


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play/library/1?at=52",
        "/play/starter/1?at=1",
        "/suit?north=KJ95&south=A732&tricks=4",
        "/opening?hand=AQ7.KJ985.K2.T43",
        "/games?game=five-mens-morris&moves=1,16,2,15",
        "/library",
    ],
)
def test_no_page_weighs_more_than_it_may(coach: TestClient, path: str) -> None:
    """With all that it loads: its style sheets, its scripts, the icon."""
    shown = ask(coach, path)
    assert "style.css" in shown.text
    assert len(shown.content) + loaded(shown.text) < 150_000
