"""Who decides for a seat: the house, with the time that it may take."""

from __future__ import annotations

import time
from collections.abc import Callable

from kibitz.bidding.conventions.naming import named
from kibitz.bidding.systems.bidding import bids
from kibitz.bidding.systems.file import rules_named
from kibitz.bidding.systems.system import RuleSystem
from kibitz.cardplay.lookahead.evaluation import Solver
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.cards import Card
from kibitz.seats.member import SeatAdviser
from kibitz.sitting.coached import DealStage
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.sight import SeenDeal

ADVISERS = ("house", "quick")
"""Who may hold a seat: the house, and the house that never looks ahead."""
_LONGEST_THOUGHT = 1.0
"""Seconds that looking ahead once is taken to need until it was seen to need more."""


class HouseSeat:
    """The house in a chair; it looks ahead as long as its *seconds* for the board last.

    Without *seconds* it looks ahead as often as it does anywhere; with none left, or without a
    solver, the network's card is played at once.
    """

    def __init__(
        self,
        house: HousePlayer,
        seconds: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._house, self._seconds, self._now = house, seconds, now
        self._quick = HousePlayer(house.calling, house.playing)
        self._spent, self._longest = 0.0, _LONGEST_THOUGHT

    def starts(self, board: int) -> None:
        self._spent = 0.0

    def chooses(self, seen: SeenDeal) -> Call | Card:
        if self._seconds is None or seen.stage is DealStage.BIDDING:
            return self._house.chooses(seen)
        if self._spent + 2 * self._longest > self._seconds:
            return self._quick.chooses(seen)
        began = self._now()
        chosen = self._house.chooses(seen)
        took = self._now() - began
        self._spent += took
        self._longest = max(self._longest, took)
        return chosen

    def explains(self, auction: Auction) -> str:
        """The name of an artificial call, for the opponents."""
        found = named(auction)
        return "" if found is None or found.is_natural else found.short


class RulesSeat(HouseSeat):
    """The house with the calls of written rules."""

    def __init__(self, house: HousePlayer, rules: RuleSystem, seconds: float | None = None) -> None:
        super().__init__(house, seconds)
        self._rules = rules

    def chooses(self, seen: SeenDeal) -> Call | Card:
        if seen.stage is not DealStage.BIDDING:
            return super().chooses(seen)
        return bids(self._rules, seen.hands[seen.by], seen.auction, seen.vulnerability).call


def adviser_named(
    words: str, solver: Solver, system: str = "", seconds: float | None = None
) -> SeatAdviser:
    """Who is called so."""
    if words not in ADVISERS:
        raise UsageError(f"nobody is called {words!r}: there are {' and '.join(ADVISERS)}")
    house = HousePlayer.shipped(solver if words == "house" else None)
    if not system:
        return HouseSeat(house, seconds)
    rules = rules_named(system)
    if rules is None:
        raise UsageError(f"not a system: {system!r} ('house system', or a file mine.toml)")
    return RulesSeat(house, rules, seconds)
