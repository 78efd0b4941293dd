"""The tables grouped by pair, player or event: what came next in each group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.explorer.choosing import Chosen
from kibitz.explorer.question import By, ExplorerQuestion
from kibitz.explorer.store import CALL_OF, AuctionIndex
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Suit

SHOWN = 20
"""The most groups that are shown, those with the most tables first."""
_NAMED = 4  # the most continuations shown for a group
_WIDE = 32  # the bits of a name's number

Keys = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ExplorerGroup:
    """A pair, a player or an event: the number of tables, and what came next."""

    name: str
    tables: int
    came: tuple[tuple[Call | Suit, int], ...]
    """The continuations with their counts, the most frequent first."""

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "tables": self.tables,
            "next": [{"next": str(came), "tables": tables} for came, tables in self.came],
        }


def groups(
    index: AuctionIndex, chosen: Chosen, question: ExplorerQuestion, names: Mapping[int, str]
) -> tuple[ExplorerGroup, ...]:
    """The groups by the pair or player to act, or by event; tables without names are left out."""
    if question.by is By.NOBODY:
        return ()
    keys = _keys(index, chosen, question.by)
    nameless = [number for number, name in names.items() if not name]
    named = ~np.isin(keys & ((1 << _WIDE) - 1), nameless) & ~np.isin(keys >> _WIDE, nameless)
    keys, came = keys[named], chosen.came[named]
    found, which, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    largest = np.lexsort((found, -sizes))[:SHOWN]
    found_groups = []
    for one in largest.tolist():
        counts = np.bincount(came[which == one])
        order = np.lexsort((np.arange(len(counts)), -counts))[:_NAMED].tolist()
        ways = tuple((_came(question, code), int(counts[code])) for code in order if counts[code])
        found_groups.append(ExplorerGroup(_name(int(found[one]), names), int(sizes[one]), ways))
    return tuple(found_groups)


def _keys(index: AuctionIndex, chosen: Chosen, by: By) -> Keys:
    """The number of each table's name; for a pair both numbers, the lower in the high bits."""
    rows = index.rows
    players = rows["players"][chosen.tables].astype(np.int64)
    each = np.arange(len(chosen.tables))
    own = players[each, chosen.places]
    partner = players[each, (chosen.places + np.uint8(2)) % 4]
    keys: dict[By, Keys] = {
        By.EVENT: rows["event"][chosen.tables].astype(np.int64),
        By.PLAYER: own,
        By.PAIR: (np.minimum(own, partner) << _WIDE) | np.maximum(own, partner),
    }
    return keys[by]


def _name(key: int, names: Mapping[int, str]) -> str:
    first, second = key >> _WIDE, key & ((1 << _WIDE) - 1)
    last = names[second]
    return " and ".join(sorted((names[first], last), key=str.casefold)) if first else last


def _came(question: ExplorerQuestion, code: int) -> Call | Suit:
    return Suit(code) if question.is_lead else CALL_OF[code]
