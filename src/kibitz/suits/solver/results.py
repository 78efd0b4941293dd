"""Lists of results: sets of layouts none of which contains another.

A result is a bit for each layout and each number of tricks of interest (`span` numbers, from a
lowest one up): whether a strategy is sure of that many there. Results lie one after the other in
flat arrays of words; a list is where it begins and how many it has.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.runtime.compiled import compiled
from kibitz.suits.solver.bounds import WORD, Words

Longs = NDArray[np.int64]

USED, BUDGET, WIDEST = 0, 1, 2
DONE, PAUSED, FULL = -1, -2, -3


class Work(NamedTuple):
    """One question to a graph: which numbers of tricks, and the results found so far.

    A state is asked for with the tricks still needed for the lowest number: its `slot` is that
    need plus ``span`` minus one, so that slot 0 has nothing left to win.
    """

    relevant: Words
    """By state and slot: the bits that matter."""
    start: Longs
    """By state and slot: where its results begin in `pool`."""
    number: Longs
    """How many there are; -1 before they are known."""
    pool: Words
    scratch: Words
    """Where lists grow; whoever is called may use what lies above the place it is given."""
    gauge: Longs
    """Words of the pool in use, steps left before a pause, and the longest list kept.

    Lists cut to a length give lines that exist, but not all of them: a proof from below.
    """


class Arena(NamedTuple):
    """The memory that the questions about one combination share."""

    pool: Words
    scratch: Words
    gauge: Longs


def open_arena(room: int) -> Arena:
    """*room* words for results and as many to work in; the system gives them as they are used."""
    return Arena(np.empty(room, np.uint64), np.empty(room, np.uint64), np.zeros(3, np.int64))


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
def insert(lists: Words, begin: int, count: int, new: Words, size: int) -> int:
    """Put *new* among the *count* results at *begin* unless it is dominated; the new count."""
    for i in range(count):
        if within(new, 0, lists, begin + i * size, size):
            if i > 0:
                for k in range(size):
                    here, before = begin + i * size + k, begin + (i // 2) * size + k
                    lists[here], lists[before] = lists[before], lists[here]
            return count
    kept = 0
    for i in range(count):
        if not within(lists, begin + i * size, new, 0, size):
            if kept != i:
                for k in range(size):
                    lists[begin + kept * size + k] = lists[begin + i * size + k]
            kept += 1
    for k in range(size):
        lists[begin + kept * size + k] = new[k]
    return kept + 1


@compiled
def covered(lists: Words, begin: int, count: int, new: Words, size: int) -> bool:
    """Whether *new* is contained in one of the *count* results at *begin*."""
    for i in range(count):  # noqa: SIM110 - no generators in machine code
        if within(new, 0, lists, begin + i * size, size):
            return True
    return False


@compiled
def _multiply(
    work: Work,
    ours: int,
    count: int,
    theirs: int,
    other: int,
    dominated: int,
    known: int,
    size: int,
) -> int:
    """The undominated intersections of two lists, written over the first one; their number.

    The first list ends where free scratch begins. Results within one of the *known* results at
    *dominated* are of no use and left out.
    """
    lists = work.scratch
    begin = ours + count * size
    new = np.empty(size, np.uint64)
    found = 0
    for i in range(count):
        for j in range(other):
            for k in range(size):
                new[k] = lists[ours + i * size + k] & lists[theirs + j * size + k]
            work.gauge[BUDGET] -= found + known + 1
            if work.gauge[BUDGET] < 0:
                return PAUSED
            if begin + (found + 2) * size > lists.size:
                return FULL
            if found < work.gauge[WIDEST] and not covered(lists, dominated, known, new, size):
                found = insert(lists, begin, found, new, size)
    copy(lists, begin, lists, ours, found * size)
    return found


@compiled
def _tighten(work: Work, at: Longs, count: Longs, lists: int, top: Words) -> None:
    """Take from *top*, and then from every list, what one of the lists has in no result."""
    scratch, size = work.scratch, top.size
    new = np.empty(size, np.uint64)
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
                new[k] = scratch[at[each] + i * size + k] & top[k]
            kept = insert(scratch, at[each], kept, new, size)
        count[each] = kept


@compiled
def combine(
    work: Work, at: Longs, count: Longs, lists: int, top: Words, sp: int, dominated: int, known: int
) -> int:
    """At *sp* the undominated intersections of one result of each list; their number."""
    size = top.size
    _tighten(work, at, count, lists, top)
    if covered(work.scratch, dominated, known, top, size):
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
def merge(work: Work, begin: int, count: int, more: int, extra: int, size: int) -> int:
    """Add the *extra* results at *more* to the *count* ones at *begin*; the new count."""
    new = np.empty(size, np.uint64)
    for i in range(extra):
        copy(work.scratch, more + i * size, new, 0, size)
        if count < work.gauge[WIDEST]:
            count = insert(work.scratch, begin, count, new, size)
    return count


@compiled
def _lift_into(source: Words, at: int, stride: int, words: int, to: Words) -> None:
    """Into *to* the result at *at*, its layouts as they were before West's card was played."""
    jump, shift = stride // WORD, np.uint64(stride % WORD)
    rest = np.uint64(WORD) - shift
    for i in range(to.size):
        word = i % words
        bits = np.uint64(0)
        if word >= jump:
            bits = source[at + i - jump] << shift
            if shift > 0 and word > jump:
                bits |= source[at + i - jump - 1] >> rest
        to[i] = bits


@compiled
def child_list(
    work: Work, child: int, slot: int, stride: int, words: int, mask: Words, may: Words, sp: int
) -> int:
    """At *sp* the child's results as they look before the trick, all other layouts granted."""
    size = mask.size
    new = np.empty(size, np.uint64)
    found = 0
    for i in range(work.number[child, slot]):
        _lift_into(work.pool, work.start[child, slot] + i * size, stride, words, new)
        for k in range(size):
            new[k] = (new[k] | ~may[k % words]) & mask[k]
        found = insert(work.scratch, sp, found, new, size)
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
