"""What is asked for a card: the cases on a shelf, and the tables of the library they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from kibitz.cardplay.index import NOTHING, Among, Found, joined, wanted
from kibitz.cardplay.similarity.neighbours import Matches, Segment, nearest_of
from kibitz.cardplay.similarity.positions import Bools, Bytes
from kibitz.cardplay.store import Cases
from kibitz.errors import StorageError
from kibitz.precedents.shelf import Numbers, Part, Rows, Shelf
from kibitz.records.library import Entry, Library
from kibitz.records.lookup import tables_with_keys


class Only(Protocol):
    """Selects decisions by their kinds and records."""

    def took(self, kinds: Bytes, records: Numbers, /) -> Bools: ...


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A case that was found, with its table: what it is before it is compared."""

    entry: Entry
    ply: int
    square: int
    code: Bytes
    card: int
    is_house: bool

    @property
    def case(self) -> tuple[bool, int, int]:
        return self.is_house, self.entry.id, self.ply


@dataclass(frozen=True)
class CardMemory:
    """Cases and the library that their records stand in."""

    shelf: Shelf[Cases]
    library: Path
    is_house: bool = False
    only: Only | None = None
    """Whose decisions alone are asked."""

    def __len__(self) -> int:
        """How many cases can be found."""
        return len(self.shelf)

    @property
    def of_defenders(self) -> int:
        """How many of them are defenders'."""
        return sum(part.cases.of_defenders for part in self.shelf.parts)

    def nearest(self, code: Bytes, trumps: int, k: int, among: Among) -> Found:
        """The *k* cases nearest to a description of (4, 13) bytes; equals in the order learned.

        *among* selects the cases that are looked at, by kind and ply.
        """
        cells, segments, size = wanted(among, trumps), list[Segment](), 0
        for part in self.shelf.parts:
            cases, rows = part.cases, part.cases.index.rows(cells)
            if self.only is not None:
                rows = rows[self.only.took(cases.kinds[rows], cases.records[rows])]
            segments.append(Segment(cases.codes, cases.trumps, rows, size))
            size += len(cases)
        return self._found(nearest_of(code, trumps, segments, k), segments)

    def _found(self, near: Matches, segments: Sequence[Segment]) -> Found:
        """What the cases hold that were found; they are numbered from the first that can be."""
        starts = np.array([segment.first for segment in segments], np.int64)
        of = np.searchsorted(starts, near.cases, side="right") - 1
        found = [
            _found_in(self.shelf.parts[part], near[rows], int(starts[part]))
            for part in np.unique(of).tolist()
            for rows in [np.flatnonzero(of == part)]
        ]
        return joined(found, len(near)) if found else NOTHING

    def matches(self, found: Found, rows: Rows) -> list[Match]:
        """Some of the cases that were found, each with its table."""
        records = found.records[rows].tolist()
        entries = self._entries(sorted(set(records)))
        columns = (found.plies, found.matches.squares, found.codes, found.cards)
        plies, squares, codes, cards = (column[rows] for column in columns)
        return [
            Match(entries[record], ply, square, theirs, card, self.is_house)
            for record, ply, square, theirs, card in zip(
                records, plies.tolist(), squares.tolist(), codes, cards.tolist(), strict=True
            )
        ]

    def _entries(self, numbers: Sequence[int]) -> dict[int, Entry]:
        """The tables that records with these numbers are of."""
        if not numbers:
            return {}
        key_of = {number: record.key for number, record in self.shelf.records(numbers).items()}
        with Library.open(self.library, create=False) as library:
            entries = tables_with_keys(library, list(key_of.values()))
        if len(entries) < len(numbers):
            raise StorageError(
                f"{self.library} does not hold a table that {self.shelf.folder} was learned from: "
                "name the library it belongs to, or remove that folder and learn again"
            )
        return {number: entries[key] for number, key in key_of.items()}


def _found_in(part: Part[Cases], near: Matches, first: int) -> Found:
    """What a file's cases hold that were found; *first* is the number given to its first case."""
    at, cases = near.cases - first, part.cases
    numbered = Matches(part.numbers(at), near.squares, near.suits)
    return Found(numbered, cases.codes[at], cases.cards[at], cases.records[at], cases.plies[at])
