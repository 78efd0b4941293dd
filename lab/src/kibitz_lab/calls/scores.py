"""A method's row of the table: how often it makes the expert's call."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import NONE, PASS
from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz_lab.calls.answers import GivenCalls
from kibitz_lab.harness.statistics import resampled, tenths


def row(given: GivenCalls, seed: int) -> dict[str, Any]:
    """Agreement on all calls, on those other than pass, and on each kind of decision."""
    right = given.calls == given.chosen
    found: dict[str, Any] = {
        "method": given.method,
        "known": given.known,
        "decisions": len(right),
        "all": _mean(right),
        "non_pass": _mean(right[given.chosen != PASS]),
        "top3": None,
        **{kind.name.lower(): _mean(right[given.kinds == kind]) for kind in CallKind},
        **{
            f"{kind.name.lower()}_non_pass": _mean(
                right[(given.kinds == kind) & (given.chosen != PASS)]
            )
            for kind in CallKind
        },
        "interval": resampled(right, given.groups, seed) if len(right) else None,
        "calibration_error": None,
    }
    if given.first is not None:
        found["top3"] = _mean((given.first == given.chosen[:, None]).any(axis=1))
    answered = given.calls != NONE
    if given.sure is not None and answered.any():
        parts = tenths(given.sure[answered].tolist(), right[answered].tolist())
        found["calibration_error"] = max(abs(one["gap"]) for one in parts)
        found["tenths"] = parts
    return found


def _mean(values: Any) -> float | None:
    return float(np.mean(values)) if len(values) else None
