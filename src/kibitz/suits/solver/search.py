"""The heaviest result at the start, by branch and bound over the first trick.

The first trick's results are never listed. After a lead there is a choice for each play of the
second hand (a third card, an *option*) and, within an option, one for each play of the fourth
hand (a result of the state it leads to, out of a *list*). Each choice loses some layouts. What all
of them must lose together is bounded by sharing the weight of every layout out among the
choices: a list takes of each layout no more than it needs for its least loss, and leaves the rest
to the next. A choice whose loss above the least exceeds the room left is struck out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.runtime.compiled import compiled
from kibitz.suits.solver.bounds import WORD, Bounds, Words
from kibitz.suits.solver.fronts import among, limit, solve, stride_of
from kibitz.suits.solver.graph import NORTH, Graph
from kibitz.suits.solver.results import (
    BUDGET,
    DONE,
    FULL,
    PAUSED,
    Longs,
    Work,
    child_list,
    copy,
    within,
)

MOST_OPTIONS, MOST_LISTS = 128, 1024
ONE = np.uint64(1)
NEVER = 1 << 50


class Choice(NamedTuple):
    """What is to be chosen in the first trick after one lead, and the weight of each bit."""

    options_at: Longs
    """By second hand's play: its first option."""
    lists_at: Longs
    """By option: its first list."""
    at: Longs
    first: Longs
    """By list: where its results begin in scratch, and their first number of all lists' results."""
    tops: Words
    """By option: no choice within it achieves more."""
    weights: Longs


class Nodes(NamedTuple):
    """The partial choices on the way down, one a level, and what each still wins."""

    sofar: Words
    taken: Longs
    """By second hand's play: the option taken, or -1."""
    open: NDArray[np.bool_]
    """By list: whether it is still to be chosen from."""
    alive: NDArray[np.bool_]
    """By result, and after them by option: whether it is not struck out."""


