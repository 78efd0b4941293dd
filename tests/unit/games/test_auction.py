from functools import cache

import pytest

from kibitz.errors import IllegalActionError
from kibitz.games.bridge.auction import (
    BIDS,
    CALLS,
    Auction,
    Bid,
    Contract,
    Doubling,
    Sign,
    Strain,
    parse_call,
)
from kibitz.games.bridge.deal import Seat


def completions(auction: Auction) -> int:
    """How many ways there are to go on until the auction is over, counted one by one."""
    if auction.is_over:
        return 1
    return sum(completions(auction.after(call)) for call in auction.legal_actions)


@cache
def ways(
    length: int, higher: int = 35, risk: int | None = None, ours: bool = False, passes: int = 0
) -> int:
    """How many rows of *length* calls may follow, given the number of higher bids, the doubling of
    the last one, and whether the caller's side made the last call that was not a pass."""
    if length == 0:
        return 1
    if passes == (4 if risk is None else 3):
        return 0
    passing = ways(length - 1, higher, risk, not ours, passes + 1)
    bidding = sum(ways(length - 1, left, 0) for left in range(higher))
    may_double = risk in (0, 1) and not ours
    return passing + bidding + (ways(length - 1, higher, (risk or 0) + 1) if may_double else 0)


def test_there_are_38_calls_and_bids_outrank_each_other_in_auction_order() -> None:
    assert len(CALLS) == 38
    assert tuple(sorted(BIDS)) == BIDS
    assert " ".join(map(str, BIDS[:6])) == "1C 1D 1H 1S 1N 2C"


@pytest.mark.parametrize(("bid", "higher"), [("7N", 0), ("7S", 1), ("7H", 2)])
def test_after_a_bid_with_m_higher_ones_there_are_7_times_22_to_the_m_ways_to_go_on(
    bid: str, higher: int
) -> None:
    # A bid is followed by the final passes in 7 ways (plain, doubled after 0 or 2 passes, and
    # each of those redoubled after 0 or 2), and by another bid in 21 ways (each of the 7, then 0
    # to 2 passes). With m higher bids: the sum over k of C(m, k) * 21**k * 7 = 7 * 22**m.
    assert completions(Auction.of(Seat.NORTH, bid)) == 7 * 22**higher


@pytest.mark.parametrize(("length", "auctions"), [(0, 1), (1, 36), (2, 701), (3, None)])
def test_short_auctions_are_as_many_as_a_recursion_over_what_stands_counts(
    length: int, auctions: int | None
) -> None:
    found = [Auction(Seat.WEST)]
    for _ in range(length):
        found = [auction.after(call) for auction in found for call in auction.legal_actions]
    assert len(set(found)) == len(found) == ways(length)
    assert auctions in (None, len(found))


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("1N P 3N P P P", "3N by N"),
        ("P P P 1C P P P", "1C by W"),
        ("1H P 2H P 4H P P P", "4H by N"),
        ("1H 2H 3H 4H P P P", "4H by E"),
        ("P 1S P 2N P 3S P 4S X P P P", "4Sx by E"),
        ("1C X XX P P P", "1Cxx by N"),
        ("1C X XX 1D P P P", "1D by W"),
        ("1C X P P XX P P P", "1Cxx by N"),
        ("1D 1S 2D 2S X P P P", "2Sx by E"),
        ("1C P 1N P 2C P 2N P P P", "2N by S"),
    ],
)
def test_the_contract_is_the_last_bid_by_the_first_of_its_side_to_name_the_strain(
    calls: str, contract: str
) -> None:
    assert str(Auction.of(Seat.NORTH, calls).contract) == contract


def test_four_passes_end_an_auction_without_a_contract() -> None:
    auction = Auction.of(Seat.EAST, "P P P P")
    assert auction.is_over
    assert auction.is_passed_out
    assert auction.contract is None
    assert auction.legal_actions == ()


@pytest.mark.parametrize("calls", ["", "P P P", "1N P P", "1N X P P"])
def test_an_auction_still_open_has_no_contract(calls: str) -> None:
    auction = Auction.of(Seat.SOUTH, calls)
    assert not auction.is_over
    assert auction.contract is None


@pytest.mark.parametrize(
    ("calls", "problem"),
    [
        ("1S 1H", "insufficient bid: 1H over 1S"),
        ("1S 1S", "insufficient bid: 1S over 1S"),
        ("7N 1C", "insufficient bid"),
        ("X", "illegal double"),
        ("P X", "illegal double"),
        ("1C P X", "illegal double"),
        ("1C X X", "illegal double"),
        ("1C X XX X", "illegal double"),
        ("XX", "illegal redouble"),
        ("1C XX", "illegal redouble"),
        ("1C X P XX", "illegal redouble"),
        ("1C X XX P XX", "illegal redouble"),
        ("1C X 1D XX", "illegal redouble"),
        ("P P P P P", "calls after end"),
        ("1C P P P 1D", "calls after end"),
    ],
)
def test_an_illegal_auction_cannot_be_built(calls: str, problem: str) -> None:
    with pytest.raises(IllegalActionError, match=problem):
        Auction.of(Seat.NORTH, calls)


def test_calls_go_round_the_table_from_the_dealer() -> None:
    auction, callers = Auction(Seat.SOUTH), []
    for word in ["P", "1C", "P", "P", "X"]:
        callers.append(str(auction.turn))
        auction = auction.after(parse_call(word))
    assert callers == ["S", "W", "N", "E", "S"]


@pytest.mark.parametrize("level", [0, 8, -1])
def test_there_are_no_bids_beyond_the_seven_levels(level: int) -> None:
    with pytest.raises(ValueError, match="a level from 1 to 7"):
        Bid(level, Strain.SPADES)


@pytest.mark.parametrize("text", ["", "8N", "0C", "1NT", "Pass", "x", "1c"])
def test_what_is_not_a_call_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=f"not a call: {text!r}"):
        parse_call(text)


@pytest.mark.parametrize("text", ["3N", "3Nxxx by N", "X by N", "3N by Q", "8N by N", "3N by "])
def test_what_is_not_a_contract_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a|reads like"):
        Contract.parse(text)


def test_a_contract_knows_its_target_its_dummy_and_who_leads() -> None:
    contract = Contract.parse("6Dxx by E")
    assert (contract.target, contract.dummy, contract.leader) == (12, Seat.WEST, Seat.SOUTH)
    assert contract.doubling is Doubling.REDOUBLED


def test_a_sign_is_not_a_bid() -> None:
    assert parse_call("X") is Sign.DOUBLE
    with pytest.raises(ValueError, match="not a bid: 'X'"):
        Bid.parse("X")
