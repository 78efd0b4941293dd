"""The methods of asking a case base, by name: a similarity, and how many cases vote and how."""

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
from kibitz.bidding.openings.similarity.columns import Bytes, SituationColumns
from kibitz.bidding.openings.similarity.features import describe
from kibitz.bidding.openings.similarity.forest import Forest, Proximity, grow
from kibitz.bidding.openings.similarity.hierarchy import CoarseToFine
from kibitz.bidding.openings.similarity.voting import OpeningVotes, adapted, vote
from kibitz.bidding.openings.similarity.weights import WeightedSimilarity, learn_weights
from kibitz.errors import UsageError

FOREST = "forest"
"""The best method, which `kibitz learn openings` uses."""

POWERS = (4, 2, 1)
"""How strongly a forest's vote may favour the nearest cases, the strongest first; which is best
depends on how much the players agree with each other."""


@dataclass(frozen=True, slots=True)
class Voter:
    """Cases with a similarity: the *k* nearest vote, each weighted by a *power* of it."""

    columns: SituationColumns
    calls: Bytes
    similarity: HandSimilarity
    k: int
    power: int = 0
    adapts: bool = False

    def nearest(self, asked: SituationColumns, *, skip: Cases | None = None) -> NearestHands:
        return self.similarity.nearest(asked, self.k, skip=skip)

    def proposed(self, asked: SituationColumns, found: NearestHands) -> Bytes:
        """The call that each case votes for: its own, or its own adapted to the question."""
        if self.adapts:
            return adapted(self.calls, self.columns, asked, found)
        return self.calls[found.cases]

    def votes(self, asked: SituationColumns, *, skip: Cases | None = None) -> OpeningVotes:
        found = self.nearest(asked, skip=skip)
        return vote(self.proposed(asked, found), found, power=self.power)


def forest_voter(
    columns: SituationColumns, calls: Bytes, forest: Forest, power: int = POWERS[0]
) -> Voter:
    """A voter by the proximity in a grown forest."""
    return Voter(columns, calls, Proximity.over(columns, forest), k=40, power=power)


def _forest(columns: SituationColumns, calls: Bytes, seed: int, jobs: int) -> Voter:
    grown = grow(describe(columns)[1], calls, seed=seed, jobs=jobs)
    return forest_voter(columns, calls, grown)


def _weights(columns: SituationColumns, calls: Bytes, seed: int, jobs: int) -> Voter:
    weights = learn_weights(describe(columns)[1], calls, seed=seed, jobs=jobs)
    return Voter(columns, calls, WeightedSimilarity.over(columns, weights), k=9, power=2)


def _cbridge(adapts: bool) -> Callable[[SituationColumns, Bytes, int, int], Voter]:
    return lambda columns, calls, seed, jobs: Voter(
        columns, calls, CBridgeSimilarity.over(columns), k=5, adapts=adapts
    )


VOTERS: dict[str, Callable[[SituationColumns, Bytes, int, int], Voter]] = {
    "cbridge1": _cbridge(adapts=False),
    "cbridge1a": _cbridge(adapts=True),
    "hierarchy": lambda columns, calls, seed, jobs: Voter(
        columns, calls, CoarseToFine.over(columns), k=5
    ),
    "weights": _weights,
    FOREST: _forest,
}


def teach(
    method: str, columns: SituationColumns, calls: Bytes, *, seed: int, jobs: int = 1
) -> Voter:
    """A voter over these cases by the method of this name."""
    if method not in VOTERS:
        raise UsageError(f"There is no method {method!r}: choose one of {', '.join(VOTERS)}.")
    if not len(columns):
        raise UsageError("There are no cases to learn from.")
    return VOTERS[method](columns, calls, seed, jobs)


def by_deal(deals: Cases, folds: int, seed: int) -> Cases:
    """The fold of each decision; all decisions of one deal are in one fold.

    >>> by_deal(np.array([7, 7, 8, 9]), 3, seed=1).tolist()
    [0, 0, 1, 2]
    """
    names, places = np.unique(deals, return_inverse=True)
    order = np.random.default_rng(seed).permutation(len(names))
    return (order % folds)[places].astype(np.int64)
