"""The page asked without a socket: its library, what strangers may not do, errors in words."""

from __future__ import annotations

import json
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
from httpx2 import Response

from coach import SCRIPT, ask, bring, ended, opened
from kibitz.errors import KibitzError
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.scoring import imps, score
from kibitz.page import guard
from kibitz.page.desk import Desk
from kibitz.page.server import create_app
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


def test_every_answer_carries_the_strict_policy(page: TestClient) -> None:
    for path in ("/", "/library", "/api", "/static/kibitz.js", "/nowhere"):
        policy = page.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
    assert "//" not in page.get("/").text.replace("http://www.w3.org", "")


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil", ""])
def test_another_host_is_not_answered(page: TestClient, host: str) -> None:
    answer = page.get("/", headers={"host": host})
    assert answer.status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:99"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_another_page_changes_nothing(page: TestClient, headers: dict[str, str]) -> None:
    answer = page.post("/api/library", files=[("files", ("a.lin", b"x"))], headers=headers)
    assert answer.status_code == 403
    own = {"origin": "http://localhost"}
    assert page.post("/api/library", files=[("files", ("a", b""))], headers=own).status_code == 202


def test_an_upload_is_bounded(page: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "LARGEST_UPLOAD", 1000)
    answer = page.post("/api/library", files=[("files", ("a.lin", b"x" * 2000))])
    assert answer.status_code == 413
    form = {"content-type": "multipart/form-data; boundary=a"}
    file = b'--a\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
    answer = page.post("/play", content=iter([file, *[b"x" * 500] * 4]), headers=form)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/library/99", 404, "There is no table 99"),
        ("/library/abc", 422, "number"),
        ("/library/99999999999999999999", 404, "There is no table 99999999999999999999"),
        ("/api/library/99999999999999999999", 404, "There is no table 99999999999999999999"),
        ("/api/library/-99999999999999999999", 404, "There is no table -99999999999999999999"),
        ("/api/jobs/none", 404, "There is no such job"),
        ("/api/library?result=great", 400, "not a result"),
        ("/library?result=great", 200, "not a result"),
        ("/library/export?format=doc", 400, "There is no format"),
        ("/nowhere", 404, "Not found"),
    ],
)
def test_a_bad_request_gets_a_clear_message(
    page: TestClient, path: str, status: int, words: str
) -> None:
    answer = ask(page, path)
    assert answer.status_code == status
    assert words in answer.text


@pytest.mark.parametrize("length", ["\xb2", "-1", "9" * 5000])
def test_a_length_that_is_no_number_is_refused(page: TestClient, length: str) -> None:
    answer = page.post("/api/library", headers={b"content-length": length.encode("latin-1")})
    assert answer.status_code == 413


def test_an_error_of_ours_is_answered_as_it_was_asked(tmp_path: Path) -> None:
    app = create_app(tmp_path / "library.kibitz", tmp_path)

    @app.get("/fault")
    @app.get("/api/fault")
    def fault() -> None:
        raise ZeroDivisionError("a secret")

    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as page:
        shown, told = page.get("/fault"), page.get("/api/fault")
    assert "it is our fault" in told.json()["detail"]
    assert "it is our fault" in shown.text
    assert 'aria-label="Places"' in shown.text
    for answer in (shown, told):
        assert answer.status_code == 500
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "secret" not in answer.text


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


def test_the_description_names_every_route_of_the_api(page: TestClient) -> None:
    paths = json.loads(page.get("/api/openapi.json").text)["paths"]
    assert "/api/library" in paths
    told = page.get("/api").text
    assert all(path in told for path in paths)


def test_a_suit_is_answered_in_the_words_of_the_command_line(coach: TestClient) -> None:
    told = ask(coach, "/api/suit", {"north": "AKQ9", "south": "xxx"}).json()
    assert told["targets"][3]["exact"] == "549/1150"
    shown = ask(coach, "/suit", {"north": "AKQ9", "south": "xxx"}).text
    assert told["text"].splitlines()[-1] in unescape(shown)
    assert "47.74 %" in shown
    assert "Where it wins" in shown
    assert "Where it loses" in shown


