"""The tables that a question is about, and whose turn it was there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.errors import UsageError
from kibitz.explorer.question import ExplorerQuestion, Whose
from kibitz.explorer.store import CODES, NO_LEAD, AuctionIndex, Numbers
from kibitz.games.bridge.deal import Vulnerability

_VULNERABLE = {
    Vulnerability.NONE: 0,
    Vulnerability.NORTH_SOUTH: 1,
    Vulnerability.EAST_WEST: 2,
    Vulnerability.BOTH: 3,
}
_SWAPPED = np.array([0, 2, 1, 3], np.uint8)  # the same, from the other side's point of view
_ACROSS = (2, 3, 0, 1)

Codes = npt.NDArray[np.uint8]
Marks = npt.NDArray[np.bool_]
Find = Callable[[str], Iterable[int]]
"""Finds the numbers of the names that contain some words."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Tables, whose turn it was at each, and what came next."""

    asked: int
    """The number of tables of the players in question, whatever the calls."""
    tables: Numbers
    places: Codes
    """The seat of the caller or leader, counted from the dealer."""
    came: Codes
    """The number of the call made or of the suit led."""


def choose(index: AuctionIndex, question: ExplorerQuestion, find: Find) -> Chosen:
    """All tables in the index that match the question."""
    whose, rows = question.whose, index.rows
    sitting = _sitting(index, whose, find) if whose.names_players else None
    tables = _under_conditions(index, question, find)
    if sitting is not None:
        tables = tables[sitting[tables].any(axis=1)]
    asked = len(tables)
    tables = _with_calls(index, question, tables)
    if question.is_lead:
        tables = tables[rows["lead"][tables] != NO_LEAD]
        places = (rows["declarer"][tables] + np.uint8(1)) % 4
        came = rows["lead"][tables] // 13
    else:
        passes = rows["opening"][tables] if question.any_seat else np.zeros(len(tables), np.uint8)
        places = (passes + np.uint8(len(question.calls) % 4)) % 4
        came = index.calls[index.starts[tables] + passes + len(question.calls)]
    if sitting is not None:
        kept = sitting[tables, places]
        tables, places, came = tables[kept], places[kept], came[kept]
    return Chosen(asked, tables, places, came)


def _under_conditions(index: AuctionIndex, question: ExplorerQuestion, find: Find) -> Numbers:
    """The tables with the event, dealer and vulnerability in question."""
    rows, whose, tables = index.rows, question.whose, index.witnesses
    if whose.event:
        tables = tables[_marked(find(whose.event), rows["event"])[tables]]
        if not len(tables):
            raise UsageError(f"No event in the library has {whose.event!r} in its name.")
    if whose.dealer is not None:
        tables = tables[rows["dealer"][tables] == whose.dealer]
    if question.any_seat:
        tables = tables[rows["opening"][tables] < rows["length"][tables]]
    if whose.vulnerability is not None:
        seen = rows["vulnerable"][tables]
        if question.any_seat:
            seen = np.where(rows["opening"][tables] % 2, _SWAPPED[seen], seen)
        tables = tables[seen == _VULNERABLE[whose.vulnerability]]
    return tables


def _with_calls(index: AuctionIndex, question: ExplorerQuestion, tables: Numbers) -> Numbers:
    """Those of *tables* whose auction begins with the calls of the question."""
    rows = index.rows
    starts, ends = index.starts[tables], index.starts[tables] + rows["length"][tables]
    if question.any_seat:
        starts = starts + rows["opening"][tables]
    for place, call in enumerate(question.calls):
        at = np.minimum(starts + place, len(index.calls) - 1)
        kept = (starts + place < ends) & (index.calls[at] == CODES[str(call)])
        tables, starts, ends = tables[kept], starts[kept], ends[kept]
    return tables


def _sitting(index: AuctionIndex, whose: Whose, find: Find) -> Marks:
    """Where the player, or the pair as partners, sits at each table."""
    players = index.rows["players"]
    marks = [_marked(find(name), players) for name in whose.pair or (whose.player,)]
    for name, mark in zip(whose.pair or (whose.player,), marks, strict=True):
        if not mark.any():
            raise UsageError(f"No player in the library has {name!r} in the name.")
    if whose.pair is None:
        return marks[0]
    one, other = marks
    together: Marks = (one & other[:, _ACROSS]) | (other & one[:, _ACROSS])
    if not together.any():
        raise UsageError(f"{' and '.join(whose.pair)} never play together in the library.")
    return together


def _marked(numbers: Iterable[int], named: npt.NDArray[np.int32]) -> Marks:
    """Where one of these names occurs."""
    wanted = np.zeros(named.max(initial=0) + 1, np.bool_)
    wanted[[number for number in numbers if number < len(wanted)]] = True
    return wanted[named]
