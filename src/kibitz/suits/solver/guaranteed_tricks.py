"""Whether a guarantee can be kept: given tricks in given layouts, whatever the defence does.

This is the game with the question turned round. A line that is sure of certain tricks is
known to exist at the start; a play belongs to such a line if the guarantee can be kept after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.suits.solver.bounds import Words
from kibitz.suits.solver.exact import SuitSolver
from kibitz.suits.solver.graph import NORTH, NOTHING

Guarantee = tuple[int, ...]
"""Sets of layouts, as they are in the state at hand, each as bits.

The first set has the layouts that are still possible; the next ones those in which at least one
more trick is owed, two, and so on. It is empty if no layout is possible any more.
"""


def guarantee_of(tricks: Iterable[tuple[int, int]]) -> Guarantee:
    """The guarantee of so many tricks in each layout.

    >>> guarantee_of([(0, 2), (1, 0), (3, 1)])
    (11, 9, 1)
    """
    sets = list[int]()
    for layout, owed in tricks:
        sets += [0] * (owed + 1 - len(sets))
        for number in range(owed + 1):
            sets[number] |= 1 << layout
    return tuple(sets)


def tricks_owed(guarantee: Guarantee) -> Iterator[tuple[int, int]]:
    """The tricks owed in each possible layout.

    >>> list(tricks_owed((11, 9, 1)))
    [(0, 2), (1, 0), (3, 1)]
    """
    possible, *owed = guarantee
    for layout in range(possible.bit_length()):
        bit = 1 << layout
        if possible & bit:
            number = 0
            for each in owed:
                if not each & bit:
                    break
                number += 1
            yield layout, number


def within(guarantee: Guarantee, allowed: int, moved: int = 0, won: int = 0) -> Guarantee:
    """The guarantee in some of its layouts, after they have shifted and *won* tricks were taken."""
    if not guarantee or not guarantee[0] & allowed:
        return ()
    left = [(guarantee[0] & allowed) >> moved]
    for owed in guarantee[1 + won :]:
        if not owed & allowed:
            break
        left.append((owed & allowed) >> moved)
    return tuple(left)


class LedState(NamedTuple):
    """A state and the card led from it, by their numbers in the graph."""

    state: int
    lead: int


class Keeper:
    """Which guarantees can be kept in the states of one combination, and by which plays."""

    def __init__(self, solver: SuitSolver) -> None:
        graph, bounds = solver.graph, solver.bounds
        self._leads_at, self._lead_hand = graph.leads_at.tolist(), graph.lead_hand.tolist()
        self._seconds_at, self._second = graph.seconds_at.tolist(), graph.second.tolist()
        self._thirds_at, self._fourths_at = graph.thirds_at.tolist(), graph.fourths_at.tolist()
        self._fourth, self._child = graph.fourth.tolist(), graph.child.tolist()
        self._strides = bounds.strides.tolist()
        self._may = bounds.may
        self._allowed: dict[tuple[int, int, int], int] = {}
        self._seen = {"state": bounds.state, "lead": bounds.lead, "third": bounds.third}
        self._out_of_reach: dict[tuple[str, int], list[int]] = {}
        self._kept: dict[tuple[int, tuple[int, ...]], bool] = {}

    def can_keep(self, state: int, guarantee: Guarantee) -> bool:
        """Whether some line of play from *state* keeps *guarantee*."""
        owed = guarantee[1:]
        if not owed:
            return True
        question = (state, owed)
        if question not in self._kept:
            needed = (owed[0], *owed)
            self._kept[question] = self._may_win("state", state, needed) and any(
                self.good_lead(LedState(state, lead), needed) for lead in self.leads(state)
            )
        return self._kept[question]

    def good_lead(self, led: LedState, guarantee: Guarantee) -> bool:
        """Whether *guarantee* can be kept by this lead."""
        return self._may_win("lead", led.lead, guarantee) and all(
            any(self.good_third(led, second, third, owed) for third in self.thirds(second))
            for second in self.seconds(led.lead)
            if (owed := self.after_second(led, second, guarantee))
        )

    def good_third(self, led: LedState, second: int, third: int, guarantee: Guarantee) -> bool:
        """Whether the guarantee after the second hand's play can be kept by this third card."""
        return self._may_win("third", third, guarantee) and all(
            self.can_keep(self.child(fourth), self.after_fourth(led, second, fourth, guarantee))
            for fourth in self.fourths(third)
        )

    def after_second(self, led: LedState, second: int, guarantee: Guarantee) -> Guarantee:
        """The guarantee in the layouts in which the second hand can make this play."""
        return within(guarantee, self.allowed(led, second))

    def after_fourth(
        self, led: LedState, second: int, fourth: int, guarantee: Guarantee
    ) -> Guarantee:
        """The guarantee in the next state, if the fourth hand ends the trick with this play."""
        return within(guarantee, *self.change(led, second, fourth))

    def allowed(self, led: LedState, second: int) -> int:
        """The layouts in which the second hand can make this play, as bits."""
        early = 1 if self._lead_hand[led.lead] == NORTH else 0
        return self._allow(led.state, early, self._second[second])

    def change(self, led: LedState, second: int, fourth: int) -> tuple[int, int, int]:
        """What the fourth hand's play does: the layouts it can be made in, how far they move, and
        whether the trick is won.
        """
        early = 1 if self._lead_hand[led.lead] == NORTH else 0
        allowed = self._allow(led.state, 1 - early, self._fourth[fourth])
        west = self._fourth[fourth] if early else self._second[second]
        return allowed, self._strides[west] if west != NOTHING else 0, self.won(fourth)

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
        """Whether each layout's tricks can be won from *place*, seeing all cards."""
        key = (kind, place)
        lost = self._out_of_reach.get(key)
        if lost is None:
            lost = self._out_of_reach[key] = [~_number(each) for each in self._seen[kind][place]]
        for tricks in range(1, len(guarantee)):
            if guarantee[tricks] & (lost[tricks] if tricks < len(lost) else -1):
                return False
        return True


def _number(words: Words) -> int:
    return int.from_bytes(words.tobytes(), "little")
