"""Finding tables by the place that a person names: in a library, in a file, or a link."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from kibitz.errors import KibitzError, UsageError
from kibitz.games.bridge.deal import Deal
from kibitz.places import Places
from kibitz.records.formats.links import find_links, read_links
from kibitz.records.formats.reading import read_path, read_stream
from kibitz.records.library import Entry, Library
from kibitz.records.record import Record, Refusal, Source
from kibitz.records.starter import CLOSED, OPEN, starter_boards, starter_table

_STARTER = "starter:"
_PASTED = ("md|", "[Deal ")
"""Marks by which the pasted text of a table is known, in LIN or PBN."""
_LONGEST = 80
_PLAYED = 20  # cards
_AT_ONCE = 500  # keys in one question to the library


def tables_at(place: str, library: Path | None = None) -> list[Entry]:
    """The tables at *place*: ``17`` (in the library), ``match.lin``, ``match.lin:12`` or a link.

    The library is the user's, unless one is given. Pasted text of tables is read as it is.
    ``starter:12`` is board 12 of the house's match in the open room, ``starter:12-closed`` in the
    closed room, unless a file has that name.
    Tables that do not come from the library have the number 0.
    """
    if place.isascii() and place.isdigit() and not _is_file(place):
        with Library.open(library or Places.of().library, create=False) as opened:
            return [opened.entry(int(place))]
    if place.startswith(_STARTER) and not _is_file(place):
        return [_starter_table(place.removeprefix(_STARTER))]
    if find_links(place):
        return _sound(list(read_links(place, file="link")), "the link")
    if any(mark in place for mark in _PASTED) and not _is_file(place):
        return _sound(list(read_stream(BytesIO(place.encode()), name="text")), "the text")
    path, board = _split(place)
    found = list(read_path(path))
    if board:
        found = [one for one in found if _board(one) == board]
        if not found:
            raise UsageError(f"there is no board {board} in {path}")
    return _sound(found, place)


def table(place: str, library: Path | None = None) -> Record:
    """The first table at *place*, as `tables_at` reads it.

    >>> table("starter:111").contract
    Contract.parse('3N by S')
    """
    return tables_at(place, library)[0].record


def _starter_table(named: str) -> Entry:
    board, _, room = named.partition("-")
    is_number = board.isdecimal() and len(board) < _LONGEST
    if is_number and room in ("", CLOSED):
        record = starter_table(int(board), room or OPEN)
        if record is not None:
            return Entry(0, (record,))
    raise UsageError(
        f"there is no board {named[:_LONGEST]} in the house's match: "
        f"its boards are 1 to {starter_boards()}"
    )


def played_tables(library: Library) -> dict[str, int]:
    """The number of every table with play, by a key that the table has in any library."""
    rows = "SELECT lower(hex(digest)), id FROM tables WHERE play <> '' ORDER BY id"
    return dict(library.tally(rows))


def bid_tables(library: Library) -> dict[str, int]:
    """The number of every table whose auction is a witness, by its key.

    It was bid and played for five tricks, or passed out: rooms that nobody watched are filled in
    with a contract and few cards or none. And it ends in the contract that was played.
    """
    rows = (
        "SELECT lower(hex(digest)), id FROM tables"
        f" WHERE auction <> '' AND (length(play) >= {2 * _PLAYED} OR auction = 'P P P P')"
        " AND NOT EXISTS (SELECT 1 FROM sources WHERE table_id = tables.id"
        " AND conflicts LIKE '%contract%') ORDER BY id"
    )
    return dict(library.tally(rows))


def tables_with_keys(library: Library, keys: Sequence[str]) -> dict[str, Entry]:
    """The tables with these keys, by key; those that the library does not hold are left out."""
    found: dict[str, Entry] = {}
    for first in range(0, len(keys), _AT_ONCE):
        digests = [bytes.fromhex(key) for key in keys[first : first + _AT_ONCE]]
        chosen = f"WHERE tables.digest IN ({', '.join('?' * len(digests))})"
        numbers = library.tally(f"SELECT id, lower(hex(digest)) FROM tables {chosen}", *digests)
        key_of = dict(numbers)
        found |= {key_of[entry.id]: entry for entry in library.entries(chosen, *digests)}
    return found


def sources_with_keys(library: Library, keys: Sequence[str]) -> dict[str, Source]:
    """Where the tables with these keys were first watched, by key."""
    found: dict[str, Source] = {}
    for first in range(0, len(keys), _AT_ONCE):
        digests = [bytes.fromhex(key) for key in keys[first : first + _AT_ONCE]]
        rows = library.tally(
            "SELECT lower(hex(digest)), sources.file, game, origin FROM tables"
            " JOIN sources ON table_id = tables.id"
            f" WHERE digest IN ({', '.join('?' * len(digests))}) ORDER BY sources.id DESC",
            *digests,
        )
        found |= {key: Source(file, game, origin) for key, file, game, origin in rows}
    return found


def tables_of_deal(library: Library, deal: Deal) -> list[Entry]:
    """Every table of the library at which these very hands were held."""
    return list(library.entries("WHERE tables.deal = ?", str(deal)))


def _split(place: str) -> tuple[Path, str]:
    """Split a place into file and board, unless there is a file with that whole name."""
    if _is_file(place):
        return Path(place), ""
    file, _, board = place.rpartition(":")
    if file and _is_file(file):
        return Path(file), board
    shown = place if len(place) <= _LONGEST else f"{place[:_LONGEST]}..."
    raise UsageError(f"there is no file {shown}, and it is no number of a table and no link")


def _is_file(place: str) -> bool:
    try:
        return Path(place).is_file()
    except (OSError, ValueError):  # too long, or with a character that no name has
        return False


def _board(found: Record | Refusal) -> str:
    return found.citation.board if isinstance(found, Record) else found.board


def _sound(found: list[Record | Refusal], place: str) -> list[Entry]:
    entries = [Entry(0, (one,)) for one in found if isinstance(one, Record)]
    if not entries:
        why = f": {found[0]}" if found else ""
        raise KibitzError(f"there is no sound table in {place}{why}")
    return entries
