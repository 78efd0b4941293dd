"""Auctions told as chains of acts, each with its ground."""

from __future__ import annotations

from kibitz.bidding.systems.file import house_system
from kibitz.bidding.systems.telling import read
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat


def told(calls: str) -> str:
    return str(read(house_system(), Auction.of(Seat.NORTH, calls)))


def test_a_raise_and_a_try_for_game() -> None:
    assert told("1H P 2H P 3C P 4H P P P") == (
        "1♥ 12 to 21 points, five or more hearts; 2♥ support, 6 to 10 points, three or more "
        "hearts; 3♣ asks for help in clubs, 16 to 18 points, three or more clubs, weak clubs; "
        "4♥ accepts."
    )


def test_an_answer_is_read_by_what_it_answers() -> None:
    assert "2♥ transfer to spades, five or more spades; 2♠ as asked" in told("1N P 2H P 2S")
    assert "2♥ four or more hearts" in told("1N P 2C P 2H")


def test_points_are_told_once() -> None:
    chain = read(house_system(), Auction.of(Seat.NORTH, "1N P 2C P 2H"))
    assert "points" in chain.acts[0].words
    assert "points" not in chain.acts[-1].words


def test_a_length_that_was_shown_is_not_told_again() -> None:
    chain = read(house_system(), Auction.of(Seat.NORTH, "1S P 2N P 3C P 4S"))
    assert "four or more spades" in chain.acts[2].words
    assert "spades" not in chain.acts[-1].words


def test_a_call_that_no_rule_speaks_of_says_so() -> None:
    chain = read(house_system(), Auction.of(Seat.NORTH, "7C"))
    assert str(chain) == "7♣ no rule speaks of it."
    assert chain.acts[0].grounds == ()


def test_nothing_but_passes() -> None:
    assert told("P P P P") == "Nothing but passes."
