"""A shelf: the cases that were learned from a library's tables, in files of columns.

Each room defines its cases by its `Columns`. Files are mapped and not copied; the manifest lists
them, and every append is whole or not at all. A withdrawn case keeps its number and its place in
the file, and is not found.
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
"""The most small files at the end of a shelf: every session of learning adds one."""


class Columns(Protocol):
    """The contents of one file: cases of one kind, with an array for each column."""

    FORM: ClassVar[FileForm]
    WHAT: ClassVar[str]
    """The name of such cases in error messages."""
    BY: ClassVar[str]
    """The manifest's entry for the network, or similarity, that described them."""
    SMALL: ClassVar[int]
    """A file with this many cases is no longer merged with others."""

    @classmethod
    def read(cls, arrays: Mapping[str, Array]) -> Self:
        """The cases of a file, from its `arrays`."""

    @classmethod
    def joined(cls, parts: Sequence[Self], firsts: Sequence[int]) -> Self:
        """Several parts as one; *firsts* are the numbers of their first records."""

    def arrays(self, first_record: int = 0) -> Mapping[str, Array]:
        """All columns by name, as stored in a file; records are counted from *first_record*."""

    def __len__(self) -> int: ...

    def __getitem__(self, rows: Rows, /) -> Self: ...

    @property
    def records(self) -> Numbers:
        """The number of each case's record."""

    @property
    def own_records(self) -> int:
        """How many records a file numbers itself, from 0 on; 0 if it stores the shelf's numbers."""

    def place(self, row: int) -> str:
        """The place of a case in its record, in words."""


C = TypeVar("C", bound=Columns)


@dataclass(frozen=True, eq=False)
class Part(Generic[C]):
    """The cases of one file."""

    mapped: C
    """All its cases, withdrawn ones included."""
    first: int
    """The number of the first case."""
    first_record: int
    """The offset from a record's number in the file to its number on the shelf."""
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
        """The numbers that some of `cases` have on the shelf."""
        return self.first + (at if self.rows is None else self.rows[at])

    def of_records(self, records: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """The number, row and record of every case of these records, withdrawn or not."""
        numbers = self.mapped.records.astype(np.int64) + self.first_record
        rows = np.flatnonzero(np.isin(numbers, np.array(records, np.int64)))
        return zip((self.first + rows).tolist(), rows.tolist(), numbers[rows].tolist(), strict=True)

    def __len__(self) -> int:
        """The number of its cases that can be found."""
        return len(self.mapped) - len(self.withdrawn)


class Shelf(Generic[C]):
    """A folder of cases; `parts` are the files as they were when the shelf was last changed."""

    def __init__(self, columns: type[C], manifest: Manifest) -> None:
        self._columns, self._manifest = columns, manifest
        if columns.BY not in manifest.about:
            raise StorageError(f"{manifest.folder} holds no {columns.WHAT}")

    @classmethod
    def create(cls, columns: type[C], folder: Path, by: str) -> Self:
        """A new, empty shelf for cases described by the network, or similarity, named *by*."""
        return cls(columns, Manifest.create(folder, {columns.BY: by}))

    @classmethod
    def open(cls, columns: type[C], folder: Path) -> Self:
        return cls(columns, Manifest.open(folder))

    @classmethod
    def open_or_create(cls, columns: type[C], folder: Path, by: str) -> Self:
        """The shelf in *folder*; if there is none, an empty one."""
        if cls.is_in(folder):
            return cls.open(columns, folder)
        return cls.create(columns, folder, by)

    @staticmethod
    def is_in(folder: Path) -> bool:
        return Manifest.is_in(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        """Send only the place to a worker, which opens it once."""
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
        """The number of cases that can be found."""
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
        """The numbers of the withdrawn cases."""
        return np.array([removal.case for removal in self.removals()], np.int64)

    def everything(self) -> C | None:
        """All cases in one piece, withdrawn ones included; None if there is no file."""
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
        """The keys of all records learned, withdrawn ones included, in order of their numbers."""
        return self._manifest.keys()

    def records(self, numbers: Iterable[int]) -> dict[int, KeptRecord]:
        return self._manifest.records(numbers)

    def withdraw(self, records: Sequence[int], reason: str) -> int:
        """Unlearn all cases of these records; the number withdrawn. This stays on record."""
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
        """Restore all withdrawn cases of these records; the number restored."""
        gone = {removal.case for removal in self.removals()}
        every = (case for part in self.parts for case, _, _ in part.of_records(records))
        back = [case for case in every if case in gone]
        self._manifest.restore(back)
        self._forget()
        return len(back)

    def lose(self, records: Sequence[int]) -> int:
        """Withdraw records whose tables are gone; a table that comes back is learned anew."""
        count = self.withdraw(records, "its table is not in the library any more")
        self._manifest.lose(records)
        return count

    def removals(self) -> list[Removal]:
        return self._manifest.removals()

    def redescribe(self, by: str, describe: Callable[[C], C]) -> None:
        """Replace all cases by another network's descriptions, once the last of these is made."""

        def files() -> Iterator[tuple[CaseFile, Callable[[BinaryIO], None]]]:
            for file in self._manifest.files():
                yield file, partial(_write, describe(self._mapped(file)))

        self._manifest.rewrite(by, files(), **{self._columns.BY: by})
        self._forget()

    def tidy(self) -> None:
        """Merge the small files at the end, if there are many."""
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
        """Consecutive files as the single file that would hold their cases."""
        firsts = [part.first_record - parts[0].first_record for part in parts]
        return self._columns.joined([part.mapped for part in parts], firsts)

    def _mapped(self, file: CaseFile) -> C:
        path = self.folder / file.name
        try:
            return self._columns.read(map_file(self._columns.FORM, path).arrays)
        except (KeyError, ValueError) as error:
            raise StorageError(f"{path} holds no {self._columns.WHAT}: {error}") from error

    def _forget(self) -> None:
        """Map the files again when they are next needed, as they have changed."""
        self.__dict__.pop("parts", None)


def _write(cases: Columns, file: BinaryIO, first_record: int = 0) -> None:
    file.write(pack(cases.FORM, cases.arrays(first_record)))


@cache
def _opened(columns: type[Any], folder: Path, changed: int) -> Shelf[Any]:
    return Shelf.open(columns, folder)
