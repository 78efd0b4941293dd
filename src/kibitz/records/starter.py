"""The starter library: the house's own records, which ship with the package.

They are marked as `generated`, made by `kibitz lab starter`, and described in docs/starter.md. The
library of these records is made in the cache when it is first needed.
"""

from __future__ import annotations

import hashlib
import io
import lzma
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from kibitz.errors import StorageError
from kibitz.places import Places
from kibitz.records.formats.lines import read_lines
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Library
from kibitz.records.record import Record
from kibitz.runtime.storage import shipped, shipped_if_built

HOUSE_FILE = "house.jsonl.xz"
"""A match of the house against itself: whole deals, bid and played in all four chairs."""

HOUSE_PLAYER = "house"
"""The name of every player in it, and of the system they play."""

HOUSE_OPENINGS = "house-openings.jsonl.gz"
"""Deals opened by the house rules; nothing after the opening means anything."""

OPEN, CLOSED = "open", "closed"
ROOMS = (OPEN, CLOSED)
"""The rooms in which every deal of the match was played, in the order of the file."""

_LARGEST = 1 << 28


def starter_table(board: int, room: str = OPEN) -> Record | None:
    """One table of the match; None if there is no such board."""
    lines = _lines()
    at = 2 * (board - 1) + ROOMS.index(room)
    if not 0 <= at < len(lines):
        return None
    [found] = read_lines([lines[at]], file=HOUSE_FILE.removesuffix(".xz"), first=at + 1)
    return found if isinstance(found, Record) else None


def starter_boards() -> int:
    """How many deals the match has."""
    return len(_lines()) // len(ROOMS)


@cache
def _lines() -> Sequence[str]:
    return unpressed(shipped(HOUSE_FILE), HOUSE_FILE).decode().splitlines()


def unpressed(content: bytes, name: str) -> bytes:
    """The content of a file that ships compressed."""
    reader = lzma.LZMADecompressor()
    try:
        found = reader.decompress(content, _LARGEST)
    except lzma.LZMAError as error:
        raise StorageError(f"{name} is damaged: {error}") from error
    if not reader.eof:
        raise StorageError(f"{name} is damaged: it ends too soon")
    return found


def pressed(content: bytes) -> bytes:
    """Compress as far as possible; equal contents give equal bytes."""
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


def starter_library(places: Places) -> Path | None:
    """The library of the match, made if it is missing; None if the package has no match."""
    content = shipped_if_built(HOUSE_FILE)
    return (
        None
        if content is None
        else make_house_library(content, house_places(places, content).library)
    )


def make_house_library(content: bytes, path: Path) -> Path:
    """Make the library of a file of records at *path*, if it is not there."""
    with Library.open(path) as library:
        import_file(library, Opened(io.BytesIO(content), HOUSE_FILE))
    return path


def house_places(places: Places, content: bytes) -> Places:
    """The places of the library of a shipped file, and of what is learned from it."""
    return places.house(hashlib.sha256(content).hexdigest()[:12])


def is_house(record: Record) -> bool:
    """Whether a record was generated rather than played by anybody: others are preferred to it."""
    return record.citation.kind == "generated"
