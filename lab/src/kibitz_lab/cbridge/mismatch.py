"""A hypothesis: some of the dissertation's hands were stored with the bids of other hands.

The bids of a random share of the cases are exchanged among them, and the method is run as
described. The share that comes nearest to the printed columns of CBridge1 is found by trying; the
columns of CBridge1a, and the calls other than pass at K = 1, are not fitted and serve as a test.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.similarity.columns import Bytes, SituationColumns
from kibitz.bidding.openings.similarity.voting import adapted, vote
from kibitz_lab.cbridge import paper
from kibitz_lab.cbridge.nearest import Ranked, nearest_by
from kibitz_lab.cbridge.readings import DESCRIBED

SHARES = tuple(round(0.05 * step, 2) for step in range(21))
DRAWS = 5
SHOWN = (1, 3, 5, 10, 20)
SEED = 1

Figures = npt.NDArray[np.float64]


def exchanged(calls: Bytes, share: float, rng: np.random.Generator) -> Bytes:
    """The calls, those of about *share* of the cases exchanged at random."""
    chosen = np.flatnonzero(rng.random(len(calls)) < share)
    mixed = calls.copy()
    mixed[chosen] = calls[rng.permutation(chosen)]
    return mixed


def mismatched(columns: SituationColumns, calls: Bytes) -> list[dict[str, Any]]:
    """A row for each share: means over several draws, and their distance from the paper."""
    found = nearest_by(DESCRIBED.between(columns), paper.MOST)
    return [_row(columns, calls, found, share) for share in SHARES]


def _row(columns: SituationColumns, calls: Bytes, found: Ranked, share: float) -> dict[str, Any]:
    most = found.cases.shape[1]
    plain, moved = np.zeros((2, most)), np.zeros((2, most))
    bids = 0.0
    for draw in range(DRAWS):
        mixed = exchanged(calls, share, np.random.default_rng([SEED, draw, int(100 * share)]))
        plain += _columns(mixed[found.cases], mixed, found) / DRAWS
        proposed = adapted(mixed, columns, columns, found)
        moved += _columns(proposed, mixed, found) / DRAWS
        first = mixed[found.cases[:, 0]]
        bids += float(((first == mixed) & (mixed != 0)).sum()) / DRAWS
    printed = np.array([(correct, passes) for correct, _, passes in paper.CBRIDGE1]).T[:, :most]
    adapting = np.array(paper.CBRIDGE1A).T[:, :most]
    return {
        "share": share,
        "rows": [
            {"k": k, "correct": round(plain[0, k - 1], 1), "passes": round(plain[1, k - 1], 1)}
            for k in SHOWN
            if k <= most
        ],
        "right_bids": round(bids, 1),
        "distance": round(_distance(plain, printed), 2),
        "adapted_distance": round(_distance(moved, adapting), 2),
    }


def _columns(proposed: Bytes, calls: Bytes, found: Ranked) -> Figures:
    """For each K, the number of correct calls and of passes."""
    said = [vote(proposed[:, :k], found.first(k)).calls for k in range(1, found.cases.shape[1] + 1)]
    return np.array([[(one == calls).sum() for one in said], [(one == 0).sum() for one in said]])


def _distance(ours: Figures, theirs: Figures) -> float:
    """The root of the mean squared gap over both columns, in bids."""
    return float(np.sqrt(((ours - theirs) ** 2).mean()))
