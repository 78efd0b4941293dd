"""The tables behind a meaning: named hands, and how experts explained the call."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz.games.bridge.cards import Suit
from kibitz.records.library import Entry, Library
from kibitz.records.lookup import tables_with_keys

_AT_ONCE = 500  # keys in one query to the library
_READ = 4000  # the most tables whose explanations are read
_SIGNS = 3  # the least characters of an explanation; "!" and "?" explain nothing
_NO_WORDS = frozenset(("alert", "alerted", "announced"))
_SUITS = {str(suit): suit.symbol for suit in Suit}


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation that experts gave of a call, and how often."""

    words: str
    times: int


def tables_at(library: Path | None, keys: Sequence[str]) -> list[Entry | None]:
    """The tables with these keys, in their order; None for one that is not in the library."""
    if library is None or not library.exists() or not any(keys):
        return [None] * len(keys)
    with Library.open(library, create=False) as opened:
        found = tables_with_keys(opened, keys)
    return [found.get(key) for key in keys]


def explanations(
    library: Path | None, keys: Sequence[str], places: Sequence[int]
) -> tuple[Explained, ...]:
    """The explanations of one call at each table; *places* are the indices of the calls.

    Case does not matter; the most frequent come first.
    """
    if library is None or not library.exists() or not any(keys):
        return ()
    step = -(-len(keys) // _READ)
    place_of = dict(zip(keys[::step], places[::step], strict=True))
    said: Counter[str] = Counter()
    written: dict[str, str] = {}
    with Library.open(library, create=False) as opened:
        for key, alerts in _alerts(opened, list(place_of)):
            for place, words in json.loads(alerts):
                shown = _symbols(words)
                plain = shown.casefold()
                if place == place_of[key] and len(plain) >= _SIGNS and plain not in _NO_WORDS:
                    said[plain] += 1
                    written.setdefault(plain, shown)
    return tuple(Explained(written[plain], times) for plain, times in said.most_common())


def _symbols(words: str) -> str:
    """
    >>> _symbols("5+!H, 4+!C !")
    '5+♥, 4+♣'
    """
    return re.sub("!([SHDCshdc])", lambda suit: _SUITS[suit[1].upper()], words).strip(" .!?")


def _alerts(library: Library, keys: Sequence[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for first in range(0, len(keys), _AT_ONCE):
        digests = [bytes.fromhex(key) for key in keys[first : first + _AT_ONCE]]
        marks = ", ".join("?" * len(digests))
        found += library.tally(
            "SELECT lower(hex(digest)), alerts FROM tables JOIN sources ON table_id = tables.id "
            f"WHERE alerts <> '' AND digest IN ({marks}) GROUP BY tables.id ORDER BY tables.id",
            *digests,
        )
    return found
