"""Figures with their spread: intervals over runs, and whether two rows of results differ."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

_DRAWS = 20_000  # more than the assignments of signs to 14 pairs, which are then all tried


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half the width of its 95 % interval."""

    mean: float
    within: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """From independent runs.

        >>> Estimate.of([1.0, 2.0, 3.0])
        Estimate(mean=2.0, within=2.484...)
        """
        from scipy.stats import t

        n = len(values)
        if n < 2:
            return cls(fmean(values), float("inf"))
        point = float(t.ppf(0.975, n - 1))
        return cls(fmean(values), point * stdev(values) / sqrt(n))


def clustered(values: Sequence[float], groups: Sequence[Hashable]) -> Estimate:
    """A mean over values of which those of one group depend on each other (Huber's sandwich)."""
    mean = fmean(values)
    sums: dict[Hashable, float] = {}
    for value, group in zip(values, groups, strict=True):
        sums[group] = sums.get(group, 0.0) + value - mean
    if len(sums) < 2:
        return Estimate(mean, float("inf"))
    spread = sum(each**2 for each in sums.values()) * len(sums) / (len(sums) - 1)
    return Estimate(mean, NormalDist().inv_cdf(0.975) * sqrt(spread) / len(values))


def sign_flip_p(differences: Sequence[float], rng: random.Random) -> float:
    """How often paired differences of random sign would lie as far from zero (two-sided).

    Exact for up to 14 pairs, else estimated from 20,000 draws.

    >>> sign_flip_p([1.0, 2.0, 1.5], random.Random(0))
    0.25
    """
    from scipy.stats import permutation_test

    if len(differences) < 2 or not any(differences):
        return 1.0  # one pair tells nothing
    found = permutation_test(
        (list(differences),),
        fmean,
        permutation_type="samples",
        n_resamples=_DRAWS,
        rng=rng.randrange(2**32),
    )
    return float(found.pvalue)
