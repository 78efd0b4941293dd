"""The table on the page: what is said comes to the deal once, and nothing hidden is ever sent."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import given, settings
from hypothesis import strategies as st

from coach import opened
from kibitz.cardplay.lookahead.sampling import SeatKnowledge, unknown_behind
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.page.render import render
from kibitz.page.seat.aloud import aloud
from kibitz.page.seat.felt import halves
from kibitz.page.seat.tables import OpenTable, drawn
from kibitz.places import Places
from kibitz.sitting.coach import Coach
from kibitz.sitting.coached import CoachedDeal, DealStage, DealStart
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.keeping import keep, kept, name_of
from kibitz.sitting.session import Asks, TableSession
from kibitz.sitting.stops import Trials
from kit import random_play

DEAL = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765")
CALLS = tuple(map(parse_call, ["1N", "P", "3N", "P", "P", "P"]))


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[TestClient]:
    with opened(tmp_path) as client:
        yield client


def said(client: TestClient, shown: Response, word: str) -> Response:
    """The page after a word, sent as its form sends it."""
    told = client.post(str(shown.url), data={"say": word, "stamp": stamp_of(shown)})
    return told if "data-table" in told.text else sat(client, str(shown.url))


def sat(client: TestClient, path: str) -> Response:
    """The table, as soon as the house is awake."""
    for _ in range(100):
        shown = client.get(path)
        if "data-table" in shown.text:
            return shown
        time.sleep(0.5)
    raise AssertionError(f"{path} never answers")


def stamp_of(shown: Response) -> str:
    [found] = re.findall(r'name="stamp" value="([^"]*)"', shown.text)
    return str(found)


def question(shown: Response) -> str:
    return unescape(re.sub("<[^>]*>", "", re.findall("<h2>(.*?)</h2>", shown.text)[0]))


def near_the_end(folder: Path, cards: int = 32) -> str:
    """The address of a deal with so many cards played, declared by South."""
    bare = DealStart(DEAL, Seat.SOUTH, Vulnerability.NONE, 1, (Seat.SOUTH,), "", 0, CALLS)
    contract = CoachedDeal.at(bare).contract
    assert contract is not None
    for seed in range(200):
        played = random_play(random.Random(seed), DEAL, contract, cards).played
        begun = CoachedDeal.at(replace(bare, cards=played))
        if begun.is_persons:
            keep(begun, Places.of(folder / "library.kibitz", folder).sittings)
            return f"/table/{name_of(begun.start)}?every=1"
    raise AssertionError("declarer is never to play")


@pytest.mark.long
def test_a_call_is_said_once_and_taken_back(seat: TestClient) -> None:
    first = sat(seat, "/table?seed=4")
    assert question(first) == "East opens 1♠. And you?"
    other = said(seat, first, "7N")
    assert question(other) == "Experts bid 2♥ here."
    again = said(seat, first, "7N")
    assert stamp_of(again) == stamp_of(other), "an old page says nothing"
    back = said(seat, other, "back")
    assert question(back) == "East opens 1♠. And you?"
    refused = said(seat, back, "1C")
    assert "too low" in refused.text
    assert stamp_of(refused) == stamp_of(back)


@pytest.mark.long
def test_the_word_of_a_deal_is_given_only_at_its_end(seat: TestClient, tmp_path: Path) -> None:
    shown = sat(seat, near_the_end(tmp_path))
    assert "sit:" not in said(seat, shown, "link").text
    assert "sit:" not in seat.get(f"/api{shown.url.path}").text
    for _ in range(40):
        if "allhands" in shown.text:
            break
        options = re.findall(r'name="say" value="(\w\w)" id="card-', shown.text)
        shown = said(seat, shown, options[0] if options else "on")
    assert "allhands" in shown.text
    assert "sit:" in shown.text
    assert kept(next((tmp_path / "sittings").glob("*.deal"))).stage is DealStage.OVER


@pytest.mark.long
def test_a_finished_deal_is_played_again_beside_its_first_score(
    seat: TestClient, tmp_path: Path
) -> None:
    path = near_the_end(tmp_path).partition("?")[0]
    assert seat.post(f"{path}/again").status_code == 400, "it is not over yet"
    shown = sat(seat, f"{path}?every=1")
    while "allhands" not in shown.text:
        options = re.findall(r'name="say" value="(\w\w)" id="card-', shown.text)
        shown = said(seat, shown, options[0] if options else "on")
    [first] = (tmp_path / "sittings").glob("*.deal")
    before = first.read_bytes()
    again = seat.post(f"{path}/again?every=1", data={"trick": "12"})
    assert again.url.path != path
    assert "For yourself" in again.text
    options = re.findall(r'name="say" value="(\w\w)" id="card-', again.text)
    if options:
        said(seat, again, options[-1])
    assert first.read_bytes() == before


@pytest.mark.parametrize("name", ["x", "0123456789abcdef", "..%2F..%2Fa"])
def test_a_table_that_there_is_not_is_said(seat: TestClient, name: str) -> None:
    assert seat.get(f"/table/{name}").status_code in (400, 404)


@pytest.mark.parametrize("deal", ["/etc/passwd", "nothing", "sit:AAAA", "a.deal"])
def test_only_a_board_or_a_word_names_a_deal(seat: TestClient, deal: str) -> None:
    shown = seat.get("/table", params={"deal": deal})
    assert shown.status_code == 400
    assert 'role="alert"' in shown.text


def test_a_hand_lies_in_two_rows_as_even_as_its_suits_allow() -> None:
    rows = halves(sorted(DEAL[Seat.SOUTH], key=lambda card: (-card.suit, -card.rank)))
    assert [[len(suit) for suit in row] for row in rows] == [[3, 3], [4, 3]]


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("♠10 and ♥K", "ten of spades and king of hearts"),
        ("4♠x by West", "four spades doubled by West"),
        ("1♥, 1NT, 2♣", "one heart, one no trump, two clubs"),
        ("the ♦ suit", "the diamonds suit"),
    ],
)
def test_signs_are_read_as_words(text: str, heard: str) -> None:
    assert aloud(text) == heard


@cache
def coach() -> Coach:
    house = HousePlayer.shipped()
    return Coach(house, Trials(house.playing))


def shown_of(deal: CoachedDeal) -> str:
    """The page of a deal at which a card or a call is asked for."""
    asks = Asks.CALL if deal.stage is DealStage.BIDDING else Asks.CARD
    view = drawn(OpenTable(TableSession(deal, coach(), asks)), "0123456789abcdef", False)
    return render("seat.html", "", view=view, address="/table")


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_no_hidden_card_is_in_the_page(seed: int) -> None:
    """With other cards in the hidden hands the page is the same, letter for letter."""
    rng = random.Random(seed)
    start = DealStart(
        Deal.shuffled(rng), Seat.SOUTH, Vulnerability.NONE, 1, (Seat.SOUTH,), "", 0, CALLS
    )
    contract = CoachedDeal.at(start).contract
    assert contract is not None
    cards = random_play(rng, start.deal, contract, rng.randrange(1, 44)).played
    deal = CoachedDeal.at(replace(start, cards=cards))
    assert deal.play is not None
    me, dummy = Seat.SOUTH, contract.dummy
    other = unknown_behind(SeatKnowledge.by(deal.play, (me, dummy))).drawn(rng)
    scrambled = CoachedDeal.at(replace(start, deal=other, cards=cards))
    assert shown_of(scrambled) == shown_of(deal)
