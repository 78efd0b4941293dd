"""The paper's own game: declarer chooses among seven tactics, not among cards.

Source:     Frank and Basin, "Strategies Explained", section 2 (full reference in docs/methods.md)
Notation:   a tactic is a lead and a fixed rule for the third hand; the tree of tactics is the
            solver's graph with every other play struck out, searched exactly
Departures: the paper names four types of finesse without defining them; ours are in docs/methods.md
Checked by: tests/unit/suits/test_tactics.py, `kibitz lab suits`
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import NamedTuple

import numpy as np

from kibitz.suits.solver.graph import NORTH, NOTHING, SOUTH, WEST, Cards, Graph, Ints


class Tactic(Enum):
    """The paper's tactics for one round of the suit."""

    FINESSE = "low to a card that wins if the second hand has what is missing above it"
    TOWARDS = "low to a card with nothing above it in its hand"
    RUN = "lead a card; the third hand beats the second if it is covered"
    PASS = "lead a card the third hand cannot help"
    CASH = "play a card nothing can beat"
    DUCK = "low from both hands"
    SEQUENCE = "lead the top of touching cards"


@dataclass(frozen=True, slots=True)
class TacticMove:
    """A tactic in a state: its lead, and the third card for each play of the second hand."""

    tactic: Tactic
    lead: int
    thirds: tuple[int, ...]


class Plays(NamedTuple):
    """The plays allowed in a state: its leads, and the third cards for each lead."""

    leads: tuple[int, ...]
    thirds: tuple[int, ...]


def tree_of_tactics(graph: Graph, deck: Cards) -> Graph:
    """*graph* with only the plays that some tactic makes."""
    return rebuilt(graph, plays_of_tactics(graph, deck))


def plays_of_tactics(graph: Graph, deck: Cards) -> list[Plays]:
    """The plays that tactics make in each state."""
    tactics = Tactics(graph, deck)
    return [plays_of(tactics.moves(state)) for state in range(graph.cards.size)]


def plays_of(moves: Iterable[TacticMove]) -> Plays:
    """The plays that these moves make in one state, without repeats."""
    found = dict.fromkeys((move.lead, move.thirds) for move in moves)
    leads = tuple(lead for lead, _ in found)
    return Plays(leads, tuple(third for _, thirds in found for third in thirds))


def rebuilt(graph: Graph, plays: Sequence[Plays]) -> Graph:
    """*graph* with only these plays in each state."""
    leads = np.fromiter(chain.from_iterable(here.leads for here in plays), np.int64)
    thirds = np.fromiter(chain.from_iterable(here.thirds for here in plays), np.int64)
    seconds_at, seconds = _below(graph.seconds_at, leads)
    fourths_at, fourths = _below(graph.fourths_at, thirds)
    return Graph(
        graph.cards,
        graph.left,
        graph.longest,
        leads_at=np.cumsum([0, *(len(here.leads) for here in plays)], dtype=np.int64),
        lead_hand=graph.lead_hand[leads],
        lead_card=graph.lead_card[leads],
        seconds_at=seconds_at,
        second=graph.second[seconds],
        thirds_at=np.arange(thirds.size + 1),
        third_card=graph.third_card[thirds],
        fourths_at=fourths_at,
        fourth=graph.fourth[fourths],
        child=graph.child[fourths],
    )


def _below(branches_at: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    """For each chosen node: where its branches begin now, and their old numbers."""
    numbers = branches_at[chosen + 1] - branches_at[chosen]
    begin = np.concatenate([np.zeros(1, np.int64), np.cumsum(numbers)])
    moved = np.repeat(branches_at[chosen] - begin[:-1], numbers)
    return begin, moved + np.arange(moved.size)


class Tactics:
    """The tactics in the states of one game."""

    def __init__(self, graph: Graph, deck: Cards) -> None:
        self._cards, self._leads_at = graph.cards.tolist(), graph.leads_at.tolist()
        self._lead_hand, self._lead_card = graph.lead_hand.tolist(), graph.lead_card.tolist()
        self._seconds_at, self._second = graph.seconds_at.tolist(), graph.second.tolist()
        self._thirds_at, self._third_card = graph.thirds_at.tolist(), graph.third_card.tolist()
        self._owner, block = deck.owner.tolist(), deck.block.tolist()
        self._highest = [block.index(each) for each in range(deck.size.size)]

    def moves(self, state: int) -> list[TacticMove]:
        """Every tactic whose preconditions hold in *state*."""
        cards, owner = self._cards[state], self._owner
        live = [place for place in range(len(owner)) if cards >> place & 1]
        missing = [place for place in live if owner[place] == WEST]
        hands = [[place for place in live if owner[place] == hand] for hand in (NORTH, SOUTH)]
        found: list[TacticMove] = []
        for lead in range(self._leads_at[state], self._leads_at[state + 1]):
            hand = self._lead_hand[lead]
            found += self._led(lead, hands[hand], hands[1 - hand], missing)
        return found

    def _led(
        self, lead: int, held: list[int], others: list[int], missing: list[int]
    ) -> Iterator[TacticMove]:
        """The tactics that begin with one lead."""
        led, top = self._lead_card[lead], missing[0] if missing else len(self._owner)
        answers = [
            {self._third_card[third]: third for third in range(*self._thirds_at[at : at + 2])}
            for at in range(*self._seconds_at[lead : lead + 2])
        ]
        shown = [
            None if block == NOTHING else self._highest[block]
            for block in self._second[slice(*self._seconds_at[lead : lead + 2])]
        ]
        low = tuple(places[max(places)] for places in answers)
        if led < top:
            yield TacticMove(Tactic.CASH, lead, low)
        elif missing and missing[-1] > led:
            if _touching(led, held, missing):
                yield TacticMove(Tactic.SEQUENCE, lead, low)
            helps = any(other < led for other in others)
            run = Tactic.RUN if helps else Tactic.PASS
            yield TacticMove(run, lead, _thirds(answers, shown, run, led) if helps else low)
        if led == held[-1]:
            yield TacticMove(Tactic.DUCK, lead, low)
            for card in answers[0]:
                if card == NOTHING:
                    continue
                if card < top:
                    yield TacticMove(Tactic.CASH, lead, _thirds(answers, shown, Tactic.CASH, card))
                elif missing[-1] > card:
                    above = any(other < card for other in others)
                    tactic = Tactic.FINESSE if above else Tactic.TOWARDS
                    yield TacticMove(tactic, lead, _thirds(answers, shown, tactic, card))


def _touching(card: int, held: list[int], missing: list[int]) -> bool:
    """Whether the hand has a card equal to this one, which is the lowest of its equals."""
    above = max((place for place in held if place < card), default=None)
    return above is not None and not any(above < place < card for place in missing)


def _thirds(
    answers: list[dict[int, int]], shown: list[int | None], tactic: Tactic, card: int
) -> tuple[int, ...]:
    """The third card for each play of the second hand.

    *card* is the one to play from the third hand, or the led one that is run.
    """
    return tuple(
        places[_third(places, seen, tactic, card)]
        for places, seen in zip(answers, shown, strict=True)
    )


def _third(places: Collection[int], shown: int | None, tactic: Tactic, card: int) -> int:
    """Cover the second hand's card as cheaply as can be, or go on as planned."""
    lowest = max(places)
    if lowest == NOTHING:
        return lowest
    if shown is None:
        # a finesse cannot work when the second hand is void: win if that can be
        return min(places) if tactic is not Tactic.RUN else lowest
    if shown < card:
        return max((place for place in places if place < shown), default=lowest)
    return lowest if tactic is Tactic.RUN else card
