"""An auction told by rules has the names of the conventions, and no name against a rule."""

from __future__ import annotations

from kibitz.bidding.conventions.telling import with_names
from kibitz.bidding.systems.file import house_system
from kibitz.bidding.systems.telling import Chain, read
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat


def told(calls: str) -> Chain:
    return with_names(read(house_system(), Auction.of(Seat.NORTH, calls)))


def test_the_name_comes_before_what_the_rule_shows() -> None:
    said = str(told("1N P 2C P 2H"))
    assert "2♣, Stayman: asks for a four-card major, 8 or more points" in said
    assert "2♥, four hearts: four or more hearts" in said


def test_a_double_is_told_by_its_name_alone() -> None:
    assert "; a negative double: 6 or more points" in str(told("1D 1S X"))


def test_what_the_rule_says_in_the_same_words_is_said_once() -> None:
    assert "2♦, waiting" in str(told("2C P 2D"))
    assert "waiting: waiting" not in str(told("2C P 2D"))


def test_the_rule_decides_between_conventions() -> None:
    act = told("P P 1S P 2C").acts[-1]
    assert act.convention == "two over one", "the house plays no Drury"


def test_a_call_without_a_rule_is_told_by_its_name() -> None:
    act = told("1N P 2C X").acts[-1]
    assert act.name == "a lead-directing double, for clubs"
    assert act.words.startswith("asks for a club lead")
    assert act.to_json()["convention"] == "lead-directing double"


def test_a_call_without_a_name_stays_as_it_was() -> None:
    assert str(told("7C")) == "7♣ no rule speaks of it."
