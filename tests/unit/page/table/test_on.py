"""A table played on with one's own card: the defence replies, and the end stands by the record."""

from __future__ import annotations

import re
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from coach import LONG, ask, bring, decisions, ended, needs_house_cases, opened, played
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.page.table.playthrough import Playthrough, is_choice
from kibitz.records.formats.lin import write_lin
from kibitz.records.record import Record
from kibitz.wording import made_text, result_text

LEFT = next(at for at in decisions(LONG) if at >= 20)
STATE = Playthrough.of(LONG, LEFT, "").state
MINE = next(card for card in STATE.legal_actions if card != LONG.play[LEFT])


def linked(page: str, name: str) -> str:
    [href] = re.findall(rf'id="{name}" href="([^"]+)"', page)
    return str(href)


def guessed(card: Card) -> dict[str, Any]:
    past = "--" * sum(at < LEFT for at in decisions(LONG))
    return {"at": LEFT, "said": f"{past}{card}"}


def reached(told: dict[str, Any]) -> Play:
    return LONG.opening_state().after_all(map(Card.parse, told["played"]))


def test_a_wrong_guess_may_be_played_on_with_and_a_right_one_follows_the_record(
    coach: TestClient,
) -> None:
    wrong = unescape(ask(coach, "/play/library/1", guessed(MINE)).text)
    assert "Play on with my card" in wrong
    assert "Follow the record" in wrong
    followed = ask(coach, f"/api{linked(wrong, 'step-on')}").json()
    assert followed["played"] == [str(card) for card in LONG.play[: followed["at"]]]
    right = unescape(ask(coach, "/play/library/1", guessed(LONG.play[LEFT])).text)
    assert "Play on with my card" not in right
    assert "step-on" in right


def test_where_the_record_was_left_is_said_in_good_english(coach: TestClient) -> None:
    left = decisions(LONG)[0]
    state, own = Playthrough.of(LONG, left, "").state, ""
    while not own or not is_choice(state):
        own += str(state.legal_actions[0])
        state = state.after(state.legal_actions[0])
    shown = unescape(ask(coach, "/play/library/1/on", {"at": left, "own": own}).text)
    assert left == 1
    assert "You left the record after 1 card;" in shown


def test_a_whole_table_is_played_on_by_following_links(
    coach: TestClient, solver: DoubleDummy
) -> None:
    shown = ask(coach, "/play/library/1", guessed(MINE))
    shown = ask(coach, linked(unescape(shown.text), "step-own"))
    chosen = 0
    for _ in range(60):
        page = unescape(shown.text)
        cards = re.findall(r'<a class="card [^"]*" id="[^"]+" href="([^"]+)"', page)
        is_chosen = 'id="step-on"' in page
        if not cards and not is_chosen:
            break
        chosen += not is_chosen
        shown = ask(coach, linked(page, "step-on") if is_chosen else cards[-1])
        assert shown.status_code == 200
    page = unescape(shown.text)
    assert chosen > 2
    assert "Your play ends here." in page
    told = ask(coach, f"/api{shown.url.path}?{shown.url.query.decode()}").json()
    end, result = reached(told), told["outcome"]
    assert end.is_over
    assert told["played"][:LEFT] == [str(card) for card in LONG.play[:LEFT]]
    assert told["played"][LEFT] == str(MINE)
    assert result["tricks"] == end.declarer_tricks
    assert result["result"] == made_text(end.contract, end.declarer_tricks)
    assert result["record"] == {
        "tricks": LONG.tricks,
        "result": result_text(LONG.contract, LONG.tricks),
    }
    assert f"You: {result['result']}. The record: {result_text(LONG.contract, LONG.tricks)}" in page
    costs = solver.analyse(end).costs
    states = Playthrough.of(LONG, LEFT, own="".join(told["played"][LEFT:])).states[LEFT:-1]
    mine = [
        at for at, state in enumerate(states, LEFT) if state.turn.is_with(state.contract.declarer)
    ]
    assert not any(costs[at] for at in range(LEFT, 52) if at not in mine)
    assert result["lost"] == sum(costs[at] for at in mine)
    assert result["there_were"] == result["tricks"] + result["lost"]
    assert [one["place"] + LEFT for one in result["moments"]] == [at for at in mine if costs[at]]
    assert page.count('<a class="moment"') == len(result["moments"]) > 0
    back = re.findall(r'<a class="moment" href="([^"]+)"', page)[-1]
    there = ask(coach, f"/api{back}").json()
    assert there["choice"] == result["moments"][-1]["card"]


def test_the_same_card_gets_the_same_replies_and_the_reply_stops_at_a_choice(
    coach: TestClient,
) -> None:
    asked = {**guessed(MINE), "own": str(MINE)}
    told = ask(coach, "/api/play/library/1/on", asked).json()
    assert told["must_guess"]
    assert is_choice(reached(told))
    assert told["own"].startswith(str(MINE))
    again = ask(coach, "/api/play/library/1/on", {**asked, "own": told["own"]}).json()
    assert again == told


