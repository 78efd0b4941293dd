"""Which decisions are alike: their kinds, their auctions, the nearest, and what they elect."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.bidding.auctions.arrays import CALLS, LONGEST, PASS, number_of
from kibitz.bidding.calls.likeness.decisions import (
    NO_DECISION,
    SCALE,
    CallDecisions,
    CallKind,
    auction_marks,
    kinds,
)
from kibitz.bidding.calls.likeness.neighbours import FAR, nearest
from kibitz.bidding.calls.precedents import Showing, divided, showing
from kibitz.bidding.calls.vote import elected
from kibitz.games.bridge.auction import Auction, parse_call
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat


def calls_of(text: str) -> np.ndarray:
    calls = np.zeros((1, LONGEST), np.uint8)
    words = Auction.of(Seat.NORTH, text).calls
    calls[0, : len(words)] = [number_of(call) for call in words]
    return calls


@pytest.mark.parametrize(
    ("auction", "kind"),
    [
        ("P", CallKind.OPENING),
        ("P P 1N", CallKind.OPENING),
        ("1H P 2H", CallKind.RESPONSE),
        ("P 1H P 1S", CallKind.RESPONSE),
        ("1H P 1S P 2S", CallKind.REBID),
        ("1H P 1S P 2S P 4S", CallKind.REBID),
        ("1H 1S", CallKind.OVERCALL),
        ("1H P 2H X", CallKind.OVERCALL),
        ("1H 1S 2H", CallKind.COMPETITIVE),
        ("1H P P X P 1S", CallKind.COMPETITIVE),
        ("1H X P 1S", CallKind.COMPETITIVE),
    ],
)
def test_the_kind_of_the_last_call(auction: str, kind: CallKind) -> None:
    calls = calls_of(auction)
    place = len(auction.split()) - 1
    found = kinds(calls)[0]
    assert found[place] == kind
    assert (found[place + 1 :] == NO_DECISION).all()


def mark(text: str) -> int:
    return int(auction_marks(calls_of(text))[0, len(text.split())])


def test_an_auction_is_the_same_from_the_opening_on() -> None:
    assert mark("1H P") == mark("P 1H P") != mark("1S P")
    assert mark("1H P") != mark("1H X")


def test_a_passed_hand_is_another_auction() -> None:
    assert mark("P P 1H P") != mark("1H P")
    assert mark("P 1D P 1H") != mark("1D P 1H")


def test_before_the_opening_the_seat_counts() -> None:
    assert len({mark(""), mark("P"), mark("P P"), mark("P P P")}) == 4


def test_the_nearest_are_those_that_sorting_finds() -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 60, (70_000, CALLS)).astype(np.uint8)  # enough for several threads
    asked, among = codes[123], np.arange(0, 70_000, 1)
    squares = ((codes.astype(np.int64) - asked) ** 2).sum(axis=1)
    order = np.argsort(squares, kind="stable")
    order = order[squares[order] <= (FAR * SCALE) ** 2][:40]
    found = nearest(asked, codes, among, 40)
    assert found.rows.tolist() == order.tolist()
    assert found.squares.tolist() == squares[order].tolist()
    assert not nearest(np.full(CALLS, 255, np.uint8), codes, among, 40).is_close


def test_a_vote_for_a_call_that_may_not_be_made_does_not_count() -> None:
    legal = np.zeros(CALLS, np.bool_)
    legal[[PASS, number_of(parse_call("2H"))]] = True
    voted = [number_of(parse_call(call)) for call in ("2H", "2H", "P", "1N", "1N", "1N")]
    votes = elected(np.zeros(6, np.int64), np.array(voted, np.uint8), legal)
    assert votes.order.tolist() == [number_of(parse_call("2H")), PASS]
    assert votes.counts.sum() == 3
    assert votes.shares.sum() == pytest.approx(1)


def decisions_of(calls: list[str], hands: list[tuple[int, int, int, int]]) -> CallDecisions:
    """Decisions in one auction: what was called with so many clubs, diamonds, hearts, spades."""
    size, none = len(calls), np.zeros(len(calls), np.uint8)
    held = np.array([(10, *lengths) for lengths in hands], np.uint8)
    made = np.array([number_of(parse_call(call)) for call in calls], np.uint8)
    marks = np.full(size, 7, np.uint32)
    codes, meant = np.zeros((size, CALLS), np.uint8), np.zeros((size, 15), np.uint8)
    return CallDecisions(
        codes, none, made, np.arange(size, dtype=np.uint32), none, held, meant, marks
    )


TRANSFERS = decisions_of(
    ["2D"] * 12 + ["P"] * 8, [(2, 3, 5, 3)] * 11 + [(3, 5, 2, 3)] + [(4, 3, 3, 3)] * 8
)
OWN = (3, 2, 5, 3)


def showing_of(
    decisions: CallDecisions,
    call: str,
    partners: tuple[Suit, ...] = (),
    own: tuple[int, int, int, int] = OWN,
) -> Showing | None:
    among = np.arange(len(decisions))
    return showing(decisions, 7, among, number_of(parse_call(call)), np.array(own), partners)


def test_a_transfer_shows_the_suit_above() -> None:
    found = showing_of(TRANSFERS, "2D")
    assert found is not None
    assert (found.suit, found.cards, found.part, found.whole) == (Suit.HEARTS, 5, 11, 12)


def test_a_hand_without_the_suit_is_not_said_to_show_it() -> None:
    found = showing_of(TRANSFERS, "2D", own=(5, 3, 2, 3))
    assert found is not None
    assert found.suit is None


def test_no_trump_shows_no_suit() -> None:
    responses = decisions_of(["1N"] * 8 + ["P"] * 8, [(2, 3, 5, 3)] * 8 + [(4, 3, 3, 3)] * 8)
    assert showing_of(responses, "1N") is None


def test_a_raise_with_three_cards_shows_no_other_suit() -> None:
    raises = decisions_of(["2H"] * 8, [(4, 3, 3, 3)] * 8)
    assert showing_of(raises, "2H", (Suit.HEARTS,)) is None


def test_a_double_shows_what_nearly_all_who_made_it_had_and_others_had_not() -> None:
    doubles = decisions_of(["X"] * 8 + ["P"] * 8, [(3, 3, 3, 4)] * 8 + [(4, 4, 3, 2)] * 8)
    found = showing_of(doubles, "X", own=(3, 3, 3, 4))
    assert found is not None
    assert (found.suit, found.cards) == (Suit.SPADES, 4)
    assert showing_of(doubles, "P") is None


def test_four_calls_show_nothing_yet() -> None:
    few = decisions_of(["2D"] * 4, [(2, 3, 5, 3)] * 4)
    assert showing_of(few, "2D") is None


def tally(**calls: int) -> np.ndarray:
    found = np.zeros(CALLS, np.int64)
    for name, times in calls.items():
        found[number_of(parse_call(name[1:]))] = times
    return found


@pytest.mark.parametrize(
    ("low", "high", "differ"),
    [
        (tally(_2H=9, _1N=3), tally(_1N=6, _2H=2), True),
        (tally(_2H=9, _1N=3), tally(_2H=6, _1N=2), False),
        (tally(_2H=9, _1N=3), tally(_1N=3), False),  # too few
        (tally(_2H=6, _1N=5), tally(_1N=6, _2H=5), False),  # hardly different
    ],
)
def test_systems_differ_only_where_the_counts_say_so(
    low: np.ndarray, high: np.ndarray, differ: bool
) -> None:
    found = divided([low, high], ("natural pairs", "strong-club pairs"))
    assert (found is not None) == differ
    if found is not None:
        assert [(side.part, side.whole) for side in found.sides] == [(9, 12), (6, 8)]
