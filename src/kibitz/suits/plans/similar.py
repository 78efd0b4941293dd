"""Combinations with the same plan, from a table of all those like the Encyclopedia's.

The table is made by ``kibitz lab suits --plans --table FILE`` and shipped; it is read when it is
first needed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from heapq import nsmallest

from kibitz.errors import StorageError
from kibitz.runtime.storage import seal, shipped, unseal
from kibitz.suits.goal import AVERAGE, Goal, at_least

FILE, KIND, VERSION = "suits.table", "suits", 2
MOST = 5


@dataclass(frozen=True, slots=True)
class KnownSuit:
    """A combination of the table: a goal, what its best plan is worth, and the plan's lines."""

    north: str
    south: str
    goal: Goal
    worth: Fraction
    text: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.north}-{self.south}"


def pack(rows: Iterable[KnownSuit]) -> bytes:
    """The table as it is shipped: each text once, then a row for each combination and goal.

    The goal is a number of tricks, 0 for the average.
    """
    texts: dict[tuple[str, ...], int] = {}
    lines = [
        [
            row.north,
            row.south,
            row.goal.tricks,
            str(row.worth),
            texts.setdefault(row.text, len(texts)),
        ]
        for row in rows
    ]
    content = json.dumps({"texts": list(texts), "rows": lines}, separators=(",", ":"))
    return seal(zlib.compress(content.encode(), 9), kind=KIND, version=VERSION)


_Row = tuple[str, str, int, str, int]
"""A stored row, as a plain tuple: there are too many for the garbage collector to track."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows as they are stored, and the texts they name by number."""

    texts: tuple[tuple[str, ...], ...]
    rows: tuple[_Row, ...]

    def known(self, row: _Row) -> KnownSuit:
        north, south, tricks, worth, text = row
        goal = at_least(tricks) if tricks else AVERAGE
        return KnownSuit(north, south, goal, Fraction(worth), self.texts[text])


def unpack(sealed: bytes) -> tuple[KnownSuit, ...]:
    """The rows that `pack` packed.

    >>> row = KnownSuit("AQ", "xx", at_least(2), Fraction(1, 2), ("finesse the Queen",))
    >>> unpack(pack([row])) == (row,)
    True
    """
    stored = _unpack(sealed)
    return tuple(map(stored.known, stored.rows))


def _unpack(sealed: bytes) -> _Table:
    content = unseal(sealed, kind=KIND, version=VERSION, name=FILE)
    stored = json.loads(zlib.decompress(content))
    return _Table(tuple(map(tuple, stored["texts"])), tuple(map(tuple, stored["rows"])))


@cache
def _stored() -> _Table:
    """The stored rows that ship; empty if the installation lacks them."""
    try:
        return _unpack(shipped(FILE))
    except FileNotFoundError:
        return _Table((), ())
    except zlib.error as error:
        raise StorageError(f"{FILE} is damaged: {error}") from error


@cache
def table() -> tuple[KnownSuit, ...]:
    """The shipped table."""
    return tuple(map(_stored().known, _stored().rows))


@cache
def _by_text() -> dict[tuple[str, tuple[str, ...]], list[_Row]]:
    found: dict[tuple[str, tuple[str, ...]], list[_Row]] = {}
    for row in _stored().rows:
        _, _, tricks, _, text = row
        goal = at_least(tricks) if tricks else AVERAGE
        found.setdefault((goal.name, _stored().texts[text]), []).append(row)
    return found


def with_the_same_plan(
    north: str, south: str, goal: Goal, text: Sequence[str], most: int = MOST
) -> tuple[KnownSuit, ...]:
    """The nearest combinations of the table whose plan for such a goal has the very same words."""
    own = {(north, south), (south, north)}
    rows = [row for row in _by_text().get((goal.name, tuple(text)), ()) if row[:2] not in own]
    from_north = {held: _differ(held, north) for held in {row[0] for row in rows}}
    from_south = {held: _differ(held, south) for held in {row[1] for row in rows}}
    nearest = nsmallest(
        most, rows, key=lambda row: (from_north[row[0]] + from_south[row[1]], row[0], row[1])
    )
    return tuple(map(_stored().known, nearest))


def _differ(one: str, other: str) -> int:
    """The number of cards in one holding but not the other; small cards are only counted."""
    (named, small), (others, fewer) = _cards(one), _cards(other)
    return len(named ^ others) + abs(small - fewer)


@cache
def _cards(holding: str) -> tuple[frozenset[str], int]:
    """The named cards, and the number of small ones."""
    return frozenset(holding) - {"x", "-"}, holding.count("x")
