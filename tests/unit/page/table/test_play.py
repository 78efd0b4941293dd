"""The place of the play: tables step by step, nothing given away before the guess."""

from __future__ import annotations

import re
from html import unescape
from itertools import islice
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from fastapi.testclient import TestClient

from coach import (
    LONG,
    SCRIPT,
    ask,
    bring,
    decisions,
    ended,
    needs_house_cases,
    opened,
    played,
)
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.page.table.playthrough import Playthrough
from kibitz.records.formats.lin import write_lin
from kibitz.records.formats.links import hand_link
from kibitz.records.formats.pbn import write_pbn
from kibitz.wording import result_text
from kit import lin_link


@pytest.mark.parametrize("at", range(0, 52, 3))
def test_before_the_guess_nothing_tells_what_was_played(coach: TestClient, at: int) -> None:
    """The same answers, whatever was played from here on and however the hidden cards lie."""
    asked = {"at": str(at)}
    shown = unescape(ask(coach, "/play/library/1", asked).text)
    told = ask(coach, "/api/play/library/1", asked).json()
    state = Playthrough.of(LONG, at, "").state
    for seat in Seat:
        seen = seat.is_with(state.contract.declarer) and (at > 0 or seat is state.contract.declarer)
        assert (told["hands"][str(seat)] is not None) == seen
    assert told["played"] == [str(card) for card in LONG.play[:at]]
    assert not {"verdict", "summary", "tricks_made", "result"} & told.keys()
    assert told["cards"] is None
    assert f">{result_text(LONG.contract, LONG.tricks)}<" not in shown
    hidden = [seat for seat in Seat if told["hands"][str(seat)] is None]
    cards = [card for seat in hidden for card in state.holding(seat)]
    names = {f"{card.rank.name.lower()} of {card.suit.name.lower()}" for card in cards}
    assert not any(name in shown for name in names)
    guesses = re.findall(r"said=((?:--|[SHDC][2-9TJQKA])+)", shown)
    last = {guess[-2:] for guess in guesses}
    if told["must_guess"]:
        assert last == {*told["legal"], "--"}
    else:
        assert last <= {"--"}


def test_after_the_guess_the_card_and_its_double_dummy_cost_are_told(
    coach: TestClient, solver: DoubleDummy
) -> None:
    at = decisions(LONG)[5]
    state = Playthrough.of(LONG, at, "").state
    guess = state.legal_actions[0]
    said = "--" * 5 + str(guess)
    told = ask(coach, "/api/play/library/1", {"at": at, "said": said}).json()["verdict"]
    assert told["played"] == str(LONG.play[at])
    solution = solver.solve(state)
    worth = {one["card"]: (one["tricks"], one["cost"]) for one in told["double_dummy"]["cards"]}
    assert worth == {
        str(card): (tricks, solution.best - tricks) for card, tricks in solution.tricks.items()
    }
    shown = unescape(ask(coach, "/play/library/1", {"at": at, "said": said}).text)
    assert "with all cards seen" in shown
    assert "yours" in shown


def test_a_whole_table_is_guessed_by_following_links(
    coach: TestClient, solver: DoubleDummy
) -> None:
    shown = ask(coach, "/play/library/1")
    for _ in range(120):
        page = unescape(shown.text)
        cards = re.findall(r'<a class="card [^"]*" id="[^"]+" href="([^"]+)"', page)
        on = re.findall(r'id="step-on" href="([^"]+)"', page)
        if not cards and not on:
            break
        shown = ask(coach, (on or cards)[0])
        assert shown.status_code == 200
    assert "The record ends here." in shown.text
    assert result_text(LONG.contract, LONG.tricks) in unescape(shown.text)
    told = ask(coach, f"/api{shown.url.path}?{shown.url.query.decode()}").json()["summary"]
    assert told["guesses"] == len(decisions(LONG))
    assert 0 <= told["same"] <= told["guesses"]
    analysis = solver.analyse(Playthrough.of(LONG, 52, "").state)
    assert told["lost_at_the_table"] == sum(analysis.costs[at] for at in decisions(LONG))


def test_stepping_back_forgets_the_guesses_that_come_after(coach: TestClient) -> None:
    first, second = decisions(LONG)[:2]
    cards = [Playthrough.of(LONG, at, "").state.legal_actions[0] for at in (first, second)]
    said = "".join(map(str, cards))
    shown = unescape(ask(coach, "/play/library/1", {"at": second, "said": said}).text)
    [back] = re.findall(r'id="step-back" href="([^"]+)"', shown)
    told = ask(coach, f"/api{back}").json()
    assert told["at"] == second - 1
    assert told["said"] == [str(cards[0])]


