"""Tables by the place a person names: a number in the library, a file with a board, or a link."""

from __future__ import annotations

from pathlib import Path

from kibitz.errors import KibitzError, UsageError
from kibitz.records.library import Entry, Library
from kibitz.records.links import find_links, read_links
from kibitz.records.reading import read_path
from kibitz.records.record import Record, Refusal


def tables_at(place: str, library_path: Path) -> list[Entry]:
    """The tables at *place*: ``17`` (in the library), ``match.lin``, ``match.lin:12`` or a link.

    Those that do not come from the library have the number 0.
    """
    if place.isascii() and place.isdigit() and not Path(place).exists():
        with Library.open(library_path, create=False) as library:
            return [library.entry(int(place))]
    if find_links(place):
        return _sound(list(read_links(place, file="link")), "the link")
    path, board = _split(place)
    found = list(read_path(path))
    if board:
        found = [one for one in found if _board(one) == board]
        if not found:
            raise UsageError(f"there is no board {board} in {path}")
    return _sound(found, place)


def _split(place: str) -> tuple[Path, str]:
    """File and board; a file whose name holds a colon is taken as it is."""
    if Path(place).is_file():
        return Path(place), ""
    file, _, board = place.rpartition(":")
    if file and Path(file).is_file():
        return Path(file), board
    raise UsageError(f"there is no file {place}, and it is no number of a table and no link")


def _board(found: Record | Refusal) -> str:
    return found.citation.board if isinstance(found, Record) else found.board


def _sound(found: list[Record | Refusal], place: str) -> list[Entry]:
    entries = [Entry(0, (one,)) for one in found if isinstance(one, Record)]
    if not entries:
        why = f": {found[0]}" if found else ""
        raise KibitzError(f"there is no sound table in {place}{why}")
    return entries
