"""Lookahead: the average value of each card over layouts of the hidden cards.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 7, which names planning
            with lookahead as future work
Notation:   a layout is a full deal consistent with everything the seat to play has seen
Departures: the paper does not say how; here layouts are sampled and solved double dummy. Such an
            average overstates what players will know later, so it is combined with precedents
Checked by: tests/laws/test_lookahead.py, `kibitz lab declare`
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import log
from typing import Any, Protocol

import numpy as np

from kibitz.cardplay.chairs import Chair, viewer_of
from kibitz.cardplay.leads.agreements import Agreements
from kibitz.cardplay.lookahead.cards_played import Networks, cards_heard
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.lookahead.sampling import layouts as sampled
from kibitz.cardplay.lookahead.weighing import Believer, believed, believed_quickly
from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import Answers, Solution
from kibitz.games.bridge.play import Play

TRICK_WEIGHT = 1.5
"""The weight of one sampled trick beside the natural logarithm of a card's share of the votes.

With the chance of the contract beside it, chosen on 118 of declarer's decisions from validation
events: from 1 to 1.5 agreement is best; beyond 3 it falls, and no fewer tricks are lost."""

LEAD_WEIGHT = 6.0
"""The same for opening leads, chosen on 266 leads from validation events, each judged on 40 other
layouts: up to 6, more and more leads give nothing away on these; beyond 8, fewer do on the actual
layout."""

DEFENCE_WEIGHT = 1.5
"""The same for all other cards of defenders, chosen on 2,400 decisions from validation events: no
other weight finds the experts' card more often, or loses fewer tricks."""

WEIGHTS = {
    Chair.DECLARER: TRICK_WEIGHT,
    Chair.DUMMY: TRICK_WEIGHT,
    Chair.OPENING_LEAD: LEAD_WEIGHT,
    Chair.BEFORE_DUMMY: DEFENCE_WEIGHT,
    Chair.AFTER_DUMMY: DEFENCE_WEIGHT,
}

CHANCE_WEIGHT = 6.0
"""The weight of the contract's chance beside the tricks, from every chair."""

PLAYED_TRICK_WEIGHT = 0.5
"""The weight of a trick on layouts played out. Chosen with the weight of the chance on 344
decisions from validation events at which several cards were tried: of chances from 3 to 10 and
tricks from 0.5 to 1.5, these lose the fewest tricks."""

LEAST_SHARE = 0.01
"""The share attributed to a card without a vote, as a lack of precedents rules nothing out."""


class Solver(Protocol):
    """A double-dummy solver: it answers a batch of states in order."""

    def solve_all(self, plays: Iterable[Play], /) -> Answers[Solution]: ...


@dataclass(frozen=True, slots=True)
class Lookahead:
    """The outcome of each legal card, over the layouts solved.

    *tricks* is declarer's average total, and *made* the share of layouts in which the contract is
    made, from any chair; *chair* tells whether more is better.
    """

    tricks: Mapping[Card, float]
    made: Mapping[Card, float]
    layouts: int
    chair: Chair = Chair.DECLARER
    is_played_out: bool = False
    """Whether learned players played the layouts out; else they were solved double dummy."""

    def own_tricks(self, card: Card) -> float:
        """The average number of tricks for the side to play."""
        return 13 - self.tricks[card] if self.chair.is_defender else self.tricks[card]

    def success(self, card: Card) -> float:
        """The share of layouts in which the side to play makes, or beats, the contract."""
        return 1 - self.made[card] if self.chair.is_defender else self.made[card]

    def to_json(self, seed: int) -> dict[str, Any]:
        return {
            "layouts": self.layouts,
            "seed": seed,
            "tricks": by_name(self.tricks),
            "made": by_name(self.made),
            "own_tricks": by_name({card: self.own_tricks(card) for card in self.tricks}),
            "success": by_name({card: self.success(card) for card in self.tricks}),
        }

    @property
    def best(self) -> Card:
        """The card with the best chance of the contract, then the most tricks; then the first."""
        return max(self.tricks, key=lambda card: (self.success(card), self.own_tricks(card)))


