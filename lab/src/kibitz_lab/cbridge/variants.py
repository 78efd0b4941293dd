"""What else section 4.6 says was tried, and section 4.8's comparison within a node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.similarity.cbridge import (
    MOST_CARDS,
    MOST_POINTS,
    UNIT,
    NearestHands,
    Units,
    ratios,
)
from kibitz.bidding.openings.similarity.columns import Bytes, SituationColumns
from kibitz.bidding.openings.similarity.hierarchy import BANDS
from kibitz.bidding.openings.similarity.voting import vote
from kibitz_lab.cbridge.nearest import Ranked, nearest_by
from kibitz_lab.cbridge.readings import CARDS, DESCRIBED

WEIGHTS = ((87, 0, 1), (71, 4, 1), (31, 14, 1), (11, 19, 1), (38, 9, 2), (12, 9, 4))
"""The weights of points, of each suit's length and of each card in both hands: 100 in all."""

SHOWN = (1, 5, 10, 20, 40, 60)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: how the nearest are found, and the weight of a pass among them."""

    name: str
    nearest: Callable[[SituationColumns, int], Ranked]
    passes: float = 1.0

    def rows(self, columns: SituationColumns, calls: Bytes) -> dict[str, Any]:
        """The number of correct calls and of passes, for a few K."""
        found = self.nearest(columns, SHOWN[-1])
        rows = []
        for k in SHOWN:
            near = found.first(k)
            weights = np.where(calls[near.cases] == 0, self.passes, 1.0)
            said = vote(calls[near.cases], NearestHands(near.cases, weights), power=1).calls
            rows.append(
                {"k": k, "correct": int((said == calls).sum()), "passes": int((said == 0).sum())}
            )
        return {"name": self.name, "rows": rows}


def weighed(points: int, suit: int, card: int) -> Callable[[SituationColumns, int], Ranked]:
    """The similarity of section 4.3 with other weights."""

    def nearest(columns: SituationColumns, k: int) -> Ranked:
        by_points, by_length = ratios(MOST_POINTS, points), ratios(MOST_CARDS, suit)
        pairs: Units = by_points[columns.points[:, None], columns.points]
        for place in range(4):
            lengths = columns.lengths[:, place]
            pairs += by_length[lengths[:, None], lengths]
        return nearest_by(pairs + CARDS["in both hands"](columns) * (card * UNIT), k)

    return nearest


def as_described(columns: SituationColumns, k: int) -> Ranked:
    return nearest_by(DESCRIBED.between(columns), k)


def majors_apart(columns: SituationColumns, k: int) -> Ranked:
    """The nearest among hands whose longest suit is of the same rank: majors and minors apart."""
    longest = (columns.lengths.astype(np.int64) * 4 + np.arange(4)).argmax(axis=1)
    return nearest_by(DESCRIBED.between(columns), k, before=same(longest >= 2))


def same(keys: npt.NDArray[Any]) -> Units:
    """Whether each pair has equal keys."""
    pairs: Units = (keys[:, None] == keys).astype(np.int64)
    return pairs


ATTEMPTS = (
    *(Attempt(f"weights {p}, {s}, {c}", weighed(p, s, c)) for p, s, c in WEIGHTS),
    Attempt("majors and minors apart", majors_apart),
    Attempt("a pass counts half", as_described, passes=0.5),
    Attempt("a pass counts nothing beside a bid", as_described, passes=0.001),
)


def node_keys(columns: SituationColumns, *, ordered: bool) -> Units:
    """The node of each hand: its pattern (or its lengths in order) and its band of points."""
    lengths = columns.lengths.astype(np.int64)
    shape = lengths if ordered else -np.sort(-lengths, axis=1)
    band = np.searchsorted([low for low, _ in BANDS], columns.points, side="right")
    keys: Units = shape @ np.array([14**3, 14**2, 14, 1]) * 100 + band
    return keys


def inside_nodes(columns: SituationColumns, calls: Bytes, *, ordered: bool) -> dict[str, Any]:
    """Leave-one-out within the question's own node, ranked by CBridge1's similarity.

    A node with too few cases is filled up from the rest of the case base; full nodes, and how often
    they are right, are counted apart.
    """
    keys = node_keys(columns, ordered=ordered)
    within = same(keys)
    held = within.sum(axis=1) - 1
    found = nearest_by(DESCRIBED.between(columns), SHOWN[-1], before=within)
    rows = []
    for k in SHOWN:
        near = found.first(k)
        right = vote(calls[near.cases], near).calls == calls
        full = held >= k
        rows.append(
            {
                "k": k,
                "correct": int(right.sum()),
                "full": int(full.sum()),
                "full_right": int(right[full].sum()),
            }
        )
    return {"ordered": ordered, "nodes": len(np.unique(keys)), "rows": rows}
