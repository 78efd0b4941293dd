"""The page asked without a socket: its library, what strangers may not do, errors in words."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coach import SCRIPT, ask, looked_after, opened
from kibitz.page import guard
from kibitz.page.server import create_app
from kibitz.places import Places
from kit import random_record

TABLES = [random_record(random.Random(seed)) for seed in range(12)]


@pytest.fixture
def page(home: Path) -> Iterator[TestClient]:
    with opened(home) as client:
        yield client


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
    app = create_app(Places.of(tmp_path / "library.kibitz", tmp_path))

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


@pytest.mark.parametrize(
    ("north", "south", "tricks"), [("KJ95", "A732", 4), ("AJ9x", "Qxx", 3), ("KJxx", "A9xx", 4)]
)
def test_the_layouts_that_tell_two_lines_apart_make_up_their_difference(
    coach: TestClient, north: str, south: str, tricks: int
) -> None:
    asked = {"north": north, "south": south, "tricks": tricks}
    told = ask(coach, "/api/suit", asked).json()
    shown = unescape(ask(coach, "/suit", asked).text)
    apart = re.findall(r"Where only (?:this plan|the runner-up) wins <[^>]*>([\d.]+) %", shown)
    assert told["runner_up"]
    gained = float(apart[0]) - sum(map(float, apart[1:]))
    assert gained == pytest.approx(100 * told["runner_up"]["difference"], abs=0.11)


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


def test_one_players_openings_are_asked_as_calls(coach: TestClient) -> None:
    asked = {"hand": "AQ7.KJ985.K2.T43", "seat": 3, "vul": "they"}
    shown = unescape(ask(coach, "/opening", asked).text)
    form = shown.partition('action="/call"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert fields == {
        "hand": "AQ7.KJ985.K2.T43", "auction": "P P", "vul": "ew", "like": "",
    }  # fmt: skip
    shown = unescape(ask(coach, "/call", {**fields, "like": "A <b>Nobody"}).text)
    assert "No decision of A <b>Nobody was learned" in shown


def test_an_opening_out_of_range_has_one_scale_and_no_confidence(coach: TestClient) -> None:
    asked = {"hand": "AKQJT98765432...", "seat": "1", "vul": "none"}
    told = ask(coach, "/api/opening", asked).json()
    assert (told["in_range"], told["confidence"]) == (False, None)
    assert told["contrast"]["similarity"] <= told["precedents"][0]["similarity"]
    shown = unescape(ask(coach, "/opening", asked).text)
    assert "out of range" in shown
    shares = {float(share) for share in re.findall(r"([\d.]+) %", shown)}
    assert shares == {51, 9, 1}
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
