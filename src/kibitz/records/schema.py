"""The library's SQLite schema: an empty file is made a library, any other schema is refused."""

from __future__ import annotations

import sqlite3

from kibitz.errors import LibraryError

_SCHEMA = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kept INTEGER NOT NULL,
    duplicates INTEGER NOT NULL
);
CREATE TABLE refusals (
    file_id INTEGER NOT NULL REFERENCES files,
    line INTEGER NOT NULL,
    board TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX refusals_by_file ON refusals (file_id);
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    deal TEXT NOT NULL,
    dealer TEXT NOT NULL,
    vulnerability TEXT NOT NULL,
    auction TEXT NOT NULL,
    contract TEXT,
    declarer TEXT,
    play TEXT NOT NULL,
    tricks INTEGER
);
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables,
    file_id INTEGER NOT NULL REFERENCES files,
    origin TEXT NOT NULL,
    file TEXT NOT NULL,
    game INTEGER NOT NULL,
    event TEXT NOT NULL,
    date TEXT NOT NULL,
    board TEXT NOT NULL,
    room TEXT NOT NULL,
    north TEXT NOT NULL,
    east TEXT NOT NULL,
    south TEXT NOT NULL,
    west TEXT NOT NULL,
    kind TEXT NOT NULL,
    system TEXT NOT NULL,
    level TEXT NOT NULL,
    alerts TEXT NOT NULL,
    result_source TEXT,
    conflicts TEXT NOT NULL,
    cut TEXT NOT NULL
);
CREATE UNIQUE INDEX sources_by_table ON sources (table_id, origin, file, game);
CREATE INDEX sources_by_file ON sources (file_id);
CREATE TABLE explored (
    part INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    last INTEGER NOT NULL,
    tables BLOB NOT NULL,
    calls BLOB NOT NULL
);
CREATE TABLE explored_names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
"""

VERSION = 2
"""The number of this schema, kept in ``PRAGMA user_version``; an empty file has 0."""


def prepare(connection: sqlite3.Connection, name: str) -> None:
    """Make an empty file a library, all or nothing; refuse every other file."""
    if _version(connection, name) == VERSION:
        return
    connection.execute("BEGIN EXCLUSIVE")
    try:
        if _version(connection, name) != VERSION:  # else another process was faster
            _make(connection, name)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _make(connection: sqlite3.Connection, name: str) -> None:
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise LibraryError(f"{name} is a database, but not a kibitz library")
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _version(connection: sqlite3.Connection, name: str) -> int:
    """`VERSION`, or 0 for a file that is no library yet."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version not in (0, VERSION):
        raise LibraryError(
            f"{name} was made by another kibitz: its schema is {version}, not {VERSION}"
        )
    return version