def by_name(values: Mapping[Card, float]) -> dict[str, float]:
    return {str(card): round(value, 4) for card, value in values.items()}


def look_ahead(
    state: Play,
    auction: Auction | None,
    *,
    layouts: int,
    seed: int,
    solver: Solver,
    believer: Believer | None = None,
    networks: Networks | None = None,
    quickly: int = 0,
    agreements: Agreements | None = None,
) -> Lookahead:
    """Sample so many *layouts* and solve them in one batch; the same seed gives the same answer.

    A *believer* weighs layouts by the likelihood of the calls, and the *networks* by that of the
    cards played, signals by the defenders' *agreements*; without either, rules about the calls of
    the *auction* leave some layouts out. With *quickly*, only so many layouts, drawn by chance, are
    weighed by the calls.

    Layouts on which the solver fails are left out; it is an error if it fails on all of them.
    """
    if layouts < 1:
        raise UsageError(f"at least one layout is needed, not {layouts}")
    rng = _chance(state, seed)
    if believer is None and networks is None:
        deals = [(deal, 1.0) for deal in sampled(state, auction, layouts, rng)]
    else:
        draws = np.random.default_rng(rng.getrandbits(64))
        seen, viewer = SeatKnowledge.of(state), viewer_of(state)
        if quickly and believer is not None:
            found = believed_quickly(seen, viewer, believer, draws, quickly)
        else:
            cards = cards_heard(seen, state, auction, networks, agreements)
            found = believed(seen, viewer, believer, draws, cards=cards)
        deals = found.drawn(layouts, draws)
    answers = list(solver.solve_all(replace(state, deal=deal) for deal, _ in deals))
    solved = [
        (answer, weight)
        for answer, (_, weight) in zip(answers, deals, strict=True)
        if isinstance(answer, Solution)
    ]
    if not solved:
        raise next(answer for answer in answers if isinstance(answer, SolverError))
    return _averaged(state, solved)


def chance_at(state: Play, seed: int) -> np.random.Generator:
    """A generator of chance fixed by the *seed* and by what everybody has seen."""
    return np.random.default_rng(_chance(state, seed).getrandbits(64))


def _chance(state: Play, seed: int) -> random.Random:
    return random.Random(f"{seed} {state.contract} {' '.join(map(str, state.played))}")


def _averaged(state: Play, solved: list[tuple[Solution, float]]) -> Lookahead:
    cards, target = state.legal_actions, state.contract.target
    whole = sum(weight for _, weight in solved)
    tricks = {card: sum(one.tricks[card] * w for one, w in solved) / whole for card in cards}
    made = {
        card: sum((one.tricks[card] >= target) * w for one, w in solved) / whole for card in cards
    }
    return Lookahead(tricks, made, len(solved), Chair.of(state))


def ranked(
    shares: Mapping[Card, float], ahead: Lookahead, weight: float | None = None
) -> list[Card]:
    """The cards, best first, by precedents and lookahead together.

    *shares* lists the legal cards with their shares of the votes, best first; ties keep that order.
    The chance of the contract counts first, and every trick beside it: a sampled trick has the
    *weight* of the chair, unless another is given. Cards that were not tried come last.
    """
    trick = PLAYED_TRICK_WEIGHT if ahead.is_played_out else WEIGHTS[ahead.chair]
    if weight is not None:
        trick = weight

    def worth(card: Card) -> float:
        vote = log(max(shares[card], LEAST_SHARE))
        return vote + CHANCE_WEIGHT * ahead.success(card) + trick * ahead.own_tricks(card)

    tried = sorted((card for card in shares if card in ahead.tricks), key=worth, reverse=True)
    return [*tried, *(card for card in shares if card not in ahead.tricks)]