def test_an_opening_is_answered_with_its_precedents(coach: TestClient) -> None:
    asked = {"hand": "AQ7.KJ985.K2.T43", "seat": "1", "vul": "none"}
    told = ask(coach, "/api/opening", asked).json()
    assert told["bid"] == "1H"
    shown = unescape(ask(coach, "/opening", asked).text)
    assert "Open 1♥" in shown
    assert told["text"] in shown
    hands = told["precedents"] + [told["contrast"]] * bool(told["contrast"])
    assert shown.count('class="precedent') == len(hands)
    assert told["precedents"][0]["in_words"][1:] in shown


def test_an_opening_out_of_range_has_one_scale_and_no_confidence(coach: TestClient) -> None:
    asked = {"hand": "AKQJT98765432...", "seat": "1", "vul": "none"}
    told = ask(coach, "/api/opening", asked).json()
    assert (told["in_range"], told["confidence"]) == (False, None)
    assert told["contrast"]["similarity"] <= told["precedents"][0]["similarity"]
    shown = unescape(ask(coach, "/opening", asked).text)
    assert "out of range" in shown
    shares = {float(share) for share in re.findall(r"([\d.]+) %", shown)}
    assert shares == {100, 51, 9, 1}
    assert "of the time" not in shown


@pytest.mark.parametrize(
    ("hand", "heading"),
    [("5432.5432.432.32", "Pass"), ("KJ4.AQ8.KT92.Q75", "Open 1NT")],
)
def test_an_opening_is_headed_in_the_words_of_its_text(
    coach: TestClient, hand: str, heading: str
) -> None:
    shown = unescape(ask(coach, "/opening", {"hand": hand}).text)
    assert f"<h2>{heading}</h2>" in shown
    assert f'<p id="text">{heading}: ' in shown
    voted = heading.removeprefix("Open ").replace("Pass", "pass")
    assert f'<span class="call">{voted}</span>' in shown


@pytest.mark.parametrize(
    ("place", "asked", "words"),
    [
        ("suit", {"north": "AKQZ", "south": "x"}, "not a card"),
        ("suit", {"north": "AK", "south": "AQ"}, "the ace is in North and in South"),
        ("suit", {"north": SCRIPT, "south": "x"}, "not a card"),
        ("opening", {"hand": "AQ7.KJ985"}, "a hand has four suits"),
        ("opening", {"hand": "A.K.Q.J"}, "13"),
    ],
)
def test_a_bad_question_gets_one_clear_line(
    coach: TestClient, place: str, asked: dict[str, str], words: str
) -> None:
    told = ask(coach, f"/api/{place}", asked)
    assert told.status_code == 400
    assert words in told.json()["detail"]
    shown = ask(coach, f"/{place}", asked)
    assert shown.status_code == 200
    assert words in unescape(shown.text)
    assert SCRIPT not in shown.text


def test_a_suit_is_practised_without_giving_the_line_away(coach: TestClient) -> None:
    asked = {"number": "3"}
    told = ask(coach, "/api/suit/practice", asked).json()
    assert set(told) == {"number", "north", "south", "tricks", "question", "level", "choices"}
    shown = unescape(ask(coach, "/suit/practice", asked).text)
    assert "%" not in shown.replace("%20", "")
    best = ask(coach, "/api/suit/practice", {**asked, "choice": told["choices"][0]}).json()
    ranked = [one["chance"] for one in best["lines"]]
    assert ranked == sorted(ranked, reverse=True)
    assert ranked[0] > ranked[-1]
    for line in best["lines"]:
        choice = {**asked, "choice": line["first_play"]}
        judged = ask(coach, "/api/suit/practice", choice).json()
        assert judged["right"] == (line["chance"] == ranked[0])
        assert judged["cost"] == pytest.approx(ranked[0] - line["chance"])
    question = {"north": told["north"], "south": told["south"], "tricks": told["tricks"]}
    exact = ask(coach, "/api/suit", question).json()
    assert exact["plan"]["chance"] == ranked[0]
    assert set(exact["plan"]["first_plays"]) == {
        line["first_play"] for line in best["lines"] if line["chance"] == ranked[0]
    }
    shown = unescape(ask(coach, "/suit/practice", choice).text)
    assert f"{choice['choice']} costs" in shown
    assert judged["text"] in shown
    assert ask(coach, "/api/suit/practice", {**asked, "choice": "pass"}).status_code == 400


