"""Whether a guarantee can be kept: so many more tricks in these layouts, whatever the defence does.

This is the game with the question turned round. A line that is sure of certain tricks is
known to exist at the start; a play belongs to such a line if the guarantee can be kept after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.suits.solver.bounds import Words
from kibitz.suits.solver.exact import Solver
from kibitz.suits.solver.graph import NORTH, NOTHING

Guarantee = tuple[tuple[int, int], ...]
"""Pairs of a layout, as it is in the state at hand, and the tricks still owed in it.

A layout that can still be but in which nothing is owed stands in it with 0.
"""


@dataclass(frozen=True, slots=True)
class Led:
    """A state and the card led from it, by their numbers in the graph."""

    state: int
    lead: int


class Keeper:
    """Which guarantees can be kept in the states of one combination, and by which plays."""

    def __init__(self, solver: Solver) -> None:
        graph, bounds = solver.graph, solver.bounds
        self._leads_at, self._lead_hand = graph.leads_at.tolist(), graph.lead_hand.tolist()
        self._seconds_at, self._second = graph.seconds_at.tolist(), graph.second.tolist()
        self._thirds_at, self._fourths_at = graph.thirds_at.tolist(), graph.fourths_at.tolist()
        self._fourth, self._child = graph.fourth.tolist(), graph.child.tolist()
        self._strides = bounds.strides.tolist()
        self._may = bounds.may
        self._allowed: dict[tuple[int, int, int], int] = {}
        self._seen = {"state": bounds.state, "lead": bounds.lead, "third": bounds.third}
        self._winnable: dict[tuple[str, int, int], int] = {}
        self._kept: dict[tuple[int, Guarantee], bool] = {}

    def can_keep(self, state: int, guarantee: Guarantee) -> bool:
        """Whether some line of play from *state* keeps *guarantee*."""
        owed = tuple(pair for pair in guarantee if pair[1] > 0)
        if not owed:
            return True
        question = (state, owed)
        if question not in self._kept:
            self._kept[question] = self._may_win("state", state, owed) and any(
                self.good_lead(Led(state, lead), owed) for lead in self.leads(state)
            )
        return self._kept[question]

    def good_lead(self, led: Led, guarantee: Guarantee) -> bool:
        """Whether *guarantee* can be kept by this lead."""
        return self._may_win("lead", led.lead, guarantee) and all(
            any(self.good_third(led, second, third, owed) for third in self.thirds(second))
            for second in self.seconds(led.lead)
            if (owed := self.after_second(led, second, guarantee))
        )

    def good_third(self, led: Led, second: int, third: int, guarantee: Guarantee) -> bool:
        """Whether the guarantee after the second hand's play can be kept by this third card."""
        return self._may_win("third", third, guarantee) and all(
            self.can_keep(self.child(fourth), self.after_fourth(led, second, fourth, guarantee))
            for fourth in self.fourths(third)
        )

    def after_second(self, led: Led, second: int, guarantee: Guarantee) -> Guarantee:
        """The guarantee in the layouts in which the second hand can make this play."""
        early = 1 if self._lead_hand[led.lead] == NORTH else 0
        allowed = self._allow(led.state, early, self._second[second])
        return tuple(pair for pair in guarantee if allowed >> pair[0] & 1)

    def after_fourth(self, led: Led, second: int, fourth: int, guarantee: Guarantee) -> Guarantee:
        """The guarantee in the next state, if the fourth hand ends the trick with this play."""
        early = 1 if self._lead_hand[led.lead] == NORTH else 0
        allowed = self._allow(led.state, 1 - early, self._fourth[fourth])
        west = self._fourth[fourth] if early else self._second[second]
        moved, won = self._strides[west] if west != NOTHING else 0, self.won(fourth)
        return tuple(
            (layout - moved, max(owed - won, 0))
            for layout, owed in guarantee
            if allowed >> layout & 1
        )

    def leads(self, state: int) -> range:
        return range(self._leads_at[state], self._leads_at[state + 1])

    def seconds(self, lead: int) -> range:
        return range(self._seconds_at[lead], self._seconds_at[lead + 1])

    def thirds(self, second: int) -> range:
        return range(self._thirds_at[second], self._thirds_at[second + 1])

    def fourths(self, third: int) -> range:
        return range(self._fourths_at[third], self._fourths_at[third + 1])

    def child(self, fourth: int) -> int:
        return int(self._child[fourth]) >> 1

    def won(self, fourth: int) -> int:
        return int(self._child[fourth]) & 1

    def _allow(self, state: int, defender: int, block: int) -> int:
        """The layouts in which a defender (West 0) can play from *block* or show out, as bits."""
        key = (state, defender, block)
        if key not in self._allowed:
            self._allowed[key] = _number(self._may[state, defender, block + 1])
        return self._allowed[key]

    def _may_win(self, kind: str, place: int, guarantee: Guarantee) -> bool:
        """Whether each layout's tricks can be won from *place* with all cards in view."""
        return all(
            owed == 0 or self._winnable_in(kind, place, owed) >> layout & 1
            for layout, owed in guarantee
        )

    def _winnable_in(self, kind: str, place: int, tricks: int) -> int:
        key = (kind, place, tricks)
        if key not in self._winnable:
            table = self._seen[kind]
            self._winnable[key] = _number(table[place, tricks]) if tricks < table.shape[1] else 0
        return self._winnable[key]


def _number(words: Words) -> int:
    return int.from_bytes(words.tobytes(), "little")
