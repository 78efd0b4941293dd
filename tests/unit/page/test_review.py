"""The place of the review: a table chosen or brought, what its cards cost, as a graph."""

from __future__ import annotations

import re
from html import unescape
from itertools import islice

from fastapi.testclient import TestClient

from coach import LONG, SCRIPT, ask, played
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.page.places.review import Graph
from kibitz.records.formats.lin import write_lin


def test_a_table_is_reviewed_card_by_card(coach: TestClient) -> None:
    told = ask(coach, "/api/review/library/1").json()
    state = LONG.opening_state().after_all(LONG.play)
    with DoubleDummy(1) as solver:
        analysis = solver.analyse(state)
    assert told["totals"] == list(analysis.totals)
    for one in told["decisions"]:
        assert one["played"] == str(LONG.play[one["number"] - 1])
        assert one["cost"] == analysis.costs[one["number"] - 1]
    shown = unescape(ask(coach, "/review/library/1").text)
    assert told["text"] in shown
    assert told["auction"]["text"] in told["text"]
    assert [one["seat"] for one in told["known"]] == list("NESW")
    assert 'id="auction"' in shown
    assert shown.count('class="momentbox"') == sum(one["matters"] for one in told["decisions"])
    assert shown.count('class="dot bad"') == sum(
        bool(one["cost"]) for one in told["decisions"] if one["matters"]
    )


def test_a_file_with_several_tables_is_a_session_to_choose_from(coach: TestClient) -> None:
    some = list(islice((one for one in played(20) if one.auction.calls), 2))
    text = "".join(write_lin(some)).replace("pn|", f"pn|{SCRIPT}", 1)
    shown = coach.post("/review", files={"file": ("a.lin", text.encode())}, data={"text": ""})
    assert shown.url.path == "/review"
    assert len(re.findall('href="/review/desk/', shown.text)) == 2
    assert SCRIPT not in shown.text


def test_what_is_no_table_is_handed_back(coach: TestClient) -> None:
    shown = coach.post("/review", data={"text": f"nonsense {SCRIPT}"})
    assert shown.status_code == 400
    assert "No sound table was found in this" in shown.text
    assert SCRIPT not in shown.text
    for path in ("/review/library/99", "/api/review/library/99", "/review/library/0"):
        assert ask(coach, path).status_code == 404


def test_the_line_of_the_graph_starts_and_ends_with_the_tricks_in_sight() -> None:
    graph = Graph.of([9, 9, 8, 8, 10], 9, [{"number": 2, "cost": 1, "place": "trick 1"}])
    heights = dict(graph.levels)
    assert graph.line.startswith(f"M36.0 {heights[9]}")
    assert graph.line.endswith(f"V{heights[10]}")
    assert graph.goal == heights[9]
    assert [dot.y for dot in graph.dots] == [heights[8]]
