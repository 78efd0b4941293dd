"""Every undominated result of declarer's strategies, state by state.

The defenders' choice among plays is the intersection of what declarer achieves against each, and
declarer's choice among plays is the union of the lists. Only what can matter at the start is kept:
`relevant` holds, for each state, the bits that are left after some line of play to it.
"""

from __future__ import annotations

import numpy as np

from kibitz.runtime.ahead import ahead
from kibitz.runtime.compiled import compiled
from kibitz.suits.solver.bounds import NONE, WORD, Bounds, Words
from kibitz.suits.solver.graph import NORTH, NOTHING, Graph
from kibitz.suits.solver.results import (
    ANSWERS,
    COUNTS,
    DEEPEST,
    DONE,
    FOUND,
    FULL,
    LEAD,
    LISTS,
    NEXT_SP,
    PARTS,
    PLACES,
    SECOND,
    SIZES,
    SLOT,
    SP,
    STATE,
    THIRD,
    TRIED,
    USED,
    Arena,
    GraphWork,
    Longs,
    child_list,
    combine,
    copy,
    covered,
    merge,
    ones,
)

LED, HERE, BOUND, LATE, TOP, START, HOPE, SETS = range(8)
"""The uses of scratch sets: after the lead, the second, the third and the fourth card.

The last three belong to the search at the start of the suit.
"""


def open_work(graph: Graph, bounds: Bounds, arena: Arena, lowest: int, start: Words) -> GraphWork:
    """The memory for a question about *lowest* tricks or more; *start* has the layouts of each."""
    most = bounds.state.shape[1] - 1
    span = start.size // bounds.may.shape[3]
    relevant = np.zeros((graph.cards.size, most + span, start.size), np.uint64)
    relevant[0, lowest + span - 1] = start
    tops = np.empty((DEEPEST, start.size), np.uint64)
    start_of = np.zeros(relevant.shape[:2], np.int64)
    sets = np.empty((SETS, start.size), np.uint64)
    work = GraphWork(relevant, tops, sets, start_of, start_of - 1, *arena)
    _mark_relevant(graph, bounds, work, span)
    return work


@compiled
def limit(table: Words, at: int, slot: int, span: int, mask: Words, to: Words) -> bool:
    """Write to *to* the bits of *mask* that *table* allows at *at*; whether any is left."""
    most, words = table.shape[1] - 1, table.shape[2]
    some = NONE
    for part in range(span):
        tricks = slot - span + 1 + part
        for word in range(words):
            bits = mask[part * words + word]
            if tricks > most:
                bits = NONE
            elif tricks > 0:
                bits &= table[at, tricks, word]
            to[part * words + word] = bits
            some |= bits
    return bool(some != NONE)


@compiled
def among(may: Words, mask: Words, to: Words) -> bool:
    """Write to *to* the bits of *mask* in the layouts *may*; whether any is left."""
    some = NONE
    for part in range(0, mask.size, may.size):
        for word in range(may.size):
            bits = mask[part + word] & may[word]
            to[part + word] = bits
            some |= bits
    return bool(some != NONE)


@compiled
def grant(lists: Words, at: int, top: Words, may: Words) -> None:
    """Add to the result at *at* what *top* has in layouts other than *may*."""
    for part in range(0, top.size, may.size):
        for word in range(may.size):
            lists[at + part + word] |= top[part + word] & ~may[word]


@compiled
def _lower_onto(mask: Words, stride: int, words: int, onto: Words) -> None:
    """Add to *onto* the layouts of *mask* as they are after West's card was played."""
    jump, shift = stride // WORD, np.uint64(stride % WORD)
    rest = np.uint64(WORD) - shift
    for part in range(0, mask.size, words):
        for word in range(words - jump):
            i = part + word
            bits = mask[i + jump] >> shift
            if shift > 0 and word + jump + 1 < words:
                bits |= mask[i + jump + 1] << rest
            onto[i] |= bits


@compiled
def stride_of(graph: Graph, bounds: Bounds, early: int, second: int, fourth: int) -> int:
    west = graph.second[second] if early == 0 else graph.fourth[fourth]
    return 0 if west == NOTHING else bounds.strides[west]


@ahead
def _mark_relevant(graph: Graph, bounds: Bounds, work: GraphWork, span: int) -> None:  # noqa: C901  one compiled loop; a call would cost what it saves
    relevant = work.relevant
    states, slots, size = relevant.shape
    words = size // span
    a, b, c, d = work.sets[LED], work.sets[HERE], work.sets[BOUND], work.sets[LATE]
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
                            if slot - won > 0 and among(
                                bounds.may[state, 1 - early, two + 1], c, d
                            ):
                                stride = stride_of(graph, bounds, early, second, fourth)
                                _lower_onto(d, stride, words, relevant[child, slot - won])


@compiled
def _next_lead(graph: Graph, bounds: Bounds, work: GraphWork, frame: Longs, top: Words) -> int:
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


