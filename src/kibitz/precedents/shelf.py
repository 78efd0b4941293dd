"""A shelf: the cases that were learned from a library's tables, in files of columns.

What a case is, its room says by its `Columns`. Files are mapped and not copied; the manifest lists
them, every append whole or not at all. A case that was withdrawn keeps its number and its place in
its file, and is not found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from kibitz.errors import StorageError
from kibitz.precedents.manifest import CaseFile, KeptRecord, Manifest, Removal
from kibitz.runtime.arrays import Array, FileForm, map_file, pack

Numbers: TypeAlias = npt.NDArray[np.uint32]
Rows: TypeAlias = npt.NDArray[np.int64]

MOST_SMALL = 16
"""Small files that may stand beside each other: one is added with every session learned."""


class Columns(Protocol):
    """Cases of one sort, an array for each column: what one file of a shelf holds."""

    FORM: ClassVar[FileForm]
    WHAT: ClassVar[str]
    """What they are, as an error names them."""
    BY: ClassVar[str]
    """The word under which the manifest says who described them."""
    SMALL: ClassVar[int]
    """Cases in a file that is not merged with others any more."""

    @classmethod
    def read(cls, arrays: Mapping[str, Array]) -> Self:
        """The cases of a file, from what `arrays` gave."""

    @classmethod
    def joined(cls, parts: Sequence[Self], firsts: Sequence[int]) -> Self:
        """Several as one; of each part goes with it the number of its first record."""

    def arrays(self, first_record: int = 0) -> Mapping[str, Array]:
        """All columns by name, as a file keeps them; records are counted from *first_record*."""

    def __len__(self) -> int: ...

    def __getitem__(self, rows: Rows, /) -> Self: ...

    @property
    def records(self) -> Numbers:
        """The number of each case's record."""

    @property
    def own_records(self) -> int:
        """How many records a file numbers itself, from 0; 0 where it has their numbers here."""

    def place(self, row: int) -> str:
        """Where in its record a case was decided, in words."""


C = TypeVar("C", bound=Columns)


