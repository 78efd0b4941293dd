"""The memory of cards: the cases on a shelf, and the tables of the library they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from kibitz.cardplay.similarity.index import Among, Found, wanted
from kibitz.cardplay.similarity.neighbours import CaseSegment, Neighbours, nearest_of
from kibitz.cardplay.similarity.positions import Bools, Bytes
from kibitz.cardplay.store import Cases
from kibitz.errors import StorageError
from kibitz.precedents.shelf import Numbers, Part, Shelf
from kibitz.records.library import Entry, Library
from kibitz.records.lookup import tables_with_keys


class Only(Protocol):
    """Selects decisions by their kinds and records."""

    def took(self, kinds: Bytes, records: Numbers, /) -> Bools: ...


@dataclass(frozen=True, slots=True, eq=False)
class CardMatch:
    """A case that was found, with its table, before it is compared with the question."""

    entry: Entry
    ply: int
    square: int
    code: Bytes
    card: int
    is_house: bool
    is_wider: bool = False
    """Whether its decision is of the wider kind only."""


@dataclass(frozen=True)
class CardMemory:
    """Cases, and the library that holds their records."""

    shelf: Shelf[Cases]
    library: Path
    is_house: bool = False
    only: Only | None = None
    """Restricts the search to some decisions, for example those of one player."""

    def __len__(self) -> int:
        """The number of cases that can be found."""
        return len(self.shelf)

    @property
    def of_defenders(self) -> int:
        """The number of defenders' decisions among them."""
        return sum(part.cases.of_defenders for part in self.shelf.parts)

    def nearest(self, codes: Bytes, trumps: Bytes, k: int, among: Among) -> list[Found]:
        """The *k* cases nearest to each description, (n, 4, 13); equals in the order learned.

        *among* selects the cases that are looked at, by kind and ply.
        """
        each = zip(codes, trumps.tolist(), strict=True)
        return [self._nearest(code, suit, k, among) for code, suit in each]

    def _nearest(self, code: Bytes, trumps: int, k: int, among: Among) -> Found:
        cells, segments, size = wanted(among, trumps), list[CaseSegment](), 0
        for part in self.shelf.parts:
            cases, rows = part.cases, part.cases.index.rows(cells)
            if self.only is not None:
                rows = rows[self.only.took(cases.kinds[rows], cases.records[rows])]
            segments.append(CaseSegment(cases.codes, cases.trumps, rows, size))
            size += len(cases)
        return self._found(nearest_of(code, trumps, segments, k), segments)

    def _found(self, near: Neighbours, segments: Sequence[CaseSegment]) -> Found:
        """The columns of the matches; *segments* tell which part each of them is from."""
        starts = np.array([segment.first for segment in segments], np.int64)
        of = np.searchsorted(starts, near.cases, side="right") - 1
        rows = [np.flatnonzero(of == part) for part in range(len(segments))]
        found = Found.joined(
            [
                _found_in(part, near[here], int(start))
                for part, here, start in zip(self.shelf.parts, rows, starts, strict=True)
                if len(here)
            ]
        )
        return found[np.argsort(found.matches.squares, kind="stable")]

    def entries(self, numbers: Sequence[int]) -> dict[int, Entry]:
        """The tables of the records with these numbers."""
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


def _found_in(part: Part[Cases], near: Neighbours, first: int) -> Found:
    """The columns of the matches in one file, whose first case has the number *first*."""
    at, cases = near.cases - first, part.cases
    numbered = Neighbours(part.numbers(at), near.squares, near.suits)
    return Found(numbered, cases.codes[at], cases.cards[at], cases.records[at], cases.plies[at])
