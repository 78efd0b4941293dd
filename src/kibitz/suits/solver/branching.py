"""One choice after another in the first trick: depth first, each bounded by what it must lose.

The loss of all choices together is bounded by dividing the weight of every layout among them: a
list takes from each layout only what it needs for its least loss, and leaves the rest to the next.
A choice whose loss above the least exceeds the room left is struck out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kibitz.runtime.compiled import compiled
from kibitz.suits.solver.bounds import WORD, Words
from kibitz.suits.solver.results import (
    BUDGET,
    DONE,
    FULL,
    PAUSED,
    WORTH,
    GraphWork,
    Longs,
    copy,
    within,
)

ONE = np.uint64(1)
NEVER = 1 << 50


class TrickChoices(NamedTuple):
    """The choices in the first trick after one lead, and the weight of each bit."""

    options_at: Longs
    """By second hand's play: its first option."""
    lists_at: Longs
    """By option: its first list."""
    at: Longs
    first: Longs
    """By list: where its results begin in scratch, and their first number of all lists' results."""
    tops: Words
    """By option, one after the other: no choice within it achieves more."""
    weights: Longs
    size: int


class Node(NamedTuple):
    """A partial choice on the way down, and the layouts it still wins."""

    sofar: Words
    taken: Longs
    """By second hand's play: the option taken, or -1."""
    open: Longs
    """By list: 1 while it is still to be chosen from."""
    alive: Longs
    """By result, and after them by option: 1 while it is not struck out."""
    promise: Longs
    """What each of them may still win; 0 once it was tried."""
    next: Longs
    """What to branch on: a second hand's play or -1, a list or -1."""


class Sums(NamedTuple):
    """What is counted at one node."""

    excess: Longs
    """How much more than the least each result or option loses."""
    bits: Longs
    """The layouts and numbers of tricks that are still won, and what is left of their weights."""
    left: Longs
    spare: Longs
    rest: Longs


