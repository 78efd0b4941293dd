"""Calls are recognised as a teacher names them."""

from __future__ import annotations

import pytest

from kibitz.bidding.conventions.file import conventions, read_conventions
from kibitz.bidding.conventions.naming import CallEvidence, candidates, named, names
from kibitz.bidding.systems.facts import facts
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Deal, Seat

LAST = {
    "1N P 2C": "Stayman",
    "1N P 2C P 2D P 3S": "Smolen",
    "1N P 2D": "Jacoby transfer",
    "1N P 2D P 2H": "transfer accepted",
    "1H 1N P 2H": "Jacoby transfer to spades",
    "1N P 4H": "Texas transfer to spades",
    "1N P 4C": "Gerber",
    "1N P 4N": "quantitative four no-trump",
    "2N P 3C": "Puppet Stayman",
    "2C P 2D": "waiting two diamonds",
    "1S P 2N": "Jacoby 2NT",
    "1S P 2N P 3C": "short suit after Jacoby",
    "1H P 4C": "splinter",
    "1H P 3S": "splinter",
    "P P 1S P 2C": "Drury",
    "1H P 3H P 4N": "key card ask",
    "1H P 3H P 4N P 5D": "none or three key cards",
    "1H P 3H P 4N P 5C P 5N": "king ask",
    "1S P 3S P 4C": "cue-bid for slam",
    "1D P 1H P 1S P 2C": "fourth suit forcing",
    "1H X": "take-out double",
    "1H P P X": "balancing double",
    "1C 1S X": "negative double",
    "1H X 2H X": "responsive double",
    "1D P 1H 1S X": "support double",
    "1D P 1H X XX": "support redouble",
    "1H X XX": "value-showing redouble",
    "1H X 2N": "Truscott 2NT",
    "1N P 2C X": "lead-directing double",
    "1N P 2H X": "lead-directing double",
    "1C 2C": "Michaels over a minor",
    "1S 2S": "Michaels over a major",
    "1S 2N": "unusual 2NT over a major",
    "1N 2C": "Landy",
    "1N 2S 2N": "Lebensohl over their overcall",
    "2H X P 2N": "Lebensohl over a double of a weak two",
    "1H 1S 2S": "cue-raise",
    "1S 2H 3H": "cue-raise",
    "2H P 2N": "asking two no-trump",
    "2S": "weak two",
    "1C P 1H P 1N P 2D": "two-way checkback, forcing to game",
    "1D P 1S P 2H": "reverse",
    "1S P 2H P 3H P 4N 5C X": "DOPI double",
    "1S P 3S P 6S X": "Lightner double by the side that did not open",
}


@pytest.mark.parametrize("text", LAST)
def test_a_call_has_the_name_a_teacher_gives_it(text: str) -> None:
    found = named(Auction.of(Seat.NORTH, text))
    assert (found and found.name) == LAST[text]


def test_the_suits_of_a_name_are_those_of_the_auction() -> None:
    splinter = named(Auction.of(Seat.NORTH, "1S P 4D"))
    assert splinter is not None
    assert str(splinter) == "4♦, a splinter: short in diamonds"
    assert "agrees spades" in splinter.sentence
    assert [one.words() for one in splinter.promises][-1] == "short in diamonds"


def test_a_double_is_its_name() -> None:
    assert str(named(Auction.of(Seat.EAST, "1C 1S X"))) == "a negative double"


def test_what_the_pair_explained_decides() -> None:
    auction = Auction.of(Seat.NORTH, "1C")
    assert _name(auction, CallEvidence()) == "one club opening"
    assert _name(auction, CallEvidence({0: "16+ any"})) == "strong club"
    assert _name(auction, CallEvidence({0: "Polish"})) == "Polish club"
    assert _name(auction, CallEvidence({0: "!"})) == "one club opening"


def test_an_explanation_changes_what_follows() -> None:
    auction = Auction.of(Seat.NORTH, "2D P 2H")
    assert _name(auction, CallEvidence()) == "new suit over a weak two"
    assert _name(auction, CallEvidence({0: "multi"})) == "pass or correct"


def test_the_hand_decides_between_conventions() -> None:
    deal = Deal.parse("N:KQ8742.53.K62.84 A3.KQ94.A95.KJ72 J65.A872.QT3.Q93 T9.JT6.J874.AT65")
    assert (
        _name(Auction.of(Seat.NORTH, "2D"), CallEvidence(hands={Seat.NORTH: deal[Seat.NORTH]}))
        == "Multi"
    )


def test_the_system_decides_where_nothing_else_does() -> None:
    assert _name(Auction.of(Seat.NORTH, "1C"), CallEvidence(system="strong club")) == "strong club"


def test_other_things_a_call_may_be_are_known() -> None:
    found = [one.name for one in candidates(Auction.of(Seat.NORTH, "1N P 2S"))]
    assert found[0] == "four-suit transfer to clubs"
    assert {"minor-suit Stayman", "range ask"} <= set(found)


def test_every_call_of_an_auction_is_named_at_once() -> None:
    found = names(Auction.of(Seat.NORTH, "P 1N P 2C P 2H P 4H"))
    assert [one and one.name for one in found] == [
        None, "one no-trump opening", None, "Stayman", None, "answer to Stayman", None, "sign-off",
    ]  # fmt: skip


def test_there_are_more_than_a_hundred_and_fifty() -> None:
    found = conventions()
    assert len(found) >= 150
    assert all(one.short and one.says and not one.says.endswith(".") for one in found.values())


def test_a_file_that_names_an_unknown_convention_is_refused() -> None:
    text = (
        "[[chapter]]\nname = 'x'\n[[chapter.convention]]\nname = 'y'\ncall = '2C'\nshort = 'a y'\n"
        "says = 'shows'\nanswers_to = 'z'"
    )
    with pytest.raises(UsageError, match="stands after 'z', which is not there"):
        read_conventions(text)


def test_promises_are_conditions_on_a_hand() -> None:
    found = named(Auction.of(Seat.NORTH, "1N P 2D"))
    assert found is not None
    assert all(one.holds(facts(Hand.parse("Q8.KJ9742.53.842"))) for one in found.promises)
    assert not all(one.holds(facts(Hand.parse("Q8742.KJ9.53.842"))) for one in found.promises)


def _name(auction: Auction, beside: CallEvidence) -> str | None:
    found = named(auction, beside=beside)
    return found.name if found is not None else None
