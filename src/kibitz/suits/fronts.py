"""Every undominated result of declarer's strategies, as sets of layouts.

A result is a bit for each layout and each number of tricks of interest (`span` numbers, from a
lowest one up): whether the strategy is sure of that many there. One result is better than another
if it contains it, the defenders' choice among plays is the intersection of what declarer achieves
against each, and declarer's choice among plays is the union of the lists. Only what can matter
at the start is kept: `relevant` holds, for each state, the bits some line of play to it has left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bounds import NONE, WORD, Bounds, Words
from .compiled import compiled
from .graph import NORTH, NOTHING, Graph

Longs = NDArray[np.int64]

USED, BUDGET, WIDEST = 0, 1, 2
DONE, PAUSED, FULL = -1, -2, -3
DEEPEST, MOST_LISTS = 14, 16
STATE, SLOT, SP, FOUND, TRIED, LEAD, SECOND, THIRD, LISTS, ANSWERS, NEXT_SP, FRAME = range(12)
"""What a waiting state remembers; from FRAME on the place and length of its lists."""


class Work(NamedTuple):
    """One question to a graph: which numbers of tricks, and the results found so far.

    A state is asked for with the tricks still needed for the lowest number: its `slot` is that
    need plus ``span`` minus one, so that slot 0 has nothing left to win.
    """

    relevant: Words
    """By state and slot: the bits that matter."""
    start: Longs
    """By state and slot: where its results begin in `pool`."""
    count: Longs
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


def open_work(graph: Graph, bounds: Bounds, arena: Arena, lowest: int, start: Words) -> Work:
    """A question about numbers of tricks from *lowest* on, in the layouts *start* of each."""
    most = bounds.state.shape[1] - 1
    span = start.size // bounds.may.shape[3]
    relevant = np.zeros((graph.cards.size, most + span, start.size), np.uint64)
    relevant[0, lowest + span - 1] = start
    _mark_relevant(graph, bounds, relevant, span)
    start_of = np.zeros(relevant.shape[:2], np.int64)
    return Work(relevant, start_of, start_of - 1, *arena)


@compiled
def limit(table: Words, at: int, slot: int, span: int, mask: Words, to: Words) -> bool:
    """Into *to* the bits of *mask* that *table* allows at *at*; whether any is left."""
    words = mask.size // span
    most = table.shape[1] - 1
    some = False
    for part in range(span):
        tricks = slot - span + 1 + part
        for word in range(words):
            bits = mask[part * words + word]
            if tricks > most:
                bits = np.uint64(0)
            elif tricks > 0:
                bits &= table[at, tricks, word]
            to[part * words + word] = bits
            some = some or bits != 0
    return some


@compiled
def among(may: Words, mask: Words, to: Words) -> bool:
    """Into *to* the bits of *mask* in the layouts *may*; whether any is left."""
    words = may.size
    some = False
    for i in range(mask.size):
        to[i] = mask[i] & may[i % words]
        some = some or to[i] != 0
    return some


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
def _lower_onto(mask: Words, stride: int, words: int, onto: Words) -> None:
    """Add to *onto* the layouts of *mask* as they are after West's card was played."""
    jump, shift = stride // WORD, np.uint64(stride % WORD)
    rest = np.uint64(WORD) - shift
    for i in range(mask.size):
        word = i % words
        if word + jump < words:
            bits = mask[i + jump] >> shift
            if shift > 0 and word + jump + 1 < words:
                bits |= mask[i + jump + 1] << rest
            onto[i] |= bits


@compiled
def stride_of(graph: Graph, bounds: Bounds, early: int, second: int, fourth: int) -> int:
    west = graph.second[second] if early == 0 else graph.fourth[fourth]
    return 0 if west == NOTHING else bounds.strides[west]


@compiled
def _mark_relevant(graph: Graph, bounds: Bounds, relevant: Words, span: int) -> None:
    states, slots, size = relevant.shape
    words = size // span
    a, b, c, d = (
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
    )
    for state in range(states):
        for slot in range(1, slots):
            some = NONE
            for k in range(size):
                some |= relevant[state, slot, k]
            if not some:
                continue
            for lead in range(graph.leads_at[state], graph.leads_at[state + 1]):
                early = 1 if graph.lead_hand[lead] == NORTH else 0
                if not limit(bounds.lead, lead, slot, span, relevant[state, slot], a):
                    continue
                for second in range(graph.seconds_at[lead], graph.seconds_at[lead + 1]):
                    if not among(bounds.may[state, early, graph.second[second] + 1], a, b):
                        continue
                    for third in range(graph.thirds_at[second], graph.thirds_at[second + 1]):
                        if not limit(bounds.third, third, slot, span, b, c):
                            continue
                        for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
                            two = graph.fourth[fourth]
                            child, won = graph.child[fourth] >> 1, graph.child[fourth] & 1
                            if slot - won > 0 and among(bounds.may[state, 1 - early, two + 1], c, d):
                                stride = stride_of(graph, bounds, early, second, fourth)
                                _lower_onto(d, stride, words, relevant[child, slot - won])


