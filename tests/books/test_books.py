"""Hands of the kinds that beginners' and improvers' books teach, bid by the house system.

Each file holds a kind: the principle, its sources, and hands of our own with the call by the books.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kibitz.asking import Kibitz
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat

FOLDER = Path(__file__).parent
BOOKS = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))
}
HANDS = [hand for book in BOOKS.values() for hand in book["hands"]]
AS_THE_BOOKS = 0.95
"""The least share of hands that the house system bids as the books do."""


def test_there_are_enough_hands_and_none_stands_twice() -> None:
    asked = [(hand["hand"], hand["auction"]) for hand in HANDS]
    assert len(set(asked)) == len(asked) >= 120


@pytest.mark.parametrize("kind", BOOKS)
def test_every_kind_has_a_principle_and_two_sources(kind: str) -> None:
    book = BOOKS[kind]
    assert set(book) == {"kind", "principle", "sources", "hands"}
    assert book["kind"]
    assert book["principle"].endswith(".")
    assert len(set(book["sources"])) >= 2


def test_every_hand_can_be_dealt_and_its_calls_be_made() -> None:
    for hand in HANDS:
        assert len(Hand.parse(hand["hand"])) == 13
        auction = Auction.of(Seat.NORTH, hand["auction"])
        assert set(hand["calls"]) <= {str(call) for call in auction.legal_actions}, hand
        assert hand["why"]


@pytest.mark.long
def test_the_house_system_bids_as_the_books(k: Kibitz) -> None:
    otherwise = []
    for hand in HANDS:
        answer = k.call(hand["hand"], hand["auction"], system="house system")
        assert answer.best is not None
        if (call := str(answer.best.action)) not in hand["calls"]:
            otherwise.append(
                f"{hand['hand']} after {hand['auction']!r}: {call}, not {hand['calls']}"
            )
    assert 1 - len(otherwise) / len(HANDS) >= AS_THE_BOOKS, otherwise
