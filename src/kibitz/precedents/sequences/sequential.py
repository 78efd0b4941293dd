"""The four metrics of similarity between sequences of states.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", sections 2 and 4
Notation:   the chronological expansion of an s-instance is one candidate a length, found by
            `nearest.Memory`; distance(s_j, s'_j) is a *gap*; FindMostSimilarCandidate is
            `most_similar`
Departures: 1. how the metrics are brought into [0, 1] is not stated: distance is the root mean
               square of the gaps over the widest gap that the schema allows, convergence is
               moved from [-1, 1], consistency and recency are shares of the steps
            2. a sequence of one state has no steps: its consistency and recency are 0, while the
               made-up example of Table 2 gives 1 to a sequence of one state
            3. candidates tied for the best value go on to the next metric; the others drop out
Checked by: tests/papers/test_sibl.py
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

PRECISION = 10
"""Metrics are compared to the nearest tenth (section 4)."""


class Metric(IntEnum):
    """The metrics in the order they are applied; chance decides when none of them does."""

    DISTANCE = 0
    CONVERGENCE = 1
    CONSISTENCY = 2
    RECENCY = 3
    CHANCE = 4


class CandidateSimilarity(NamedTuple):
    """How similar a candidate is: the smaller the distance, and the larger the rest, the better."""

    distance: float
    convergence: float
    consistency: float
    recency: float


def distance(gaps: Sequence[float], widest: float = 1.0) -> float:
    """Equation 9 over a whole sequence, in [0, 1], so that short sequences are not favoured."""
    return math.sqrt(sum(gap * gap for gap in gaps) / len(gaps)) / widest


def convergence(gaps: Sequence[float], widest: float = 1.0) -> float:
    """Equation 11, in [0, 1]: more than one half where the sequences converge.

    >>> convergence((0.6, 0.2)) > convergence((0.2, 0.2)) > convergence((0.2, 0.6))
    True
    """
    return ((gaps[0] - gaps[-1]) / widest + 1) / 2


def consistency(gaps: Sequence[float]) -> float:
    """Equation 12: the longest run of steps without an increase, as a share of all steps.

    >>> consistency((5, 4, 4, 6, 5))
    0.5
    """
    longest = run = 0
    for one, after in zip(gaps, gaps[1:], strict=False):
        run = run + 1 if one >= after else 0
        longest = max(longest, run)
    return longest / max(1, len(gaps) - 1)


def recency(gaps: Sequence[float]) -> float:
    """Equation 13: the last step without an increase, as a share of all steps.

    >>> recency((5, 4, 4, 6, 7))
    0.5
    """
    steps = len(gaps) - 1
    latest = max((j + 1 for j in range(steps) if gaps[j] >= gaps[j + 1]), default=0)
    return latest / max(1, steps)


def similarity(gaps: Sequence[float], widest: float = 1.0) -> CandidateSimilarity:
    """All four metrics of two sequences from the gaps between their states, oldest first."""
    return CandidateSimilarity(
        distance(gaps, widest), convergence(gaps, widest), consistency(gaps), recency(gaps)
    )


def most_similar(
    candidates: Sequence[CandidateSimilarity], rng: random.Random, *, precision: int = PRECISION
) -> tuple[int, Metric]:
    """The most similar candidate, and the metric that decided (section 4).

    >>> measured = [(0.2, 0.5, 0, 0), (0.1, 0.4, 1, 1), (0.1, 0.6, 1, 1)]
    >>> most_similar([CandidateSimilarity(*one) for one in measured], random.Random(0))
    (2, <Metric.CONVERGENCE: 1>)
    """
    left: list[int] = []
    for metric, left in rounds(candidates, precision):
        if len(left) == 1:
            return left[0], metric
    return rng.choice(left), Metric.CHANCE


def rounds(
    candidates: Sequence[CandidateSimilarity], precision: int = PRECISION
) -> Iterator[tuple[Metric, list[int]]]:
    """Metric by metric, the candidates tied for the best value; the others drop out."""
    left = list(range(len(candidates)))
    for metric in (Metric.DISTANCE, Metric.CONVERGENCE, Metric.CONSISTENCY, Metric.RECENCY):
        sign = -1 if metric is Metric.DISTANCE else 1
        values = {i: sign * math.floor(candidates[i][metric] * precision + 0.5) for i in left}
        best = max(values.values())
        left = [i for i in left if values[i] == best]
        yield metric, left