@compiled
def copy(source: Words, at: int, to: Words, there: int, size: int) -> None:
    for i in range(size):
        to[there + i] = source[at + i]


@compiled
def within(one: Words, at: int, other: Words, there: int, size: int) -> bool:
    """Whether the first result is contained in the second."""
    for i in range(size):
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
    for i in range(count):
        if within(new, 0, lists, begin + i * size, size):
            return True
    return False


@compiled
def _multiply(work: Work, ours: int, count: int, theirs: int, other: int, dominated: int, known: int, size: int) -> int:
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
def _combine(work: Work, at: Longs, count: Longs, lists: int, top: Words, sp: int, dominated: int, known: int) -> int:
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
            found = _multiply(work, sp, found, at[smallest], count[smallest], dominated, known, size)
            if found <= 0:
                return found
    return found


@compiled
def _merge(work: Work, begin: int, count: int, more: int, extra: int, size: int) -> int:
    """Add the *extra* results at *more* to the *count* ones at *begin*; the new count."""
    new = np.empty(size, np.uint64)
    for i in range(extra):
        copy(work.scratch, more + i * size, new, 0, size)
        if count < work.gauge[WIDEST]:
            count = insert(work.scratch, begin, count, new, size)
    return count


@compiled
def child_list(work: Work, child: int, slot: int, stride: int, words: int, mask: Words, may: Words, sp: int) -> int:
    """At *sp* the child's results as they look before the trick, all other layouts granted."""
    size = mask.size
    new = np.empty(size, np.uint64)
    found = 0
    for i in range(work.count[child, slot]):
        _lift_into(work.pool, work.start[child, slot] + i * size, stride, words, new)
        for k in range(size):
            new[k] = (new[k] | ~may[k % words]) & mask[k]
        found = insert(work.scratch, sp, found, new, size)
    work.gauge[BUDGET] -= work.count[child, slot]
    return found


@compiled
def _next_lead(graph: Graph, bounds: Bounds, work: Work, frame: Longs, top: Words) -> int:
    """The untried lead that could win most, its bound put in *top*; -1 when none is left."""
    state, slot, first = frame[STATE], frame[SLOT], graph.leads_at[frame[STATE]]
    mask = work.relevant[state, slot]
    span = top.size // bounds.may.shape[3]
    best, most = -1, -1
    for lead in range(first, graph.leads_at[state + 1]):
        if not frame[TRIED] >> (lead - first) & 1:
            limit(bounds.lead, lead, slot, span, mask, top)
            bits = 0
            for k in range(top.size):
                bits += ones(top[k])
            if bits > most:
                best, most = lead, bits
    if best >= 0:
        frame[TRIED] |= 1 << (best - first)
        limit(bounds.lead, best, slot, span, mask, top)
    return best


