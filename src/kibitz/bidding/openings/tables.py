"""The table behind an opening precedent, in the user's library or among the house's.

A case holds its hand, and its source in words. Its table is the one that is cited in those words
and where somebody holds that hand.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from kibitz.bidding.openings.cases import OpeningCase, cited
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Call, Sign
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz.records.formats.lines import read_lines
from kibitz.records.library import Entry, Library
from kibitz.records.record import Record
from kibitz.records.starter import HOUSE_OPENINGS
from kibitz.runtime.storage import shipped

Shelf = Literal["library", "house"]
_HAND = re.compile(r'"[NESW]":"([^"]+)"')


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The place of a precedent's table, and the seat that opened or passed there.

    >>> str(TablePlace.parse("library-17-S"))
    'library-17-S'
    """

    shelf: Shelf
    table: int
    seat: Seat

    @classmethod
    def parse(cls, text: str) -> TablePlace:
        shelf, _, rest = text.partition("-")
        number, _, seat = rest.partition("-")
        fits = number.isascii() and number.isdigit() and len(number) < 19
        for each in ("library", "house"):
            if each == shelf and fits and seat in map(str, Seat):
                return cls(each, int(number), Seat.parse(seat))
        raise UsageError(f"There is no table {text!r}.")

    def __str__(self) -> str:
        return f"{self.shelf}-{self.table}-{self.seat}"


def places_of(
    library: Path | None, precedents: Sequence[tuple[Hand, str]]
) -> dict[tuple[Hand, str], TablePlace]:
    """The places of precedents' tables, by hand and source; tables not found are left out."""
    hands = list(dict.fromkeys(str(hand) for hand, _ in precedents))
    found: dict[tuple[Hand, str], TablePlace] = {}
    for shelf, entry in _holding(library, hands):
        for record in entry.accounts:
            for seat in Seat:
                key = (record.deal[seat], cited(record, seat))
                if key in precedents:
                    found.setdefault(key, TablePlace(shelf, entry.id, seat))
    return found


def record_of(library: Path | None, case: OpeningCase) -> Record | None:
    """The table that a case was watched at; None if it cannot be found."""
    hand = case.situation.hand
    for _, entry in _holding(library, [str(hand)]):
        for record in entry.accounts:
            if any(record.deal[s] == hand and cited(record, s) == case.source for s in Seat):
                return record
    return None


def table_at(library: Path, place: TablePlace) -> Entry:
    """The table at *place*."""
    if place.shelf == "library":
        with Library.open(library, create=False) as shelf:
            return shelf.entry(place.table)
    for entry in _house_tables(_house_lines()[place.table - 1 : place.table]):
        return entry
    raise UsageError(f"There is no table '{place}'.")


def calls_of_the_case(record: Record) -> tuple[Call, ...]:
    """The calls up to the opening; the house's tables have no meaningful calls after it."""
    calls = record.auction.calls
    last = next((i for i, call in enumerate(calls) if call is not Sign.PASS), len(calls) - 1)
    return calls[: last + 1]


def _holding(library: Path | None, hands: Sequence[str]) -> Iterator[tuple[Shelf, Entry]]:
    """All tables where somebody holds one of *hands*."""
    if hands and library is not None and library.exists():
        chosen = " OR ".join(["instr(tables.deal, ?)"] * len(hands))
        with Library.open(library) as shelf:
            for entry in shelf.entries(f"WHERE {chosen}", *hands):
                yield "library", entry
    numbers = {number for hand in hands for number in _house_lines_of().get(hand, ())}
    for entry in _house_tables(_house_lines()[number] for number in sorted(numbers)):
        yield "house", entry


@cache
def _house_lines() -> tuple[str, ...]:
    try:
        return tuple(gzip.decompress(shipped(HOUSE_OPENINGS)).decode().splitlines())
    except FileNotFoundError:
        return ()


@cache
def _house_lines_of() -> dict[str, list[int]]:
    """For each hand, the lines of the tables where it is held."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(_house_lines()):
        for hand in _HAND.findall(line):
            found.setdefault(hand, []).append(number)
    return found


def _house_tables(lines: Iterable[str]) -> Iterator[Entry]:
    for record in read_lines(lines, file=HOUSE_OPENINGS.removesuffix(".gz")):
        if isinstance(record, Record):
            yield Entry(record.source.game, (record,))
