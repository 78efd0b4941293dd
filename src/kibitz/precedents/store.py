"""Cases on disk: uncompressed Arrow files, listed in a SQLite manifest, mapped and not copied.

A store is a folder. Every append writes one file beside its place, moves it there and then lists
it, in one transaction: a reader sees all of it or nothing. Opening compares sizes and the schema,
which takes no longer for ten million cases than for ten; `verify` reads every byte.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.errors import StorageError, UsageError
from kibitz.precedents.arrow import map_segment, write_segment
from kibitz.precedents.columns import Actions
from kibitz.precedents.distance import Feature, Kind, Schema, Sequences
from kibitz.precedents.nearest import Memory
from kibitz.records.record import Source

VERSION = 1
_MANIFEST = "manifest.sqlite"
_TABLES = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE files (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, first_case INTEGER NOT NULL,
        cases INTEGER NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL,
        written TEXT NOT NULL DEFAULT (datetime('now'))
    );
    CREATE TABLE records (
        number INTEGER PRIMARY KEY, file TEXT NOT NULL, game INTEGER NOT NULL, origin TEXT NOT NULL
    );
    CREATE TABLE removals (
        case_number INTEGER PRIMARY KEY, reason TEXT NOT NULL, source TEXT NOT NULL,
        removed TEXT NOT NULL DEFAULT (datetime('now'))
    );
"""
_MARKS = "CREATE TABLE IF NOT EXISTS marks (mark TEXT PRIMARY KEY)"


@dataclass(frozen=True, slots=True)
class CaseSource:
    """Where a case can be looked up: the record, and which card of it, from 1."""

    record: Source
    card: int

    def __str__(self) -> str:
        return f"{self.record}, card {self.card}"


