"""Searching the library: tables that fit a query, and counts of what there is."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass
from typing import Annotated, Any

from kibitz.errors import UsageError
from kibitz.forms import Said, Spelled
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.deal import Seat
from kibitz.records.library import Entry, Library

_LENGTH = "length(play) / 2"
_MARGIN = "(tricks - 6 - CAST(substr(contract, 1, 1) AS INTEGER))"
_DECLARER_NAME = (
    "CASE declarer WHEN 'N' THEN north WHEN 'E' THEN east WHEN 'S' THEN south ELSE west END"
)


@dataclass(frozen=True, slots=True)
class Query(Spelled):
    """The properties that a table must have; empty fields ask for nothing.

    *contract* is ``3N``, ``4Sx``, ``pass`` or a strain such as ``S``; *declarer* a seat or part of
    a name; *result* ``made``, ``down``, ``=``, ``+1``, ``-2`` or a number of tricks.
    """

    player: Annotated[str, Said("Part of a player's name.", longest=100)] = ""
    event: Annotated[str, Said("Part of the event's name.", longest=100)] = ""
    contract: Annotated[str, Said("3NT, 4Sx, S (any spades), pass.", longest=100)] = ""
    declarer: Annotated[str, Said("A seat, or part of the declarer's name.", longest=100)] = ""
    result: Annotated[str, Said("made, down, =, +1, -2, or declarer's tricks.", longest=100)] = ""
    text: Annotated[str, Said("Words anywhere in names, event, file or alerts.", longest=100)] = ""

    def where(self) -> tuple[str, list[Any]]:
        """The condition in SQL and its values."""
        parts = [
            *_containing(self.player, "north", "east", "south", "west"),
            *_containing(self.event, "event"),
            *_contract(self.contract),
            *_declarer(self.declarer),
            *_result(self.result),
            *_containing(
                self.text,
                *("event", "date", "board", "room", "north", "east", "south", "west"),
                *("sources.file", "origin", "kind", "system", "alerts"),
            ),
        ]
        values = [value for _, more in parts for value in more]
        return ("WHERE " + " AND ".join(sql for sql, _ in parts) if parts else ""), values


Condition = tuple[str, list[Any]]


def find(library: Library, query: Query) -> Generator[Entry, None, None]:
    """The tables that fit, in the order they were first watched."""
    where, values = query.where()
    return library.entries(where, *values)


def count(library: Library, query: Query) -> int:
    where, values = query.where()
    return library.count(where, *values)


def _containing(words: str, *columns: str) -> list[Condition]:
    if not words:
        return []
    folded = words.casefold()
    sql = " OR ".join(f"instr(fold({column}), ?)" for column in columns)
    return [(f"({sql})", [folded] * len(columns))]


def _contract(text: str) -> list[Condition]:
    upper = text.upper().replace("NT", "N")
    if not upper:
        return []
    if upper in ("PASS", "P"):
        return [("contract IS NULL", [])]
    if upper in "CDHSN":
        return [("substr(contract, 2, 1) = ?", [upper])]
    name = upper.replace("X", "x")
    try:
        Contract.named(name, Seat.NORTH)
    except ValueError:
        raise UsageError(f"not a contract such as 3NT, 4Sx, S or pass: {text!r}") from None
    return [("contract = ?", [name])]


def _declarer(text: str) -> list[Condition]:
    if text.upper() in tuple("NESW"):
        return [("declarer = ?", [text.upper()])]
    return _containing(text, f"({_DECLARER_NAME})")


def _result(text: str) -> list[Condition]:
    match text.lower():
        case "":
            return []
        case "made":
            return [(f"{_MARGIN} >= 0", [])]
        case "down":
            return [(f"{_MARGIN} < 0", [])]
        case "=":
            return [(f"{_MARGIN} = 0", [])]
        case margin if re.fullmatch(r"[+-]\d{1,2}", margin, re.ASCII):
            return [(f"{_MARGIN} = ?", [int(margin)])]
        case tricks if re.fullmatch(r"\d{1,2}", tricks, re.ASCII):
            return [("tricks = ?", [int(tricks)])]
    raise UsageError(f"not a result such as made, down, =, +1, -2 or 9: {text!r}")


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of what is in a library."""

    files: int
    tables: int
    sources: int
    passed_out: int
    with_play: int
    complete: int
    nearly_all_cards: int
    three_notrump_made: int
    cut: int
    events: int
    refused: int
    strains: dict[str, int]
    kinds: dict[str, int]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a library can be browsed by: names with the number of their tables, most first."""

    events: tuple[tuple[str, int], ...]
    players: tuple[tuple[str, int], ...]
    contracts: tuple[tuple[str, int], ...]


def browse(library: Library, most: int = 12) -> Catalogue:
    """The events, players and contracts with most tables."""
    names = " UNION ALL ".join(
        f"SELECT {seat} AS name, table_id FROM sources WHERE {seat} <> ''"
        for seat in ("north", "east", "south", "west")
    )

    def counted(sql: str) -> tuple[tuple[str, int], ...]:
        return tuple((str(name), int(tables)) for name, tables in library.tally(sql, most))

    return Catalogue(
        counted(
            """SELECT event, count(DISTINCT table_id) AS tables FROM sources WHERE event <> ''
               GROUP BY event ORDER BY tables DESC, event LIMIT ?"""
        ),
        counted(
            f"""SELECT name, count(DISTINCT table_id) AS tables FROM ({names})
                GROUP BY name ORDER BY tables DESC, name LIMIT ?"""
        ),
        counted(
            """SELECT contract, count(*) AS tables FROM tables WHERE contract IS NOT NULL
               GROUP BY contract ORDER BY tables DESC, contract LIMIT ?"""
        ),
    )


def summary(library: Library) -> Summary:
    """Count the library; *complete* has play and a known result, *nearly_all_cards* 48 or more."""
    [counts] = library.tally(
        f"""SELECT count(*), coalesce(sum(contract IS NULL), 0), coalesce(sum(play <> ''), 0),
                   coalesce(sum(play <> '' AND tricks IS NOT NULL), 0),
                   coalesce(sum({_LENGTH} >= 48), 0),
                   coalesce(sum(contract LIKE '3N%' AND play <> '' AND {_MARGIN} >= 0), 0)
            FROM tables"""
    )
    tables, passed_out, with_play, complete, nearly_all, three_notrump = counts
    [[files, refused]] = library.tally(
        "SELECT (SELECT count(*) FROM files), count(*) FROM refusals"
    )
    [[sources, cut, events]] = library.tally(
        """SELECT count(*), count(DISTINCT CASE WHEN cut <> '' THEN table_id END),
                  count(DISTINCT event) FROM sources"""
    )
    strains = library.tally(
        """SELECT coalesce(substr(contract, 2, 1), 'pass') AS strain, count(*)
           FROM tables GROUP BY strain ORDER BY count(*) DESC, strain"""
    )
    kinds = library.tally(
        """SELECT kind, count(DISTINCT table_id) AS tables FROM sources
           GROUP BY kind ORDER BY tables DESC, kind"""
    )
    return Summary(
        files=files,
        tables=tables,
        sources=sources,
        passed_out=passed_out,
        with_play=with_play,
        complete=complete,
        nearly_all_cards=nearly_all,
        three_notrump_made=three_notrump,
        cut=cut,
        events=events,
        refused=refused,
        strains=dict(strains),
        kinds={kind or "not stated": tables for kind, tables in kinds},
    )
