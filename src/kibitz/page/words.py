"""The page's own words, read from ``words.toml``: titles, labels and buttons.

What there is to say about a subject, its room says in `explain.py`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib import resources

from kibitz.games.bridge.deal import Seat

Words = Mapping[str, Mapping[str, str]]


def read_words() -> Words:
    """All words, by section and name."""
    return tomllib.loads((resources.files("kibitz.page") / "words.toml").read_text("utf-8"))


_COMMAND = re.compile(r"[:;,][^.:;,]*(?:'?kibitz [a-z]+|\s--[a-z]+)[^.;]*")


def for_players(message: str) -> str:
    """A room's error message without the terminal command that would fix it.

    >>> for_players("Nobody called X sat in the library: see 'kibitz players'.")
    'Nobody called X sat in the library.'
    >>> for_players("Name the player, as in --player 'G Helgemo'.")
    'Name the player.'
    """
    return _COMMAND.sub("", message)


WORDS = read_words()


def seat_name(seat: Seat) -> str:
    """
    >>> seat_name(Seat.WEST)
    'West'
    """
    return WORDS["seats"][str(seat)]


def counted(number: int, what: str) -> str:
    """A number of things, with singular and plural from `words.toml`.

    >>> counted(1, "trick"), counted(1200, "decision")
    ('1 trick', '1,200 decisions')
    """
    one, many = WORDS["counts"][what].split(" | ")
    return (one if number == 1 else many).format(number=f"{number:,}")


SHORTCUTS = tuple(WORDS["shortcuts"].items())
"""The keys and what they do."""
