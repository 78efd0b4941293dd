"""The place of the games: contests by their address, strategies that apply, learning beside it."""

from __future__ import annotations

import random
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from fastapi.testclient import TestClient

from coach import SCRIPT, ask, ended, opened
from kibitz.cli import main
from kibitz.games.boards import game_named
from kibitz.games.boards.board import Move
from kibitz.page.places.games.contest import ContestForm
from kibitz.page.places.games.games import links_from

CONTEST = "/api/games/contest"


def links(shown: str) -> dict[str, str]:
    """Where the locations of the board lead, by number."""
    found = re.findall(r'<a href="([^"]+)" id="at-(\d+)"', shown)
    return {number: unescape(link) for link, number in found}


def test_a_contest_is_played_to_its_end_by_following_links(coach: TestClient) -> None:
    shown = ask(coach, "/games", {"game": "lose-tic-tac-toe", "against": "random"})
    for _ in range(9):
        here = links(shown.text)
        if not here:
            break
        shown = ask(coach, next(iter(here.values())))
        assert shown.status_code == 200
    told = ask(coach, f"{CONTEST}?{shown.url.query.decode()}").json()
    assert told["outcome"] in ("drawn", "X wins", "O wins")
    assert told["legal"] == []
    state = game_named("lose-tic-tac-toe").start()
    for move in told["moves"]:
        state = state.after(Move.parse(move))
    assert "".join(".XO"[kind] for kind in state.contents) == told["board"]


def test_the_same_address_gives_the_same_reply(coach: TestClient) -> None:
    asked = {"against": "novice", "moves": "5", "seed": "7"}
    first, second = (ask(coach, CONTEST, asked).json() for _ in range(2))
    assert first == second
    assert len(first["moves"]) == 2
    shown = ask(coach, "/games", asked)
    assert f"moves=5,{first['moves'][1]}" in str(shown.url)


@pytest.mark.parametrize("against", ["perfect", "kibitz"])
def test_neither_perfect_play_nor_what_was_learned_loses(coach: TestClient, against: str) -> None:
    for seed in range(3):
        moves: list[str] = []
        told = ask(coach, CONTEST, {"against": against, "second": "1", "seed": seed}).json()
        while told["outcome"] is None:
            moves = [*told["moves"], told["legal"][seed % len(told["legal"])]]
            asked = {"against": against, "second": "1", "seed": seed, "moves": ",".join(moves)}
            told = ask(coach, CONTEST, asked).json()
        assert told["outcome"] != "O wins"


def test_strategies_light_up_where_they_apply_turned_as_the_board_lies(coach: TestClient) -> None:
    told = ask(coach, CONTEST, {"moves": "5,1"}).json()
    lit = [one for one in told["strategies"] if one["applies"]]
    assert lit
    for one in lit:
        assert one["agent"] == "X"
        fits = zip(one["context"], told["board"], strict=True)
        assert all(mark in ("#", there) for mark, there in fits)
        assert one["sequences"][0][0] in told["legal"]
        assert one["standing"] != "refuted"
    shown = unescape(ask(coach, "/games", {"moves": "5,1"}).text)
    assert shown.count("Applies now") == len(lit)
    assert lit[0]["says"] in shown


@pytest.mark.parametrize("game", ["lose-tic-tac-toe", "tic-tac-toe", "five-mens-morris"])
def test_a_refuted_strategy_never_lights_up_and_tells_how_it_loses(
    coach: TestClient, game: str
) -> None:
    """In 0.1.0 "X plays 5, then 1, whatever is answered" lit up; X5 O2 X1 loses by force."""
    shown = ask(coach, CONTEST, {"game": game}).json()["strategies"]
    assert shown
    for one in shown:
        assert one["standing"] in ("proved", "refuted")
        assert one["standing"] != "refuted" or not one["applies"]
        if one["standing"] == "refuted":
            assert one["refutation"]["loses"] in one["refutation"]["moves"]
            assert "Refuted: " in one["weighed"]
            assert " loses by force: " in one["weighed"] or " loses at once" in one["weighed"]
        else:
            assert "Proved: " in one["weighed"]
        assert one["weighed"].startswith(f"Right {one['right']:,} of ")


def test_advice_is_given_on_request_in_the_words_of_the_room(coach: TestClient) -> None:
    assert ask(coach, CONTEST, {}).json()["advice"] is None
    advice = ask(coach, CONTEST, {"advice": "1"}).json()["advice"]
    assert advice["text"].startswith(f"{advice['move']}: ")
    assert advice["text"] in unescape(ask(coach, "/games", {"advice": "1"}).text)


