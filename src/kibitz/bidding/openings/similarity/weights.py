"""Learned feature weights: a distance that a player can read part by part.

This is the kind of similarity sketched in section 1.4 of the dissertation, but its weights are
learned from the cases: a feature weighs as much as it helps to predict the calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kibitz.bidding.openings.similarity.cbridge import Cases, NearestHands
from kibitz.bidding.openings.similarity.columns import Bytes, Reals, SituationColumns
from kibitz.bidding.openings.similarity.features import FEATURES, describe
from kibitz.precedents.selection import keep_nearest
from kibitz.runtime.compiled import compiled

WRITTEN_WEIGHTS = {
    "level by the rules": 4.0,
    "strain by the rules": 4.0,
    "points": 1.0,
    "points with length": 1.0,
    "spades": 1.0,
    "hearts": 1.0,
    "diamonds": 1.0,
    "clubs": 1.0,
    "seat": 1.0,
    "points in the longest suit": 0.25,
}
"""The weights before anything was learned: mainly the call by the house rules."""


@dataclass(frozen=True, eq=False)
class WeightedSimilarity:
    """One over one plus the weighted differences of the features, scaled by their spread."""

    rows: Reals
    weights: Reals

    @classmethod
    def over(cls, cases: SituationColumns, weights: Reals | None = None) -> WeightedSimilarity:
        """The similarity over these cases, by learned *weights* or else by the written ones."""
        if weights is None:
            weights = np.array([WRITTEN_WEIGHTS.get(name, 0.0) for name in FEATURES])
        return cls(describe(cases)[1], weights)

    def among(self, cases: Cases) -> WeightedSimilarity:
        return WeightedSimilarity(self.rows[cases], self.weights)

    def nearest(
        self, asked: SituationColumns, k: int, *, skip: Cases | None = None
    ) -> NearestHands:
        left_out = np.full(len(asked), -1, dtype=np.int64) if skip is None else skip
        cases = np.full((len(asked), k), -1, dtype=np.int64)
        gaps = np.full((len(asked), k), np.inf)
        used = self._used
        questions = describe(asked)[1][:, used] * self.weights[used]
        _nearest(self._weighed, questions, left_out, cases, gaps)
        return NearestHands(cases, np.where(cases >= 0, 1 / (1 + gaps), 0.0))

    @cached_property
    def _used(self) -> Cases:
        """The features with a weight."""
        return np.flatnonzero(self.weights)

    @cached_property
    def _weighed(self) -> Reals:
        """The weighted values of these features for all cases."""
        return np.ascontiguousarray(self.rows[:, self._used] * self.weights[self._used])


def learn_weights(rows: Reals, calls: Bytes, *, seed: int, jobs: int = 1) -> Reals:
    """How much each feature helps a forest to predict the calls, per unit of its spread."""
    from kibitz.bidding.openings.similarity.forest import importances

    spread = rows.std(axis=0)
    helps = importances(rows, calls, seed=seed, jobs=jobs)
    weights: Reals = np.where(spread > 0, helps / np.where(spread > 0, spread, 1), 0)
    return weights * len(FEATURES)


@compiled
def _nearest(rows: Reals, questions: Reals, skip: Cases, found: Cases, gaps: Reals) -> None:
    k = found.shape[1]
    for question in range(questions.shape[0]):
        kept, values = found[question], gaps[question]
        for case in range(rows.shape[0]):
            gap = 0.0
            for feature in range(rows.shape[1]):
                gap += abs(rows[case, feature] - questions[question, feature])
                if not gap < values[k - 1]:
                    break
            if not gap < values[k - 1] or case == skip[question]:
                continue
            keep_nearest(values, kept, gap, case)
