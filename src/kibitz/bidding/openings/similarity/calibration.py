"""How often precedents are right: from the share of the vote to the chance of being right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.similarity.cbridge import Cases
from kibitz.bidding.openings.similarity.columns import Bytes, Reals, SituationColumns
from kibitz.bidding.openings.similarity.voters import FOREST, POWERS, by_deal, teach
from kibitz.bidding.openings.similarity.voting import vote

FOLDS = 2
_STEPS = 20  # the steps into which shares are grouped, so that each holds enough decisions
_PRIOR = 2.0  # the weight of doubt, in decisions: a step with few decisions says little


@dataclass(frozen=True, slots=True)
class Calibration:
    """The chance of being right for each share of the vote; it never falls as the share grows.

    >>> Calibration(np.array([0.5, 1.0]), np.array([0.6, 0.99])).chance(0.75)
    0.795
    """

    shares: Reals
    chances: Reals

    def chance(self, share: float) -> float:
        return round(float(np.interp(share, self.shares, self.chances)), 4)

    @classmethod
    def measured(cls, shares: Reals, right: npt.NDArray[np.bool_]) -> Calibration:
        """A calibration from decisions that the voter had not learned from."""
        step = np.clip((shares * _STEPS).astype(np.int64), 0, _STEPS)
        count = np.bincount(step, minlength=_STEPS + 1).astype(np.float64)
        hits = np.bincount(step, weights=right, minlength=_STEPS + 1)
        middle = np.bincount(step, weights=shares, minlength=_STEPS + 1)
        held = np.flatnonzero(count)
        overall = float(right.mean())
        chances = (hits[held] + _PRIOR * overall) / (count[held] + _PRIOR)
        return cls(middle[held] / count[held], _rising(chances, count[held]))


def _rising(values: Reals, weights: Reals) -> Reals:
    """The closest sequence that never falls; neighbours that do are pooled."""
    pools: list[list[float]] = []
    for value, weight in zip(values, weights, strict=True):
        pools.append([float(value), float(weight), 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            last = pools.pop()
            first = pools[-1]
            total = first[1] + last[1]
            first[0] = (first[0] * first[1] + last[0] * last[1]) / total
            first[1], first[2] = total, first[2] + last[2]
    return np.concatenate([np.full(int(size), value) for value, _, size in pools])


@dataclass(frozen=True, slots=True)
class CrossVoted:
    """The result of asking each decision of other deals only.

    *power* is the one with which the vote was right most often; the rest is its results.
    """

    power: int
    shares: Reals
    right: npt.NDArray[np.bool_]

    @property
    def calibration(self) -> Calibration:
        return Calibration.measured(self.shares, self.right)


@dataclass(frozen=True, slots=True)
class Half:
    """Decisions of one half, asked of the other deals: shares and correctness for each power."""

    rows: Cases
    shares: Reals
    right: npt.NDArray[np.bool_]


def vote_half(
    columns: SituationColumns, calls: Bytes, deals: Cases, number: int, *, seed: int, jobs: int = 1
) -> Half:
    """Learn from the other deals, and ask about the decisions of this half."""
    fold = by_deal(deals, FOLDS, seed)
    test, train = np.flatnonzero(fold == number), np.flatnonzero(fold != number)
    if not len(test) or not len(train):
        nothing = np.empty((len(POWERS), 0))
        return Half(test[:0], nothing, nothing.astype(np.bool_))
    voter = teach(FOREST, columns[train], calls[train], seed=seed, jobs=jobs)
    found = voter.nearest(columns[test])
    votes = [vote(voter.calls[found.cases], found, power=power) for power in POWERS]
    shares = np.array([one.shares for one in votes])
    return Half(test, shares, np.array([one.calls == calls[test] for one in votes]))


def join_halves(judged: npt.NDArray[np.bool_], halves: Iterable[Half]) -> CrossVoted:
    """The halves together, as to the decisions that are *judged*."""
    shape = len(POWERS), len(judged)
    shares, right = np.zeros(shape), np.zeros(shape, np.bool_)
    for half in halves:
        shares[:, half.rows], right[:, half.rows] = half.shares, half.right
    trials = map(CrossVoted, POWERS, shares[:, judged], right[:, judged])
    return max(trials, key=lambda trial: trial.right.sum())


def cross_vote(
    columns: SituationColumns, calls: Bytes, deals: Cases, *, seed: int, jobs: int = 1
) -> CrossVoted:
    """Learn from either half of the deals, and ask about the other, with every power."""
    halves = (
        vote_half(columns, calls, deals, number, seed=seed, jobs=jobs) for number in range(FOLDS)
    )
    return join_halves(np.ones(len(calls), np.bool_), halves)
