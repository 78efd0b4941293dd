"""An auction told by rules has the names of the conventions, and no name against a rule."""

from __future__ import annotations

from kibitz.bidding.conventions.telling import told, with_names
from kibitz.bidding.systems.file import house_system
from kibitz.bidding.systems.telling import Chain, read
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat


def explained(calls: str) -> Chain:
    return with_names(read(house_system(), Auction.of(Seat.NORTH, calls)))


def test_the_name_comes_before_what_the_rule_shows() -> None:
    said = str(explained("1N P 2C P 2H"))
    assert "2♣, Stayman: asks for a four-card major, 8 or more points" in said
    assert "2♥, four hearts: four or more hearts" in said


def test_a_double_is_told_by_its_name_alone() -> None:
    assert "; a negative double: 6 or more points" in str(explained("1D 1S X"))


def test_what_the_rule_says_in_the_same_words_is_said_once() -> None:
    assert "2♦, waiting" in str(explained("2C P 2D"))
    assert "waiting: waiting" not in str(explained("2C P 2D"))


def test_the_rule_decides_between_conventions() -> None:
    act = explained("P P 1S P 2C").acts[-1]
    assert act.convention == "two over one", "the house plays no Drury"


def test_a_call_without_a_rule_is_told_by_its_name() -> None:
    act = explained("1N P 2C X").acts[-1]
    assert act.name == "a lead-directing double, for clubs"
    assert act.words.startswith("asks for a club lead")
    assert act.to_json()["convention"] == "lead-directing double"


def test_a_call_without_a_name_stays_as_it_was() -> None:
    assert str(explained("7C")) == "7♣ no rule speaks of it."


def test_an_auction_is_told_with_the_names_of_what_offers_no_play() -> None:
    auction = Auction.of(Seat.EAST, "P 1N P 2D X 2H P P P")
    assert told(auction) == (
        "South 1NT, North 2♦ (a transfer to hearts), East double (a lead-directing double, for "
        "diamonds), South 2♥."
    )
    assert told(auction, first=4, passes=True).endswith("West pass, North pass, East pass.")
    assert told(Auction.of(Seat.NORTH, "P P")) == ""
    assert "(a Multi: a weak two in a major)" in told(Auction.of(Seat.NORTH, "2D"), {0: "multi"})
