"""Statistics of results: means with intervals, calibration, and tests for paired differences."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.precedents.trust import evidence

_RESAMPLINGS = 2_000
_DRAWS = 20_000  # more than there are sign patterns of 14 pairs, which are enumerated instead


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean with half the width of its 95 % interval."""

    mean: float
    within: float

    @classmethod
    def of(cls, values: Sequence[float]) -> MeanEstimate:
        """The estimate from independent runs.

        >>> MeanEstimate.of([1.0, 2.0, 3.0])
        MeanEstimate(mean=2.0, within=2.484...)
        """
        from scipy.stats import t

        n = len(values)
        if n < 2:
            return cls(fmean(values), float("inf"))
        point = float(t.ppf(0.975, n - 1))
        return cls(fmean(values), point * stdev(values) / sqrt(n))


def clustered(values: Sequence[float], groups: Sequence[Hashable]) -> MeanEstimate:
    """The mean of values that are dependent within their groups (Huber's sandwich estimator)."""
    mean = fmean(values)
    sums: dict[Hashable, float] = {}
    for value, group in zip(values, groups, strict=True):
        sums[group] = sums.get(group, 0.0) + value - mean
    if len(sums) < 2:
        return MeanEstimate(mean, float("inf"))
    spread = sum(each**2 for each in sums.values()) * len(sums) / (len(sums) - 1)
    return MeanEstimate(mean, NormalDist().inv_cdf(0.975) * sqrt(spread) / len(values))


def resampled(
    values: npt.NDArray[Any], events: Sequence[int] | npt.NDArray[Any], seed: int
) -> list[float] | None:
    """The 95 % interval of the mean of *values*, by resampling events."""
    from scipy.stats import bootstrap

    numbers, places = np.unique(events, return_inverse=True)
    if len(numbers) < 2:
        return None
    sums = np.bincount(places, weights=values)
    counts = np.bincount(places)
    found = bootstrap(
        (sums, counts),
        lambda sums, counts, axis: sums.sum(axis=axis) / counts.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=_RESAMPLINGS,
        method="percentile",
        batch=100,
        rng=np.random.default_rng(seed),
    )
    return [float(found.confidence_interval.low), float(found.confidence_interval.high)]


def tenths(sure: Sequence[float], right: Sequence[bool]) -> list[dict[str, float]]:
    """Confidence and truth, in tenths of the decisions by confidence.

    >>> [(one["said"], one["true"]) for one in tenths([0.5, 0.9], [False, True])]
    [(0.5, 0.0), (0.9, 1.0)]
    """
    order = np.argsort(sure, kind="stable")
    found = []
    for part in np.array_split(order, 10):
        if len(part):
            said, true = float(np.mean(np.array(sure)[part])), float(np.mean(np.array(right)[part]))
            found.append({"said": said, "true": true, "gap": said - true, "decisions": len(part)})
    return found


def fit_trust(chances: npt.NDArray[Any], right: npt.NDArray[np.bool_]) -> list[float]:
    """Fit the weights that `precedents.trust.confidence` uses.

    >>> chances, right = np.full(10, 0.9), np.arange(10) < 7  # overconfident
    >>> from kibitz.precedents.trust import confidence
    >>> round(confidence(fit_trust(chances, right), 0.9), 2)
    0.7
    """
    from scipy.optimize import minimize

    inputs = np.array([evidence(float(one)) for one in chances])

    def loss(weights: npt.NDArray[Any]) -> tuple[float, npt.NDArray[Any]]:
        odds = inputs @ weights
        surprise = float((np.logaddexp(0, odds) - right * odds).sum())
        return surprise, inputs.T @ (1 / (1 + np.exp(-odds)) - right)

    found = minimize(loss, np.zeros(inputs.shape[1]), jac=True)
    return [round(float(weight), 4) for weight in found.x]


def sign_flip_p(differences: Sequence[float], rng: random.Random) -> float:
    """The two-sided p-value of the paired sign-flip test.

    Exact for up to 14 pairs, otherwise estimated from 20,000 draws.

    >>> sign_flip_p([1.0, 2.0, 1.5], random.Random(0))
    0.25
    """
    from scipy.stats import permutation_test

    if len(differences) < 2 or not any(differences):
        return 1.0  # one pair is no evidence
    found = permutation_test(
        (list(differences),),
        fmean,
        permutation_type="samples",
        n_resamples=_DRAWS,
        rng=rng.randrange(2**32),
    )
    return float(found.pvalue)
