"""A folder of case files and the SQLite manifest that lists them.

Every append writes a temporary file, moves it into place, and lists it, in one transaction: a
reader sees all of it or nothing. Opening only compares sizes, which takes no longer for ten million
cases than for ten; `verify` reads every byte. What the files contain is up to their owner.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from kibitz.errors import StorageError, UsageError
from kibitz.records.record import Source

VERSION = 2
_SUFFIX = ".safetensors"
_MANIFEST = "manifest.sqlite"
_PATIENCE = 60.0
"""Seconds to wait while another process adds cases, which includes writing their file."""
_TABLES = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE files (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, first_case INTEGER NOT NULL,
        cases INTEGER NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL,
        written TEXT NOT NULL DEFAULT (datetime('now'))
    );
    CREATE TABLE records (
        number INTEGER PRIMARY KEY, file TEXT NOT NULL, game INTEGER NOT NULL, origin TEXT NOT NULL,
        key TEXT NOT NULL
    );
    CREATE UNIQUE INDEX records_by_key ON records (key) WHERE key <> '';
    CREATE TABLE removals (
        case_number INTEGER PRIMARY KEY, reason TEXT NOT NULL, source TEXT NOT NULL,
        removed TEXT NOT NULL DEFAULT (datetime('now'))
    );
"""
_MARKS = "CREATE TABLE IF NOT EXISTS marks (mark TEXT PRIMARY KEY)"


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One file of cases: its name, the number of its first case, and the number of cases."""

    name: str
    first: int
    cases: int


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """A record that cases come from; by its *key*, if it has one, it is found in a library."""

    source: Source
    key: str = ""


@dataclass(frozen=True, slots=True)
class Removal:
    """A case that was unlearned: why, and what it was."""

    case: int
    reason: str
    source: str


class Manifest:
    """The list of a folder's case files; *about* tells its owner how to read them."""

    def __init__(self, folder: Path, about: Mapping[str, str]) -> None:
        self.folder, self.about = folder, about

    @classmethod
    def create(cls, folder: Path, about: Mapping[str, str]) -> Manifest:
        """A new, empty list; the folder must not hold one."""
        if (folder / _MANIFEST).exists():
            raise StorageError(f"{folder} already holds a store of cases")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{folder} cannot be created: {error.strerror}") from error
        made = cls(folder, {"version": str(VERSION), **about})
        with made._connected() as manifest:
            manifest.executescript(_TABLES)
            manifest.executemany("INSERT INTO about VALUES (?, ?)", made.about.items())
        return made

    @classmethod
    def open(cls, folder: Path) -> Manifest:
        """The list in *folder*; its files are present and have the right size."""
        if not cls.is_in(folder):
            raise StorageError(f"{folder} holds no store of cases")
        opened = cls(folder, {})
        with opened._connected() as manifest:
            opened.about = dict(manifest.execute("SELECT key, value FROM about"))
        version = opened.about.get("version")
        if version != str(VERSION):
            raise StorageError(f"{folder} has version {version!r}, not {VERSION}")
        for name, size in opened._listed("name, bytes"):
            opened._check_size(name, size)
        return opened

    @staticmethod
    def is_in(folder: Path) -> bool:
        return (folder / _MANIFEST).is_file()

    @property
    def path(self) -> Path:
        return self.folder / _MANIFEST

    def append(
        self,
        cases: int,
        records: Sequence[KeptRecord],
        write: Callable[[BinaryIO, int], None],
        marks: Iterable[str] = (),
    ) -> None:
        """Add a file of cases, all or none; *write* is called with the number of the first record.

        The *marks* are stored with them, to tell later what was added: see `marks`.
        """
        with self._connected() as manifest:
            manifest.execute("BEGIN IMMEDIATE")
            [(number, first, record)] = manifest.execute(
                "SELECT (SELECT coalesce(max(number) + 1, 0) FROM files),"
                " (SELECT coalesce(sum(cases), 0) FROM files), (SELECT count(*) FROM records)"
            )
            name = f"cases-{number:06}{_SUFFIX}"
            self._write(name, lambda file: write(file, record))
            manifest.execute(
                "INSERT INTO files (number, name, first_case, cases, bytes, sha256)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (number, name, first, cases, *self._measured(name)),
            )
            try:
                manifest.executemany(
                    "INSERT INTO records VALUES (?, ?, ?, ?, ?)",
                    ((record + i, *_row(kept)) for i, kept in enumerate(records)),
                )
            except sqlite3.IntegrityError as error:
                raise UsageError(f"{self.folder} already holds one of these records") from error
            manifest.execute(_MARKS)
            manifest.executemany("INSERT INTO marks VALUES (?)", ((mark,) for mark in marks))

    def marks(self) -> set[str]:
        """All marks stored so far."""
        with self._connected() as manifest:
            manifest.execute(_MARKS)
            return {mark for [mark] in manifest.execute("SELECT mark FROM marks")}

    def rewrite(
        self, mark: str, files: Iterable[tuple[CaseFile, Callable[[BinaryIO], None]]], **about: str
    ) -> None:
        """Replace files by others with as many cases each, once all of those are written."""
        written = []
        for file, write in files:
            name = f"{file.name[:12]}-{mark}{_SUFFIX}"
            self._write(name, write)
            written.append((name, *self._measured(name), file.name))
        with self._connected() as manifest:
            manifest.executemany(
                "UPDATE files SET name = ?, bytes = ?, sha256 = ? WHERE name = ?", written
            )
            manifest.executemany("REPLACE INTO about VALUES (?, ?)", about.items())
        self.about = {**self.about, **about}
        for name, _, _, old in written:
            if name != old:
                (self.folder / old).unlink(missing_ok=True)

    def merge(self, files: Sequence[CaseFile], write: Callable[[BinaryIO], None]) -> None:
        """Replace consecutive files by a single one with the same cases."""
        first, last = files[0], files[-1]
        name = f"{first.name[:12]}-{last.name[6:12]}{_SUFFIX}"
        self._write(name, write)
        cases = sum(file.cases for file in files)
        with self._connected() as manifest:
            manifest.executemany(
                "DELETE FROM files WHERE name = ?", [(file.name,) for file in files[1:]]
            )
            manifest.execute(
                "UPDATE files SET name = ?, cases = ?, bytes = ?, sha256 = ? WHERE name = ?",
                (name, cases, *self._measured(name), first.name),
            )
        for file in files:
            if file.name != name:
                (self.folder / file.name).unlink(missing_ok=True)

    def files(self) -> list[CaseFile]:
        return [CaseFile(*row) for row in self._listed("name, first_case, cases")]

    def record(self, number: int) -> KeptRecord:
        return self.records([number])[number]

    def records(self, numbers: Iterable[int]) -> dict[int, KeptRecord]:
        """The records with these numbers, by number."""
        query = "SELECT file, game, origin, key FROM records WHERE number = ?"
        with self._connected() as manifest:
            rows = {number: manifest.execute(query, (number,)).fetchone() for number in numbers}
        return {
            number: KeptRecord(Source(file, game, origin), key)
            for number, (file, game, origin, key) in rows.items()
        }

    def keys(self) -> list[str]:
        """The keys of all records, in the order of their numbers."""
        with self._connected() as manifest:
            return [key for [key] in manifest.execute("SELECT key FROM records ORDER BY number")]

    def remove(self, cases: Iterable[tuple[int, str]], reason: str) -> None:
        """Unlearn cases, each given with a description of its source; this stays on record."""
        with self._connected() as manifest:
            for case, source in cases:
                try:
                    manifest.execute(
                        "INSERT INTO removals (case_number, reason, source) VALUES (?, ?, ?)",
                        (case, reason, source),
                    )
                except sqlite3.IntegrityError as error:
                    raise UsageError(f"case {case} has already been removed") from error

    def restore(self, cases: Iterable[int]) -> None:
        """Take removals back."""
        with self._connected() as manifest:
            manifest.executemany(
                "DELETE FROM removals WHERE case_number = ?", ((case,) for case in cases)
            )

    def lose(self, records: Iterable[int]) -> None:
        """Forget the keys of records that no longer exist, so that they may be added again."""
        with self._connected() as manifest:
            manifest.executemany(
                "UPDATE records SET key = '' WHERE number = ?", ((one,) for one in records)
            )

    def removals(self) -> list[Removal]:
        """All removals so far, in the order of the cases."""
        with self._connected() as manifest:
            rows = manifest.execute(
                "SELECT case_number, reason, source FROM removals ORDER BY case_number"
            )
            return [Removal(*row) for row in rows]

    def digest(self) -> str:
        """A digest of all cases that can be found."""
        gone = [removal.case for removal in self.removals()]
        whole = json.dumps([dict(self.about), self._listed("name, sha256"), gone])
        return hashlib.sha256(whole.encode()).hexdigest()

    def verify(self) -> None:
        """Read every byte; a damaged file is named."""
        with self._connected() as manifest:
            [(sound,)] = manifest.execute("PRAGMA quick_check")
        if sound != "ok":
            raise StorageError(f"{self.path} is damaged: {sound}")
        for name, size, digest in self._listed("name, bytes, sha256"):
            self._check_size(name, size)
            if self._measured(name)[1] != digest:
                raise StorageError(f"{self.folder / name} is damaged: its checksum differs")

    def __len__(self) -> int:
        """The number of cases appended, removed ones included."""
        return sum(cases for [cases] in self._listed("cases"))

    def _listed(self, columns: str) -> list[tuple[Any, ...]]:
        with self._connected() as manifest:
            return manifest.execute(f"SELECT {columns} FROM files ORDER BY number").fetchall()

    def _check_size(self, name: str, size: int) -> None:
        path = self.folder / name
        if not path.is_file():
            raise StorageError(f"{path} is missing")
        if path.stat().st_size != size:
            held = path.stat().st_size
            raise StorageError(f"{path} is damaged: it has {held} bytes, not {size}")

    def _measured(self, name: str) -> tuple[int, str]:
        """The size and checksum of a file."""
        with (self.folder / name).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return file.tell(), digest

    def _write(self, name: str, write: Callable[[BinaryIO], None]) -> None:
        path, beside = self.folder / name, self.folder / f".{name}.part"
        try:
            with beside.open("wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise StorageError(f"{path} cannot be written: {error.strerror}") from error

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """A connection to the manifest: committed at the end, rolled back on any error."""
        try:
            connection = sqlite3.connect(self.path, timeout=_PATIENCE)
            try:
                with connection:
                    yield connection
            finally:
                connection.close()
        except sqlite3.OperationalError as error:
            raise StorageError(f"{self.path} cannot be used: {error}") from error
        except sqlite3.DatabaseError as error:
            raise StorageError(f"{self.path} is damaged: {error}") from error


def _row(kept: KeptRecord) -> tuple[str, int, str, str]:
    return kept.source.file, kept.source.game, kept.source.origin, kept.key
