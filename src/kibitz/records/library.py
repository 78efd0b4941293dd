"""The library: everything watched, in one SQLite file.

A table that several files describe alike (deal, dealer, vulnerability, auction, contract, play and
result) is kept once, with all its sources. The file is in WAL mode: it can be read while an import
writes, and a process killed in the middle loses only the file it was at.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from kibitz.errors import LibraryError
from kibitz.games.bridge.auction import Auction, Contract, parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.records.record import (
    Citation,
    Conflict,
    Players,
    Record,
    Refusal,
    ResultSource,
    Source,
)
from kibitz.records.schema import VERSION, prepare

_SOURCE_COLUMNS = (
    *("origin", "file", "game", "event", "date", "board", "room", "north", "east", "south", "west"),
    *("kind", "system", "level", "alerts", "result_source", "conflicts", "cut"),
)
_TABLE_COLUMNS = (
    *("deal", "dealer", "vulnerability", "auction", "contract", "declarer", "play", "tricks"),
)

_NUMBERS = 1 << 63  # more than SQLite can count
_PATIENCE = 60.0
"""Seconds to wait while another process writes or makes the library."""


def _insertion(table: str, *columns: str) -> str:
    places = ", ".join("?" * len(columns))
    return f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({places})"


_INSERT_FILE = _insertion("files", "digest", "name", "kept", "duplicates")
_INSERT_REFUSAL = _insertion("refusals", "file_id", "line", "board", "reason", "detail")
_INSERT_TABLE = _insertion("tables", "digest", *_TABLE_COLUMNS)
_INSERT_SOURCE = _insertion("sources", "table_id", "file_id", *_SOURCE_COLUMNS)


@dataclass(frozen=True, slots=True)
class Entry:
    """A table in the library: its number, and one record for each of its sources."""

    id: int
    accounts: tuple[Record, ...]

    @property
    def record(self) -> Record:
        """The table as it was first watched."""
        return self.accounts[0]


@dataclass(frozen=True, slots=True)
class Row:
    """A record as the library stores it: the key of the table, the table, and its source."""

    digest: bytes
    table: tuple[str | int | None, ...]
    source: tuple[str | int | None, ...]

    @classmethod
    def of(cls, record: Record) -> Row:
        table = _table_row(record)
        digest = hashlib.blake2b(repr(table).encode(), digest_size=16).digest()
        return cls(digest, table, _source_row(record))


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """The outcome of importing one file."""

    kept: int
    duplicates: int
    refused: Mapping[str, int]
    """The number of refused tables, by reason."""

    @property
    def tables(self) -> int:
        return self.kept + self.duplicates + sum(self.refused.values())


class Library:
    """An opened library; a context manager.

    >>> with Library.open(Path(":memory:")) as library:
    ...     len(library)
    0
    """

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection, self.name = connection, name

    @classmethod
    def open(cls, path: Path | str, *, create: bool = True) -> Self:
        """Open the library at *path*; if there is none, make it first."""
        path = Path(path)
        if not create and not path.exists():
            raise LibraryError(f"there is no library at {path}; 'kibitz import' makes one")
        if not create and path.is_file() and not path.stat().st_size:
            raise LibraryError(f"{path} is an empty file and no library")
        name = str(path)
        try:
            if name != ":memory:":
                path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise LibraryError(f"{name} cannot be opened: {error}") from error
        try:
            with _named_errors(name):
                _write_ahead(connection)
                connection.execute("PRAGMA foreign_keys = ON")
                connection.create_function("fold", 1, _fold, deterministic=True)
                [(version,)] = connection.execute("PRAGMA user_version")
                if version != VERSION:
                    prepare(connection, name)
        except BaseException:
            connection.close()
            raise
        return cls(connection, name)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        [count] = self._rows("SELECT count(*) FROM tables")
        return int(count[0])

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """One transaction: all that is written in it is kept, or nothing."""
        with _named_errors(self.name):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield Writer(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def imported(self, digest: bytes) -> ImportedFile | None:
        """The outcome of importing a file with this content, if it was imported before."""
        for file_id, kept, duplicates in self._rows(
            "SELECT id, kept, duplicates FROM files WHERE digest = ?", digest
        ):
            by_reason = "SELECT reason, count(*) FROM refusals WHERE file_id = ? GROUP BY reason"
            return ImportedFile(kept, duplicates, dict(self.tally(by_reason, file_id)))
        return None

    def refusals(self, digest: bytes | None = None) -> Iterator[Refusal]:
        """Every table that was refused, or those of the file with this content."""
        sql = "SELECT name, line, board, reason, detail FROM refusals JOIN files ON id = file_id"
        chosen = ("", ()) if digest is None else (" WHERE digest = ?", (digest,))
        return (Refusal(*row) for row in self._rows(sql + chosen[0], *chosen[1]))

    def entry(self, number: int) -> Entry:
        """The table with this number."""
        if number < _NUMBERS:
            for entry in self.entries("WHERE tables.id = ?", number):
                return entry
        raise LibraryError(f"there is no table {number} in {self.name}")

    def entries(self, where: str = "", *values: Any) -> Generator[Entry, None, None]:
        """Tables in the order they were first watched; *where* is SQL over tables and sources."""
        chosen = (
            f"SELECT DISTINCT tables.id FROM tables JOIN sources ON table_id = tables.id {where}"
        )
        columns = ", ".join((*_TABLE_COLUMNS, *_SOURCE_COLUMNS))
        rows = self._rows(
            f"SELECT tables.id, {columns} FROM tables JOIN sources ON table_id = tables.id "
            f"WHERE tables.id IN ({chosen}) ORDER BY tables.id, sources.id",
            *values,
        )
        number, accounts = 0, list[Record]()
        for row in rows:
            if row[0] != number and accounts:
                yield Entry(number, tuple(accounts))
                accounts = []
            number = row[0]
            accounts.append(_record(row[1:]))
        if accounts:
            yield Entry(number, tuple(accounts))

    def count(self, where: str = "", *values: Any) -> int:
        """The number of tables, or of those that *where* chooses."""
        sql = "SELECT count(DISTINCT tables.id) FROM tables JOIN sources ON table_id = tables.id"
        [row] = self._rows(f"{sql} {where}", *values)
        return int(row[0])

    def tally(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a SELECT statement gives."""
        return list(self._rows(sql, *values))

    def _rows(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        with _named_errors(self.name):
            yield from self._connection.execute(sql, values)


class Writer:
    """Writes to the library within one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def begin_file(self, digest: bytes, name: str) -> int:
        return self._insert(_INSERT_FILE, (digest, name, 0, 0))

    def end_file(self, file_id: int, kept: int, duplicates: int) -> None:
        self._connection.execute(
            "UPDATE files SET kept = ?, duplicates = ? WHERE id = ?", (kept, duplicates, file_id)
        )

    def add(self, record: Record, file_id: int) -> bool:
        """Store a record's table and source; whether the table is new."""
        return self.put(Row.of(record), file_id)

    def put(self, row: Row, file_id: int) -> bool:
        """`add` for a record that was turned into a row before, perhaps by a worker."""
        cursor = self._connection.execute(_INSERT_TABLE, (row.digest, *row.table))
        table, is_new = cursor.lastrowid, cursor.rowcount == 1
        if not is_new:
            sql = "SELECT id FROM tables WHERE digest = ?"
            [table] = self._connection.execute(sql, (row.digest,)).fetchone()
        self._insert(_INSERT_SOURCE, (table, file_id, *row.source))
        return is_new

    def refuse(self, refusal: Refusal, file_id: int) -> None:
        fields = (refusal.line, refusal.board, refusal.reason, refusal.detail)
        self._insert(_INSERT_REFUSAL, (file_id, *fields))

    def run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run any SQL statement, for what other modules store beside the tables; its rows."""
        return self._connection.execute(sql, values).fetchall()

    def _insert(self, sql: str, values: Sequence[Any]) -> int:
        return self._connection.execute(sql, values).lastrowid or 0


def _table_row(record: Record) -> tuple[str | int | None, ...]:
    contract = record.contract
    return (
        str(record.deal),
        str(record.dealer),
        str(record.vulnerability),
        " ".join(map(str, record.auction.calls)),
        contract.name if contract else None,
        str(contract.declarer) if contract else None,
        "".join(map(str, record.play)),
        record.tricks,
    )


def _source_row(record: Record) -> tuple[str | int | None, ...]:
    source, cite = record.source, record.citation
    return (
        *(source.origin, source.file, source.game, cite.event, cite.date, cite.board, cite.room),
        *(cite.players[seat] for seat in Seat),
        *(cite.kind, cite.system, cite.level),
        json.dumps(record.alerts, ensure_ascii=False) if record.alerts else "",
        record.result_source.value if record.result_source else None,
        " ".join(conflict.value for conflict in record.conflicts),
        record.cut,
    )


def _record(row: tuple[Any, ...]) -> Record:
    deal, dealer, vulnerability, auction, contract, declarer, play, tricks, *others = row
    origin, file, game, event, date, board, room, *names, kind, system, level = others[:14]
    alerts, result_source, conflicts, cut = others[14:]
    return Record(
        source=Source(file, game, origin),
        deal=Deal.parse(deal),
        auction=Auction(Seat.parse(dealer), tuple(map(parse_call, auction.split()))),
        vulnerability=Vulnerability.parse(vulnerability),
        contract=Contract.named(contract, Seat.parse(declarer)) if contract else None,
        play=tuple(Card.parse(play[i : i + 2]) for i in range(0, len(play), 2)),
        tricks=tricks,
        result_source=ResultSource(result_source) if result_source else None,
        citation=Citation(event, date, board, room, Players(*names), kind, system, level),
        alerts=tuple((place, words) for place, words in json.loads(alerts or "[]")),
        conflicts=tuple(map(Conflict, conflicts.split())),
        cut=cut,
    )


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, under which a killed process loses no commit.

    SQLite does not wait by itself where several change the mode of a new file at once.
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous = NORMAL")


def _fold(text: str | None) -> str:
    return (text or "").casefold()


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Turn errors of SQLite into one line that says what to do about them."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        reason = str(error)
        if "full" in reason or "disk I/O" in reason:
            full = f"the disk is full or cannot be written ({reason})"
            reason = f"{full}; what was kept before is intact"
        raise LibraryError(f"{name}: {reason}") from error
