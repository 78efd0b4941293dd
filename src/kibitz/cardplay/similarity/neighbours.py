"""The decisions most like one: nearest in what the network foresees, under every naming of suits.

Each decision is known by 52 whole numbers: the roots of the chances that the network gives to the
legal cards, in 255ths. The distance between two decisions is Euclid's between those numbers, for
the naming of suits (trumps stay trumps) that brings them closest. Everything is counted in whole
numbers, so the same question over the same cases has one answer on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np

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
class Matches:
    """Cases found (k, or n by k), nearest first and by number where equally near.

    *suits* says for each suit of the case which suit of the question it stands for.
    """

    cases: Rows
    squares: Rows
    suits: Bytes

    def __len__(self) -> int:
        return len(self.cases)


def nearest(asked: Bytes, trumps: int, cases: Bytes, case_trumps: Bytes, k: int) -> Matches:
    """The *k* cases nearest to one question (4, 13) among *cases* (n, 4, 13).

    No-trump is answered by no-trump, trumps by trumps.
    """
    parts = cores() if len(cases) >= _WORTH_A_THREAD else 1
    edges = np.linspace(0, len(cases), parts + 1).astype(int).tolist()
    found = np.full((parts, k), -1, np.int64)
    squares = np.full((parts, k), _FAR)
    ways = np.zeros((parts, k), np.int64)

    def scan(part: int, first: int, last: int) -> None:
        _scan(
            np.ascontiguousarray(asked),
            trumps,
            cases,
            case_trumps,
            first,
            last,
            WAYS,
            found[part],
            squares[part],
            ways[part],
        )

    if parts == 1:
        scan(0, 0, len(cases))
    else:
        shares = [(part, *edge) for part, edge in enumerate(pairwise(edges))]
        list(at_once(lambda share: scan(*share), shares))
    order = np.lexsort((found.ravel(), squares.ravel()))[:k]
    order = order[found.ravel()[order] >= 0]
    named = WAYS[ways.ravel()[order]].astype(np.uint8)
    return Matches(found.ravel()[order], squares.ravel()[order], named)


def nearest_to_all(
    asked: Bytes,
    trumps: Bytes,
    cases: Bytes,
    case_trumps: Bytes,
    k: int,
) -> Matches:
    """`nearest` for many questions, (n, k) each; -1 where there are too few cases."""
    size = len(asked)
    found = np.full((size, k), -1, np.int64)
    squares = np.full((size, k), _FAR)
    ways = np.zeros((size, k), np.int64)

    def scan(first: int) -> None:
        for row in range(first, min(first + _AT_ONCE, size)):
            _scan(
                np.ascontiguousarray(asked[row]),
                int(trumps[row]),
                cases,
                case_trumps,
                0,
                len(cases),
                WAYS,
                found[row],
                squares[row],
                ways[row],
            )

    list(at_once(scan, range(0, size, _AT_ONCE)))
    return Matches(found, squares, WAYS[ways].astype(np.uint8))


@compiled
def _scan(  # noqa: C901  one compiled loop; a call would cost what it saves
    asked: Bytes,
    trumps: int,
    cases: Bytes,
    case_trumps: Bytes,
    first: int,
    last: int,
    ways: Rows,
    found: Rows,
    squares: Rows,
    chosen: Rows,
) -> None:
    """Keep the nearest of the cases *first* to *last*, and the way each was named."""
    k = len(found)
    ranks = np.zeros(52, np.int64)  # the question's cards with a chance, suit by suit
    weights = np.zeros(52, np.int64)
    edges = np.zeros(5, np.int64)
    own, count = np.int64(0), 0
    for suit in range(4):
        for rank in range(13):
            value = np.int64(asked[suit, rank])
            if value:
                own += value * value
                ranks[count], weights[count] = rank, value
                count += 1
        edges[suit + 1] = count
    dots = np.zeros((4, 4), np.int64)
    for case in range(first, last):
        theirs = case_trumps[case]
        if (theirs == 4) != (trumps == 4):
            continue
        norm = np.int64(0)
        for suit in range(4):
            for rank in range(13):
                value = np.int64(cases[case, suit, rank])
                norm += value * value
        most = np.int64(0)  # no naming brings them closer than each suit's best partner would
        for ours in range(4):
            top = np.int64(0)
            if edges[ours] < edges[ours + 1]:
                for suit in range(4):
                    total = np.int64(0)
                    for at in range(edges[ours], edges[ours + 1]):
                        total += weights[at] * np.int64(cases[case, suit, ranks[at]])
                    dots[suit, ours] = total
                    top = max(top, total)
            most += top
        if not own + norm - 2 * most < squares[k - 1]:
            continue
        best, way = np.int64(-1), 0
        for number in range(len(ways)):
            if trumps != 4 and ways[number, theirs] != trumps:
                continue
            total = np.int64(0)
            for suit in range(4):
                total += dots[suit, ways[number, suit]]
            if total > best:
                best, way = total, number
        square = own + norm - 2 * best
        if not square < squares[k - 1]:
            continue
        place = keep_nearest(squares, found, square, case)
        for later in range(k - 1, place, -1):
            chosen[later] = chosen[later - 1]
        chosen[place] = way
