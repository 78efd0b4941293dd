"""Layouts of the hidden cards, each as likely as the calls make it.

Source:     Kool, van Hoof and Welling, "Stochastic Beams and Where to Find Them" (2019): to draw
            without replacement, add to every log-weight a Gumbel number and take the largest
Method:     many layouts are drawn that agree with the cards seen, all equally likely; of these
            some hundred are chosen by a short look at the calls, and each of those is weighed by
            the chance of every call of every hidden hand. A weight is divided by the chance to
            have been chosen: the short look decides what is weighed, not what it weighs
Checked by: tests/unit/cardplay/lookahead, `kibitz lab belief`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.meanings.hearing import Hearing
from kibitz.cardplay.lookahead.sampling import AllHidden, SeatKnowledge, TwoHidden, unknown_behind
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability

Owners = npt.NDArray[np.uint8]
"""Of each layout who holds each card, (n, 52), cards by their bit."""
Weights = npt.NDArray[np.float64]

POOL = 4096
"""Layouts that are drawn before any is weighed."""
WEIGHED = 192
"""Those of them that are weighed by every call."""
_CAUTION = 0.7
"""The power to which the short look is taken: it counts points twice where two hands share them."""


class Believer(Protocol):
    """Whoever can say how likely calls are with the hands of a layout, as logarithms."""

    def log_chances(self, owners: Owners, seats: Sequence[Seat], /) -> npt.NDArray[np.float32]:
        """Of the calls of the players in *seats*, weighed one by one."""

    def shown(
        self, owners: Owners, viewer: Seat, hand: Hand, seats: Sequence[Seat], /
    ) -> npt.NDArray[np.float32]:
        """The same by a short look: what a *viewer* with this hand may believe of the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Layouts:
    """Layouts and what each weighs, together one."""

    owners: Owners
    weights: Weights

    def drawn(self, count: int, rng: np.random.Generator) -> list[tuple[Deal, float]]:
        """So many different ones by their weight, all equal then; all as they weigh where few."""
        if count >= len(self.weights):
            return [
                (_deal(one), weight)
                for one, weight in zip(self.owners, self.weights.tolist(), strict=True)
            ]
        chosen, _ = _without_replacement(np.log(self.weights + 1e-300), count, rng)
        return [(_deal(self.owners[one]), 1 / count) for one in np.sort(chosen)]

    def some(self, count: int, rng: np.random.Generator) -> Layouts:
        """So many different ones, each weighing what makes up for those left out; all where few."""
        chosen, included = _without_replacement(np.log(self.weights + 1e-300), count, rng)
        weights = self.weights[chosen] / included
        return Layouts(self.owners[chosen], weights / weights.sum())

    def weighed_by(self, logs: Weights) -> Layouts:
        """The same, each weighing so much more, as logarithms."""
        weights = self.weights * np.exp(logs - logs.max())
        return Layouts(self.owners, weights / weights.sum())

    @property
    def deals(self) -> list[Deal]:
        return [_deal(one) for one in self.owners]

    @property
    def effective(self) -> float:
        """How many equally likely ones they are worth."""
        return float(1 / (self.weights**2).sum())


def hear(auction: Auction | None, vulnerability: Vulnerability | None) -> Believer | None:
    """Who tells from these calls what is likely; nobody where no call is known."""
    if auction is None or not auction.calls:
        return None
    return Hearing(CallNetwork.shipped(), auction, vulnerability)


def believed(
    seen: SeatKnowledge,
    viewer: Seat,
    believer: Believer | None,
    rng: np.random.Generator,
    *,
    drawn: int = POOL,
    weighed: int = WEIGHED,
) -> Layouts:
    """What the *viewer* may believe; without a *believer* every layout is as likely as another.

    So many are *drawn*, and of them so many *weighed*.
    """
    pool = uniform(seen, rng, drawn)
    if believer is None:
        return Layouts(pool, np.full(len(pool), 1 / len(pool)))
    hidden, hand = tuple(seen.shown), seen.open_hands[viewer]
    short = _CAUTION * believer.shown(pool, viewer, hand, hidden).astype(np.float64)
    chosen, included = _without_replacement(short, weighed, rng)
    logs = believer.log_chances(pool[chosen], hidden).astype(np.float64) - np.log(included)
    weights = np.exp(logs - logs.max())
    return Layouts(pool[chosen], weights / weights.sum())


def uniform(seen: SeatKnowledge, rng: np.random.Generator, drawn: int = POOL) -> Owners:
    """Layouts that agree with all that was seen, equally likely; all of them where they are few."""
    unknown = unknown_behind(seen)
    owners = np.zeros(52, np.uint8)
    for seat, hand in (*seen.open_hands.items(), *seen.shown.items()):
        owners[_bits(hand)] = seat
    free = [card.bit.bit_length() - 1 for card in unknown.free]
    if isinstance(unknown, AllHidden):
        places = np.repeat([int(seat) for seat in seen.shown], 13)
        return _spread(owners, free, rng.permuted(np.tile(places, (drawn, 1)), axis=1))
    owners[_bits(unknown.surely_left)], owners[_bits(unknown.surely_right)] = (
        unknown.left,
        unknown.right,
    )
    places = np.full(len(free), unknown.right)
    places[: unknown.places] = unknown.left
    if unknown.count <= drawn:
        return _spread(owners, free, _every(unknown))
    return _spread(owners, free, rng.permuted(np.tile(places, (drawn, 1)), axis=1))


def _every(unknown: TwoHidden) -> npt.NDArray[np.int64]:
    """Each way to give the free cards to the two hidden hands."""
    lefts = list(combinations(range(len(unknown.free)), unknown.places))
    found = np.full((len(lefts), len(unknown.free)), int(unknown.right))
    for row, left in enumerate(lefts):
        found[row, list(left)] = unknown.left
    return found


def _spread(owners: Owners, free: Sequence[int], places: npt.NDArray[np.int64]) -> Owners:
    found = np.tile(owners, (len(places), 1))
    found[:, list(free)] = places
    return found


def _bits(hand: Hand) -> list[int]:
    return [card.bit.bit_length() - 1 for card in hand]


def _deal(owners: Owners) -> Deal:
    return Deal.of(
        {
            seat: Hand(sum(1 << bit for bit in np.flatnonzero(owners == seat).tolist()))
            for seat in Seat
        }
    )


def _without_replacement(
    logs: Weights, count: int, rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], Weights]:
    """So many different rows by their log-weights, and the chance with which each was chosen."""
    if count >= len(logs):
        return np.arange(len(logs)), np.ones(len(logs))
    raised = logs + rng.gumbel(size=len(logs))
    order = np.argsort(-raised, kind="stable")
    chosen, last = order[:count], raised[order[count]]
    included = -np.expm1(-np.exp(np.minimum(logs[chosen] - last, 50)))
    return chosen, included
