"""Where a call leads, and where the next best would: auctions bid on over layouts.

Layouts of the hidden hands are drawn as the belief weighs them. On each the auction is bid to its
end after either call, as the network of calls finds likeliest. With a solver, the contracts are
compared double dummy where they differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.bidding.calls.answer import CallAnswer, CallVote, Reading
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.network.bidding_on import bid_on
from kibitz.cardplay.belief.ahead_words import ahead_words
from kibitz.cardplay.belief.question import BeliefQuestion
from kibitz.cardplay.lookahead.weighing import believed, hear
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction, Bid, Call, Contract, Sign
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.scoring import imps, score

LAYOUTS = 16
"""The number of layouts."""
_PLAUSIBLE = 0.05
"""A call is the next best if it has at least this share, or this chance by the network."""

_Tricks = dict[tuple[int, Contract], int]
"""What a contract makes on a layout, where it was solved."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where one call leads."""

    call: Call
    ends: tuple[tuple[Contract | None, int], ...]
    """The contracts, the most frequent first, and on how many layouts."""
    passed: int
    """On how many layouts the call itself is passed out."""
    partners: tuple[int, int] | None
    """Partner's cards in its suit where it is passed: the middle half; None of no-trump."""
    tricks: float | None
    """Of the layouts that were solved, the tricks of the most frequent contract on average."""


@dataclass(frozen=True, slots=True)
class TwoWays:
    """A call and the next best, on the same layouts."""

    hand_lengths: tuple[int, int, int, int]
    """Of the player to call, clubs first."""
    side: int
    best: Way
    other: Way
    layouts: int
    same: int
    """On how many layouts both lead to the same contract."""
    better: int
    worse: int
    imps: float | None
    """What the best call gains on average, over all layouts; None where nothing was solved."""

    def __str__(self) -> str:
        return ahead_words(self)

    def to_json(self) -> dict[str, Any]:
        ways = {
            name: {
                "call": str(way.call),
                "ends": [[str(end), times] for end, times in way.ends],
                "passed": way.passed,
                "tricks": way.tricks,
            }
            for name, way in (("best", self.best), ("other", self.other))
        }
        return {
            **ways, "layouts": self.layouts, "same": self.same, "better": self.better,
            "worse": self.worse, "imps": None if self.imps is None else round(self.imps, 2),
            "text": str(self),
        }  # fmt: skip


def next_best(answer: CallAnswer) -> Call | None:
    """The next best call, if it is plausible."""
    said, best = answer.said, answer.best
    if best is None or not isinstance(said, CallVote | Reading):
        return None
    found = (
        one.call
        for one in said.candidates
        if one.call != best.action and max(one.share, one.chance) >= _PLAUSIBLE
    )
    return next(found, None)


def look_ahead(
    answer: CallAnswer, solver: DoubleDummy | None, seed: int = 0, layouts: int = LAYOUTS
) -> TwoWays | None:
    """Where the call and the next best lead; None where there is no plausible other.

    Without a solver it is not told which of the contracts is better.
    """
    asked, other = answer.question, next_best(answer)
    if other is None or answer.best is None:
        return None
    auction, colours = asked.auction, asked.vulnerability
    seen = BeliefQuestion.hand(asked.hand, auction, dealer=auction.dealer, vulnerability=colours)
    rng = np.random.default_rng([seed, len(auction.calls), asked.hand.points])
    found = believed(seen.seen, seen.viewer, hear(auction, colours), rng).drawn(layouts, rng)
    deals = [deal for deal, _ in found]
    network, calls = CallNetwork.shipped(), (answer.best.action, other)
    ends = [
        bid_on(network, [(deal, auction.after(call), colours) for deal in deals]) for call in calls
    ]
    contracts = [[one.contract for one in several] for several in ends]
    differ = [at for at in range(len(deals)) if contracts[0][at] != contracts[1][at]]
    tricks = {} if solver is None else _solved(solver, deals, contracts, differ)
    side = 1 if asked.seat % 2 == 0 else -1
    gains = []
    for at in differ if solver is not None else ():
        ours, others = (_score(several[at], tricks, at, colours) for several in contracts)
        if ours is not None and others is not None:
            gains.append(imps(side * (ours - others)))
    ways = [
        _way(call, several, deals, asked.seat, len(auction.calls), tricks)
        for call, several in zip(calls, ends, strict=True)
    ]
    clubs, diamonds, hearts, spades = (asked.hand.length(suit) for suit in Suit)
    return TwoWays(
        (clubs, diamonds, hearts, spades), asked.seat % 2, ways[0], ways[1], len(deals),
        len(deals) - len(differ), sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains),
        None if solver is None else sum(gains) / max(len(deals), 1),
    )  # fmt: skip


def _solved(
    solver: DoubleDummy,
    deals: Sequence[Deal],
    contracts: Sequence[Sequence[Contract | None]],
    differ: Sequence[int],
) -> _Tricks:
    """The double-dummy tricks of both contracts on the layouts where they differ."""
    asked = [(at, one) for several in contracts for at in differ if (one := several[at])]
    plays = [Play.start(deals[at], contract) for at, contract in asked]
    found = zip(asked, solver.analyse_all(plays), strict=True)
    return {which: one.totals[0] for which, one in found if not isinstance(one, SolverError)}


def _way(
    call: Call,
    ends: Sequence[Auction],
    deals: Sequence[Deal],
    seat: Seat,
    place: int,
    solved: _Tricks,
) -> Way:
    """Where a call leads, from its auctions on every layout."""
    contracts = [one.contract for one in ends]
    tally = Counter(contracts).most_common()
    passed = [
        at
        for at, one in enumerate(ends)
        if isinstance(call, Bid) and all(later is Sign.PASS for later in one.calls[place + 1 :])
    ]
    suit = call.strain.trumps if isinstance(call, Bid) else None
    partners = None
    if suit is not None and passed:
        held = [deals[at][seat.partner].length(suit) for at in passed]
        low, high = np.percentile(held, (25, 75), method="nearest").tolist()
        partners = int(low), int(high)
    first = tally[0][0]
    taken = (
        []
        if first is None
        else [
            solved[at, first]
            for at, one in enumerate(contracts)
            if one == first and (at, one) in solved
        ]
    )
    return Way(call, tuple(tally), len(passed), partners, float(np.mean(taken)) if taken else None)


def _score(
    contract: Contract | None, solved: _Tricks, at: int, colours: Vulnerability
) -> int | None:
    """The double-dummy score of a contract, for North-South; None where it was not solved."""
    if contract is None:
        return 0
    made = solved.get((at, contract))
    if made is None:
        return None
    return score(contract, made, colours) * (1 if contract.declarer % 2 == 0 else -1)
