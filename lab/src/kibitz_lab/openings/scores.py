"""Scores of opening decisions.

Always passing is right about half the time, so every table also scores the calls other than pass,
and averages over calls. Decisions of one deal depend on each other, so intervals and paired tests
resample whole deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.similarity.cbridge import Cases
from kibitz.bidding.openings.similarity.columns import Bytes, Reals

Truths = npt.NDArray[np.bool_]
_DRAWS = 1000
_ENOUGH = 20
_PASS = 0


@dataclass(frozen=True, slots=True)
class MethodAnswers:
    """A method's calls at the test decisions, with shares and unanimity if it votes."""

    method: str
    calls: Bytes
    seconds: float
    shares: Reals | None = None
    unanimous: Truths | None = None
    confidence: Reals | None = None
    power: int | None = None
    """The power with which the nearest vote, if it was learned."""


def scored(answers: MethodAnswers, expert: Bytes, deals: Cases, seed: int) -> dict[str, Any]:
    """The row of one method."""
    right = answers.calls == expert
    bids = expert != _PASS
    row: dict[str, Any] = {
        "method": answers.method,
        "decisions": len(expert),
        "accuracy": _share(right),
        "non_pass": _share(right[bids]),
        "balanced": balanced(right, expert, 1),
        "balanced20": balanced(right, expert, _ENOUGH),
        "interval": interval(right, deals, seed),
        "seconds_per_decision": round(answers.seconds / max(1, len(expert)), 6),
    }
    if answers.unanimous is not None:
        row["unanimous"] = _share(answers.unanimous)
        row["unanimous_right"] = _share(right[answers.unanimous])
    if answers.confidence is not None:
        row["calibration_error"] = calibration_error(answers.confidence, right)
    if answers.power is not None:
        row["power"] = answers.power
    return row


def _share(right: Truths) -> float:
    return round(float(right.mean()), 5) if len(right) else 0.0


def balanced(right: Truths, expert: Bytes, least: int) -> float:
    """The mean over calls of how often each is found, for calls tested at least *least* times."""
    calls, counts = np.unique(expert, return_counts=True)
    recalls = [right[expert == call].mean() for call in calls[counts >= least]]
    return round(float(np.mean(recalls)), 5) if recalls else 0.0


def calibration_error(confidence: Reals, right: Truths) -> float:
    """The mean gap between confidence and truth, over ten bins of confidence."""
    step = np.minimum((confidence * 10).astype(np.int64), 9)
    gaps = [
        abs(confidence[step == one].mean() - right[step == one].mean()) * (step == one).mean()
        for one in np.unique(step)
    ]
    return round(float(sum(gaps)), 5)


def interval(right: Truths, deals: Cases, seed: int) -> list[float]:
    """The 95 % interval of the accuracy, by resampling whole deals."""
    hits, sizes = _by_deal(right.astype(np.float64), deals)
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(hits), size=(_DRAWS, len(hits)))
    shares = hits[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(shares, [0.025, 0.975])
    return [round(float(low), 5), round(float(high), 5)]


def paired(one: Truths, other: Truths, deals: Cases, seed: int) -> dict[str, float]:
    """How much more often *one* is right than *other*, with the p-value of that.

    The test flips the signs of whole deals at random.
    """
    gaps, _ = _by_deal(one.astype(np.float64) - other, deals)
    apart = gaps[gaps != 0]
    rng = np.random.default_rng(seed)
    signs = rng.choice([-1.0, 1.0], size=(_DRAWS * 4, len(apart)))
    chance = np.abs(signs @ apart) >= abs(apart.sum()) - 1e-9
    p = (int(chance.sum()) + 1) / (len(chance) + 1)
    return {"gain": round(float(gaps.sum() / len(one)), 5), "p": round(p, 4)}


def _by_deal(values: Reals, deals: Cases) -> tuple[Reals, Reals]:
    """The sum and the number of values of each deal."""
    _, place = np.unique(deals, return_inverse=True)
    sums = np.bincount(place, weights=values).astype(np.float64)
    return sums, np.bincount(place).astype(np.float64)
