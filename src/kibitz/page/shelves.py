"""The shelves that the page's tables come from: the library, the starter library, pasted tables."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path

from kibitz.errors import KibitzError, LibraryError, UsageError
from kibitz.places import Places
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Entry, Library
from kibitz.records.record import Refusal

LARGEST_PASTE = 4 << 20
"""Bytes; whole archives belong in the library."""

MOST_TABLES = 500
"""Tables taken from one paste."""

BEYOND = 10**18
"""No table has this number or a greater one."""


@dataclass(frozen=True, slots=True)
class TableShelves:
    """The libraries of tables, by their names in an address."""

    places: Places
    starter: Path | None = None

    def path(self, shelf: str) -> Path:
        paths = {"library": self.places.library, "desk": self.places.desk}
        if self.starter is not None:
            paths["starter"] = self.starter
        if shelf not in paths:
            raise UsageError(f"There are no tables at {shelf!r}, only at {', '.join(paths)}.")
        return paths[shelf]

    def entry(self, shelf: str, number: int) -> Entry:
        """One table; LibraryError where there is none."""
        path = self.path(shelf)
        if not path.exists() or not 0 < number < BEYOND:
            raise LibraryError(f"There is no table {number} here.")
        with Library.open(path) as library:
            for entry in library.entries("WHERE tables.id = ?", number):
                return entry
        raise LibraryError(f"There is no table {number} here.")

    def holds_tables(self, shelf: str) -> bool:
        """Whether there is any table, with or without its play."""
        return self.count(shelf) > 0

    def count(self, shelf: str) -> int:
        """How many tables there are."""
        path = self.path(shelf)
        if not path.exists():
            return 0
        with Library.open(path) as library:
            return library.count()

    def next_with_play(self, shelf: str, number: int) -> int | None:
        """The next table with a recorded play."""
        path = self.path(shelf)
        if not path.exists():
            return None
        with Library.open(path) as library:
            for entry in library.entries("WHERE tables.id > ? AND length(play) >= 8", number):
                return entry.id
        return None

    def of_today(self, shelf: str) -> int | None:
        """The table of the day, or the next one with a recorded play."""
        number = of_today(self.count(shelf))
        return self.next_with_play(shelf, number - 1) or self.next_with_play(shelf, 0)

    def with_play(self, shelf: str, most: int) -> list[Entry]:
        """The first tables with a recorded play."""
        path = self.path(shelf)
        if not path.exists():
            return []
        with Library.open(path) as library:
            return list(islice(library.entries("WHERE length(play) >= 8"), most))

    def put(self, content: bytes) -> list[int]:
        """Put pasted tables, in any known format, on the desk; return their numbers there."""
        if len(content) > LARGEST_PASTE:
            raise UsageError(
                f"At most {LARGEST_PASTE >> 20} MiB here: import it into the library instead."
            )
        name = f"pasted {hashlib.blake2b(content, digest_size=6).hexdigest()}"
        refused: list[Refusal] = []
        with Library.open(self.places.desk) as desk:
            import_file(desk, Opened(io.BytesIO(content), name), report=refused.append)
            entries = islice(desk.entries("WHERE sources.file = ?", name), MOST_TABLES)
            numbers = [entry.id for entry in entries]
        if not numbers:
            raise KibitzError(_nothing_sound(refused))
        return numbers


def of_today(tables: int, today: date | None = None) -> int:
    """The number of the table of the day.

    >>> of_today(10, date(2026, 11, 16)), of_today(10, date(2026, 11, 17))
    (3, 10)
    """
    day = (today or date.today()).toordinal()
    return 1 + day * 7 % max(tables, 1)


def number_of(text: str) -> int | None:
    """A number typed by a stranger; None if no table or card could have it."""
    fits = text.isascii() and text.isdigit() and len(text) < len(str(BEYOND))
    return int(text) if fits else None


def _nothing_sound(refused: Iterable[Refusal]) -> str:
    for refusal in refused:
        detail = f" ({refusal.detail})" if refusal.detail else ""
        return f"No sound table was found in this: {refusal.reason}{detail}."
    return "No sound table was found in this."
