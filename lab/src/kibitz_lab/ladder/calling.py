"""Calls for the ladder: deals bid by the house, kept where a convention or a rule decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kibitz.bidding.conventions.naming import named
from kibitz.games.bridge.auction import Auction, Bid, Call, Sign, Strain
from kibitz.games.bridge.deal import Seat
from kibitz.sitting.coached import CoachedDeal, DealStart
from kibitz.sitting.deals import bid_by_house, turned
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.sight import seen_by_decider
from kibitz_lab.ladder.dealing import dealt

SIZE = 50
"""The number of deals in a block."""
CLEAR, TEMPTS = 0.6, 0.02
"""The least chance of the experts' call, and of the call that somebody else might make."""
_GAMES = {
    Strain.NOTRUMP: 3,
    Strain.SPADES: 4,
    Strain.HEARTS: 4,
    Strain.DIAMONDS: 5,
    Strain.CLUBS: 5,
}


@dataclass(frozen=True, slots=True)
class CallAsked:
    """A call in an auction: what experts do, and what somebody else might."""

    auction: Auction
    right: Call
    rival: Call
    chances: tuple[float, float]

    @property
    def ours(self) -> list[Call]:
        """The calls of the side to call, partner's last one last."""
        return list(self.auction.calls[-2::-2])[::-1]

    @property
    def theirs(self) -> list[Call]:
        return list(self.auction.calls[-1::-2])[::-1]

    @property
    def is_quiet(self) -> bool:
        """Whether the other side has only passed."""
        return all(call is Sign.PASS for call in self.theirs)


def called(task: tuple[int, str, int]) -> list[dict[str, Any]]:
    """The candidates of a block of auctions: seed, sieve, number."""
    seed, sieve, block = task
    house = HousePlayer.shipped(None)
    return [
        one
        for start in dealt(seed, sieve, sieve, range(block * SIZE, (block + 1) * SIZE))
        for one in _of_deal(start, house)
    ]


def _of_deal(start: DealStart, house: HousePlayer) -> Iterator[dict[str, Any]]:
    auction = bid_by_house(start, house)
    for place in range(1, len(auction.calls)):
        so_far = Auction(start.dealer, auction.calls[:place])
        if so_far.is_over or not any(call is not Sign.PASS for call in so_far.calls):
            continue
        deal = CoachedDeal.at(replace(start, people=())).called(*so_far.calls)
        forecast = house.forecast(seen_by_decider(deal))
        if len(forecast) < 2:
            continue
        (right, most), (rival, less) = [*forecast.items()][:2]
        asked = CallAsked(so_far, right, rival, (most, less))
        theme = theme_of_call(asked) if most >= CLEAR and less >= TEMPTS else ""
        if theme:
            yield _candidate(start, asked, theme)


def theme_of_call(asked: CallAsked) -> str:
    """What a call is about; empty if it is of no theme."""
    right, rival = asked.right, asked.rival
    if Sign.DOUBLE in (right, rival) or _answers_double(asked):
        return "doubles"
    if _is_about_slam(right) or (_is_about_slam(rival) and _bids(asked.ours)):
        return "slams" if asked.is_quiet or _bids(asked.ours) else ""
    if not asked.is_quiet:
        both = _bids(asked.theirs) and right is not rival
        return "competing" if both and _level(asked) <= 4 else ""
    if _is_over_no_trump(asked):
        return "after-1nt"
    return "how-high" if _asks_how_high(asked) else ""


def _bids(calls: list[Call]) -> list[Bid]:
    return [one for one in calls if isinstance(one, Bid)]


def _level(asked: CallAsked) -> int:
    return max((one.level for one in _bids([*asked.ours, *asked.theirs])), default=0)


def _answers_double(asked: CallAsked) -> bool:
    """Whether partner's last call is a double."""
    return bool(asked.ours) and asked.ours[-1] is Sign.DOUBLE


def _is_about_slam(call: Call) -> bool:
    return isinstance(call, Bid) and (
        call.level >= 5 and call.strain.trumps is None or call.level >= 6 or str(call) == "4N"
    )


def _is_over_no_trump(asked: CallAsked) -> bool:
    """Whether our side opened one no-trump and the answers to it are going on."""
    bids = _bids(asked.ours)
    return bool(bids) and str(bids[0]) == "1N" and len(bids) <= 3


def _asks_how_high(asked: CallAsked) -> bool:
    """Whether the two calls are a game and less, or more and less of the same."""
    bids = _bids(asked.ours)
    if not bids or bids[-1].level > 4:
        return False
    heights = {_height(call) for call in (asked.right, asked.rival)}
    strains = {call.strain for call in (asked.right, asked.rival) if isinstance(call, Bid)}
    return len(heights) == 2 and len(strains) == 1 and len(bids) >= 2


def _height(call: Call) -> int:
    """Pass, an invitation or less, or game."""
    if not isinstance(call, Bid):
        return 0
    return 2 if call.level >= _GAMES[call.strain] else 1


def _candidate(start: DealStart, asked: CallAsked, theme: str) -> dict[str, Any]:
    """A call as plain data, turned so that who calls sits South."""
    by = (Seat.SOUTH - asked.auction.turn) % 4
    there = turned(start, by)
    name = named(Auction(there.dealer, (*asked.auction.calls, asked.right)))
    return {
        "theme": theme,
        "kind": "" if name is None else name.name,
        "deal": str(there.deal),
        "dealer": str(there.dealer),
        "vulnerable": str(there.vulnerability),
        "seed": there.seed,
        "calls": " ".join(map(str, asked.auction.calls)),
        "right": str(asked.right),
        "rival": str(asked.rival),
        "success": [round(one, 3) for one in asked.chances],
        "meaning": "" if name is None else name.line,
    }