@dataclass(frozen=True, eq=False)
class Part(Generic[C]):
    """The cases of one file."""

    mapped: C
    """All of them, the withdrawn ones included."""
    first: int
    """The number of the first case."""
    first_record: int
    """What is added to the number that a record has in the file."""
    withdrawn: Rows

    @cached_property
    def rows(self) -> Rows | None:
        """The rows of the cases that can be found; None: all of them."""
        if not len(self.withdrawn):
            return None
        return np.setdiff1d(np.arange(len(self.mapped)), self.withdrawn)

    @cached_property
    def cases(self) -> C:
        """The cases that can be found: mapped, unless some were withdrawn."""
        return self.mapped if self.rows is None else self.mapped[self.rows]

    def numbers(self, at: Rows) -> Rows:
        """The numbers on the shelf of some of `cases`."""
        return self.first + (at if self.rows is None else self.rows[at])

    def of_records(self, records: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Of every case of these records, withdrawn or not: its number, row and record."""
        numbers = self.mapped.records.astype(np.int64) + self.first_record
        rows = np.flatnonzero(np.isin(numbers, np.array(records, np.int64)))
        return zip((self.first + rows).tolist(), rows.tolist(), numbers[rows].tolist(), strict=True)

    def __len__(self) -> int:
        """How many of its cases can be found."""
        return len(self.mapped) - len(self.withdrawn)


class Shelf(Generic[C]):
    """A folder of cases; `parts` are the files as they were when the shelf was last changed."""

    def __init__(self, columns: type[C], manifest: Manifest) -> None:
        self._columns, self._manifest = columns, manifest
        if columns.BY not in manifest.about:
            raise StorageError(f"{manifest.folder} holds no {columns.WHAT}")

    @classmethod
    def create(cls, columns: type[C], folder: Path, by: str) -> Self:
        """An empty shelf, for cases described by the network, or similarity, of that name."""
        return cls(columns, Manifest.create(folder, {columns.BY: by}))

    @classmethod
    def open(cls, columns: type[C], folder: Path) -> Self:
        return cls(columns, Manifest.open(folder))

    @classmethod
    def open_or_create(cls, columns: type[C], folder: Path, by: str) -> Self:
        """The shelf in *folder*; where there is none, an empty one."""
        if cls.is_in(folder):
            return cls.open(columns, folder)
        return cls.create(columns, folder, by)

    @staticmethod
    def is_in(folder: Path) -> bool:
        return Manifest.is_in(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        """Only the place is sent to a worker, which opens it once."""
        changed = self._manifest.path.stat().st_mtime_ns
        return _opened, (self._columns, self.folder, changed)

    @property
    def folder(self) -> Path:
        return self._manifest.folder

    @property
    def by(self) -> str:
        """The name of the network, or similarity, that described the cases."""
        return self._manifest.about[self._columns.BY]

    def __len__(self) -> int:
        """How many cases can be found."""
        return sum(map(len, self.parts))

    @cached_property
    def parts(self) -> list[Part[C]]:
        """The cases of each file, in the order learned."""
        gone = self.withdrawn
        parts, record = list[Part[C]](), 0
        for file in self._manifest.files():
            mapped = self._mapped(file)
            here = gone[(gone >= file.first) & (gone < file.first + file.cases)] - file.first
            parts.append(Part(mapped, file.first, record, here))
            record += mapped.own_records
        return parts

    @property
    def withdrawn(self) -> Rows:
        """The numbers of the cases that are not found any more."""
        return np.array([removal.case for removal in self.removals()], np.int64)

    def everything(self) -> C | None:
        """All cases in one piece, the withdrawn ones included; None where there is no file."""
        parts = self.parts
        if not parts:
            return None
        if len(parts) == 1:
            return parts[0].mapped
        return self._joined(parts)

    def add(self, cases: C, records: Sequence[KeptRecord]) -> None:
        """Append the cases of *records*, all or none; they number their records from 0."""
        if records:
            self._manifest.append(len(cases), records, partial(_write, cases))
            self._forget()

    def keys(self) -> list[str]:
        """The key of every record that was learned, withdrawn ones included, by number."""
        return self._manifest.keys()

    def records(self, numbers: Iterable[int]) -> dict[int, KeptRecord]:
        return self._manifest.records(numbers)

    def withdraw(self, records: Sequence[int], reason: str) -> int:
        """Unlearn every case of these records; how many there were. The removal stays on record."""
        sources = {number: kept.source for number, kept in self.records(records).items()}
        gone = {removal.case for removal in self.removals()}
        new = [
            (case, f"{sources[record]}, {part.mapped.place(row)}")
            for part in self.parts
            for case, row, record in part.of_records(records)
            if case not in gone
        ]
        self._manifest.remove(new, reason)
        self._forget()
        return len(new)

    def restore(self, records: Sequence[int]) -> int:
        """Let the cases of withdrawn records be found again; how many there are."""
        gone = {removal.case for removal in self.removals()}
        every = (case for part in self.parts for case, _, _ in part.of_records(records))
        back = [case for case in every if case in gone]
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

    def redescribe(self, by: str, describe: Callable[[C], C]) -> None:
        """Let another network describe every case; until all are done, the old ones stand."""

        def files() -> Iterator[tuple[CaseFile, Callable[[BinaryIO], None]]]:
            for file in self._manifest.files():
                yield file, partial(_write, describe(self._mapped(file)))

        self._manifest.rewrite(by, files(), **{self._columns.BY: by})
        self._forget()

    def tidy(self) -> None:
        """Merge the small files at the end, when they have become many."""
        small = len(self.parts)
        while small and len(self.parts[small - 1].mapped) < self._columns.SMALL:
            small -= 1
        if len(self.parts) - small > MOST_SMALL:
            merged = self._joined(self.parts[small:])
            self._manifest.merge(self._manifest.files()[small:], partial(_write, merged))
            self._forget()

    def verify(self) -> None:
        """Read every byte; a damaged file is named."""
        self._manifest.verify()

    def _joined(self, parts: Sequence[Part[C]]) -> C:
        """Files that follow each other, as one file of their cases would be."""
        firsts = [part.first_record - parts[0].first_record for part in parts]
        return self._columns.joined([part.mapped for part in parts], firsts)

    def _mapped(self, file: CaseFile) -> C:
        path = self.folder / file.name
        try:
            return self._columns.read(map_file(self._columns.FORM, path).arrays)
        except (KeyError, ValueError) as error:
            raise StorageError(f"{path} holds no {self._columns.WHAT}: {error}") from error

    def _forget(self) -> None:
        """The files have changed: map them again when they are next asked for."""
        self.__dict__.pop("parts", None)


def _write(cases: Columns, file: BinaryIO, first_record: int = 0) -> None:
    file.write(pack(cases.FORM, cases.arrays(first_record)))


@cache
def _opened(columns: type[Any], folder: Path, changed: int) -> Shelf[Any]:
    return Shelf.open(columns, folder)
