"""The decisions most like one: nearest in what the network foresees, under every naming of suits.

Each decision is known by 52 whole numbers: the roots of the chances that the network gives to the
legal cards, in 255ths. The distance between two decisions is Euclid's between those numbers, for
the naming of suits (trumps stay trumps) that brings them closest. Everything is counted in whole
numbers, so the same question over the same cases has one answer on any machine.
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
"""How many cases vote."""

WAYS = np.array(list(permutations(range(4))), np.int64)
"""How suits may be named: the case's suit s stands for the question's suit WAYS[way, s]."""

_WORTH_A_THREAD = 50_000
_AT_ONCE = 32  # questions that a thread takes at a time
_FAR = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """Cases found (k, or n by k), nearest first and by number where equally near.

    *suits* says for each suit of the case which suit of the question it stands for.
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
    """Cases that lie together: (n, 52) bytes, their trumps, and the rows that are looked at.

    *first* numbers the case in row 0.
    """

    codes: Bytes
    trumps: Bytes
    rows: npt.NDArray[np.uint32]
    first: int = 0

    @classmethod
    def whole(cls, cases: Bytes, trumps: Bytes) -> CaseSegment:
        """Every one of some cases, (n, 4, 13)."""
        return cls(cases.reshape(-1, 52), trumps, np.arange(len(cases), dtype=np.uint32))


def nearest(asked: Bytes, trumps: int, cases: Bytes, case_trumps: Bytes, k: int) -> Neighbours:
    """The *k* cases nearest to one question (4, 13) among *cases* (n, 4, 13).

    No-trump is answered by no-trump, trumps by trumps.
    """
    return nearest_of(asked, trumps, [CaseSegment.whole(cases, case_trumps)], k)


def nearest_of(asked: Bytes, trumps: int, segments: Sequence[CaseSegment], k: int) -> Neighbours:
    """The *k* cases nearest to one question, wherever they lie."""
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
    """`nearest` for many questions, (n, k) each; -1 where there are too few cases."""
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
    """Keep the nearest of the cases in some rows, and the way each was named.

    Sums of products of bytes stay within 32 bits, which are added many at a time.
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
