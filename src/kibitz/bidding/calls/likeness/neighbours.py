"""The decisions in which the network foresees much the same calls, and their vote.

The distance between two decisions is the Euclidean distance of their codes, which are the square
roots of the chances of each call: the Hellinger distance of the forecasts. It is computed in whole
numbers, so the same question over the same decisions has the same answer on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import CALLS, Bools, Bytes, Floats, Rows
from kibitz.bidding.calls.likeness.decisions import SCALE
from kibitz.precedents.selection import keep_nearest
from kibitz.runtime.compiled import compiled
from kibitz.runtime.running import at_once, cores

VOTERS = 256
"""The most decisions that vote."""

REACH = 0.2
"""The distance at which a vote has the weight 1/e."""

FORESIGHT = 8
"""The votes that the network's own forecast counts for; it decides if few decisions are near."""

FAR = 0.5
"""Decisions further away than this are not found, and do not vote."""

_WORTH_A_THREAD = 50_000
_NAMED = 0.01
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

    def and_also(self, others: Nearest) -> Nearest:
        """These and the others together."""
        return Nearest(
            np.concatenate([self.rows, others.rows]), np.concatenate([self.squares, others.squares])
        )


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


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """Of each call, (CALLS,), its share of the votes by weight, and how many voted for it."""

    shares: Floats
    counts: Rows

    @property
    def order(self) -> Rows:
        """Calls that have a vote, or a share worth naming, best first; of equals the lower."""
        ranked: Rows = np.lexsort((np.arange(CALLS), -self.counts, -self.shares))
        return ranked[(self.counts[ranked] > 0) | (self.shares[ranked] >= _NAMED)]


def elected(near: Nearest, calls: Bytes, legal: Bools, foreseen: Floats | None = None) -> Votes:
    """What the decisions found elect; one for a call that may not be made here is not counted.

    With the chances *foreseen* of each call, (CALLS,), the network has some votes too.
    """
    weights = np.exp(-near.squares / (REACH * SCALE) ** 2)
    there = legal[calls]
    counts = np.bincount(calls[there], minlength=CALLS)
    shares = np.bincount(calls[there], weights[there], minlength=CALLS).astype(np.float32)
    if foreseen is not None:
        shares += FORESIGHT * foreseen
    total = float(shares.sum()) or 1.0
    return Votes(shares / total, counts)