@pytest.mark.parametrize("write", [write_lin, write_pbn, lambda r: [lin_link(r[0])]])
def test_a_table_is_brought_in_every_form(coach: TestClient, write: object) -> None:
    assert callable(write)
    text = "".join(write([LONG]))
    [table] = coach.post("/api/play", json={"text": text}).json()["tables"]
    told = ask(coach, f"/api{table['address']}").json()
    assert told["hands"][told["declarer"]] == str(LONG.deal[Seat.parse(told["declarer"])])
    shown = coach.post("/play", data={"text": text})
    assert shown.status_code == 200
    assert shown.url.path == table["address"]
    again = coach.post("/play", files={"file": ("a.txt", text.encode())})
    assert again.url.path == table["address"]


def test_several_tables_are_listed_to_choose_from(coach: TestClient) -> None:
    some = [record for record in played(20) if record.auction.calls][:3]
    shown = coach.post("/play", data={"text": "\n".join(map(hand_link, some))})
    assert shown.url.path == "/play"
    assert shown.text.count('href="/play/desk/') == 3


def test_what_a_table_says_stays_text(coach: TestClient) -> None:
    [record] = islice(played(20), 9, 10)
    text = "".join(write_lin([record])).replace("pn|", f"pn|{SCRIPT}", 1)
    shown = coach.post("/play", data={"text": text.replace("vg|", f"vg|{SCRIPT}")})
    assert SCRIPT not in shown.text
    assert "&lt;script&gt;" in shown.text


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/play/library/99", 404, "There is no table 99 here"),
        ("/play/library/0", 404, "There is no table 0 here"),
        ("/play/cellar/1", 400, "There are no tables at 'cellar'"),
        ("/play/library/1?said=X", 400, "Write each guess with two letters"),
        ("/play/library/1?said=ZZ", 400, "not a card: 'ZZ'"),
        ("/play/library/1?at=1&said=------", 400, "There are more guesses than decisions"),
        ("/play/library/1?at=60", 422, "at"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(
    coach: TestClient, path: str, status: int, words: str
) -> None:
    for address in (path, f"/api{path}"):
        told = ask(coach, address)
        assert told.status_code == status
        assert words in unescape(told.text)


def test_a_card_that_cannot_be_played_is_no_guess(coach: TestClient) -> None:
    at = decisions(LONG)[0]
    state = Playthrough.of(LONG, at, "").state
    wrong = next(card for card in LONG.deal[state.turn.next] if card not in state.legal_actions)
    told = ask(coach, "/api/play/library/1", {"at": at, "said": str(wrong)})
    assert told.status_code == 400
    assert "cannot be played" in told.json()["detail"]


@pytest.mark.parametrize("text", ["", "   ", "nonsense", "md|1SAKQ,,|"])
def test_what_is_no_table_is_refused_in_words(coach: TestClient, text: str) -> None:
    told = coach.post("/api/play", json={"text": text})
    assert told.status_code in (400, 409)
    assert "No sound table was found in this" in told.json()["detail"]
    shown = coach.post("/play", data={"text": text})
    assert shown.status_code == 400
    assert "No sound table was found in this" in unescape(shown.text)


def test_a_bad_paste_is_handed_back_and_the_tables_stay(coach: TestClient) -> None:
    starter = re.findall(r'href="(/play/starter/\d+)"', ask(coach, "/play").text)
    shown = coach.post("/play", data={"text": f"nonsense {SCRIPT}"}).text
    assert re.findall(r'href="(/play/starter/\d+)"', shown) == starter
    [text] = re.findall(r"<textarea[^>]*>(.*?)</textarea>", shown, re.DOTALL)
    assert unescape(text) == f"nonsense {SCRIPT}"
    assert SCRIPT not in shown


def test_no_page_names_the_terminal_to_a_player(coach: TestClient) -> None:
    paths = (
        "/play",
        "/play/starter/2",
        "/play/library/1?at=52",
        "/me?player=Nobody",
        "/me?player=!",
    )
    for path in (*paths, "/review", "/practice", "/plan", "/deal", "/explore", "/library"):
        shown = ask(coach, path).text
        assert not re.search(r"terminal|kibitz (review|learn|players|import)|\s--\w", shown), path


def test_the_slider_comes_to_any_card_and_takes_later_guesses_back(coach: TestClient) -> None:
    first, second = decisions(LONG)[:2]
    cards = [Playthrough.of(LONG, at, "").state.legal_actions[0] for at in (first, second)]
    asked = {"at": second, "said": "".join(map(str, cards))}
    shown = ask(coach, "/play/library/1", {**asked, "to": first})
    assert dict(parse_qsl(shown.url.query.decode())) == {"at": str(first), "said": str(cards[0])}
    end = ask(coach, "/play/library/1", {**asked, "to": 52})
    assert "The record ends here." in end.text


@pytest.mark.parametrize("at", [0, 1, 9, 18, 27])
def test_a_defender_sees_his_hand_and_dummy_and_guesses_his_own_cards(
    coach: TestClient, at: int
) -> None:
    contract = LONG.opening_state().contract
    for seat in (contract.leader, contract.leader.partner):
        told = ask(coach, "/api/play/library/1", {"at": at, "seat": str(seat)}).json()
        seen = {seat} if at == 0 else {seat, contract.dummy}
        assert {one for one in Seat if told["hands"][str(one)] is not None} == seen
        state = Playthrough.of(LONG, at, "").state
        assert told["must_guess"] == (state.turn is seat and len(state.legal_actions) > 1)
        shown = ask(coach, "/play/library/1", {"at": at, "seat": str(seat)}).text
        assert len(re.findall('<a class="card ', shown)) == len(told["legal"])


def test_a_defenders_card_is_judged_by_what_it_gives_declarer(
    coach: TestClient, solver: DoubleDummy
) -> None:
    leader = LONG.opening_state().contract.leader
    state = LONG.opening_state()
    card = state.legal_actions[0]
    asked = {"at": 0, "seat": str(leader), "said": str(card)}
    told = ask(coach, "/api/play/library/1", asked).json()["verdict"]
    solution = solver.solve(state)
    assert {one["card"]: one["cost"] for one in told["double_dummy"]["cards"]} == {
        str(one): tricks - solution.best for one, tricks in solution.tricks.items()
    }
    assert min(one["cost"] for one in told["double_dummy"]["cards"]) == 0


@pytest.mark.parametrize("number", ["²", "99999999999999999999", "-1", "1e3", "٣"])
def test_what_is_no_number_of_a_table_is_no_error_of_ours(coach: TestClient, number: str) -> None:
    assert ask(coach, "/play", {"tables": number}).status_code == 200
    at = decisions(LONG)[0]
    for beside in (f"library-{number}-3", f"library-1-{number}"):
        asked = {"at": at, "said": "--", "beside": beside}
        assert ask(coach, "/play/library/1", asked).status_code == 200


def test_the_desk_is_kept_apart_from_the_library(tmp_path: Path) -> None:
    with opened(tmp_path) as page:
        page.post("/api/play", json={"text": "".join(write_lin([LONG]))})
        assert page.get("/api/library").json()["library"]["tables"] == 0


@needs_house_cases
def test_what_the_experts_did_and_their_tables_are_shown_after_the_guess(home: Path) -> None:
    tables = list(islice(played(30), 90))  # so many that some decisions are of one kind
    with opened(home) as page:
        bring(page, "".join(write_lin(tables)))
        learned = ended(page, page.post("/api/learn/cardplay"))
        assert learned["result"]["tables"] == len(tables)
        at = next(at for at in decisions(tables[0]) if at >= 8)
        past = "--" * sum(one < at for one in decisions(tables[0]))
        card = str(Playthrough.of(tables[0], at, "").state.legal_actions[0])
        asked = {"at": at, "said": past + card}
        told = ask(page, "/api/play/library/1", asked).json()
        for _ in range(60):
            if "job" not in told:
                break
            told = ask(page, "/api/play/library/1", asked).json()
        votes = {one["card"] for one in told["experts"]["candidates"]}
        assert votes == {one["card"] for one in told["verdict"]["double_dummy"]["cards"]}
        first = told["experts"]["precedents"][0]
        assert (first["shelf"], first["table"]) != ("library", 1)
        shown = unescape(ask(page, "/play/library/1", asked).text)
        assert told["experts"]["text"] in shown
        [link] = re.findall(r'id="precedent-1" href="([^"]+)"', shown)
        beside = unescape(ask(page, link).text)
        assert beside.count('class="diagram"') == 2
        assert first["cited"][1:] in beside
        assert 'class="precedent' not in unescape(ask(page, "/play/library/1", {"at": at}).text)


def test_votes_of_the_house_are_never_called_the_experts(coach: TestClient) -> None:
    shown = ask(coach, "/play/starter/218", {"at": 1, "said": "DK"}).text
    assert "<figcaption>The house</figcaption>" in shown
    assert "<figcaption>Experts</figcaption>" not in shown
