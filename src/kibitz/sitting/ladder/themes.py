"""The themes of the ladder, with their names, lessons, and the mistakes that belong to each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from kibitz.errors import UsageError
from kibitz.runtime.storage import shipped

FILE = "ladder-themes.toml"
LEVELS = ("Learn it", "Use it", "Find it")
"""Level 1: the theme is named, and the first question points at it; level 2: it is named; level 3:
nobody tells."""


class LadderFamily(StrEnum):
    """What a theme is a part of."""

    DECLARER = "declarer"
    DEFENCE = "defence"
    BIDDING = "bidding"


@dataclass(frozen=True, slots=True)
class LadderTheme:
    """One theme: its key and name, one line about it, its lesson, a question that points at it."""

    key: str
    name: str
    family: LadderFamily
    says: str
    lesson: str
    asks: str
    causes: tuple[str, ...]
    """The themes of practice cards that are mistakes of this one."""


@cache
def ladder_themes() -> Mapping[str, LadderTheme]:
    """All themes by their keys, in the order of the ladder.

    >>> [one.name for one in ladder_themes().values()][:3]
    ['Entries', 'Holding up', 'Avoidance']
    """
    rows = tomllib.loads(shipped(FILE).decode())["theme"]
    found = [
        LadderTheme(
            **{**row, "family": LadderFamily(row["family"]), "causes": tuple(row["causes"])}
        )
        for row in rows
    ]
    return {one.key: one for one in found}


def ladder_theme(text: str) -> LadderTheme:
    """The theme that is meant: by its key, its name, or a mistake that belongs to it.

    >>> ladder_theme("holding up").key, ladder_theme("winners out of reach").key
    ('holding-up', 'entries')
    """
    wanted = " ".join(text.lower().replace("-", " ").split())
    for one in ladder_themes().values():
        if wanted in (one.key.replace("-", " "), one.name.lower()):
            return one
    found = of_mistake(text)
    if found is not None:
        return found
    known = ", ".join(ladder_themes())
    raise UsageError(f"There is no theme {text.strip()[:40]!r} on the ladder. There are: {known}.")


def of_mistake(about: str) -> LadderTheme | None:
    """The theme to which a mistake belongs, by what a practice card calls it; None if to none."""
    wanted = " ".join(about.lower().split())
    return next((one for one in ladder_themes().values() if wanted in one.causes), None)


def theme_name(about: str) -> str:
    """What a mistake is about, by its name on the ladder, where it has one there.

    >>> theme_name("winners out of reach"), theme_name("one suit: a first course")
    ('Entries', 'one suit: a first course')
    """
    found = of_mistake(about)
    return about if found is None else found.name
