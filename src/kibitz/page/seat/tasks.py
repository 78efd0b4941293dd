"""What the process of the tables is asked to do; the server itself imports nothing of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kibitz.errors import UsageError
from kibitz.page.words import WORDS
from kibitz.page.worker import Signal
from kibitz.places import Places

_NAME = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class SeatWord:
    """A word of the player, the moment that his page showed, and the time."""

    word: str
    stamp: str
    time: datetime


def named(name: str) -> str:
    """The name of a table, if it is one."""
    if not _NAME.fullmatch(name):
        raise UsageError(WORDS["seat"]["no_table"])
    return name


def wake(signal: Signal, places: Places) -> None:
    """Read the networks before anybody sits down."""
    from kibitz.page.seat import tables

    tables.networks()


def seat_at(signal: Signal, places: Places, deal: str, number: int, part: str, origin: str) -> str:
    """Lay a deal on a table: the name of the table."""
    from kibitz.page.seat import tables

    return tables.laid(places, deal, number, part, origin)


def once_more(signal: Signal, places: Places, name: str, trick: int) -> str:
    """The deal of a finished table again, for oneself: from a trick on, or from its beginning."""
    from kibitz.page.seat import tables

    return tables.laid_again(places, name, trick)


def at_table(
    signal: Signal, places: Places, name: str, every: bool, said: SeatWord | None = None
) -> dict[str, Any]:
    """The table as its player sees it, after a word of his."""
    from kibitz.page.seat import tables

    return tables.after_word(places, name, every, said)


def state_of(signal: Signal, places: Places, name: str, every: bool) -> dict[str, Any]:
    """The table as plain data, as the terminal tells it."""
    from kibitz.page.seat import tables

    return tables.opened(places, name, every).session.to_json()
