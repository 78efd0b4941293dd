"""Lists of results: what strategies are sure of, none of which contains another.

A result has a bit for each layout and each number of tricks that counts (`span` numbers, from the
lowest up): it is set if the strategy is sure of that many tricks in that layout. Results lie one
after the other in flat arrays of words; a list is given by its place and its number of results.
*size* is the number of words of a result, *sp* the place from which scratch memory is free.
`fronts.py` makes such lists state by state; `search.py` and `branching.py` choose from them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.runtime.compiled import compiled
from kibitz.suits.solver.bounds import Words, lifted

Longs = NDArray[np.int64]

USED, BUDGET, WIDEST, WORTH = 0, 1, 2, 3
DONE, PAUSED, FULL = -1, -2, -3

DEEPEST, MOST_LISTS = 14, 16
STATE, SLOT, SP, FOUND, TRIED, LEAD, SECOND, THIRD, LISTS, ANSWERS, NEXT_SP, PLACES = range(12)
COUNTS, PARTS, SIZES, FRAME = (PLACES + MOST_LISTS * i for i in range(1, 5))
"""Where each number of a waiting state is kept; from PLACES on, one for each list or part."""


class GraphWork(NamedTuple):
    """The memory of one question about a graph, with the results found so far.

    A state is asked for with the tricks still needed for the lowest number: its `slot` is that
    need plus ``span`` minus one, so that slot 0 has nothing left to win.
    """

    relevant: Words
    """By state and slot: the bits that matter."""
    tops: Words
    """By depth: the most that a waiting state can achieve."""
    sets: Words
    """By use: scratch sets, which are free again when a function returns."""
    start: Longs
    """By state and slot: where its results begin in `pool`."""
    number: Longs
    """By state and slot: the number of its results; -1 before they are known."""
    pool: Words
    scratch: Words
    """Where lists grow; a function may use the memory above the place it is given."""
    numbers: Longs
    """The same memory as `scratch`, read as signed numbers."""
    frames: Longs
    """By depth: the numbers that a waiting state keeps."""
    gauge: Longs
    """Words of the pool in use, steps left before a pause, the longest list kept, the best worth.

    If lists are cut to a length, some lines are missed: what is found is then a lower bound.
    """


class Arena(NamedTuple):
    """The memory that the questions about one combination share."""

    pool: Words
    scratch: Words
    numbers: Longs
    frames: Longs
    gauge: Longs


def open_arena(room: int) -> Arena:
    """*room* words for results, and as many to work in; memory is only taken as it is used."""
    scratch = np.empty(room, np.uint64)
    return Arena(
        np.empty(room, np.uint64),
        scratch,
        scratch.view(np.int64),
        np.empty((DEEPEST, FRAME), np.int64),
        np.zeros(4, np.int64),
    )


@compiled
def copy(source: Words, at: int, to: Words, there: int, size: int) -> None:
    for i in range(size):
        to[there + i] = source[at + i]


@compiled
def within(one: Words, at: int, other: Words, there: int, size: int) -> bool:
    """Whether the first result is contained in the second."""
    for i in range(size):  # noqa: SIM110 - no generators in machine code
        if one[at + i] & ~other[there + i]:
            return False
    return True


@compiled
def insert(lists: Words, begin: int, count: int, size: int) -> int:
    """Add the result after the *count* ones at *begin* unless one contains it; the new count."""
    new = begin + count * size
    for i in range(count):
        if within(lists, new, lists, begin + i * size, size):
            if i > 0:
                for k in range(size):
                    here, before = begin + i * size + k, begin + (i // 2) * size + k
                    lists[here], lists[before] = lists[before], lists[here]
            return count
    kept = 0
    for i in range(count):
        if not within(lists, begin + i * size, lists, new, size):
            if kept != i:
                copy(lists, begin + i * size, lists, begin + kept * size, size)
            kept += 1
    if kept != count:
        copy(lists, new, lists, begin + kept * size, size)
    return kept + 1


@compiled
def covered(lists: Words, begin: int, count: int, of: Words, at: int, size: int) -> bool:
    """Whether the result at *at* is contained in one of the *count* results at *begin*."""
    for i in range(count):  # noqa: SIM110 - no generators in machine code
        if within(of, at, lists, begin + i * size, size):
            return True
    return False


@compiled
def _multiply(
    work: GraphWork,
    ours: int,
    count: int,
    theirs: int,
    other: int,
    dominated: int,
    known: int,
    size: int,
) -> int:
    """Write the undominated intersections of two lists over the first list; their number.

    The first list is the last thing in scratch memory. Intersections that one of the *known*
    results at *dominated* contains are left out.
    """
    lists = work.scratch
    begin = ours + count * size
    found = 0
    for i in range(count):
        for j in range(other):
            work.gauge[BUDGET] -= found + known + 1
            if work.gauge[BUDGET] < 0:
                return PAUSED
            new = begin + found * size
            if new + 2 * size > lists.size:
                return FULL
            for k in range(size):
                lists[new + k] = lists[ours + i * size + k] & lists[theirs + j * size + k]
            if found < work.gauge[WIDEST] and not covered(
                lists, dominated, known, lists, new, size
            ):
                found = insert(lists, begin, found, size)
    copy(lists, begin, lists, ours, found * size)
    return found


@compiled
def _tighten(work: GraphWork, at: Longs, count: Longs, lists: int, top: Words) -> None:
    """Remove from *top*, and then from every list, the bits that some list has in no result."""
    scratch, size = work.scratch, top.size
    for each in range(lists):
        for k in range(size):
            some = np.uint64(0)
            for i in range(count[each]):
                some |= scratch[at[each] + i * size + k]
            top[k] &= some
    for each in range(lists):
        kept = 0
        for i in range(count[each]):
            for k in range(size):
                scratch[at[each] + kept * size + k] = scratch[at[each] + i * size + k] & top[k]
            kept = insert(scratch, at[each], kept, size)
        count[each] = kept


@compiled
def combine(
    work: GraphWork,
    at: Longs,
    count: Longs,
    lists: int,
    top: Words,
    sp: int,
    dominated: int,
    known: int,
) -> int:
    """Write to *sp* the undominated intersections of a result from each list; their number."""
    size = top.size
    _tighten(work, at, count, lists, top)
    if covered(work.scratch, dominated, known, top, 0, size):
        return 0
    if sp + 4 * size > work.scratch.size:
        return FULL
    copy(top, 0, work.scratch, sp, size)
    found, used = 1, 0
    for _ in range(lists):
        smallest = -1
        for each in range(lists):
            if not used >> each & 1 and (smallest < 0 or count[each] < count[smallest]):
                smallest = each
        used |= 1 << smallest
        if count[smallest] > 1:
            found = _multiply(
                work, sp, found, at[smallest], count[smallest], dominated, known, size
            )
            if found <= 0:
                return found
    return found


@compiled
def merge(work: GraphWork, begin: int, count: int, more: int, extra: int, size: int) -> int:
    """Add the *extra* results at *more* to the *count* ones at *begin*; the new count.

    The extra ones must lie above the others, so that none is overwritten before it is read.
    """
    for i in range(extra):
        if count < work.gauge[WIDEST]:
            copy(work.scratch, more + i * size, work.scratch, begin + count * size, size)
            count = insert(work.scratch, begin, count, size)
    return count


@compiled
def child_list(
    work: GraphWork,
    child: int,
    slot: int,
    stride: int,
    words: int,
    mask: Words,
    may: Words,
    sp: int,
) -> int:
    """Write to *sp* the child's results as they are before the trick; their number.

    In layouts other than *may*, in which the trick cannot happen, they promise everything.
    """
    size = mask.size
    found = 0
    for i in range(work.number[child, slot]):
        at, new = work.start[child, slot] + i * size, sp + found * size
        for part in range(0, size, words):
            for word in range(words):
                bits = lifted(work.pool, at + part, word, stride) | ~may[word]
                work.scratch[new + part + word] = bits & mask[part + word]
        found = insert(work.scratch, sp, found, size)
    work.gauge[BUDGET] -= work.number[child, slot]
    return found


@compiled
def ones(word: np.uint64) -> int:
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))
