"""The calls that may be made have names, and so have those just heard."""

from __future__ import annotations

from kibitz.bidding.calls.explain import heard_words
from kibitz.bidding.calls.names import call_names, with_hand
from kibitz.bidding.calls.question import CallQuestion
from kibitz.games.bridge.auction import Auction, Call, Sign, parse_call
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat


def test_a_call_is_named_by_what_the_hand_fits() -> None:
    asked = CallQuestion.parse("KJ94.Q85.A962.T7 after 1N P")
    stayman, transfer = parse_call("2C"), parse_call("2D")
    names = call_names(asked, [stayman, transfer, Sign.PASS])
    assert {call: one.name for call, one in names.calls.items()} == {stayman: "Stayman"}
    assert names.to_json()["calls"]["2C"]["short"] == "Stayman"


def test_one_hand_opens_a_weak_two_and_another_a_multi() -> None:
    assert _name("", "2D", "84.53.KQ8742.K62") == "weak two"
    assert _name("", "2D", "KQ8742.53.K6.842") == "Multi"


def test_what_partner_asked_is_said() -> None:
    names = call_names(CallQuestion.parse("KJ94.Q8.A962.AT7 after 1N P 2C X"), [])
    assert names.partners is not None
    assert names.partners.name == "Stayman"
    assert heard_words(names) == (
        "They doubled, a lead-directing double, for clubs. "
        "Partner bid 2♣, Stayman. It asks for a four-card major."
    )


def test_natural_calls_are_not_told_again() -> None:
    names = call_names(CallQuestion.parse("KJ94.Q8.A962.AT7 after 1H P"), [])
    assert (names.partners, names.theirs, heard_words(names)) == (None, None, "")


def _name(before: str, call: str, hand: str) -> str | None:
    made: Call = parse_call(call)
    found = with_hand(Auction.of(Seat.NORTH, before), made, Hand.parse(hand))
    return found.name if found is not None else None
