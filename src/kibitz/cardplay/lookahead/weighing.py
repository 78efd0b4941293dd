"""Layouts of the hidden cards, weighted by the likelihood of the calls.

Source:     Kool, van Hoof and Welling, "Stochastic Beams and Where to Find Them" (2019): to draw
            without replacement, add a Gumbel number to every log-weight and take the largest
Method:     many layouts consistent with the cards seen are drawn, all equally likely; a hundred or
            so of them are chosen by a quick look at the calls, and each of these is weighted by
            the chance of every call by every hidden hand. A weight is divided by the chance of
            having been chosen, so the quick look decides what is weighed, not its weight
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
"""Who holds each card in each layout, (n, 52), with cards by their bit."""
Weights = npt.NDArray[np.float64]

POOL = 4096
"""The number of layouts drawn."""
WEIGHED = 192
"""The number of those layouts that are weighed by every call."""
_CAUTION = 0.7
"""The power of the quick look, which counts points twice where two hands share them."""


class Believer(Protocol):
    """Gives the log-likelihood of the calls with the hands of a layout."""

    def log_chances(self, owners: Owners, seats: Sequence[Seat], /) -> npt.NDArray[np.float32]:
        """The log-likelihood of the calls of the players in *seats*, call by call."""

    def shown(
        self, owners: Owners, viewer: Seat, hand: Hand, seats: Sequence[Seat], /
    ) -> npt.NDArray[np.float32]:
        """A quick approximation: how well a layout fits what the *viewer* may believe."""


@dataclass(frozen=True, slots=True, eq=False)
class Layouts:
    """Layouts and their weights, which add up to one."""

    owners: Owners
    weights: Weights

    def drawn(self, count: int, rng: np.random.Generator) -> list[tuple[Deal, float]]:
        """So many different layouts drawn by weight, now equal; if there are few, all of them."""
        if count >= len(self.weights):
            return [
                (_deal(one), weight)
                for one, weight in zip(self.owners, self.weights.tolist(), strict=True)
            ]
        chosen, _ = _without_replacement(np.log(self.weights + 1e-300), count, rng)
        return [(_deal(self.owners[one]), 1 / count) for one in np.sort(chosen)]

    def some(self, count: int, rng: np.random.Generator) -> Layouts:
        """So many different layouts, reweighted to represent all; if there are few, all of them."""
        chosen, included = _without_replacement(np.log(self.weights + 1e-300), count, rng)
        weights = self.weights[chosen] / included
        return Layouts(self.owners[chosen], weights / weights.sum())

    def shuffled(self, rng: np.random.Generator) -> Layouts:
        """The same layouts in random order."""
        order = rng.permutation(len(self.weights))
        return Layouts(self.owners[order], self.weights[order])

    def weighed_by(self, logs: Weights) -> Layouts:
        """The same layouts, with these numbers added to their log-weights."""
        weights = self.weights * np.exp(logs - logs.max())
        return Layouts(self.owners, weights / weights.sum())

    @property
    def deals(self) -> list[Deal]:
        return [_deal(one) for one in self.owners]

    @property
    def effective(self) -> float:
        """The effective number of equally likely layouts."""
        return float(1 / (self.weights**2).sum())


def hear(auction: Auction | None, vulnerability: Vulnerability | None) -> Believer | None:
    """A believer that has heard these calls; None if no call is known."""
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
    """What the *viewer* may believe; without a *believer*, all layouts are equally likely.

    *drawn* layouts are drawn, and *weighed* of them are weighed.
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
    """Layouts consistent with everything seen, equally likely; if there are few, all of them."""
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
    """Every way to divide the free cards between the two hidden hands."""
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
    """So many different rows drawn by log-weight, and the chance with which each was chosen."""
    if count >= len(logs):
        return np.arange(len(logs)), np.ones(len(logs))
    raised = logs + rng.gumbel(size=len(logs))
    order = np.argsort(-raised, kind="stable")
    chosen, last = order[:count], raised[order[count]]
    included = -np.expm1(-np.exp(np.minimum(logs[chosen] - last, 50)))
    return chosen, included
