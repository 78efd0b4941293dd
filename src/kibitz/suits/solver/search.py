"""The heaviest result at the start, by branch and bound over the first trick.

The first trick's results are never listed. After a lead there is a choice for each play of the
second hand (a third card, an *option*) and, within an option, one for each play of the fourth
hand (a result of the state it leads to, out of a *list*). Each choice loses some layouts; what is
chosen is `branching.py`'s to find.
"""

from __future__ import annotations

import numpy as np

from kibitz.runtime.ahead import ahead
from kibitz.suits.solver.bounds import Bounds, Words
from kibitz.suits.solver.branching import TrickChoices, descend, weight_of
from kibitz.suits.solver.fronts import HOPE, LATE, START, TOP, among, grant, limit, solve, stride_of
from kibitz.suits.solver.graph import NORTH, Graph
from kibitz.suits.solver.results import (
    DONE,
    FULL,
    WORTH,
    GraphWork,
    Longs,
    child_list,
)

MOST_PLAYS, MOST_OPTIONS, MOST_LISTS = 15, 128, 1024
_OPTIONS_AT = 0
_LISTS_AT = _OPTIONS_AT + MOST_PLAYS + 1
_AT = _LISTS_AT + MOST_OPTIONS + 1
_FIRST = _AT + MOST_LISTS
_TOPS = _FIRST + MOST_LISTS + 1
"""Where the parts of a choice begin in scratch."""


@ahead
def heaviest(  # noqa: C901  one compiled loop; a call would cost what it saves
    graph: Graph, bounds: Bounds, work: GraphWork, slot: int, lead: int, only: int,
    weights: Longs, best: Words,
) -> int:  # fmt: skip
    """Put in *best* the best result of *lead* at the start if it beats the worth on the gauge.

    Its weight is the new worth. *only* is a third card that must be played where it can be
    (-1: declarer is free).
    """
    size, words = best.size, bounds.may.shape[3]
    scratch, numbers = work.scratch, work.numbers
    top, here, late, hope = work.sets[TOP], work.sets[START], work.sets[LATE], work.sets[HOPE]
    limit(bounds.lead, lead, slot, size // words, work.relevant[0, slot], top)
    early = 1 if graph.lead_hand[lead] == NORTH else 0
    options_at, lists_at = numbers[_OPTIONS_AT:_LISTS_AT], numbers[_LISTS_AT:_AT]
    at, first = numbers[_AT:_FIRST], numbers[_FIRST:_TOPS]
    options_at[0], lists_at[0], first[0] = 0, 0, 0
    plays, options, lists, free = 0, 0, 0, _TOPS + MOST_OPTIONS * size
    for second in range(graph.seconds_at[lead], graph.seconds_at[lead + 1]):
        may = bounds.may[0, early, graph.second[second] + 1]
        if not among(may, top, here):
            continue
        for k in range(size):
            hope[k] = 0
        for third in range(graph.thirds_at[second], graph.thirds_at[second + 1]):
            if graph.thirds_at[second] <= only < graph.thirds_at[second + 1] and third != only:
                continue
            bound = scratch[_TOPS + options * size : _TOPS + (options + 1) * size]
            limit(bounds.third, third, slot, size // words, here, bound)
            begin = lists
            for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
                then = bounds.may[0, 1 - early, graph.fourth[fourth] + 1]
                child = graph.child[fourth] >> 1
                need = slot - (graph.child[fourth] & 1)
                if need == 0 or not among(then, bound, late):
                    continue
                if work.number[child, need] < 0:
                    status = solve(graph, bounds, work, child, need, free)
                    if status != DONE:
                        return status
                if free + (work.number[child, need] + 2) * size > scratch.size:
                    return FULL
                stride = stride_of(graph, bounds, early, second, fourth)
                found = child_list(work, child, need, stride, words, bound, then, free)
                for k in range(size):
                    some = np.uint64(0)
                    for i in range(found):
                        some |= scratch[free + i * size + k]
                    bound[k] &= some
                if found > 1:
                    at[lists], first[lists + 1] = free, first[lists] + found
                    free += found * size
                    lists += 1
            grant(bound, 0, top, may)
            for k in range(size):
                hope[k] |= bound[k]
            for each in range(begin, lists):
                for i in range(first[each + 1] - first[each]):
                    grant(scratch, at[each] + i * size, top, may)
            options += 1
            lists_at[options] = lists
        for k in range(size):
            top[k] &= hope[k]
        plays += 1
        options_at[plays] = options
        if weight_of(top, weights) <= work.gauge[WORTH]:
            return DONE
    choice = TrickChoices(
        options_at[: plays + 1], lists_at[: options + 1], at[:lists], first[: lists + 1],
        scratch[_TOPS : _TOPS + options * size], weights, size,
    )  # fmt: skip
    return descend(work, choice, top, best, free)
