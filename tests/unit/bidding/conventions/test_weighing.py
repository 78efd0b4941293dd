"""Of several conventions that an explained call may be, the evidence names one, or none."""

from __future__ import annotations

from kibitz.bidding.conventions.naming import CallEvidence, named
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat

_CLUB, _RESPONSE = Auction.of(Seat.NORTH, "1C"), Auction.of(Seat.NORTH, "1C P 1D")


def _name(auction: Auction, beside: CallEvidence) -> str | None:
    found = named(auction, beside=beside)
    return found.name if found is not None else None


def test_what_fewer_hands_would_fit_is_likelier() -> None:
    strong, weak = Hand.parse("AK74.AQ83.KQ2.A5"), Hand.parse("K742.Q83.K2.AJ95")
    for hand, name in ((strong, "strong club"), (weak, "one club opening")):
        known = CallEvidence(hands={Seat.NORTH: hand}, alerted=(0,))
        assert _name(_CLUB, known) == name


def test_what_goes_with_partners_call_is_likelier() -> None:
    strong = CallEvidence(words={0: "16+ any"}, alerted=(2,))
    natural = CallEvidence(alerted=(2,))
    assert _name(_RESPONSE, strong) == "negative to a strong club"
    assert _name(_RESPONSE, natural) == "transfer response to hearts"


def test_what_the_pair_explained_elsewhere_counts() -> None:
    once = CallEvidence(alerted=(0,), played=({"Polish club": 4}, {}))
    theirs = CallEvidence(alerted=(0,), played=({}, {"Polish club": 4}))
    assert _name(_CLUB, once) == "Polish club"
    assert _name(_CLUB, theirs) != "Polish club"


def test_nothing_is_named_where_the_evidence_does_not_separate() -> None:
    opening = Auction.of(Seat.NORTH, "2H")
    assert _name(opening, CallEvidence(alerted=(0,))) is None
    assert _name(opening, CallEvidence()) == "weak two"
