"""The house system against itself, and systems that contradict themselves."""

from __future__ import annotations

import pytest

from kibitz.bidding.systems.bidding import bid_deal
from kibitz.bidding.systems.checking import RIVALS, check
from kibitz.bidding.systems.file import house_system, read_system
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.runtime.running import chance

RIVAL = """
[[situation]]
name = "Balanced"
when = "opening"
[[situation.rule]]
name = "no-trump"
call = "1N"
shows = "12-14 points, balanced"
[[situation]]
name = "Majors"
when = "opening"
[[situation.rule]]
name = "spades"
call = "1S"
shows = "12-14 points, 5+ spades"
"""

FORCED = """
[[situation]]
name = "Openings"
when = "opening"
[[situation.rule]]
name = "strong"
call = "1S"
shows = "12+ points"
[[situation]]
name = "Responses"
after = "1S"
[[situation.rule]]
name = "anything"
call = "2S"
forcing = "round"
[[situation]]
name = "Rebids"
when = "I opened"
[[situation.rule]]
name = "no hearts"
call = "2N"
shows = "0-1 hearts"
"""


def test_the_house_system_bids_boards_against_itself_without_a_contradiction() -> None:
    checked = check(house_system(), 150, seed=2)
    assert checked.faults == []
    assert checked.calls > 1000


def test_equal_priorities_that_call_differently_are_told_with_both_lines() -> None:
    checked = check(read_system(RIVAL), 200, seed=1)
    kinds = {fault.kind for fault in checked.faults}
    assert kinds == {RIVALS}
    fault, times = checked.first_faults()[0]
    assert set(fault.lines) == {5, 12}
    assert times > 0


def test_a_forced_bidder_whom_no_rule_helps_bids_on_and_tells_no_lie() -> None:
    checked = check(read_system(FORCED), 100, seed=1)
    assert checked.used["anything"] > 5
    assert checked.faults == []  # nobody passed two spades, or named a suit that was not held


def test_auctions_in_which_no_rule_speaks_are_counted() -> None:
    checked = check(read_system(RIVAL), 100, seed=1)
    assert checked.silent


@pytest.mark.parametrize("seed", range(5))
def test_a_deal_is_bid_to_a_legal_end_and_the_same_again(seed: int) -> None:
    deal = Deal.shuffled(chance(seed, "bid out"))
    start = Auction(Seat.NORTH)
    first = bid_deal(house_system(), deal, start, Vulnerability.NONE)
    assert first.auction.is_over
    assert first.auction == bid_deal(house_system(), deal, start, Vulnerability.NONE).auction
