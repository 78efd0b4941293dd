"""What a slip cost, on average over layouts that fit what the player could know.

For a card: how many more tricks the experts' card takes double dummy. For a call: the auction is
bid to its end in each layout as a network predicts, once after the player's call and once after the
experts', and both results are compared with par; the difference is in IMPs.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.network.bidding_on import bid_on
from kibitz.cardplay.belief.question import BeliefQuestion
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.lookahead.weighing import believed, hear
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Vulnerability
from kibitz.games.bridge.double_dummy import DealTricks, DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.scoring import imps, score

LAYOUTS = 16
"""The number of layouts over which the cost of a card is averaged."""
LAYOUTS_OF_CALLS = 8
"""The same for a call; fewer, because its layouts are solved in every strain."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The average loss, the number of layouts, and the layout on which most is lost."""

    average: float
    layouts: int
    worst: Deal | None
    """The likeliest of the layouts on which most is lost; None if nothing is lost on any."""
    most: float
    """The loss on that layout."""


def card_costs(
    slips: Sequence[tuple[Play, Auction, Vulnerability, Card, Card]],
    solver: DoubleDummy,
    seed: int = 0,
    layouts: int = LAYOUTS,
) -> list[Cost | None]:
    """The cost of each slip: a position, the calls, the card that was played, and the experts'.

    None if the solver failed on every layout.
    """
    drawn = [
        _layouts(state, auction, colours, seed, layouts) for state, auction, colours, *_ in slips
    ]
    states = (
        replace(slip[0], deal=deal)
        for slip, deals in zip(slips, drawn, strict=True)
        for deal in deals
    )
    answers = solver.solve_all(states)
    found = []
    for (state, _, _, played, experts), deals in zip(slips, drawn, strict=True):
        sign = 1 if state.turn.is_with(state.contract.declarer) else -1
        lost = []
        for deal, weight in deals.items():
            answer = next(answers)
            if isinstance(answer, Solution):
                gain = sign * (answer.tricks[experts] - answer.tricks[played])
                lost.append((float(gain), weight, deal))
        found.append(_cost(lost))
    return found


def _cost(lost: Sequence[tuple[float, float, Deal]]) -> Cost | None:
    if not lost:
        return None
    whole = sum(weight for _, weight, _ in lost)
    average = sum(gain * weight for gain, weight, _ in lost) / whole
    most, _, worst = max(lost, key=lambda one: (one[0], one[1]))
    return Cost(average, len(lost), worst if most > 0 else None, max(most, 0.0))


def _layouts(
    state: Play, auction: Auction, colours: Vulnerability, seed: int, count: int
) -> dict[Deal, float]:
    """Layouts that fit what the player has seen and heard, with their weights."""
    viewer = state.turn if Chair.of(state).is_defender else state.contract.declarer
    rng = _chance(seed, f"{state.contract} {state.deal[viewer]} {' '.join(map(str, state.played))}")
    heard = hear(auction, colours)
    return dict(believed(SeatKnowledge.of(state), viewer, heard, rng).drawn(count, rng))


def _chance(seed: int, what: str) -> np.random.Generator:
    return np.random.default_rng(random.Random(f"{seed} {what}").getrandbits(64))


def call_cost(
    asked: BeliefQuestion,
    called: Call,
    experts: Call,
    network: CallNetwork,
    solver: DoubleDummy,
    seed: int = 0,
    layouts: int = LAYOUTS_OF_CALLS,
) -> Cost | None:
    """The cost of a call in IMPs against par, given the caller's hand and the auction so far."""
    colours = asked.vulnerability or Vulnerability.NONE
    rng = _chance(seed, str(asked))
    heard = hear(asked.auction, colours)
    deals = dict(believed(asked.seen, asked.viewer, heard, rng).drawn(layouts, rng))
    dealt = list(deals)
    ends = [
        bid_on(network, [(deal, asked.auction.after(call), colours) for deal in dealt])
        for call in (experts, called)
    ]
    same = [one.contract == other.contract for one, other in zip(*ends, strict=True)]
    solved = solver.solve_deals(
        (deal, asked.auction.dealer, colours)
        for deal, is_same in zip(dealt, same, strict=True)
        if not is_same
    )
    lost = []
    for at, deal in enumerate(dealt):
        gain = 0
        if not same[at]:
            found = next(solved)
            if isinstance(found, SolverError):
                continue
            side = 1 if asked.viewer % 2 == 0 else -1
            best, worse = (
                imps(side * (_scored(end[at], found, colours) - found.par)) for end in ends
            )
            gain = best - worse
        lost.append((float(gain), deals[deal], deal))
    return _cost(lost)


def _scored(auction: Auction, solved: DealTricks, colours: Vulnerability) -> int:
    """The double-dummy score of an auction's contract, for North-South."""
    contract = auction.contract
    if contract is None:
        return 0
    made = solved.tricks[contract.bid.strain, contract.declarer]
    return score(contract, made, colours) * (1 if contract.declarer % 2 == 0 else -1)