@compiled
def ones(word: np.uint64) -> int:
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def solve(graph: Graph, bounds: Bounds, work: Work, state: int, slot: int, sp: int) -> int:
    """Find the results of *state* for *slot*, and of all states they are made from.

    States wait on a stack while another one they need is worked on; what they have found so far
    stays in scratch below it.
    """
    frames = np.empty((DEEPEST, FRAME + 2 * MOST_LISTS), np.int64)
    tops = np.empty((DEEPEST, work.relevant.shape[2]), np.uint64)
    _push(frames[0], state, slot, sp)
    level = 0
    while level >= 0:
        child = _advance(graph, bounds, work, frames[level], tops[level])
        if child >= 0:
            slots = work.count.shape[1]
            level += 1
            _push(frames[level], child // slots, child % slots, frames[level - 1, NEXT_SP])
        elif child == DONE:
            level -= 1
        else:
            return child
    return DONE


@compiled
def _push(frame: Longs, state: int, slot: int, sp: int) -> None:
    frame[STATE], frame[SLOT], frame[SP] = state, slot, sp
    frame[FOUND], frame[TRIED], frame[LEAD] = 0, 0, -1


@compiled
def _advance(graph: Graph, bounds: Bounds, work: Work, frame: Longs, top: Words) -> int:
    """Work on a state until it is done, or a child is met whose results are not known yet."""
    size = top.size
    state, slot, sp = frame[STATE], frame[SLOT], frame[SP]
    scratch = work.scratch
    lists_at, counts = frame[FRAME : FRAME + MOST_LISTS], frame[FRAME + MOST_LISTS :]
    while True:
        if frame[LEAD] < 0:
            frame[LEAD] = _next_lead(graph, bounds, work, frame, top)
            if frame[LEAD] < 0:
                return _store(work, bounds.may.shape[3], state, slot, sp, frame[FOUND])
            if covered(scratch, sp, frame[FOUND], top, size):
                frame[LEAD] = -1
                continue
            frame[SECOND], frame[LISTS] = graph.seconds_at[frame[LEAD]], 0
            frame[THIRD] = -1
            frame[NEXT_SP] = sp + frame[FOUND] * size
        while frame[SECOND] < graph.seconds_at[frame[LEAD] + 1]:
            child = _answer(graph, bounds, work, frame, top)
            if child != DONE:
                return child
            frame[SECOND] += 1
            frame[THIRD] = -1
            if frame[LISTS] < 0:
                break
        if frame[LISTS] >= 0:
            free = frame[NEXT_SP]
            more = _combine(
                work, lists_at, counts, frame[LISTS], top, free, sp, frame[FOUND]
            )
            if more < 0:
                return more
            frame[FOUND] = _merge(work, sp, frame[FOUND], free, more, size)
        frame[LEAD] = -1


@compiled
def _answer(graph: Graph, bounds: Bounds, work: Work, frame: Longs, top: Words) -> int:
    """Add the list of answers to one play of the second hand; or name a child to be solved first.

    A single answer is no list: it only lowers *top*. No lists are needed any more, which is
    said by -1 of them, once *top* is dominated.
    """
    size = top.size
    words = bounds.may.shape[3]
    state, slot, second, lists = frame[STATE], frame[SLOT], frame[SECOND], frame[LISTS]
    early = 1 if graph.lead_hand[frame[LEAD]] == NORTH else 0
    may = bounds.may[state, early, graph.second[second] + 1]
    here, bound = np.empty(size, np.uint64), np.empty(size, np.uint64)
    if not among(may, top, here):
        return DONE
    if frame[THIRD] < 0:
        frame[THIRD], frame[ANSWERS] = graph.thirds_at[second], 0
        frame[FRAME + lists] = frame[NEXT_SP]
    begin = frame[FRAME + lists]
    while frame[THIRD] < graph.thirds_at[second + 1]:
        limit(bounds.third, frame[THIRD], slot, size // words, here, bound)
        if not covered(work.scratch, begin, frame[ANSWERS], bound, size):
            more = _third(graph, bounds, work, frame, early, bound)
            if more != DONE:
                return more
        frame[THIRD] += 1
    answers = frame[ANSWERS]
    for i in range(answers):
        for k in range(size):
            work.scratch[begin + i * size + k] |= top[k] & ~may[k % words]
    frame[NEXT_SP] = begin + answers * size
    frame[FRAME + MOST_LISTS + lists] = answers
    frame[LISTS] += 1
    if answers == 1:
        copy(work.scratch, begin, top, 0, size)
        frame[NEXT_SP] = begin
        frame[LISTS] = -1 if covered(work.scratch, frame[SP], frame[FOUND], top, size) else lists
    return DONE


@compiled
def _third(graph: Graph, bounds: Bounds, work: Work, frame: Longs, early: int, bound: Words) -> int:
    """Add the results of one third card to the answers; or name a child to be solved first."""
    size = bound.size
    words = bounds.may.shape[3]
    scratch = work.scratch
    third, answers = frame[THIRD], frame[ANSWERS]
    begin = frame[FRAME + frame[LISTS]]
    free = begin + answers * size
    later = np.empty(size, np.uint64)
    for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
        late = bounds.may[frame[STATE], 1 - early, graph.fourth[fourth] + 1]
        child, need = graph.child[fourth] >> 1, frame[SLOT] - (graph.child[fourth] & 1)
        if need > 0 and work.count[child, need] < 0 and among(late, bound, later):
            frame[NEXT_SP] = free
            return child * work.count.shape[1] + need
    at, count = np.empty(MOST_LISTS, np.int64), np.empty(MOST_LISTS, np.int64)
    parts = 0
    for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
        late = bounds.may[frame[STATE], 1 - early, graph.fourth[fourth] + 1]
        child, need = graph.child[fourth] >> 1, frame[SLOT] - (graph.child[fourth] & 1)
        if need == 0 or not among(late, bound, later):
            continue
        if free + (work.count[child, need] + 2) * size > scratch.size:
            return FULL
        stride = stride_of(graph, bounds, early, frame[SECOND], fourth)
        at[parts] = free
        count[parts] = child_list(work, child, need, stride, words, bound, late, free)
        if count[parts] == 1:
            copy(scratch, free, bound, 0, size)
            if covered(scratch, begin, answers, bound, size):
                return DONE
        else:
            free += count[parts] * size
            parts += 1
    more = _combine(work, at, count, parts, bound, free, begin, answers)
    if more < 0:
        return more
    frame[ANSWERS] = _merge(work, begin, answers, free, more, size)
    return DONE


@compiled
def _store(work: Work, words: int, state: int, slot: int, sp: int, found: int) -> int:
    """Keep the results found for a state; where nothing can be led, what is won already."""
    size = work.relevant.shape[2]
    if found == 0:
        won = size // words - 1 - slot
        for k in range(size):
            work.scratch[sp + k] = work.relevant[state, slot, k] if k // words <= won else NONE
        found = 1
    used = work.gauge[USED]
    if used + found * size > work.pool.size:
        return FULL
    copy(work.scratch, sp, work.pool, used, found * size)
    work.gauge[USED] += found * size
    work.start[state, slot], work.count[state, slot] = used, found
    return DONE
