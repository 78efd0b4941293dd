"""The most similar decisions: the nearest in the network's forecast, under every naming of suits.

A decision is described by 52 whole numbers, its code: the square roots of the network's chances of
the legal cards, in 255ths. The distance of two decisions is the Euclidean distance of their codes,
under the naming of suits (trumps stay trumps) that brings them closest. It is computed in whole
numbers, so the same question over the same cases has the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.positions import Bytes, Rows
from kibitz.precedents.selection import keep_nearest
from kibitz.runtime.compiled import compiled
from kibitz.runtime.running import at_once, cores

NEIGHBOURS = 64
"""The number of cases that vote."""

WAYS = np.array(list(permutations(range(4))), np.int64)
"""All namings of suits: the case's suit s stands for the question's suit WAYS[way, s]."""

_WORTH_A_THREAD = 50_000
_AT_ONCE = 32  # questions that a thread takes at a time
_FAR = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """The nearest cases, (k,) or (n, k), nearest first; of equals, the lower number first.

    *suits* gives the question's suit for each suit of the case.
    """

    cases: Rows
    squares: Rows
    suits: Bytes

    def __len__(self) -> int:
        return len(self.cases)

    def __getitem__(self, rows: Rows | slice) -> Neighbours:
        return Neighbours(self.cases[rows], self.squares[rows], self.suits[rows])


@dataclass(frozen=True, slots=True, eq=False)
class CaseSegment:
    """Cases in one place: (n, 52) bytes, their trumps, and the rows to search.

    *first* is the number of the case in row 0.
    """

    codes: Bytes
    trumps: Bytes
    rows: npt.NDArray[np.uint32]
    first: int = 0

    @classmethod
    def whole(cls, cases: Bytes, trumps: Bytes) -> CaseSegment:
        """All of these cases, (n, 4, 13)."""
        return cls(cases.reshape(-1, 52), trumps, np.arange(len(cases), dtype=np.uint32))


def nearest(asked: Bytes, trumps: int, cases: Bytes, case_trumps: Bytes, k: int) -> Neighbours:
    """The *k* cases nearest to one question (4, 13) among *cases* (n, 4, 13).

    No-trump questions match only no-trump cases, and trump questions only cases with trumps.
    """
    return nearest_of(asked, trumps, [CaseSegment.whole(cases, case_trumps)], k)


def nearest_of(asked: Bytes, trumps: int, segments: Sequence[CaseSegment], k: int) -> Neighbours:
    """The *k* cases nearest to one question, among all segments."""
    size = sum(len(segment.rows) for segment in segments)
    parts = cores() if size >= _WORTH_A_THREAD else 1
    found = np.full((parts, k), -1, np.int64)
    squares = np.full((parts, k), _FAR)
    ways = np.zeros((parts, k), np.int64)
    question = np.ascontiguousarray(asked)

    def scan(part: int) -> None:
        for segment in segments:
            first, last = (len(segment.rows) * edge // parts for edge in (part, part + 1))
            _scan(
                question,
                trumps,
                segment.codes,
                segment.trumps,
                segment.rows[first:last],
                segment.first,
                WAYS,
                found[part],
                squares[part],
                ways[part],
            )

    if parts == 1:
        scan(0)
    else:
        list(at_once(scan, range(parts)))
    order = np.lexsort((found.ravel(), squares.ravel()))[:k]
    order = order[found.ravel()[order] >= 0]
    named = WAYS[ways.ravel()[order]].astype(np.uint8)
    return Neighbours(found.ravel()[order], squares.ravel()[order], named)


def nearest_to_all(
    asked: Bytes,
    trumps: Bytes,
    cases: Bytes,
    case_trumps: Bytes,
    k: int,
) -> Neighbours:
    """`nearest` for many questions, (n, k); -1 where there are too few cases."""
    size, whole = len(asked), CaseSegment.whole(cases, case_trumps)
    found = np.full((size, k), -1, np.int64)
    squares = np.full((size, k), _FAR)
    ways = np.zeros((size, k), np.int64)

    def scan(first: int) -> None:
        for row in range(first, min(first + _AT_ONCE, size)):
            _scan(
                np.ascontiguousarray(asked[row]),
                int(trumps[row]),
                whole.codes,
                whole.trumps,
                whole.rows,
                0,
                WAYS,
                found[row],
                squares[row],
                ways[row],
            )

    list(at_once(scan, range(0, size, _AT_ONCE)))
    return Neighbours(found, squares, WAYS[ways].astype(np.uint8))


@compiled
def _scan(  # noqa: C901  one compiled loop; a call would cost what it saves
    asked: Bytes,
    trumps: int,
    cases: Bytes,
    case_trumps: Bytes,
    rows: npt.NDArray[np.uint32],
    number: int,
    ways: Rows,
    found: Rows,
    squares: Rows,
    chosen: Rows,
) -> None:
    """Keep the nearest of the cases in some rows, and the naming of each.

    Sums of products of bytes stay within 32 bits, so that many are added at a time.
    """
    k = len(found)
    ranks = np.zeros(52, np.int64)  # the question's cards with a chance, suit by suit
    weights = np.zeros(52, np.int32)
    edges = np.zeros(5, np.int64)
    own, count = np.int32(0), 0
    for suit in range(4):
        for rank in range(13):
            value = np.int32(asked[suit, rank])
            if value:
                own += value * value
                ranks[count], weights[count] = rank, value
                count += 1
        edges[suit + 1] = count
    dots = np.zeros((4, 4), np.int32)
    for at in range(len(rows)):
        row = int(rows[at])
        theirs, code = case_trumps[row], cases[row]
        if (theirs == 4) != (trumps == 4):
            continue
        norm = np.int32(0)
        for place in range(52):
            value = np.int32(code[place])
            norm += value * value
        most = np.int32(0)  # no naming brings them closer than each suit's best partner would
        for ours in range(4):
            if edges[ours] < edges[ours + 1]:
                one = two = three = four = np.int32(0)
                for card in range(edges[ours], edges[ours + 1]):
                    rank, weight = ranks[card], weights[card]
                    one += weight * np.int32(code[rank])
                    two += weight * np.int32(code[rank + 13])
                    three += weight * np.int32(code[rank + 26])
                    four += weight * np.int32(code[rank + 39])
                dots[0, ours], dots[1, ours] = one, two
                dots[2, ours], dots[3, ours] = three, four
                most += max(max(one, two), max(three, four))
        if own + norm - 2 * most > squares[k - 1]:
            continue
        best, way = np.int32(-1), 0
        for which in range(len(ways)):
            if trumps != 4 and ways[which, theirs] != trumps:
                continue
            total = np.int32(0)
            for suit in range(4):
                total += dots[suit, ways[which, suit]]
            if total > best:
                best, way = total, which
        place = keep_nearest(squares, found, np.int64(own + norm - 2 * best), number + row)
        if place < k:
            for later in range(k - 1, place, -1):
                chosen[later] = chosen[later - 1]
            chosen[place] = way
