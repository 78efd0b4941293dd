"""What each defender may play in each layout, and what declarer could win if he saw all cards.

Sets of layouts are bits in 64-bit words. In a state, a layout is what is left of it: West's share
of the cards still missing. When West plays a card of a block every layout moves down by the
block's stride; when East plays one it stays where it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiled import compiled
from .graph import EAST, NORTH, NOTHING, WEST, Graph, Ints
from .layouts import Holder, Layouts

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


def bound(graph: Graph, layouts: Layouts, most: int) -> Bounds:
    """Every bound for up to *most* tricks."""
    words = (len(layouts.weights) + WORD - 1) // WORD
    blocks = len(layouts.blocks)
    strides = np.array(layouts.strides, np.int32)
    at_most = np.zeros((max(blocks, 1), 14, words), np.uint64)
    base = 1
    for number, block in enumerate(layouts.blocks):
        free = block.holder is Holder.EITHER
        for share in range(14):
            for layout in range(len(layouts.weights)):
                if not free or layout // base % (len(block) + 1) <= share:
                    at_most[number, share, layout // WORD] |= np.uint64(1 << layout % WORD)
        base *= len(block) + 1 if free else 1
    everything = np.zeros(words, np.uint64)
    for layout in range(len(layouts.weights)):
        everything[layout // WORD] |= np.uint64(1 << layout % WORD)
    may = _may(graph.left, strides, at_most, everything)
    return Bounds(strides, may, *_double_dummy(graph, strides, may, most))


@compiled
def _may(left: Ints, strides: Ints, at_most: Words, everything: Words) -> Words:
    states, blocks = left.shape
    words = everything.size
    may = np.zeros((states, 2, blocks + 1, words), np.uint64)
    for state in range(states):
        whole = everything.copy()
        last = 0
        for block in range(blocks):
            last += left[state, block] * strides[block]
            whole &= at_most[block, left[state, block]]
        may[state, 0, 0, 0] = np.uint64(1)
        may[state, 1, 0, last // WORD] = np.uint64(1) << np.uint64(last % WORD)
        for block in range(blocks):
            if left[state, block] == 0:
                continue
            for word in range(words):
                some = whole[word]
                west = some if strides[block] == 0 else some & ~at_most[block, 0, word]
                may[state, 0, block + 1, word] = west
                may[state, 1, block + 1, word] = (
                    some & at_most[block, left[state, block] - 1, word]
                )
    return may


@compiled
def lift(child: Words, stride: int, to: Words) -> None:
    """Write into *to* the layouts of *child* as they were before West's card was played."""
    jump, shift = stride // WORD, np.uint64(stride % WORD)
    rest = np.uint64(WORD) - shift
    for word in range(to.size - 1, -1, -1):
        source = word - jump
        bits = np.uint64(0)
        if source >= 0:
            bits = child[source] << shift
            if shift > 0 and source > 0:
                bits |= child[source - 1] >> rest
        to[word] = bits


@compiled
def _double_dummy(
    graph: Graph, strides: Ints, may: Words, most: int
) -> tuple[Words, Words, Words, Words]:
    states, words = graph.cards.size, may.shape[3]
    by_state = np.zeros((states, most + 1, words), np.uint64)
    by_lead = np.zeros((graph.lead_hand.size, most + 1, words), np.uint64)
    by_second = np.zeros((graph.second.size, most + 1, words), np.uint64)
    by_third = np.zeros((graph.third_card.size, most + 1, words), np.uint64)
    lifted = np.empty(words, np.uint64)
    for state in range(states - 1, -1, -1):
        by_state[state, 0] = ALL
        for lead in range(graph.leads_at[state], graph.leads_at[state + 1]):
            early = 1 if graph.lead_hand[lead] == NORTH else 0
            by_lead[lead, : graph.longest[state] + 1] = ALL
            for second in range(graph.seconds_at[lead], graph.seconds_at[lead + 1]):
                one = graph.second[second]
                for third in range(graph.thirds_at[second], graph.thirds_at[second + 1]):
                    by_third[third, : graph.longest[state] + 1] = ALL
                    for fourth in range(graph.fourths_at[third], graph.fourths_at[third + 1]):
                        two = graph.fourth[fourth]
                        child, won = graph.child[fourth] >> 1, graph.child[fourth] & 1
                        west = one if early == 0 else two
                        stride = 0 if west == NOTHING else strides[west]
                        for tricks in range(1 + won, graph.longest[state] + 1):
                            lift(by_state[child, tricks - won], stride, lifted)
                            for word in range(words):
                                by_third[third, tricks, word] &= (
                                    lifted[word] | ~may[state, 1 - early, two + 1, word]
                                )
                    for tricks in range(graph.longest[state] + 1):
                        for word in range(words):
                            by_second[second, tricks, word] |= by_third[third, tricks, word]
                for tricks in range(graph.longest[state] + 1):
                    for word in range(words):
                        by_lead[lead, tricks, word] &= (
                            by_second[second, tricks, word]
                            | ~may[state, early, one + 1, word]
                        )
            for tricks in range(1, graph.longest[state] + 1):
                for word in range(words):
                    by_state[state, tricks, word] |= by_lead[lead, tricks, word]
    return by_state, by_lead, by_second, by_third