@ahead
def solve(graph: Graph, bounds: Bounds, work: GraphWork, state: int, slot: int, sp: int) -> int:
    """Find the results of *state* for *slot*, and of all states they are made from.

    States wait on a stack while another one that they need is worked on; their results so far stay
    in scratch below it.
    """
    frames, tops = work.frames, work.tops
    _push(frames[0], state, slot, sp)
    level = 0
    while level >= 0:
        child = _advance(graph, bounds, work, frames[level], tops[level])
        if child >= 0:
            slots = work.number.shape[1]
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
def _advance(graph: Graph, bounds: Bounds, work: GraphWork, frame: Longs, top: Words) -> int:
    """Work on a state until it is done, or a child is met whose results are not known yet."""
    size = top.size
    state, slot, sp = frame[STATE], frame[SLOT], frame[SP]
    scratch = work.scratch
    lists_at, counts = frame[PLACES:COUNTS], frame[COUNTS:PARTS]
    while True:
        if frame[LEAD] < 0:
            frame[LEAD] = _next_lead(graph, bounds, work, frame, top)
            if frame[LEAD] < 0:
                return _store(work, bounds.may.shape[3], state, slot, sp, frame[FOUND])
            if covered(scratch, sp, frame[FOUND], top, 0, size):
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
            more = combine(work, lists_at, counts, frame[LISTS], top, free, sp, frame[FOUND])
            if more < 0:
                return more
            frame[FOUND] = merge(work, sp, frame[FOUND], free, more, size)
        frame[LEAD] = -1


@compiled
def _answer(graph: Graph, bounds: Bounds, work: GraphWork, frame: Longs, top: Words) -> int:
    """Add the list of answers to one play of the second hand; or name a child to be solved first.

    A single answer is no list: it only lowers *top*. Once *top* is dominated no more lists are
    needed, and their number is -1.
    """
    size = top.size
    words = bounds.may.shape[3]
    state, slot, second, lists = frame[STATE], frame[SLOT], frame[SECOND], frame[LISTS]
    early = 1 if graph.lead_hand[frame[LEAD]] == NORTH else 0
    may = bounds.may[state, early, graph.second[second] + 1]
    here, bound = work.sets[HERE], work.sets[BOUND]
    if not among(may, top, here):
        return DONE
    if frame[THIRD] < 0:
        frame[THIRD], frame[ANSWERS] = graph.thirds_at[second], 0
        frame[PLACES + lists] = frame[NEXT_SP]
    begin = frame[PLACES + lists]
    while frame[THIRD] < graph.thirds_at[second + 1]:
        limit(bounds.third, frame[THIRD], slot, size // words, here, bound)
        if not covered(work.scratch, begin, frame[ANSWERS], bound, 0, size):
            more = _third(graph, bounds, work, frame, early, bound)
            if more != DONE:
                return more
        frame[THIRD] += 1
    answers = frame[ANSWERS]
    for i in range(answers):
        grant(work.scratch, begin + i * size, top, may)
    frame[NEXT_SP] = begin + answers * size
    frame[COUNTS + lists] = answers
    frame[LISTS] += 1
    if answers == 1:
        copy(work.scratch, begin, top, 0, size)
        frame[NEXT_SP] = begin
        known = covered(work.scratch, frame[SP], frame[FOUND], top, 0, size)
        frame[LISTS] = -1 if known else lists
    return DONE


@compiled
def _third(
    graph: Graph, bounds: Bounds, work: GraphWork, frame: Longs, early: int, bound: Words
) -> int:
    """Add the results of one third card to the answers; or name a child to be solved first."""
    size = bound.size
    words = bounds.may.shape[3]
    scratch = work.scratch
    third, answers = frame[THIRD], frame[ANSWERS]
    begin = frame[PLACES + frame[LISTS]]
    free = begin + answers * size
    later = work.sets[LATE]
    for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
        late = bounds.may[frame[STATE], 1 - early, graph.fourth[fourth] + 1]
        child, need = graph.child[fourth] >> 1, frame[SLOT] - (graph.child[fourth] & 1)
        if need > 0 and work.number[child, need] < 0 and among(late, bound, later):
            frame[NEXT_SP] = free
            return int(child * work.number.shape[1] + need)
    at, count = frame[PARTS:SIZES], frame[SIZES:]
    parts = 0
    for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
        late = bounds.may[frame[STATE], 1 - early, graph.fourth[fourth] + 1]
        child, need = graph.child[fourth] >> 1, frame[SLOT] - (graph.child[fourth] & 1)
        if need == 0 or not among(late, bound, later):
            continue
        if free + (work.number[child, need] + 2) * size > scratch.size:
            return FULL
        stride = stride_of(graph, bounds, early, frame[SECOND], fourth)
        at[parts] = free
        count[parts] = child_list(work, child, need, stride, words, bound, late, free)
        if count[parts] == 1:
            copy(scratch, free, bound, 0, size)
            if covered(scratch, begin, answers, bound, 0, size):
                return DONE
        else:
            free += count[parts] * size
            parts += 1
    more = combine(work, at, count, parts, bound, free, begin, answers)
    if more < 0:
        return more
    frame[ANSWERS] = merge(work, begin, answers, free, more, size)
    return DONE


@compiled
def _store(work: GraphWork, words: int, state: int, slot: int, sp: int, found: int) -> int:
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
    work.start[state, slot], work.number[state, slot] = used, found
    return DONE
