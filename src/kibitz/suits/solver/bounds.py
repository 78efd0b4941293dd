"""The defenders' possible plays in each layout, and what declarer could win seeing all cards.

Sets of layouts are bits in 64-bit words. In a state, a layout is what is left of it: West's share
of the cards still missing. When West plays a card of a block every layout moves down by the
block's stride; when East plays one it stays where it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.runtime.ahead import ahead
from kibitz.runtime.compiled import compiled
from kibitz.suits.solver.graph import NORTH, NOTHING, Graph, Ints
from kibitz.suits.solver.layouts import Holder, SuitLayouts

Words = NDArray[np.uint64]
WORD = 64
NONE = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


class Bounds(NamedTuple):
    """Sets of layouts for every place in a graph; a set is ``words`` long."""

    strides: Ints
    may: Words
    """By state, defender (West 0, East 1) and block plus one: who can play it, or show out (0)."""
    state: Words
    """By state and number of tricks: where that many can be won with all cards in view."""
    lead: Words
    second: Words
    third: Words


def bound(graph: Graph, layouts: SuitLayouts, most: int) -> Bounds:
    """Every bound for up to *most* tricks."""
    strides = np.array(layouts.strides, np.int64)
    return bound_by(graph, strides, may_play(graph, layouts), most)


def bound_by(graph: Graph, strides: Ints, may: Words, most: int) -> Bounds:
    """The bounds when the defenders may play as *may* says."""
    places = (graph.cards, graph.lead_hand, graph.second, graph.third_card)
    sets = [np.zeros((of.size, most + 1, may.shape[3]), np.uint64) for of in places]
    bounds = Bounds(strides, may, *sets)
    _double_dummy(graph, bounds, bounds.state.reshape(-1))
    return bounds


def may_play(graph: Graph, layouts: SuitLayouts) -> Words:
    """Where each defender can play from each block, or show out, in every state."""
    words = (len(layouts.weights) + WORD - 1) // WORD
    blocks = len(layouts.blocks)
    strides = np.array(layouts.strides, np.int64)
    numbers = np.arange(len(layouts.weights))
    everything = pack(numbers >= 0)
    at_most = np.empty((max(blocks, 1), 14, words), np.uint64)
    at_most[:] = everything
    for number, block in enumerate(layouts.blocks):
        if block.holder is Holder.EITHER:
            held = numbers // layouts.strides[number] % (len(block) + 1)
            for share in range(len(block)):
                at_most[number, share] = pack(held <= share)
    may = np.zeros((graph.cards.size, 2, blocks + 1, words), np.uint64)
    _may(graph.left, strides, at_most, everything, may)
    return may


def pack(bits: NDArray[np.bool_]) -> Words:
    """Flags as bits, the first one lowest."""
    padded = np.zeros((bits.size + WORD - 1) // WORD * WORD, np.bool_)
    padded[: bits.size] = bits
    return np.packbits(padded, bitorder="little").view(np.uint64)


@ahead
def _may(left: Ints, strides: Ints, at_most: Words, everything: Words, may: Words) -> None:
    states, blocks = left.shape
    for state in range(states):
        last = 0
        for block in range(blocks):
            last += left[state, block] * strides[block]
        may[state, 0, 0, 0] = np.uint64(1)
        may[state, 1, 0, last // WORD] = np.uint64(1) << np.uint64(last % WORD)
        for word in range(everything.size):
            some = everything[word]
            for block in range(blocks):
                some &= at_most[block, left[state, block], word]
            for block in range(blocks):
                if left[state, block] == 0:
                    continue
                west = some if strides[block] == 0 else some & ~at_most[block, 0, word]
                may[state, 0, block + 1, word] = west
                may[state, 1, block + 1, word] = some & at_most[block, left[state, block] - 1, word]


@compiled
def lifted(sets: Words, at: int, word: int, stride: int) -> np.uint64:
    """A word of the set at *at*, its layouts as they were before West's card was played."""
    jump, shift = stride // WORD, np.uint64(stride % WORD)
    if word < jump:
        return NONE
    bits: np.uint64 = sets[at + word - jump] << shift
    if shift > 0 and word > jump:
        bits |= sets[at + word - jump - 1] >> (np.uint64(WORD) - shift)
    return bits


@compiled
def _fill(table: Words, place: int, tricks: int) -> None:
    """Grant every number up to *tricks* in every layout."""
    for number in range(tricks + 1):
        for word in range(table.shape[2]):
            table[place, number, word] = ALL


@ahead
def _double_dummy(graph: Graph, bounds: Bounds, sets: Words) -> None:  # noqa: C901  one compiled loop; a call would cost what it saves
    """Fill the bounds by number of tricks, which are empty so far; *sets* are those by state."""
    strides, may = bounds.strides, bounds.may
    by_state, by_lead, by_second, by_third = bounds.state, bounds.lead, bounds.second, bounds.third
    states, words = graph.cards.size, may.shape[3]
    slots = by_state.shape[1]
    for state in range(states - 1, -1, -1):
        _fill(by_state, state, 0)
        for lead in range(graph.leads_at[state], graph.leads_at[state + 1]):
            early = 1 if graph.lead_hand[lead] == NORTH else 0
            _fill(by_lead, lead, graph.longest[state])
            for second in range(graph.seconds_at[lead], graph.seconds_at[lead + 1]):
                one = graph.second[second]
                for third in range(graph.thirds_at[second], graph.thirds_at[second + 1]):
                    _fill(by_third, third, graph.longest[state])
                    for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
                        two = graph.fourth[fourth]
                        child, won = graph.child[fourth] >> 1, graph.child[fourth] & 1
                        west = one if early == 0 else two
                        stride = 0 if west == NOTHING else strides[west]
                        for tricks in range(1 + won, graph.longest[state] + 1):
                            at = (child * slots + tricks - won) * words
                            for word in range(words):
                                by_third[third, tricks, word] &= (
                                    lifted(sets, at, word, stride)
                                    | ~may[state, 1 - early, two + 1, word]
                                )
                    for tricks in range(graph.longest[state] + 1):
                        for word in range(words):
                            by_second[second, tricks, word] |= by_third[third, tricks, word]
                for tricks in range(graph.longest[state] + 1):
                    for word in range(words):
                        by_lead[lead, tricks, word] &= (
                            by_second[second, tricks, word] | ~may[state, early, one + 1, word]
                        )
            for tricks in range(1, graph.longest[state] + 1):
                for word in range(words):
                    by_state[state, tricks, word] |= by_lead[lead, tricks, word]
