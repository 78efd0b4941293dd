"""The decisions in which the network foresees much the same calls.

The distance between two decisions is the Euclidean distance of their codes, which are the square
roots of the chances of each call: the Hellinger distance of the forecasts. It is computed in whole
numbers, so the same question over the same decisions has the same answer on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import Bytes, Rows
from kibitz.bidding.calls.likeness.decisions import SCALE
from kibitz.precedents.selection import keep_nearest
from kibitz.runtime.compiled import compiled
from kibitz.runtime.running import at_once, cores

VOTERS = 256
"""The most decisions that vote."""

FAR = 0.5
"""Decisions further away than this are not found, and do not vote."""

_WORTH_A_THREAD = 50_000
_MOST = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """The decisions found, nearest first, and of equals the lower number first."""

    rows: Rows
    squares: Rows

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def is_close(self) -> bool:
        """Whether there are any within `FAR`."""
        return len(self) > 0


def nearest(asked: Bytes, codes: Bytes, among: Rows, k: int = VOTERS) -> Nearest:
    """The *k* decisions nearest to one code among those with these numbers, within `FAR`."""
    parts = cores() if len(among) >= _WORTH_A_THREAD else 1
    edges = np.linspace(0, len(among), parts + 1).astype(int).tolist()
    found = np.full((parts, k), -1, np.int64)
    squares = np.full((parts, k), _MOST)
    wanted = asked.astype(np.int32)

    def scan(part: int, first: int, last: int) -> None:
        _scan(wanted, codes, among[first:last], found[part], squares[part])

    shares = [(part, *edge) for part, edge in enumerate(pairwise(edges))]
    if parts == 1:
        scan(*shares[0])
    else:
        list(at_once(lambda share: scan(*share), shares))
    order = np.lexsort((found.ravel(), squares.ravel()))[:k]
    order = order[squares.ravel()[order] <= (FAR * SCALE) ** 2]
    return Nearest(found.ravel()[order], squares.ravel()[order])


@compiled
def _scan(
    asked: npt.NDArray[np.int32], codes: Bytes, among: Rows, found: Rows, squares: Rows
) -> None:
    """Keep the nearest of the decisions *among*."""
    last = len(found) - 1
    for at in range(len(among)):
        row = among[at]
        total = np.int32(0)
        for call in range(asked.size):
            apart = asked[call] - np.int32(codes[row, call])
            total += apart * apart
        if total < squares[last]:
            keep_nearest(squares, found, np.int64(total), row)