def test_a_mill_is_closed_and_its_capture_chosen_in_two_steps(coach: TestClient) -> None:
    asked = {"game": "five-mens-morris", "against": "random", "moves": "1,16,2,15"}
    shown = ask(coach, "/games", asked).text
    shown = ask(coach, links(shown)["3"]).text
    assert "3 chosen, take a piece" in shown
    assert set(links(shown)) == {"15", "16"}
    assert "moves=1,16,2,15,3x16," in str(ask(coach, links(shown)["16"]).url)


@pytest.mark.parametrize("seed", range(20))
def test_the_links_of_a_board_lead_to_every_legal_move_and_no_other(seed: int) -> None:
    rng, game = random.Random(seed), game_named("five-mens-morris")
    state, moves = game.start(), list[str]()
    for _ in range(rng.randrange(30)):
        if state.over:
            break
        move = rng.choice(state.legal_actions)
        state, moves = state.after(move), [*moves, str(move)]
    asked = ContestForm(game.name, "random", moves=",".join(moves))
    legal = [str(move) for move in state.legal_actions]
    found, parts = list[str](), [""]
    while parts:
        for link in links_from(asked, legal, parts.pop())[0].values():
            told = parse_qs(link.partition("?")[2])
            if "part" in told:
                parts += told["part"]
            else:
                found.append(told["moves"][0].split(",")[-1])
    assert sorted(found) == sorted(legal)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"against": SCRIPT}, "no opponent"),
        ({"moves": "5,5"}, "5 is not a move of lose-tic-tac-toe here"),
        ({"moves": "zz"}, "not a move such as"),
        ({"moves": "1,4,2,5,3,9"}, "the contest is over before the move 9"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(
    coach: TestClient, asked: dict[str, str], words: str
) -> None:
    told = ask(coach, CONTEST, asked)
    assert told.status_code in (400, 409)
    assert words in told.json()["detail"]
    shown = ask(coach, "/games", asked)
    assert shown.status_code == 200
    assert words in unescape(shown.text)
    assert SCRIPT not in shown.text


def test_the_command_line_shows_the_same_strategies(
    coach: TestClient,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    main(["strategies", "lose-tic-tac-toe", "--top", "3", "--json"])
    told = ask(coach, "/api/games/lose-tic-tac-toe/strategies", {"top": "3"})
    assert told.text.replace(" ", "") == capsys.readouterr().out.replace(" ", "").replace("\n", "")


def test_watching_runs_beside_the_page_and_can_be_cancelled(tmp_path: Path) -> None:
    with opened(tmp_path) as page:
        path = "/api/games/lose-tic-tac-toe/learn"
        stopped = page.post(path, params={"contests": 10_000})
        page.post(f"/api/jobs/{stopped.json()['id']}/cancel")
        assert ended(page, stopped)["state"] == "cancelled"
        assert not (tmp_path / "lose-tic-tac-toe.strategies").exists()
        job = ended(page, page.post(path, params={"contests": 8}))
        assert job["state"] == "done"
        told = ask(page, CONTEST, {}).json()
        assert told["contests"] == job["result"]["contests"] == 8
        assert told["origin"] == "Learned here."


def test_an_address_says_no_more_than_it_must() -> None:
    assert ContestForm(moves="5,1").address == (
        "game=lose-tic-tac-toe&against=kibitz&seed=1&moves=5,1"
    )


@pytest.mark.parametrize("game", ["six-mens-morris", "trio", "five-in-a-row"])
def test_a_game_of_which_nothing_is_learned_is_played_all_the_same(
    coach: TestClient, game: str
) -> None:
    told = ask(coach, CONTEST, {"game": game}).json()
    assert told["strategies"] == []
    assert "kibitz" not in told["opponents"]
    moved = ask(coach, CONTEST, {"game": game, "moves": told["legal"][0]}).json()
    assert len(moved["moves"]) == moved["agents"]
    assert moved["mover"] == told["mover"]
    shown = unescape(ask(coach, "/games", {"game": game}).text)
    assert "Watch anew" in shown if told["solved"] else "Nobody has solved this game" in shown
    if not told["solved"]:
        assert coach.post(f"/api/games/{game}/learn").status_code == 400


def test_a_strategy_is_played_on_the_board_move_by_move(coach: TestClient) -> None:
    told = ask(coach, CONTEST).json()
    for number, one in enumerate(told["strategies"], start=1):
        boards = [step["board"] for step in one["walk"]]
        assert boards[0] == (one["refutation"]["board"] if one["refutation"] else one["context"])
        for before, after in zip(boards, boards[1:], strict=False):
            assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
        last = len(boards) - 1
        shown = ask(coach, "/games", {"show": number, "step": last}).text
        assert 'id="step-back"' in shown
        assert 'id="step-next"' not in shown