def test_before_the_choice_nothing_is_revealed_and_defenders_are_hidden(coach: TestClient) -> None:
    told = ask(coach, "/api/play/library/1/on", {**guessed(MINE), "own": str(MINE)}).json()
    assert not {"verdict", "experts", "outcome"} & told.keys()
    state = reached(told)
    for seat in (state.contract.leader, state.contract.leader.partner):
        assert told["hands"][str(seat)] is None
    asked = {**guessed(MINE), "own": str(MINE), "open": 1}
    assert None not in ask(coach, "/api/play/library/1/on", asked).json()["hands"].values()


def test_after_the_choice_every_card_is_judged_and_the_last_card_can_be_taken_back(
    coach: TestClient, solver: DoubleDummy
) -> None:
    told = ask(coach, "/api/play/library/1/on", {**guessed(MINE), "own": str(MINE)}).json()
    choice = told["legal"][0]
    asked = {**guessed(MINE), "own": told["own"], "choice": choice}
    judged = ask(coach, "/api/play/library/1/on", asked).json()["verdict"]["double_dummy"]
    solution = solver.solve(reached(told))
    assert {one["card"]: one["tricks"] for one in judged["cards"]} == {
        str(card): tricks for card, tricks in solution.tricks.items()
    }
    shown = unescape(ask(coach, "/play/library/1/on", asked).text)
    assert "yours" in shown
    assert "/on?" not in linked(shown, "step-back")
    on = ask(coach, linked(shown, "step-on")).text
    assert f"choice={choice}" in linked(unescape(on), "step-back")
    assert linked(shown, "step-record") == linked(unescape(on), "step-record")


@needs_house_cases
def test_the_experts_are_heard_on_the_own_line_and_the_table_left_is_not_among_them(
    home: Path,
) -> None:
    with opened(home) as page:
        others = [record for record in islice(played(30), 90) if record != LONG]
        bring(page, "".join(write_lin([LONG, *others])))
        ended(page, page.post("/api/learn/cardplay"))
        told = ask(page, "/api/play/library/1/on", {**guessed(MINE), "own": str(MINE)}).json()
        asked = {**guessed(MINE), "own": told["own"], "choice": told["legal"][0]}
        for _ in range(60):
            answer = ask(page, "/api/play/library/1/on", asked).json()
            if "job" not in answer:
                break
        assert {one["card"] for one in answer["experts"]["candidates"]} == set(told["legal"])
        precedents = answer["experts"]["precedents"]
        assert precedents
        assert ("library", 1) not in {(one["shelf"], one["table"]) for one in precedents}
        shown = unescape(ask(page, "/play/library/1/on", asked).text)
        assert answer["experts"]["text"] in shown
        beside = unescape(ask(page, linked(shown, "precedent-1")).text)
        assert beside.count('class="diagram"') == 2


def test_a_defender_plays_on_against_perfect_play(coach: TestClient, solver: DoubleDummy) -> None:
    leader = LONG.opening_state().contract.leader
    start = LONG.opening_state()
    card = next(one for one in start.legal_actions if one != LONG.play[0])
    asked: dict[str, Any] = {"at": 0, "seat": str(leader), "said": str(card), "own": str(card)}
    told = ask(coach, "/api/play/library/1/on", asked).json()
    while "outcome" not in told:
        assert reached(told).turn is leader
        own = told["own"] + told["legal"][0]
        told = ask(coach, "/api/play/library/1/on", {**asked, "own": own}).json()
    end = reached(told)
    costs = solver.analyse(end).costs
    mine, state = 0, start
    for at, one in enumerate(end.played):
        mine += costs[at] if state.turn is leader else 0
        assert state.turn is leader or not costs[at]
        state = state.after(one)
    assert told["outcome"]["lost"] == mine


def unheld(record: Record) -> str:
    return str(next(card for card in record.deal[STATE.turn.next] if card not in STATE.gone))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"at": LEFT, "own": ""}, "Your own play begins with a card"),
        ({"at": LEFT, "own": "H"}, "Write each card with two letters"),
        ({"at": LEFT, "own": "ZZ"}, "not a card: 'ZZ'"),
        ({"at": LEFT, "own": unheld(LONG)}, "card not held"),
        ({"at": 0, "own": str(LONG.play[0])}, "no choice after 0 cards"),
        ({"at": 52, "own": "H2"}, "no choice after 52 cards"),
        ({"at": LEFT, "own": str(MINE), "choice": str(MINE)}, "cannot be played"),
    ],
)
def test_a_line_that_cannot_be_is_refused(
    coach: TestClient, asked: dict[str, Any], words: str
) -> None:
    for address in ("/play/library/1/on", "/api/play/library/1/on"):
        told = ask(coach, address, asked)
        assert told.status_code == 400
        assert words in unescape(told.text)
