"""A pair's carding, learned from its own tables: what they lead, and how they signal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.cardplay.leads.agreements import Agreements
from kibitz.cardplay.leads.explain import carding_text, habit_text
from kibitz.cardplay.leads.habits import ANOTHER_CARD, Habit, observations
from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Seat
from kibitz.precedents.trust import wilson
from kibitz.records.record import Record
from kibitz.wording import counted, listed

FEWEST = 10
"""The least number of cards that must show a habit before it is mentioned."""

_CLEAR = 0.6  # the share that a habit has for sure, at least
_NORMAL = 1.96  # of a 95 % interval
_LONG = {"fourth best": "fourth", "third and fifth": "third-fifth"}
_ACE_KING = {"the ace": "ace", "the king": "king"}
_SHOWN: Mapping[Habit, tuple[tuple[str, bool | None, Mapping[str, str]], ...]] = {
    Habit.LONG_HONOUR: (("notrump_leads", True, _LONG), ("suit_leads", False, _LONG)),
    Habit.ACE_KING: (
        ("notrump_ace_king", True, _ACE_KING),
        ("suit_ace_king", False, _ACE_KING),
    ),
    Habit.ATTITUDE: (
        ("attitude", None, {"high to encourage": "standard", "low to encourage": "upside-down"}),
    ),
    Habit.COUNT: (
        (
            "count",
            None,
            {"high from an even number": "standard", "low from an even number": "upside-down"},
        ),
    ),
}

_AGAINST = {True: "notrump", False: "suits", None: "all"}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two partners, in either order, by their names in the records.

    >>> Pair.parse("Helness - Helgemo") == Pair("Helgemo", "Helness")
    True
    """

    one: str
    other: str

    def __post_init__(self) -> None:
        if not self.one or not self.other or self.one == self.other:
            raise UsageError("A pair is two names, as in 'Helgemo - Helness'.")
        first, second = sorted((self.one, self.other))
        object.__setattr__(self, "one", first)
        object.__setattr__(self, "other", second)

    @classmethod
    def parse(cls, text: str) -> Pair:
        one, *others = re.split(r"\s+[-–]\s+", text.strip(), maxsplit=1)
        return cls(one, "".join(others))

    def __str__(self) -> str:
        return f"{self.one} - {self.other}"

    def is_near(self, record: Record) -> bool:
        """Whether one of the two sits at this table, with any partner."""
        players = record.citation.players
        return any(players[seat] in (self.one, self.other) for seat in Seat)

    def seats(self, record: Record) -> tuple[Seat, ...]:
        """The seats of the two as partners at this table; none if they are not."""
        players = record.citation.players
        for seat in (Seat.NORTH, Seat.EAST):
            if sorted((players[seat], players[seat.partner])) == [self.one, self.other]:
                return (seat, seat.partner)
        return ()


@dataclass(frozen=True, slots=True)
class Tally:
    """A pair's choices among the cards that show a habit, counted."""

    habit: Habit
    at_notrump: bool | None
    """Against no-trump only, against suits only, or both together."""
    chosen: tuple[tuple[str, int], ...]
    """Each choice and its number, the most frequent first."""

    @property
    def total(self) -> int:
        return sum(number for _, number in self.chosen)

    @property
    def is_clear(self) -> bool:
        """Whether there are enough of them, and the majority is significant."""
        choice, number = self.chosen[0]
        is_sure = wilson(number, self.total, _NORMAL, -1.0) > _CLEAR
        return self.total >= FEWEST and is_sure and choice != ANOTHER_CARD

    def __str__(self) -> str:
        return habit_text(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "habit": self.habit.name.lower(),
            "against": _AGAINST[self.at_notrump],
            "total": self.total,
            "chosen": dict(self.chosen),
            "clear": self.is_clear,
        }


@dataclass(frozen=True, slots=True)
class Carding:
    """A pair's habits with small cards and touching honours, counted over its tables."""

    pair: Pair
    tables: int
    """The number of tables at which the two sat as partners."""
    defended: int
    tallies: tuple[Tally, ...]

    @classmethod
    def of(cls, records: Iterable[Record], pair: Pair) -> Carding:
        """Count the cards of all tables at which the two sit as partners."""
        tables = defended = 0
        seen = Counter[tuple[Habit, bool, str]]()
        for record in records:
            seats = pair.seats(record)
            if not seats:
                continue
            tables += 1
            contract = record.contract
            defended += contract is not None and contract.leader in seats
            for one in observations(record, *seats):
                seen[one.habit, one.at_notrump, one.choice] += 1
        return cls(pair, tables, defended, tuple(_tallies(seen)))

    @property
    def clear(self) -> tuple[Tally, ...]:
        """What can be said about each habit: on the whole, or separately if the parts differ."""
        return tuple(tally for habit in Habit for tally in self._clear(habit))

    def _clear(self, habit: Habit) -> list[Tally]:
        enough = [one for one in self.tallies if one.habit is habit and one.total >= FEWEST]
        parts = [one for one in enough if one.at_notrump is not None]
        whole = [one for one in enough if one.at_notrump is None and one.is_clear]
        differs = len({one.chosen[0][0] for one in parts}) > 1
        return whole if whole and not differs else [one for one in parts if one.is_clear]

    @property
    def agreements(self) -> Agreements:
        """What the cards show clearly to be agreed; all else is as most pairs play."""
        found = dict[str, str]()
        for tally in self.clear:
            choice = tally.chosen[0][0]
            for name, against, says in _SHOWN.get(tally.habit, ()):
                if tally.at_notrump in (None, against) and choice in says:
                    found[name] = says[choice]
        return Agreements.of(found)

    def __str__(self) -> str:
        return carding_text(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "pair": [self.pair.one, self.pair.other],
            "tables": self.tables,
            "defended": self.defended,
            "habits": [one.to_json() for one in self.tallies],
            "text": str(self),
        }


def partnerships(records: Iterable[Record], pair: Pair) -> str:
    """The partners that the two have instead, in words, for a pair that never sat together."""
    found = Counter[Pair]()
    for record in records:
        names = record.citation.players
        for seat in (Seat.NORTH, Seat.EAST):
            one, other = names[seat], names[seat.partner]
            if one and other and one != other and {one, other} & {pair.one, pair.other}:
                found[Pair(one, other)] += 1
    return listed([f"{each} ({counted(number, 'table')})" for each, number in found.most_common(3)])


def _tallies(seen: Counter[tuple[Habit, bool, str]]) -> Iterable[Tally]:
    for habit in Habit:
        for at_notrump in (None, True, False):
            chosen = Counter[str]()
            for (each, strain, choice), number in seen.items():
                if each is habit and at_notrump in (None, strain):
                    chosen[choice] += number
            if chosen:
                order = sorted(chosen.items(), key=lambda item: (-item[1], item[0]))
                yield Tally(habit, at_notrump, tuple(order))
