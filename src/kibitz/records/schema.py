"""The library's SQLite schema, version by version: an older library is brought up to date."""

from __future__ import annotations

import sqlite3

from kibitz.errors import LibraryError

_FIRST = """
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
"""

_EXPLORED = """
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

VERSIONS: tuple[str, ...] = (_FIRST, _EXPLORED)
"""What brings a library from each version to the next; version 0 is an empty file."""


def prepare(connection: sqlite3.Connection, name: str) -> None:
    """Bring the opened library to the newest version, all or nothing, and only once."""
    if _version(connection, name) == len(VERSIONS):
        return
    connection.execute("BEGIN EXCLUSIVE")
    try:
        version = _version(connection, name)  # somebody else may have been faster
        if version == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise LibraryError(f"{name} is a database, but not a kibitz library")
        for statement in "".join(VERSIONS[version:]).split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(VERSIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, name: str) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(VERSIONS):
        raise LibraryError(f"{name} was made by a newer kibitz (schema {version})")
    return version
