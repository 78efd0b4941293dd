"""The place of the library: games come in, are found, shown, learned from and taken out."""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coach import SCRIPT, ask, bring, ended, looked_after, opened
from kibitz.errors import KibitzError
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.scoring import imps, score
from kibitz.page.desk import Desk
from kibitz.records.formats.lin import write_lin
from kibitz.records.record import ResultSource
from kibitz.wording import contract_text, result_text
from kit import random_record

TABLES = [random_record(random.Random(seed)) for seed in range(12)]


@pytest.fixture
def page(tmp_path: Path) -> Iterator[TestClient]:
    with opened(tmp_path) as client:
        yield client


def test_files_are_imported_found_shown_and_exported(page: TestClient) -> None:
    job = bring(page, "".join(write_lin(TABLES)) + "qx|o1|md|1SAKQ,,|mb|1S|\n")
    result = job["result"]
    assert (result["kept"], result["duplicates"], result["refusals"]) == (12, 0, 1)
    assert result["refused"][0].endswith("board 1: deal:not 13 cards (N holds 0)")
    found = page.get("/api/library", params={"result": "made"}).json()
    assert found["found"] == sum(record.made is True for record in TABLES)
    shown = page.get("/library", params={"result": "made"}).text
    assert f"{found['found']} found" in shown
    number = found["tables"][0]["id"]
    [listed] = re.findall(r'<pre id="text" hidden>(.*?)</pre>', unescape(shown), re.DOTALL)
    head, *lines, last = listed.splitlines()
    assert head.split() == ["table", "event", "board", "room", "declarer", "contract", "result"]
    assert [int(line.split()[0]) for line in lines] == [one["id"] for one in found["tables"]]
    records = [TABLES[int(line.split()[0]) - 1] for line in lines]
    results = [result_text(record.contract, record.tricks) for record in records]
    assert all(result in line for result, line in zip(results, lines, strict=True))
    assert last == f"{found['found']} found"
    assert 'id="text"' not in page.get("/library", params={"text": "nobody at all"}).text
    table = re.sub("<[^>]+>", "", page.get(f"/library/{number}").text)
    record = TABLES[number - 1]
    assert contract_text(record.contract, by=True) in table
    assert result_text(record.contract, record.tricks) in table
    assert page.get(f"/api/library/{number}").json()["hands"]["N"] == str(record.deal.north)
    lin = page.get("/library/export", params={"format": "lin"})
    assert "attachment" in lin.headers["content-disposition"]
    assert lin.text == "".join(write_lin(TABLES))


def test_the_library_is_browsed_without_a_search(page: TestClient) -> None:
    bring(page, "".join(write_lin(TABLES)))
    shown = unescape(page.get("/library").text)
    assert f"{len(TABLES)} found" in shown
    links = re.findall(r'href="(/library\?(?:event|player|contract)=[^"]+)"', shown)
    assert links
    for link, tables in zip(links, re.findall(r"<span>(\d+)</span></a></li>", shown), strict=True):
        assert f"{tables} found" in unescape(page.get(link).text)


def test_the_other_table_of_a_board_stands_beside_it_with_the_swing(page: TestClient) -> None:
    first = next(one for one in TABLES if one.contract is not None and one.tricks is not None)
    assert first.contract is not None
    assert first.tricks is not None
    other = replace(first, play=(), tricks=7, result_source=ResultSource.CLAIM)
    if other.tricks == first.tricks:
        other = replace(other, tricks=8)
    bring(page, "".join(write_lin([first, other])))
    shown = unescape(page.get("/library/1").text)
    points = [
        score(first.contract, one.tricks or 0, first.vulnerability)
        * (1 if first.contract.declarer.is_with(Seat.NORTH) else -1)
        for one in (first, other)
    ]
    assert "The same board at other tables" in shown
    assert f'<td class="num">{imps(points[0] - points[1]):+d}</td>' in shown
    back = unescape(page.get("/library/2").text)
    assert f'<td class="num">{imps(points[1] - points[0]):+d}</td>' in back


def test_what_a_file_says_stays_text(page: TestClient) -> None:
    text = "".join(write_lin(TABLES[:1])).replace("pn|", f"pn|{SCRIPT}", 1)
    bring(page, text.replace("vg|", f"vg|{SCRIPT}"), name=f"{SCRIPT}.lin")
    for path in ("/library?text=script", "/library/1"):
        told = page.get(path).text
        assert SCRIPT not in told
        assert "&lt;script&gt;" in told


def test_a_cancelled_import_keeps_whole_files_only(page: TestClient) -> None:
    many = "".join(write_lin(random_record(random.Random(i)) for i in range(1500)))
    started = page.post("/api/library", files=[("files", ("a.lin", many.encode()))])
    page.post(f"/api/jobs/{started.json()['id']}/cancel")
    assert ended(page, started)["state"] == "cancelled"
    assert page.get("/api/library").json()["library"]["tables"] == 0


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where uploads are copied to."""
    folder = tmp_path / "copies"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_no_copy_of_an_upload_outlives_its_import_or_the_page(tmp_path: Path, copies: Path) -> None:
    def left() -> list[Path]:
        return list(copies.glob("kibitz-*"))

    many = "".join(write_lin(random_record(random.Random(i)) for i in range(500))).encode()
    with opened(tmp_path) as page:
        bring(page, "".join(write_lin(TABLES)))
        for _ in range(1200):
            if not left():
                break
            time.sleep(0.1)
        assert not left()
        for number in range(3):
            name = f"{number}.lin"
            page.post("/api/library", files=[("files", (name, many + name.encode()))])
        assert left()
    assert not left()


def test_no_copy_of_an_upload_that_is_refused_is_left(
    page: TestClient, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "start", refuse)
    assert page.post("/api/library", files=[("files", ("a.lin", b"x"))]).status_code == 409
    assert not list(copies.glob("kibitz-*"))


def refuse(*_: object, **__: object) -> None:
    raise KibitzError("64 questions are waiting already")


def test_an_import_by_form_leads_to_a_page_that_says_what_became_of_it(page: TestClient) -> None:
    text = "".join(write_lin(TABLES)).encode()
    shown = looked_after(page, page.post("/library/import", files=[("files", ("a.lin", text))]))
    assert "12 tables were added to your library." in shown


def test_a_button_that_begins_long_work_is_a_form(page: TestClient) -> None:
    bring(page, "".join(write_lin(TABLES)))
    places = re.findall(
        r'<form action="([^"]+)" method="post" data-learn>', page.get("/library").text
    )
    assert places == ["/learn/openings", "/learn/calls", "/learn/cardplay"]
    assert "too few to learn from" in looked_after(page, page.post(places[0]))
    for place in places[1:]:
        assert "can be found now" in looked_after(page, page.post(place))


def test_after_an_import_no_page_says_that_nothing_was_imported(page: TestClient) -> None:
    """Not even where no table has its cards recorded."""
    assert "Your library is empty" in ask(page, "/play", {}).text
    bring(page, "".join(write_lin([replace(TABLES[0], play=(), tricks=None, result_source=None)])))
    for place in ("/library", "/play", "/opening"):
        shown = ask(page, place, {}).text
        assert "Nothing was imported" not in shown
        assert "is empty" not in shown
    assert "has its play recorded" in ask(page, "/play", {}).text
