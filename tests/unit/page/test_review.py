"""The place of the review: a table chosen or brought, what its cards cost, as a graph."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from itertools import islice
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from coach import LONG, SCRIPT, ask, loaded, played
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.page.graph import TrickGraph
from kibitz.page.places.own.reviewed import IN_FULL, ReviewedTable
from kibitz.page.places.own.session import Session, SessionForm
from kibitz.page.render import render
from kibitz.records.formats.lin import write_lin
from kibitz.records.library import Entry


@pytest.mark.long
def test_a_table_is_reviewed_card_by_card(coach: TestClient, solver: DoubleDummy) -> None:
    told = ask(coach, "/api/review/library/1").json()
    state = LONG.opening_state().after_all(LONG.play)
    analysis = solver.analyse(state)
    assert told["totals"] == list(analysis.totals)
    for one in told["decisions"]:
        assert one["played"] == str(LONG.play[one["number"] - 1])
        assert one["cost"] == analysis.costs[one["number"] - 1]
    shown = unescape(ask(coach, "/review/library/1").text)
    assert told["text"] in shown
    assert told["auction"]["text"] in told["text"]
    for one in told["known"]:
        assert one["text"] in told["text"]
    assert 'id="auction"' in shown
    mattered = sum(one["matters"] for one in told["decisions"])
    assert shown.count('class="momentbox"') == min(IN_FULL, mattered)
    assert shown.count('<a class="moment" id="card-') == max(0, mattered - IN_FULL)
    assert len(shown.encode()) + loaded(shown) < 150_000
    assert shown.count('class="dot bad"') == sum(
        bool(one["cost"]) for one in told["decisions"] if one["matters"]
    )


@pytest.mark.long
def test_a_file_with_several_tables_is_reviewed_as_a_session(coach: TestClient) -> None:
    some = list(islice((one for one in played(20) if one.auction.calls), 2))
    text = "".join(write_lin(some)).replace("pn|", f"pn|{SCRIPT}", 1)
    sent = coach.post("/review", files={"file": ("a.lin", text.encode())}, data={"text": ""})
    assert sent.url.path == "/review/session"
    told = whole_session(coach, f"/api{sent.url.path}?{sent.url.query.decode()}")
    assert len(told["tables"]) == 2
    judged = [one for table in told["tables"] for one in table["decisions"]]
    assert told["decisions"]["real"] == len(judged)
    assert told["tricks_given_away"] == sum(one["cost"] or 0 for one in judged)
    shown = ask(coach, f"/review/session?{sent.url.query.decode()}&whole=1").text
    assert SCRIPT not in shown
    costly = sum(bool(one["cost"]) for one in judged)
    assert shown.count('class="momentbox"') == shown.count("open>") == costly
    home = unescape(ask(coach, "/").text)
    assert "Your last review" in home
    assert f"/review/session?{sent.url.query.decode()}" in home


def test_an_evening_is_printed_in_parts_that_are_light(coach: TestClient) -> None:
    """Twenty-four boards that were played at random: nobody gives away more."""
    answer = ask(coach, "/api/review/library/1").json()
    entry = Entry(1, (LONG,))
    boards = tuple(
        replace(ReviewedTable.of("library", entry, answer), number=number, board=str(number))
        for number in range(1, 25)
    )
    session = Session((entry,) * 24, boards, (), (answer,) * 24, None)
    parts = session.parts("")
    assert [one.number for part in parts for one in part] == list(range(1, 25))
    numbers = ",".join(map(str, range(1, 25)))
    for number, part in enumerate(parts, 1):
        asked = SessionForm(numbers, "library", whole=True, part=number)
        shown = render("session.html", "/review", form=asked, session=session)
        assert shown.count('class="graph"') == len(part)
        assert len(shown.encode()) + loaded(shown) < 150_000
        assert f'href="/review/session?{asked.spelled(part=1)}"' in unescape(shown)


def whole_session(coach: TestClient, path: str) -> dict[str, Any]:
    """The session once every table of it is reviewed."""
    for _ in range(600):
        told: dict[str, Any] = ask(coach, path).json()
        if told["under_way"] is None:
            return told
    raise AssertionError("the session is never reviewed")


@pytest.mark.long
def test_of_a_session_one_players_decisions_are_counted_alone(coach: TestClient) -> None:
    some = list(islice((one for one in played(20) if one.auction.calls), 2))
    sent = coach.post("/review", data={"text": "".join(write_lin(some))})
    path = f"/api/review/session?{sent.url.query.decode()}"
    every = whole_session(coach, path)
    for table, record in zip(every["tables"], some, strict=True):
        assert record.contract is not None
        name = record.citation.players[record.contract.declarer]
        names = [record.citation.players[seat] for seat in Seat]
        if names.count(name) > 1 or not name:
            continue
        his = coach.get(f"{path}&{urlencode({'player': name})}").json()
        declared = [one for one in table["decisions"] if not one["is_defender"]]
        assert his["decisions"]["real"] >= len(declared)
        assert his["tricks_given_away"] + his["by_others"] == every["tricks_given_away"]
    nobody = coach.get(f"{path}&{urlencode({'player': SCRIPT})}").json()
    assert nobody["decisions"] == {"real": 0, "agrees": 0}


def test_a_session_of_no_tables_or_of_one_without_play_is_said(coach: TestClient) -> None:
    assert ask(coach, "/api/review/session").status_code == 400
    assert ask(coach, "/review/session?tables=999").status_code == 404
    unplayed = replace(LONG, play=(), tricks=None, result_source=None)
    number = coach.post("/api/play", json={"text": "".join(write_lin([unplayed]))}).json()
    table = number["tables"][0]["id"]
    told = ask(coach, f"/api/review/session?tables={table}").json()
    assert told["tables"] == []
    assert "nothing to review" in told["problems"][0]


def test_what_is_no_table_is_handed_back(coach: TestClient) -> None:
    shown = coach.post("/review", data={"text": f"nonsense {SCRIPT}"})
    assert shown.status_code == 400
    assert "No sound table was found in this" in shown.text
    assert SCRIPT not in shown.text
    for path in ("/review/library/99", "/api/review/library/99", "/review/library/0"):
        assert ask(coach, path).status_code == 404


def test_the_line_of_the_graph_starts_and_ends_with_the_tricks_in_sight() -> None:
    graph = TrickGraph.of([9, 9, 8, 8, 10], 9, [{"number": 2, "cost": 1, "place": "trick 1"}])
    assert graph is not None
    heights = dict(graph.levels)
    assert graph.line.startswith(f"M36.0 {heights[9]}")
    assert graph.line.endswith(f"V{heights[10]}")
    assert graph.goal == heights[9]
    assert [dot.y for dot in graph.dots] == [heights[8]]
    assert [(bar.kind, bar.words) for bar in graph.bars] == [("drop", "1: 1"), ("gift", "1: 2")]
    assert TrickGraph.of([], 9, []) is None
