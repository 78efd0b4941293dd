"""The nearest cases by any similarity that is given for every pair of a small case base."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.bidding.openings.similarity.cbridge import UNIT, NearestHands, Units


@dataclass(frozen=True, slots=True)
class Ranked(NearestHands):
    """The nearest cases, nearest first; a prefix gives fewer of them."""

    def first(self, k: int) -> NearestHands:
        return NearestHands(self.cases[:, :k], self.similarities[:, :k])


def nearest_by(pairs: Units, k: int, *, before: Units | None = None) -> Ranked:
    """The *k* nearest other cases of each case; of equals, the one learned first.

    *before*, if it is given, ranks ahead of the similarity: the greater, the nearer.
    """
    cases = len(pairs)
    ranked = pairs if before is None else pairs + before * (101 * UNIT)
    ranked = ranked.copy()
    np.fill_diagonal(ranked, -1)
    order = np.argsort(-ranked, axis=1, kind="stable")[:, : min(k, cases - 1)]
    alike = np.take_along_axis(pairs, order, axis=1)
    return Ranked(order.astype(np.int64), alike / (100 * UNIT))
