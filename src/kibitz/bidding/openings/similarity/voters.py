"""The ways to ask a case base, by name: a similarity, how many cases vote, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kibitz.bidding.openings.similarity.cbridge import (
    Cases,
    CBridgeSimilarity,
    HandSimilarity,
    NearestHands,
)
from kibitz.bidding.openings.similarity.columns import Bytes, Columns
from kibitz.bidding.openings.similarity.features import describe
from kibitz.bidding.openings.similarity.forest import Forest, Proximity, grow
from kibitz.bidding.openings.similarity.hierarchy import CoarseToFine
from kibitz.bidding.openings.similarity.voting import CallVotes, adapted, vote
from kibitz.bidding.openings.similarity.weights import WeightedSimilarity, learn_weights
from kibitz.errors import UsageError

FOREST = "forest"
"""The best of them, and the one `kibitz learn openings` uses."""

POWERS = (4, 2, 1)
"""How sharply a forest's vote may favour the nearest, the sharpest first: which of them is best
depends on how much those who made the calls agree with each other."""


@dataclass(frozen=True, slots=True)
class Voter:
    """Cases with the similarity they are asked by; *k* of them vote, weighed by a *power* of it."""

    columns: Columns
    calls: Bytes
    similarity: HandSimilarity
    k: int
    power: int = 0
    adapts: bool = False

    def nearest(self, asked: Columns, *, skip: Cases | None = None) -> NearestHands:
        return self.similarity.nearest(asked, self.k, skip=skip)

    def proposed(self, asked: Columns, found: NearestHands) -> Bytes:
        """What each case found speaks for: its own call, or that call adapted."""
        if self.adapts:
            return adapted(self.calls, self.columns, asked, found)
        return self.calls[found.cases]

    def votes(self, asked: Columns, *, skip: Cases | None = None) -> CallVotes:
        found = self.nearest(asked, skip=skip)
        return vote(self.proposed(asked, found), found, power=self.power)


def forest_voter(columns: Columns, calls: Bytes, forest: Forest, power: int = POWERS[0]) -> Voter:
    """Proximity in a forest already grown."""
    return Voter(columns, calls, Proximity.over(columns, forest), k=40, power=power)


def _forest(columns: Columns, calls: Bytes, seed: int, jobs: int) -> Voter:
    grown = grow(describe(columns)[1], calls, seed=seed, jobs=jobs)
    return forest_voter(columns, calls, grown)


def _weights(columns: Columns, calls: Bytes, seed: int, jobs: int) -> Voter:
    weights = learn_weights(describe(columns)[1], calls, seed=seed, jobs=jobs)
    return Voter(columns, calls, WeightedSimilarity.over(columns, weights), k=9, power=2)


def _cbridge(adapts: bool) -> Callable[[Columns, Bytes, int, int], Voter]:
    return lambda columns, calls, seed, jobs: Voter(
        columns, calls, CBridgeSimilarity.over(columns), k=5, adapts=adapts
    )


VOTERS: dict[str, Callable[[Columns, Bytes, int, int], Voter]] = {
    "cbridge1": _cbridge(adapts=False),
    "cbridge1a": _cbridge(adapts=True),
    "hierarchy": lambda columns, calls, seed, jobs: Voter(
        columns, calls, CoarseToFine.over(columns), k=5
    ),
    "weights": _weights,
    FOREST: _forest,
}


def teach(method: str, columns: Columns, calls: Bytes, *, seed: int, jobs: int = 1) -> Voter:
    """A voter of the named kind over these cases."""
    if method not in VOTERS:
        raise UsageError(f"not a method: {method!r} (one of {', '.join(VOTERS)})")
    if not len(columns):
        raise UsageError("there is no case to learn from")
    return VOTERS[method](columns, calls, seed, jobs)


def by_deal(deals: Cases, folds: int, seed: int) -> Cases:
    """A fold for each decision; decisions of one deal are in one fold.

    >>> by_deal(np.array([7, 7, 8, 9]), 3, seed=1).tolist()
    [0, 0, 1, 2]
    """
    names, places = np.unique(deals, return_inverse=True)
    order = np.random.default_rng(seed).permutation(len(names))
    return (order % folds)[places].astype(np.int64)
