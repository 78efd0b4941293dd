"""The paper's own way: declarer chooses among seven tactics, not among cards.

Source:     Frank and Basin, "Strategies Explained", section 2 (full reference in docs/methods.md)
Notation:   a tactic is a lead and a fixed rule for the third hand; the tree of tactics is the
            solver's graph with every other play struck out, searched exactly
Departures: the paper names four types of finesse without defining them; ours are in docs/methods.md
Checked by: tests/unit/suits/test_tactics.py, `kibitz lab suits`
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from kibitz.suits.solver.graph import NOTHING, WEST, Cards, Graph


class Tactic(Enum):
    """What declarer does with one round of the suit."""

    FINESSE = "low to a card that wins if the second hand has what is missing above it"
    TOWARDS = "low to a card with nothing above it in its hand"
    RUN = "lead a card; the third hand beats the second if it is covered"
    PASS = "lead a card the third hand cannot help"
    CASH = "play a card nothing can beat"
    DUCK = "low from both hands"
    SEQUENCE = "lead the top of touching cards"


@dataclass(frozen=True, slots=True)
class Move:
    """A tactic in a state: its lead, and the third card for each play of the second hand."""

    tactic: Tactic
    lead: int
    thirds: tuple[int, ...]


def tree_of_tactics(graph: Graph, deck: Cards) -> Graph:
    """*graph* with only the plays that some tactic makes."""
    return rebuilt(graph, lambda state: moves(graph, deck, state))


def rebuilt(graph: Graph, moves_at: Callable[[int], Iterator[Move]]) -> Graph:
    """*graph* with only these moves in each state."""
    leads_at, lead_hand, lead_card = [0], [], []
    seconds_at, second, thirds_at, third_card = [0], [], [0], []
    fourths_at, fourth, child = [0], [], []
    for state in range(graph.cards.size):
        for move in _distinct(moves_at(state)):
            lead_hand.append(graph.lead_hand[move.lead])
            lead_card.append(graph.lead_card[move.lead])
            for number, third in enumerate(move.thirds):
                second.append(graph.second[graph.seconds_at[move.lead] + number])
                third_card.append(graph.third_card[third])
                begin, end = graph.fourths_at[third : third + 2]
                fourth += graph.fourth[begin:end].tolist()
                child += graph.child[begin:end].tolist()
                thirds_at.append(len(third_card))
                fourths_at.append(len(fourth))
            seconds_at.append(len(second))
        leads_at.append(len(lead_hand))
    lists = (leads_at, lead_hand, lead_card, seconds_at, second, thirds_at, third_card)
    rest = (fourths_at, fourth, child)
    arrays = [np.array(column, np.int64) for column in (*lists, *rest)]
    return Graph(graph.cards, graph.left, graph.longest, *arrays)


def moves(graph: Graph, deck: Cards, state: int) -> Iterator[Move]:
    """Every tactic whose preconditions hold in *state*."""
    cards = int(graph.cards[state])
    live = [place for place in range(deck.owner.size) if cards >> place & 1]
    missing = [place for place in live if deck.owner[place] == WEST]
    top = min(missing, default=deck.owner.size)
    for lead in range(graph.leads_at[state], graph.leads_at[state + 1]):
        hand, led = graph.lead_hand[lead], int(graph.lead_card[lead])
        held = [place for place in live if deck.owner[place] == hand]
        others = [place for place in live if deck.owner[place] == 1 - hand]
        round_ = _Round(graph, deck, lead)
        if led < top:
            yield round_.move(Tactic.CASH, None)
        elif any(place > led for place in missing):
            if _touching(led, held, missing):
                yield round_.move(Tactic.SEQUENCE, None)
            helps = any(other < led for other in others)
            yield round_.move(Tactic.RUN if helps else Tactic.PASS, led if helps else None)
        if led == max(held):
            yield round_.move(Tactic.DUCK, None)
            for card in round_.thirds():
                if card < top:
                    yield round_.move(Tactic.CASH, card)
                elif any(place > card for place in missing):
                    above = any(other < card for other in others)
                    yield round_.move(Tactic.FINESSE if above else Tactic.TOWARDS, card)


def _touching(card: int, held: list[int], missing: list[int]) -> bool:
    """Whether the hand has a card equal to this one, which is the lowest of its equals."""
    above = max((place for place in held if place < card), default=None)
    return above is not None and not any(above < place < card for place in missing)


@dataclass(frozen=True, slots=True)
class _Round:
    """A lead, from which a tactic makes its answers to the second hand."""

    graph: Graph
    deck: Cards
    lead: int

    def thirds(self) -> list[int]:
        """The third hand's cards, equal ones once; none when it is void."""
        first = self.graph.seconds_at[self.lead]
        begin, end = self.graph.thirds_at[first : first + 2]
        return [int(card) for card in self.graph.third_card[begin:end] if card != NOTHING]

    def move(self, tactic: Tactic, card: int | None) -> Move:
        """*card* is the one to play from the third hand, or the led one that is run."""
        graph = self.graph
        seconds = range(graph.seconds_at[self.lead], graph.seconds_at[self.lead + 1])
        return Move(
            tactic,
            self.lead,
            tuple(self._third(second, tactic, card) for second in seconds),
        )

    def _third(self, second: int, tactic: Tactic, card: int | None) -> int:
        """Cover the second hand's card as cheaply as can be, or go on as planned."""
        graph = self.graph
        options = range(graph.thirds_at[second], graph.thirds_at[second + 1])
        places = {int(graph.third_card[third]): third for third in options}
        lowest = places[max(places)]
        if card is None or NOTHING in places:
            return lowest
        block = graph.second[second]
        shown = int(np.flatnonzero(self.deck.block == block)[0]) if block != NOTHING else None
        if shown is None:
            # a finesse cannot work when the second hand is void: win if that can be
            return places[min(places)] if tactic is not Tactic.RUN else lowest
        if shown < card:
            beat = [place for place in places if place < shown]
            return places[max(beat)] if beat else lowest
        return lowest if tactic is Tactic.RUN else places[card]


def _distinct(found: Iterator[Move]) -> list[Move]:
    """One move for each lead and set of answers."""
    return list({(move.lead, move.thirds): move for move in found}.values())
