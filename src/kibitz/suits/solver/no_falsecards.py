"""Defenders who never falsecard, and the best line against them.

Source:     Frank and Basin, "Strategies Explained", sections 6 and 7 (full reference in
            docs/methods.md): an open question there
Notation:   such a defender follows with one of his lowest cards, or with a card that beats
            every card of the trick so far; cards that touched at the start are equal, and he
            chooses freely among equal ones. He still sees all cards and knows declarer's plan
Departures: the paper names the wish, not the definition; this one is ours
Checked by: tests/unit/suits/test_reasons.py against `tests/small_suits.py` with the same defenders
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from kibitz.suits.combination import Combination
from kibitz.suits.solver.bounds import Bounds, Words, bound_by, may_play
from kibitz.suits.solver.exact import SuitSolver
from kibitz.suits.solver.graph import NOTHING, Graph, Ints
from kibitz.suits.solver.layouts import Holder, SuitLayouts


class NoFalsecardsSolver(SuitSolver):
    """The solver's game with fewer plays for the defenders.

    A play that beats nothing has a number of its own, the block's plus the number of blocks: it
    is allowed only in layouts in which the defender holds nothing lower.
    """

    @cached_property
    def graph(self) -> Graph:
        return _renumbered(super().graph, self._tops, len(self.layouts.blocks))

    @cached_property
    def bounds(self) -> Bounds:
        strides = np.array(self.layouts.strides * 2, np.int64)
        may = _without_falsecards(may_play(self.graph, self.layouts), self.layouts, self.suit)
        return bound_by(self.graph, strides, may, self.suit.most_tricks)

    @property
    def _tops(self) -> Ints:
        """The place of each block's highest card; past the last one for none."""
        places = [np.flatnonzero(self.deck.block == b) for b in range(len(self.layouts.blocks))]
        return np.array([*(int(each[0]) for each in places), self.deck.owner.size], np.int64)


def _renumbered(graph: Graph, tops: Ints, blocks: int) -> Graph:
    """*graph* with the plays that do not beat the trick so far told apart."""
    by_lead = np.repeat(np.arange(graph.lead_card.size), np.diff(graph.seconds_at))
    led = graph.lead_card[by_lead]
    by_second = np.repeat(np.arange(graph.second.size), np.diff(graph.thirds_at))
    third = graph.third_card
    ours = np.where(third == NOTHING, led[by_second], np.minimum(led[by_second], third))
    by_third = np.repeat(np.arange(third.size), np.diff(graph.fourths_at))
    best = np.minimum(ours, tops[graph.second[by_second]])[by_third]
    return graph._replace(
        second=_apart(graph.second, led, tops, blocks),
        fourth=_apart(graph.fourth, best, tops, blocks),
    )


def _apart(played: Ints, best: Ints, tops: Ints, blocks: int) -> Ints:
    low = (played != NOTHING) & (tops[played] >= best)
    return np.where(low, played + blocks, played)


def _without_falsecards(may: Words, layouts: SuitLayouts, suit: Combination) -> Words:
    """The layouts for each play, and after them for each play as the lowest card held."""
    runs = _runs(suit, layouts)
    lowest = may[:, :, 1:].copy()
    for block, run in enumerate(runs):
        for other, below in enumerate(runs):
            for defender, never in ((0, Holder.EAST), (1, Holder.WEST)):
                if below > run and layouts.blocks[other].holder is not never:
                    lowest[:, defender, block] &= ~may[:, defender, other + 1]
    return np.concatenate([may, lowest], axis=2)


def _runs(suit: Combination, layouts: SuitLayouts) -> list[int]:
    """The run of touching missing cards that each block is from, the highest first."""
    ours = suit.north | suit.south
    return [sum(card > block.cards[0] for card in ours) for block in layouts.blocks]