def test_an_import_by_form_leads_to_a_page_that_says_what_became_of_it(page: TestClient) -> None:
    text = "".join(write_lin(TABLES)).encode()
    shown = looked_after(page, page.post("/library/import", files=[("files", ("a.lin", text))]))
    assert "12 tables were added to your library." in shown


def looked_after(page: TestClient, shown: Response) -> str:
    """The page of a job once it is at its end, as a reader without scripts comes to it."""
    assert shown.url.path.startswith("/jobs/")
    for _ in range(1200):
        if "Work under way" not in shown.text:
            return shown.text
        time.sleep(0.1)
        shown = page.get(shown.url.path)
    raise AssertionError("the work does not end")


def test_a_button_that_begins_long_work_is_a_form(page: TestClient) -> None:
    bring(page, "".join(write_lin(TABLES)))
    places = re.findall(
        r'<form action="([^"]+)" method="post" data-learn>', page.get("/library").text
    )
    assert places == ["/learn/openings", "/learn/cardplay"]
    assert "too few to learn from" in looked_after(page, page.post(places[0]))
    assert "can be found now" in looked_after(page, page.post(places[1]))


def test_games_are_watched_by_form(coach: TestClient) -> None:
    shown = ask(coach, "/games", {"game": "tic-tac-toe"}).text
    [place] = re.findall(r'<form action="([^"]+)" method="post" data-learn>', shown)
    told = looked_after(coach, coach.post(place, params={"contests": 8}))
    assert "8 contests were watched" in told
    assert 'href="/games?game=tic-tac-toe"' in told


def test_what_needs_scripts_is_hidden_until_they_run(coach: TestClient) -> None:
    shown = ask(coach, "/suit", {"north": "AKQ9", "south": "xxx"}).text
    buttons = re.findall(r"<button[^>]*data-copy[^>]*>", shown)
    assert buttons
    assert all(" hidden" in button for button in buttons)


def test_after_an_import_no_page_says_that_nothing_was_imported(page: TestClient) -> None:
    """Not even where no table has its cards recorded."""
    assert "Your library is empty" in ask(page, "/play", {}).text
    bring(page, "".join(write_lin([replace(TABLES[0], play=(), tricks=None, result_source=None)])))
    for place in ("/library", "/play", "/opening"):
        shown = ask(page, place, {}).text
        assert "Nothing was imported" not in shown
        assert "is empty" not in shown
    assert "has its play recorded" in ask(page, "/play", {}).text


def test_a_hand_that_cannot_be_read_is_one_line_and_the_form_is_kept(page: TestClient) -> None:
    shown = unescape(ask(page, "/opening", {"hand": "AQ7 KJ985 K2", "seat": 3}).text)
    assert "a hand has four suits, spades first" in shown
    assert 'value="AQ7 KJ985 K2"' in shown
    assert '<option value="3" selected>' in shown


def test_the_reason_of_an_opening_stands_first_and_names_no_file(page: TestClient) -> None:
    shown = unescape(ask(page, "/opening", {"hand": "♠AQ7 ♥KJ985 ♦K2 ♣1043"}).text)
    assert "Open 1♥: 13 points, five hearts" in shown
    assert "jsonl" not in shown
    assert "points count for 51 %" in shown