@compiled
def heaviest(  # noqa: C901  one compiled loop; a call would cost what it saves
    graph: Graph, bounds: Bounds, work: Work, slot: int, lead: int, only: int,
    weights: Longs, best: Words, value: int,
) -> tuple[int, int]:  # fmt: skip
    """The weight of the best result of *lead* at the start if it beats *value*, put in *best*.

    *only* is a third card that must be played where it can be (-1: declarer is free).
    """
    size, words = best.size, bounds.may.shape[3]
    scratch = work.scratch
    top, here, late = (
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
    )
    limit(bounds.lead, lead, slot, size // words, work.relevant[0, slot], top)
    early = 1 if graph.lead_hand[lead] == NORTH else 0
    options_at = np.zeros(16, np.int64)
    lists_at = np.zeros(MOST_OPTIONS + 1, np.int64)
    at, first = np.zeros(MOST_LISTS, np.int64), np.zeros(MOST_LISTS + 1, np.int64)
    tops = np.zeros((MOST_OPTIONS, size), np.uint64)
    plays, options, lists, free = 0, 0, 0, 0
    for second in range(graph.seconds_at[lead], graph.seconds_at[lead + 1]):
        may = bounds.may[0, early, graph.second[second] + 1]
        if not among(may, top, here):
            continue
        hope = np.zeros(size, np.uint64)
        for third in range(graph.thirds_at[second], graph.thirds_at[second + 1]):
            if graph.thirds_at[second] <= only < graph.thirds_at[second + 1] and third != only:
                continue
            bound = tops[options]
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
                        return status, value
                if free + (work.number[child, need] + 2) * size > scratch.size:
                    return FULL, value
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
            for k in range(size):
                bound[k] |= top[k] & ~may[k % words]
                hope[k] |= bound[k]
            for each in range(begin, lists):
                for i in range(first[each + 1] - first[each]):
                    for k in range(size):
                        scratch[at[each] + i * size + k] |= top[k] & ~may[k % words]
            options += 1
            lists_at[options] = lists
        for k in range(size):
            top[k] &= hope[k]
        plays += 1
        options_at[plays] = options
        if _weight(top, weights) <= value:
            return DONE, value
    choice = Choice(
        options_at[: plays + 1], lists_at[: options + 1], at[:lists], first[: lists + 1],
        tops[:options], weights,
    )  # fmt: skip
    return _descend(work, choice, top, best, value)


@compiled
def _weight(result: Words, weights: Longs) -> int:
    total = 0
    for bit in range(result.size * WORD):
        if result[bit // WORD] >> np.uint64(bit % WORD) & ONE:
            total += weights[bit]
    return total


@compiled
def _share(  # noqa: C901  one compiled loop; a call would cost what it saves
    work: Work,
    choice: Choice,
    each: int,
    bits: Longs,
    alive: NDArray[np.bool_],
    left: Longs,
    excess: Longs,
) -> int:
    """The least weight a result of list *each* must lose of what is *left* of the layouts *bits*.

    It is taken from *left*; *excess* says of each result how much more than the least it loses.
    """
    size = choice.tops.shape[1]
    begin, number = choice.first[each], choice.first[each + 1] - choice.first[each]
    scratch = work.scratch
    least = NEVER
    for i in range(number):
        if alive[begin + i]:
            at = choice.at[each] + i * size
            lost = 0
            for n in range(bits.size):
                bit = bits[n]
                if not scratch[at + bit // WORD] >> np.uint64(bit % WORD) & ONE:
                    lost += left[n]
            excess[begin + i] = lost
            least = min(least, lost)
    work.gauge[BUDGET] -= number
    if least == 0:
        for i in range(number):
            excess[begin + i] = 0
    if least == 0 or least == NEVER:
        return least
    for n in range(bits.size):
        if left[n] == 0:
            continue
        word, mask = bits[n] // WORD, ONE << np.uint64(bits[n] % WORD)
        spare = left[n]
        for i in range(number):
            if alive[begin + i] and not scratch[choice.at[each] + i * size + word] & mask:
                spare = min(spare, excess[begin + i] - least)
        if spare > 0:
            for i in range(number):
                if alive[begin + i] and not scratch[choice.at[each] + i * size + word] & mask:
                    excess[begin + i] -= spare
        left[n] = spare
    for i in range(number):
        excess[begin + i] -= least
    return least


@compiled
def _bits(sofar: Words) -> Longs:
    """The numbers of the bits of *sofar*."""
    found = np.empty(sofar.size * WORD, np.int64)
    number = 0
    for bit in range(found.size):
        if sofar[bit // WORD] >> np.uint64(bit % WORD) & ONE:
            found[number] = bit
            number += 1
    return found[:number]


@compiled
def _bound(work: Work, choice: Choice, nodes: Nodes, level: int, excess: Longs) -> int:  # noqa: C901  one compiled loop; a call would cost what it saves
    """More than this weight no completion can keep; *excess* is what each choice costs besides."""
    options = choice.tops.shape[0]
    results = nodes.alive.shape[1] - options
    bits = _bits(nodes.sofar[level])
    left, spare = np.empty(bits.size, np.int64), np.empty(bits.size, np.int64)
    rest = np.empty(bits.size, np.int64)
    for n in range(bits.size):
        left[n] = choice.weights[bits[n]]
    keeps = _weight(nodes.sofar[level], choice.weights)
    alive = nodes.alive[level]
    for play in range(nodes.taken.shape[1]):
        option = nodes.taken[level, play]
        if option >= 0:
            for each in range(choice.lists_at[option], choice.lists_at[option + 1]):
                if nodes.open[level, each]:
                    keeps -= _share(work, choice, each, bits, alive, left, excess)
            continue
        least = NEVER
        for n in range(bits.size):
            spare[n] = left[n]
        for option in range(choice.options_at[play], choice.options_at[play + 1]):
            if not alive[results + option]:
                continue
            lost = 0
            for n in range(bits.size):
                rest[n] = left[n]
                word, bit = bits[n] // WORD, np.uint64(bits[n] % WORD)
                if not choice.tops[option, word] >> bit & ONE:
                    lost += rest[n]
                    rest[n] = 0
            for each in range(choice.lists_at[option], choice.lists_at[option + 1]):
                lost += _share(work, choice, each, bits, alive, rest, excess)
            excess[results + option] = lost
            least = min(least, lost)
            for n in range(bits.size):
                spare[n] = min(spare[n], rest[n])
        for option in range(choice.options_at[play], choice.options_at[play + 1]):
            excess[results + option] -= least
        keeps -= least
        for n in range(bits.size):
            left[n] = spare[n]
    return keeps


@compiled
def _strike(  # noqa: C901  one compiled loop; a call would cost what it saves
    work: Work, choice: Choice, nodes: Nodes, level: int, value: int, excess: Longs
) -> tuple[int, int, int]:
    """Strike out what cannot beat *value* and take what is left alone, as long as that helps.

    The answer is a weight not to be exceeded from here, and what to branch on next: a second
    hand's play or -1, a list or -1. Neither means that all is chosen.
    """
    size = nodes.sofar.shape[1]
    results = nodes.alive.shape[1] - choice.tops.shape[0]
    sofar, alive = nodes.sofar[level], nodes.alive[level]
    while True:
        keeps = _bound(work, choice, nodes, level, excess)
        if keeps <= value:
            return keeps, -1, -1
        room = keeps - value
        forced = False
        fewest, at_play, at_list = NEVER, -1, -1
        for play in range(nodes.taken.shape[1]):
            option = nodes.taken[level, play]
            if option < 0:
                number, last = 0, -1
                for option in range(choice.options_at[play], choice.options_at[play + 1]):
                    if alive[results + option] and excess[results + option] >= room:
                        alive[results + option] = False
                    if alive[results + option]:
                        number, last = number + 1, option
                if number == 1:
                    nodes.taken[level, play] = last
                    for k in range(size):
                        sofar[k] &= choice.tops[last, k]
                    forced = True
                elif number < fewest:
                    fewest, at_play, at_list = number, play, -1
                continue
            for each in range(choice.lists_at[option], choice.lists_at[option + 1]):
                if not nodes.open[level, each]:
                    continue
                number, last = 0, -1
                for i in range(choice.first[each + 1] - choice.first[each]):
                    result = choice.first[each] + i
                    if alive[result] and excess[result] >= room:
                        alive[result] = False
                    if alive[result]:
                        number, last = number + 1, i
                        if within(sofar, 0, work.scratch, choice.at[each] + i * size, size):
                            number = 1
                            break
                if number == 1:
                    nodes.open[level, each] = False
                    for k in range(size):
                        sofar[k] &= work.scratch[choice.at[each] + last * size + k]
                    forced = True
                elif number < fewest:
                    fewest, at_play, at_list = number, -1, each
        if not forced:
            return keeps, at_play, at_list


@compiled
def _descend(work: Work, choice: Choice, top: Words, best: Words, value: int) -> tuple[int, int]:  # noqa: C901  one compiled loop; a call would cost what it saves
    """Depth first through every choice that may still beat *value*, the least costly first."""
    size, plays = best.size, choice.options_at.size - 1
    options, lists = choice.tops.shape[0], choice.at.size
    results = choice.first[lists]
    deepest = lists + plays + 2
    nodes = Nodes(
        np.empty((deepest, size), np.uint64),
        np.full((deepest, plays), -1, np.int64),
        np.ones((deepest, lists), np.bool_),
        np.ones((deepest, results + options), np.bool_),
    )
    promise = np.zeros((deepest, results + options), np.int64)
    at_play, at_list = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    excess = np.zeros(results + options, np.int64)
    copy(top, 0, nodes.sofar[0], 0, size)
    level = 0
    while level >= 0:
        keeps, play, each = _strike(work, choice, nodes, level, value, excess)
        if work.gauge[BUDGET] < 0:
            return PAUSED, value
        if keeps > value and play < 0 and each < 0:
            copy(nodes.sofar[level], 0, best, 0, size)
            value = keeps
            level -= 1
        elif keeps <= value:
            level -= 1
        else:
            at_play[level], at_list[level] = play, each
            begin, end = _branches(choice, results, play, each)
            for one in range(begin, end):
                promise[level, one] = keeps - excess[one] if nodes.alive[level, one] else 0
        pick = -1
        while level >= 0 and pick < 0:
            begin, end = _branches(choice, results, at_play[level], at_list[level])
            for one in range(begin, end):
                if promise[level, one] > (value if pick < 0 else promise[level, pick]):
                    pick = one
            level -= pick < 0
        if level < 0:
            break
        promise[level, pick] = 0
        _copy_node(nodes, level)
        if at_play[level] >= 0:
            nodes.taken[level + 1, at_play[level]] = pick - results
            for k in range(size):
                nodes.sofar[level + 1, k] &= choice.tops[pick - results, k]
        else:
            nodes.open[level + 1, at_list[level]] = False
            here = choice.at[at_list[level]] + (pick - begin) * size
            for k in range(size):
                nodes.sofar[level + 1, k] &= work.scratch[here + k]
        level += 1
    return DONE, value


@compiled
def _copy_node(nodes: Nodes, level: int) -> None:
    """Start the next level from this one."""
    for k in range(nodes.sofar.shape[1]):
        nodes.sofar[level + 1, k] = nodes.sofar[level, k]
    for k in range(nodes.taken.shape[1]):
        nodes.taken[level + 1, k] = nodes.taken[level, k]
    for k in range(nodes.open.shape[1]):
        nodes.open[level + 1, k] = nodes.open[level, k]
    for k in range(nodes.alive.shape[1]):
        nodes.alive[level + 1, k] = nodes.alive[level, k]


@compiled
def _branches(choice: Choice, results: int, play: int, each: int) -> tuple[int, int]:
    """The numbers of the results of a list, or of the options of a play."""
    if play >= 0:
        return results + choice.options_at[play], results + choice.options_at[play + 1]
    return choice.first[each], choice.first[each + 1]
