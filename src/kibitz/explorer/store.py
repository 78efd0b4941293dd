"""The index of auctions, kept in the library: each table is a row of numbers.

The rows are in parts. A part holds a range of sources and is written as a whole, so that a killed
run can continue, and a library that has grown needs only its last part and new ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.games.bridge.auction import CALLS, Call
from kibitz.games.bridge.scoring import imps
from kibitz.records.library import Library

VERSION = 1
"""The version of the rows; an index of another version is made anew."""

A_PART = 20_000
"""The number of source numbers in a part."""

UNKNOWN = -128
"""An unknown margin or swing."""

NO_SCORE = -(1 << 15)
NO_LEAD = 255

ROW = np.dtype(
    [
        ("source", "<i8"),
        ("board", "<i8"),  # the same for the two rooms of a match, and for no others
        ("room", "u1"),  # 1 open, 2 closed, 0 another
        ("score", "<i2"),  # of the dealer's side
        ("is_witness", "?"),  # somebody is known to have bid so
        ("length", "<u2"),  # calls
        ("opening", "u1"),  # passes before the first bid
        ("dealer", "u1"),
        ("vulnerable", "u1"),  # 1 the dealer's side, 2 the other, 3 both
        ("hands", "u1", (4, 5)),  # from the dealer on: points; spades, hearts, diamonds, clubs
        ("declarer", "u1"),  # from the dealer on
        ("margin", "i1"),  # tricks over the contract
        ("lead", "u1"),
        ("held", "<u2"),  # what the leader held in the suit led
        ("event", "<i4"),
        ("players", "<i4", (4,)),  # from the dealer on
    ]
)
CODES: Mapping[str, int] = {text: code for code, text in enumerate(CALLS)}
"""The number of each call, by its text."""

CALL_OF: Sequence[Call] = tuple(CALLS.values())

Rows = npt.NDArray[Any]
Numbers = npt.NDArray[np.intp]

_WORTH = np.array([imps(10 * tens) for tens in range(2000)], np.int16)


@dataclass(frozen=True)
class AuctionIndex:
    """All the tables of a library as numbers."""

    rows: Rows
    calls: npt.NDArray[np.uint8]
    """The calls of all tables, one table after the other."""

    @classmethod
    def load(cls, library: Library) -> AuctionIndex:
        parts = library.tally("SELECT tables, calls FROM explored ORDER BY part")
        rows = np.frombuffer(b"".join(tables for tables, _ in parts), ROW)
        return cls(rows, np.frombuffer(b"".join(calls for _, calls in parts), np.uint8))

    @cached_property
    def starts(self) -> Numbers:
        """Where the calls of each table begin."""
        length = self.rows["length"].astype(np.intp)
        begin: Numbers = np.cumsum(length) - length
        return begin

    @cached_property
    def witnesses(self) -> Numbers:
        """The tables where somebody is known to have bid."""
        return np.flatnonzero(self.rows["is_witness"])

    @cached_property
    def swings(self) -> npt.NDArray[np.int16]:
        """The IMPs that the dealer's side won against the other room, where they are known."""
        rows = self.rows
        swings = np.full(len(rows), UNKNOWN, np.int16)
        known = np.flatnonzero((rows["room"] > 0) & (rows["score"] != NO_SCORE))
        order = known[np.argsort(rows["board"][known], kind="stable")]
        board = rows["board"][order]
        same = np.concatenate(([False], board[1:] == board[:-1], [False]))
        first = np.flatnonzero(same[1:-1] & ~same[:-2] & ~same[2:])  # of two and no more
        one, other = order[first], order[first + 1]
        differ = rows["room"][one] != rows["room"][other]
        one, other = one[differ], other[differ]
        margin = rows["score"][one].astype(np.int32) - rows["score"][other]
        swings[one] = np.sign(margin) * _WORTH[np.abs(margin) // 10]
        swings[other] = -swings[one]
        return swings


def parts_done(library: Library) -> dict[int, int]:
    """The last source in each part; parts of another version are deleted first."""
    if library.tally("SELECT 1 FROM explored WHERE version <> ? LIMIT 1", VERSION):
        with library.writing() as writer:
            writer.run("DELETE FROM explored")
            writer.run("DELETE FROM explored_names")
    return dict(library.tally("SELECT part, last FROM explored"))


def numbers_of(library: Library, words: str) -> list[int]:
    """The numbers of the players and events whose names contain *words*."""
    folded = words.casefold()
    return [number for number, name in names_of(library).items() if folded in name.casefold()]


def names_of(library: Library) -> dict[int, str]:
    """The names of the players and events, by number."""
    return dict(library.tally("SELECT id, name FROM explored_names"))


def save_part(
    library: Library,
    part: int,
    last: int,
    rows: Rows,
    calls: bytes,
    events: Sequence[str],
    players: Sequence[tuple[str, ...]],
) -> None:
    """Store a part. Names are numbered here, so that several processes may write."""
    with library.writing() as writer:
        numbers: dict[str, int] = {}
        for name in dict.fromkeys((*events, *(name for table in players for name in table))):
            writer.run("INSERT OR IGNORE INTO explored_names (name) VALUES (?)", name)
            [[numbers[name]]] = writer.run("SELECT id FROM explored_names WHERE name = ?", name)
        rows["event"] = [numbers[name] for name in events]
        for place in range(4):
            rows["players"][:, place] = [numbers[table[place]] for table in players]
        writer.run(
            "INSERT OR REPLACE INTO explored (part, version, last, tables, calls)"
            " VALUES (?, ?, ?, ?, ?)",
            *(part, VERSION, last, rows.tobytes(), calls),
        )


@dataclass(frozen=True, slots=True)
class Cited:
    """The number of a table in the library, and how people cite it."""

    table: int
    event: str
    board: str
    room: str


def cite(library: Library, source: int) -> Cited:
    """The table of a source."""
    sql = "SELECT table_id, event, board, room FROM sources WHERE id = ?"
    [found] = library.tally(sql, source)
    return Cited(*found)
