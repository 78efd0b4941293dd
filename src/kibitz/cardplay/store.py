"""The decisions of every chair on disk, as the similarities describe them.

A case is the 52 bytes of its description, its trumps, the card that was chosen, its record, its
ply (how many cards were played before) and its kind (`similarity.kinds`). The folder is a
`Manifest`: versioned, checksummed, every append whole or not at all, mapped and not copied; it
remembers which similarities described it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.index import NOTHING, Among, Found, Index, Numbers, joined, wanted
from kibitz.cardplay.similarity.kinds import FIRST_OF_DEFENDERS
from kibitz.cardplay.similarity.neighbours import Matches, Segment, nearest_of
from kibitz.cardplay.similarity.positions import Bytes
from kibitz.errors import StorageError
from kibitz.precedents.manifest import CaseFile, KeptRecord, Manifest, Removal
from kibitz.records.library import Entry, Library
from kibitz.records.lookup import tables_with_keys
from kibitz.runtime.arrays import Form, map_file, pack

Rows: TypeAlias = npt.NDArray[np.int64]


class Only(Protocol):
    """Whoever says which decisions, by their kinds and records, are asked."""

    def took(self, kinds: Bytes, records: Numbers, /) -> npt.NDArray[np.bool_]: ...


SMALL = 50_000
"""Cases in a file that is worth putting together with others."""
MOST_SMALL = 16
"""Small files that may stand beside each other: one is added with every session learned."""

FORM = Form("cardplay-cases", 2)
_COLUMNS = ("codes", "trumps", "card", "record", "ply", "kind")


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Cases in columns; *codes* has a row of 52 bytes each."""

    codes: Bytes
    trumps: Bytes
    cards: Bytes
    records: Numbers
    plies: Bytes
    kinds: Bytes

    def __len__(self) -> int:
        return len(self.trumps)

    def __getitem__(self, rows: Rows) -> Cases:
        return Cases(
            self.codes[rows],
            self.trumps[rows],
            self.cards[rows],
            self.records[rows],
            self.plies[rows],
            self.kinds[rows],
        )

    @classmethod
    def joined(cls, parts: Sequence[Cases]) -> Cases:
        return cls(
            np.concatenate([part.codes for part in parts]),
            np.concatenate([part.trumps for part in parts]),
            np.concatenate([part.cards for part in parts]),
            np.concatenate([part.records for part in parts]),
            np.concatenate([part.plies for part in parts]),
            np.concatenate([part.kinds for part in parts]),
        )

    @classmethod
    def mapped(cls, path: Path) -> Cases:
        return cls.read(map_file(FORM, path).arrays)

    @classmethod
    def read(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Cases:
        return cls(*(arrays[name] for name in _COLUMNS))

    @property
    def index(self) -> Index:
        return Index.of(self.kinds, self.plies, self.trumps)

    def write(self, file: BinaryIO, first_record: int = 0) -> None:
        numbers = (self.records.astype(np.int64) + first_record).astype(np.uint32)
        arrays = (self.codes, self.trumps, self.cards, numbers, self.plies, self.kinds)
        columns: dict[str, npt.NDArray[Any]] = dict(zip(_COLUMNS, arrays, strict=True))
        file.write(pack(FORM, {**columns, **self.index.arrays}))


class CaseBase:
    """A folder of cases as it was when it was opened."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        if "similarity" not in manifest.about:
            raise StorageError(f"{manifest.folder} holds no cases of card play")

    @classmethod
    def create(cls, folder: Path, similarity: str) -> CaseBase:
        """An empty one, for cases described by the similarity of that name."""
        return cls(Manifest.create(folder, {"similarity": similarity}))

    @classmethod
    def open(cls, folder: Path) -> CaseBase:
        return cls(Manifest.open(folder))

    def __reduce__(self) -> tuple[Any, ...]:
        """To a worker goes the place alone, and is opened there once."""
        return _again, (self.folder, self._manifest.path.stat().st_mtime_ns)

    @staticmethod
    def is_in(folder: Path) -> bool:
        return Manifest.is_in(folder)

    @property
    def folder(self) -> Path:
        return self._manifest.folder

    @property
    def similarity(self) -> str:
        """The name of the similarity that described the cases."""
        return self._manifest.about["similarity"]

    def add(self, cases: Cases, records: Sequence[KeptRecord]) -> None:
        """Append the cases of *records*, all or none; they count their records from 0."""
        if records:
            self._manifest.append(len(cases), records, cases.write)
            self._forget()

    def nearest(
        self, code: Bytes, trumps: int, k: int, among: Among, only: Only | None = None
    ) -> Found:
        """The *k* cases nearest to a description of (4, 13) bytes; equals in the order learned.

        *among* says which of many cases, by their kinds and plies, are looked at; with *only*,
        just those that it takes of them.
        """
        cells, segments, size = wanted(among, trumps), list[Segment](), 0
        for part in self._parts:
            cases, rows = part.cases, part.index.rows(cells)
            if only is not None:
                rows = rows[only.took(cases.kinds[rows], cases.records[rows])]
            segments.append(Segment(cases.codes, cases.trumps, rows, size))
            size += len(cases)
        return self._found(nearest_of(code, trumps, segments, k), segments)

    def _found(self, near: Matches, segments: Sequence[Segment]) -> Found:
        """What the cases hold that were found; they are numbered from the first that can be."""
        starts = np.array([segment.first for segment in segments], np.int64)
        of = np.searchsorted(starts, near.cases, side="right") - 1
        found = [
            self._parts[part].found(near[rows], int(starts[part]))
            for part in np.unique(of).tolist()
            for rows in [np.flatnonzero(of == part)]
        ]
        return joined(found, len(near)) if found else NOTHING

    def everything(self) -> Cases:
        """All cases that can be found, in one piece."""
        return Cases.joined([part.cases for part in self._parts])

    def keys(self) -> list[str]:
        """The key of every record that was learned, withdrawn ones included, by number."""
        return self._manifest.keys()

    def record(self, number: int) -> KeptRecord:
        return self._manifest.record(number)

    def records(self, numbers: Sequence[int]) -> dict[int, KeptRecord]:
        return self._manifest.records(numbers)

    def withdraw(self, records: Sequence[int], reason: str) -> int:
        """Unlearn every case of these records; how many there were. The removal stays on record."""
        gone = []
        sources = {number: kept.source for number, kept in self.records(records).items()}
        for part in self._parts:
            cases = part.cases
            rows = np.flatnonzero(np.isin(cases.records, np.array(records, np.uint32)))
            for number, record, ply in zip(
                part.numbers(rows).tolist(),
                cases.records[rows].tolist(),
                cases.plies[rows].tolist(),
                strict=True,
            ):
                gone.append((number, f"{sources[record]}, card {ply + 1}"))
        self._manifest.remove(gone, reason)
        self._forget()
        return len(gone)

    def restore(self, records: Sequence[int]) -> int:
        """Let the cases of withdrawn records be found again; how many there are."""
        gone = {removal.case for removal in self.removals()}
        back = []
        for file in self._manifest.files():
            numbers = Cases.mapped(self.folder / file.name).records
            rows = np.flatnonzero(np.isin(numbers, np.array(records, np.uint32)))
            back += [case for case in (file.first + rows).tolist() if case in gone]
        self._manifest.restore(back)
        self._forget()
        return len(back)

    def lose(self, records: Sequence[int]) -> int:
        """Withdraw records whose tables are gone; should one come back, it is learned anew."""
        count = self.withdraw(records, "its table is not in the library any more")
        self._manifest.lose(records)
        return count

    def removals(self) -> list[Removal]:
        return self._manifest.removals()

    def redescribe(self, similarity: str, describe: Callable[[Cases], Bytes]) -> None:
        """Describe every case anew by another similarity; until all are, the old ones stand."""

        def files() -> Iterator[tuple[CaseFile, Callable[[BinaryIO], None]]]:
            for file in self._manifest.files():
                old = Cases.mapped(self.folder / file.name)
                new = replace(old, codes=describe(old))
                yield file, new.write

        self._manifest.rewrite(similarity, files(), similarity=similarity)
        self._forget()

    def tidy(self) -> None:
        """Put the small files at the end together, when they have become many."""
        small: list[CaseFile] = []
        for file in reversed(self._manifest.files()):
            if file.cases >= SMALL:
                break
            small.insert(0, file)
        if len(small) > MOST_SMALL:
            parts = [Cases.mapped(self.folder / file.name) for file in small]
            self._manifest.merge(small, Cases.joined(parts).write)
            self._forget()

    def verify(self) -> None:
        """Read every byte; a damaged file is named."""
        self._manifest.verify()

    def __len__(self) -> int:
        """How many cases can be found."""
        return sum(len(part.cases) for part in self._parts)

    @cached_property
    def of_defenders(self) -> int:
        """How many of them are defenders'."""
        kinds = (part.cases.kinds for part in self._parts)
        return sum(int(np.count_nonzero(numbers >= FIRST_OF_DEFENDERS)) for numbers in kinds)

    def _forget(self) -> None:
        """The files have changed: map them again when they are next asked for."""
        self.__dict__.pop("_parts", None)
        self.__dict__.pop("of_defenders", None)

    @cached_property
    def _parts(self) -> list[_Part]:
        """The cases of each file, mapped; a file is copied without those that were withdrawn."""
        gone = np.array([removal.case for removal in self.removals()], np.int64)
        parts = []
        for file in self._manifest.files():
            arrays, rows = map_file(FORM, self.folder / file.name).arrays, None
            cases, index = Cases.read(arrays), Index.read(arrays)
            here = gone[(gone >= file.first) & (gone < file.first + file.cases)] - file.first
            if len(here):
                rows = np.setdiff1d(np.arange(file.cases), here)
                cases, index = cases[rows], None
            parts.append(_Part(cases, index or cases.index, file.first, rows))
        return parts


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The cases of one file that can be found; *rows* are theirs, unless all can be."""

    cases: Cases
    index: Index
    first: int
    rows: Rows | None

    def numbers(self, at: Rows) -> Rows:
        return self.first + (at if self.rows is None else self.rows[at])

    def found(self, matches: Matches, first: int) -> Found:
        """What its cases hold that were found; *first* is the number that its first was given."""
        at, cases = matches.cases - first, self.cases
        numbered = Matches(self.numbers(at), matches.squares, matches.suits)
        return Found(numbered, cases.codes[at], cases.cards[at], cases.records[at], cases.plies[at])


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
class Shelf:
    """Cases and the library that their records stand in."""

    base: CaseBase
    library: Path
    is_house: bool = False
    only: Only | None = None
    """Whose decisions alone are asked."""

    def nearest(self, code: Bytes, trumps: int, k: int, among: Among) -> Found:
        """The *k* nearest cases among some."""
        return self.base.nearest(code, trumps, k, among, self.only)

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
        key_of = {number: record.key for number, record in self.base.records(numbers).items()}
        with Library.open(self.library, create=False) as library:
            entries = tables_with_keys(library, list(key_of.values()))
        if len(entries) < len(numbers):
            raise StorageError(
                f"{self.library} does not hold a table that {self.base.folder} was learned from: "
                "name the library it belongs to, or remove that folder and learn again"
            )
        return {number: entries[key] for number, key in key_of.items()}


@cache
def _again(folder: Path, changed: int) -> CaseBase:
    return CaseBase.open(folder)