@compiled
def weight_of(result: Words, weights: Longs) -> int:
    """The weight of the bits of a result."""
    total = 0
    for bit in range(result.size * WORD):
        if result[bit // WORD] >> np.uint64(bit % WORD) & ONE:
            total += weights[bit]
    return total


@compiled
def _share(  # noqa: C901  one compiled loop; a call would cost what it saves
    work: GraphWork,
    choice: TrickChoices,
    each: int,
    bits: Longs,
    alive: Longs,
    left: Longs,
    excess: Longs,
) -> int:
    """The least weight a result of list *each* must lose of what is *left* of the layouts *bits*.

    It is taken from *left*; *excess* says of each result how much more than the least it loses.
    """
    size = choice.size
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
def _bound(work: GraphWork, choice: TrickChoices, node: Node, sums: Sums) -> int:  # noqa: C901  one compiled loop; a call would cost what it saves
    """More than this weight no completion can keep; the excess is what a choice costs besides."""
    results, size = choice.first[choice.at.size], choice.size
    excess, alive = sums.excess, node.alive
    number, keeps = 0, 0
    for bit in range(size * WORD):
        if node.sofar[bit // WORD] >> np.uint64(bit % WORD) & ONE:
            sums.bits[number], sums.left[number] = bit, choice.weights[bit]
            keeps += choice.weights[bit]
            number += 1
    bits, left, rest, spare = (
        sums.bits[:number],
        sums.left[:number],
        sums.rest[:number],
        sums.spare[:number],
    )
    for play in range(node.taken.size):
        option = node.taken[play]
        if option >= 0:
            for each in range(choice.lists_at[option], choice.lists_at[option + 1]):
                if node.open[each]:
                    keeps -= _share(work, choice, each, bits, alive, left, excess)
            continue
        least = NEVER
        for n in range(number):
            spare[n] = left[n]
        for option in range(choice.options_at[play], choice.options_at[play + 1]):
            if not alive[results + option]:
                continue
            lost = 0
            for n in range(number):
                rest[n] = left[n]
                word, mask = bits[n] // WORD, ONE << np.uint64(bits[n] % WORD)
                if not choice.tops[option * size + word] & mask:
                    lost += rest[n]
                    rest[n] = 0
            for each in range(choice.lists_at[option], choice.lists_at[option + 1]):
                lost += _share(work, choice, each, bits, alive, rest, excess)
            excess[results + option] = lost
            least = min(least, lost)
            for n in range(number):
                spare[n] = min(spare[n], rest[n])
        for option in range(choice.options_at[play], choice.options_at[play + 1]):
            excess[results + option] -= least
        keeps -= least
        for n in range(number):
            left[n] = spare[n]
    return keeps


@compiled
def _strike(  # noqa: C901  one compiled loop; a call would cost what it saves
    work: GraphWork, choice: TrickChoices, node: Node, value: int, sums: Sums
) -> int:
    """Strike out what cannot beat *value* and take what is left alone, as long as that helps.

    The answer is a weight not to be exceeded from here. What to branch on next is put in the node:
    neither a second hand's play nor a list means that all is chosen.
    """
    size = choice.size
    results = choice.first[choice.at.size]
    sofar, alive, excess = node.sofar, node.alive, sums.excess
    while True:
        node.next[0], node.next[1] = -1, -1
        keeps = _bound(work, choice, node, sums)
        if keeps <= value:
            return keeps
        room = keeps - value
        forced = False
        fewest = NEVER
        for play in range(node.taken.size):
            option = node.taken[play]
            if option < 0:
                number, last = 0, -1
                for option in range(choice.options_at[play], choice.options_at[play + 1]):
                    if alive[results + option] and excess[results + option] >= room:
                        alive[results + option] = 0
                    if alive[results + option]:
                        number, last = number + 1, option
                if number == 1:
                    node.taken[play] = last
                    for k in range(size):
                        sofar[k] &= choice.tops[last * size + k]
                    forced = True
                elif number < fewest:
                    fewest = number
                    node.next[0], node.next[1] = play, -1
                continue
            for each in range(choice.lists_at[option], choice.lists_at[option + 1]):
                if not node.open[each]:
                    continue
                number, last = 0, -1
                for i in range(choice.first[each + 1] - choice.first[each]):
                    result = choice.first[each] + i
                    if alive[result] and excess[result] >= room:
                        alive[result] = 0
                    if alive[result]:
                        number, last = number + 1, i
                        if within(sofar, 0, work.scratch, choice.at[each] + i * size, size):
                            number = 1
                            break
                if number == 1:
                    node.open[each] = 0
                    for k in range(size):
                        sofar[k] &= work.scratch[choice.at[each] + last * size + k]
                    forced = True
                elif number < fewest:
                    fewest = number
                    node.next[0], node.next[1] = -1, each
        if not forced:
            return keeps


@compiled
def descend(work: GraphWork, choice: TrickChoices, top: Words, best: Words, free: int) -> int:  # noqa: C901  one compiled loop; a call would cost what it saves
    """Depth first through every choice that may beat the worth so far, the least costly first."""
    size, results = choice.size, choice.first[choice.at.size]
    value, branches = work.gauge[WORTH], results + choice.lists_at.size - 1
    begin = free + branches + 4 * size * WORD
    kept = size + choice.options_at.size - 1 + choice.at.size + branches
    stride = kept + branches + 2
    if begin + stride > work.scratch.size:
        return FULL
    sums = _sums(work, free, branches, size * WORD)
    node = _node(work, choice, begin, branches)
    copy(top, 0, node.sofar, 0, size)
    for k in range(node.taken.size):
        node.taken[k] = -1
    for k in range(node.open.size):
        node.open[k] = 1
    for k in range(branches):
        node.alive[k] = 1
    level = 0
    while level >= 0:
        node = _node(work, choice, begin + level * stride, branches)
        keeps = _strike(work, choice, node, value, sums)
        if work.gauge[BUDGET] < 0:
            return PAUSED
        if keeps > value and node.next[0] < 0 and node.next[1] < 0:
            copy(node.sofar, 0, best, 0, size)
            value = keeps
            work.gauge[WORTH] = value
            level -= 1
        elif keeps <= value:
            level -= 1
        else:
            one, end = _branches(choice, results, node.next)
            for each in range(one, end):
                node.promise[each] = keeps - sums.excess[each] if node.alive[each] else 0
        pick = -1
        while level >= 0 and pick < 0:
            node = _node(work, choice, begin + level * stride, branches)
            one, end = _branches(choice, results, node.next)
            for each in range(one, end):
                if node.promise[each] > (value if pick < 0 else node.promise[pick]):
                    pick = each
            level -= pick < 0
        if level < 0:
            break
        node.promise[pick] = 0
        if begin + (level + 2) * stride > work.scratch.size:
            return FULL
        at = begin + level * stride
        copy(work.scratch, at, work.scratch, at + stride, kept)
        below = _node(work, choice, at + stride, branches)
        if node.next[0] >= 0:
            below.taken[node.next[0]] = pick - results
            for k in range(size):
                below.sofar[k] &= choice.tops[(pick - results) * size + k]
        else:
            below.open[node.next[1]] = 0
            here = choice.at[node.next[1]] + (pick - one) * size
            for k in range(size):
                below.sofar[k] &= work.scratch[here + k]
        level += 1
    return DONE


@compiled
def _sums(work: GraphWork, at: int, branches: int, bits: int) -> Sums:
    numbers, then = work.numbers, at + branches
    return Sums(
        numbers[at:then],
        numbers[then : then + bits],
        numbers[then + bits : then + 2 * bits],
        numbers[then + 2 * bits : then + 3 * bits],
        numbers[then + 3 * bits : then + 4 * bits],
    )


@compiled
def _node(work: GraphWork, choice: TrickChoices, at: int, branches: int) -> Node:
    """The node that begins at *at*."""
    numbers = work.numbers
    taken = at + choice.size
    lists = taken + choice.options_at.size - 1
    alive = lists + choice.at.size
    promise, end = alive + branches, alive + 2 * branches
    return Node(
        work.scratch[at:taken],
        numbers[taken:lists],
        numbers[lists:alive],
        numbers[alive:promise],
        numbers[promise:end],
        numbers[end : end + 2],
    )


@compiled
def _branches(choice: TrickChoices, results: int, next_: Longs) -> tuple[int, int]:
    """The numbers of the results of a list, or of the options of a play."""
    if next_[0] >= 0:
        return results + choice.options_at[next_[0]], results + choice.options_at[next_[0] + 1]
    return choice.first[next_[1]], choice.first[next_[1] + 1]
