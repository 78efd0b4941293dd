"""The nearest of a small case base by any similarity that is written out for every pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.bidding.openings.similarity.cbridge import UNIT, NearestHands, Units


@dataclass(frozen=True, slots=True)
class Ranked(NearestHands):
    """The nearest, of which any number may be asked."""

    def first(self, k: int) -> NearestHands:
        return NearestHands(self.cases[:, :k], self.similarities[:, :k])


def nearest_by(pairs: Units, k: int, *, before: Units | None = None) -> Ranked:
    """The *k* nearest others of each case; of equals the one that was learned first.

    *before*, where it is given, ranks ahead of the similarity: what is greater there is nearer.
    """
    cases = len(pairs)
    ranked = pairs if before is None else pairs + before * (101 * UNIT)
    ranked = ranked.copy()
    np.fill_diagonal(ranked, -1)
    order = np.argsort(-ranked, axis=1, kind="stable")[:, : min(k, cases - 1)]
    alike = np.take_along_axis(pairs, order, axis=1)
    return Ranked(order.astype(np.int64), alike / (100 * UNIT))