@dataclass(frozen=True, slots=True)
class Removal:
    """A case that was unlearnt: why, what it was, and when (UTC)."""

    case: int
    reason: str
    source: str
    removed: str


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Cases to append; ``records[record_of[i]]`` and ``cards[i]`` are the source of the i-th."""

    cases: Sequences
    actions: Actions
    records: tuple[Source, ...]
    record_of: npt.NDArray[np.uint32]
    cards: npt.NDArray[np.uint16]

    def __post_init__(self) -> None:
        lengths = {len(self.cases), len(self.actions), len(self.record_of), len(self.cards)}
        if len(lengths) != 1:
            raise UsageError("every case of a batch has an action, a record and a card")
        if len(self.record_of) and int(self.record_of.max()) >= len(self.records):
            raise UsageError("a case of the batch names a record that is not in it")


class Store:
    """A folder of cases; open it with `Store.open`, or make one with `Store.create`."""

    def __init__(self, folder: Path, schema: Schema, window: int) -> None:
        self.folder, self.schema, self.window = folder, schema, window

    @classmethod
    def create(cls, folder: Path, schema: Schema, window: int) -> Store:
        """An empty store in a folder that does not hold one yet."""
        if (folder / _MANIFEST).exists():
            raise StorageError(f"{folder} holds a store of cases already")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{folder} cannot be made: {error.strerror}") from error
        features = [[f.name, f.kind.name, f.widest] for f in schema.features]
        about = {
            "version": str(VERSION),
            "schema": json.dumps({"features": features, "unit": schema.unit}),
            "window": str(window),
        }
        store = cls(folder, schema, window)
        with store._manifest() as manifest:
            manifest.executescript(_TABLES)
            manifest.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """The store in *folder*, its files present and of the right size."""
        if not (folder / _MANIFEST).is_file():
            raise StorageError(f"{folder} holds no store of cases")
        store = cls(folder, Schema((Feature("none", Kind.SYMBOL),)), 1)
        with store._manifest() as manifest:
            about = dict(manifest.execute("SELECT key, value FROM about"))
        if about.get("version") != str(VERSION):
            raise StorageError(f"{folder} has version {about.get('version')!r}, not {VERSION}")
        try:
            told = json.loads(about["schema"])
            features = tuple(Feature(name, Kind[kind], w) for name, kind, w in told["features"])
            opened = cls(folder, Schema(features, told["unit"]), int(about["window"]))
        except (KeyError, TypeError, ValueError) as error:
            raise StorageError(f"{folder / _MANIFEST} is damaged: no schema") from error
        for name, size in opened._listed("name, bytes"):
            opened._check_size(name, size)
        return opened

    def append(self, batch: Batch, marks: Iterable[str] = ()) -> None:
        """Add cases, all or none; they are numbered on from those the store holds.

        With them go *marks*, by which a caller knows what it has added: see `marks`.
        """
        memory = Memory(self.schema, self.window)
        memory.check(batch.cases)
        if not len(batch.cases):
            return
        with self._manifest() as manifest:
            manifest.execute("BEGIN IMMEDIATE")
            [(number, first, record)] = manifest.execute(
                "SELECT (SELECT count(*) FROM files), (SELECT coalesce(sum(cases), 0) FROM files),"
                " (SELECT count(*) FROM records)"
            )
            name = f"cases-{number:06}.arrow"
            records = (batch.record_of.astype(np.int64) + record).astype(np.uint32)
            self._write(name, batch, records)
            content = (self.folder / name).stat().st_size
            manifest.execute(
                "INSERT INTO files (number, name, first_case, cases, bytes, sha256)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (number, name, first, len(batch.cases), content, _digest(self.folder / name)),
            )
            manifest.executemany(
                "INSERT INTO records VALUES (?, ?, ?, ?)",
                (
                    (record + i, source.file, source.game, source.origin)
                    for i, source in enumerate(batch.records)
                ),
            )
            manifest.execute(_MARKS)
            manifest.executemany("INSERT INTO marks VALUES (?)", ((mark,) for mark in marks))

    def memory(self) -> Memory:
        """All cases, mapped from their files; those removed are not found."""
        memory = Memory(self.schema, self.window)
        for [name] in self._listed("name"):
            memory.attach(map_segment(self.folder / name, self.schema, self.window).segment)
        for removal in self.removals():
            memory.remove(removal.case)
        return memory

    def source(self, case: int) -> CaseSource:
        """Which card of which record a case is."""
        for source in self.sources_of([case]).values():
            return source
        raise UsageError(f"there is no case {case}; the store holds {len(self)}")

    def sources_of(self, cases: Iterable[int]) -> dict[int, CaseSource]:
        """`source` for many cases at once; numbers of no case are left out."""
        wanted, found = sorted({case for case in cases if case >= 0}), dict[int, CaseSource]()
        with self._manifest() as manifest:
            for name, first, count in self.listed():
                here = [case for case in wanted if first <= case < first + count]
                if not here:
                    continue
                mapped = map_segment(self.folder / name, self.schema, self.window)
                for case in here:
                    number = int(mapped.records[case - first])
                    query = "SELECT file, game, origin FROM records WHERE number = ?"
                    [(file, game, origin)] = manifest.execute(query, (number,))
                    found[case] = CaseSource(
                        Source(file, game, origin), int(mapped.cards[case - first])
                    )
        return found

    def remove(self, case: int, reason: str) -> None:
        """Unlearn a case: no memory opened from now on finds it; the removal stays on record."""
        source = str(self.source(case))
        with self._manifest() as manifest:
            try:
                manifest.execute(
                    "INSERT INTO removals (case_number, reason, source) VALUES (?, ?, ?)",
                    (case, reason, source),
                )
            except sqlite3.IntegrityError as error:
                raise UsageError(f"case {case} was removed before") from error

    def removals(self) -> list[Removal]:
        """Every removal so far, in the order of the cases."""
        with self._manifest() as manifest:
            rows = manifest.execute(
                "SELECT case_number, reason, source, removed FROM removals ORDER BY case_number"
            )
            return [Removal(*row) for row in rows]

    def verify(self) -> None:
        """Read every byte; a damaged file is named."""
        with self._manifest() as manifest:
            [(sound,)] = manifest.execute("PRAGMA quick_check")
        if sound != "ok":
            raise StorageError(f"{self.folder / _MANIFEST} is damaged: {sound}")
        for name, size, digest in self._listed("name, bytes, sha256"):
            self._check_size(name, size)
            if _digest(self.folder / name) != digest:
                raise StorageError(f"{self.folder / name} is damaged: its checksum differs")

    def __len__(self) -> int:
        """How many cases were appended, those removed since included."""
        return sum(cases for [cases] in self._listed("cases"))

    def listed(self) -> list[tuple[str, int, int]]:
        """The case files in order: name, number of the first case, how many cases."""
        return [
            (name, first, cases) for name, first, cases in self._listed("name, first_case, cases")
        ]

    def marks(self) -> set[str]:
        """Every mark that went with cases so far."""
        with self._manifest() as manifest:
            manifest.execute(_MARKS)
            return {mark for [mark] in manifest.execute("SELECT mark FROM marks")}

    def _listed(self, columns: str) -> list[tuple[Any, ...]]:
        with self._manifest() as manifest:
            return manifest.execute(f"SELECT {columns} FROM files ORDER BY number").fetchall()

    def _check_size(self, name: str, size: int) -> None:
        path = self.folder / name
        if not path.is_file():
            raise StorageError(f"{path} is missing")
        if path.stat().st_size != size:
            held = path.stat().st_size
            raise StorageError(f"{path} is damaged: it has {held} bytes, not {size}")

    def _write(self, name: str, batch: Batch, records: npt.NDArray[np.uint32]) -> None:
        path, beside = self.folder / name, self.folder / f".{name}.part"
        try:
            with beside.open("wb") as file:
                write_segment(file, self.schema, batch.cases, batch.actions, records, batch.cards)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise StorageError(f"{path} cannot be written: {error.strerror}") from error

    @contextmanager
    def _manifest(self) -> Iterator[sqlite3.Connection]:
        """The manifest, committed at the end and rolled back on any error."""
        path = self.folder / _MANIFEST
        try:
            connection = sqlite3.connect(path)
            try:
                with connection:
                    yield connection
            finally:
                connection.close()
        except sqlite3.DatabaseError as error:
            raise StorageError(f"{path} is damaged: {error}") from error


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
