"""Opening decisions as cases: a situation, the call made, its system and its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from kibitz.bidding.openings.question import Colours, Situation
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import BIDS, Call, Sign
from kibitz.games.bridge.deal import Seat
from kibitz.records.record import Record
from kibitz.records.starter import is_house

OPENING_CALLS: tuple[Call, ...] = (Sign.PASS, *BIDS)
"""Every possible opening call; its index is its number in arrays."""

CALL_NUMBER = {call: number for number, call in enumerate(OPENING_CALLS)}

MIXED = "unknown (mixed)"
"""The system of records that name none, where the players' system is not known either."""


@dataclass(frozen=True, slots=True, order=True)
class OpeningSystem:
    """What the opener of a case plays; *inferred* if the record does not say so."""

    name: str
    inferred: bool = False

    def __str__(self) -> str:
        return f"{self.name} (inferred)" if self.inferred else self.name

    def is_called(self, name: str) -> bool:
        """Whether a user who types *name* means this system."""
        return name.casefold() in (self.name.casefold(), str(self).casefold())


def system_of(record: Record) -> OpeningSystem:
    """The stated system, else the name of the robot, else `MIXED`.

    A robot plays one system unless its records say otherwise; people do not.
    """
    cite = record.citation
    if cite.system:
        return OpeningSystem(cite.system)
    kind, colon, robot = cite.kind.partition(":")
    if kind == "robot" and colon and robot:
        return OpeningSystem(robot, inferred=True)
    return OpeningSystem(MIXED, inferred=True)


class Origin(IntEnum):
    """Where a case comes from: a table, a user's correction, or a dealt hand bid by rule.

    The house's cases fill in as long as few were watched.
    """

    WATCHED = 0
    CORRECTED = 1
    GENERATED = 2
    HOUSE = 3

    def __str__(self) -> str:
        return self.name.lower()


OpeningKey: TypeAlias = tuple[OpeningSystem, Situation, Call]


@dataclass(frozen=True, slots=True)
class OpeningCase:
    """One opening decision, and where to look it up."""

    situation: Situation
    call: Call
    source: str
    system: OpeningSystem
    origin: Origin = Origin.WATCHED
    deal: int = 0
    """Decisions with the same number were made at one table, and are never split apart."""

    def __post_init__(self) -> None:
        if self.call not in CALL_NUMBER:
            raise UsageError(f"nobody opens with {self.call}")

    @property
    def key(self) -> OpeningKey:
        """What a case is withdrawn by."""
        return self.system, self.situation, self.call


def opening_cases(record: Record, deal: int = 0) -> Iterator[OpeningCase]:
    """Each pass before the opening, and the opening itself, as cases."""
    if not record.is_witness:
        return
    system = system_of(record)
    origin = Origin.GENERATED if is_house(record) else Origin.WATCHED
    for place, call in enumerate(record.auction.calls[:4]):
        seat = Seat((record.dealer + place) % 4)
        colours = Colours.seen_from(seat, record.vulnerability)
        situation = Situation(record.deal[seat], place + 1, colours)
        yield OpeningCase(situation, call, cited(record, seat), system, origin, deal)
        if call is not Sign.PASS:
            return


def cited(record: Record, seat: Seat) -> str:
    """The place of a decision in words: the source, the event and board, and the seat."""
    named = str(record.citation)
    where = f"{record.source} ({named})" if named else str(record.source)
    return f"{where}, {seat.name.capitalize()}"


def cases_of(records: Iterable[Record]) -> Iterator[OpeningCase]:
    """The opening decisions of many records, numbered by table from 1."""
    for number, record in enumerate(records, start=1):
        yield from opening_cases(record, number)


def by_system(cases: Iterable[OpeningCase]) -> dict[OpeningSystem, list[OpeningCase]]:
    """The cases of each system, the largest system first; systems are never mixed."""
    sorted_out: dict[OpeningSystem, list[OpeningCase]] = {}
    for case in cases:
        sorted_out.setdefault(case.system, []).append(case)
    largest = sorted(sorted_out, key=lambda system: (-len(sorted_out[system]), system))
    return {system: sorted_out[system] for system in largest}
