"""Figures with their spread: intervals over runs, and whether two rows of results differ."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from statistics import NormalDist, fmean, stdev

_EXACT = 14  # pairs up to which every assignment of signs is tried
_DRAWS = 20_000

# two-sided 95 % points of Student's distribution for 1 to 30 degrees of freedom
_T = (
    (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
    + (2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086)
    + (2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)
)


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
        n = len(values)
        if n < 2:
            return cls(fmean(values), float("inf"))
        point = _T[n - 2] if n - 2 < len(_T) else NormalDist().inv_cdf(0.975)
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
    n = len(differences)
    seen = abs(sum(differences)) - 1e-12
    if n <= _EXACT:
        flips = [
            abs(sum(s * d for s, d in zip(signs, differences, strict=True))) >= seen
            for signs in product((1, -1), repeat=n)
        ]
        return sum(flips) / len(flips)
    extreme = sum(
        abs(sum(d if rng.random() < 0.5 else -d for d in differences)) >= seen
        for _ in range(_DRAWS)
    )
    return (extreme + 1) / (_DRAWS + 1)
