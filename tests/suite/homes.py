"""A home of Kibitz for a test: furnished once in a run, then copied for each test that asks."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from kibitz.asking import Kibitz
from kibitz.places import Places

_MAPPED = ".safetensors"
"""Arrays are written once and never changed, so that a link to them will do."""


def places_in(home: Path) -> Places:
    """The places of a user whose home it is."""
    return Places(home / "library.kibitz", home, home / "cache")


def made_once(place: Path, make: Callable[[Path], object]) -> Path:
    """What *make* leaves at *place*: one process of the run makes it while the others wait."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_name(f"{place.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            making = place.with_name(f"{place.name}.making")
            make(making)
            making.rename(place)
    return place


def answer_at_first(home: Path) -> None:
    """Have *home* hold what Kibitz makes before its first answers: the starter, cards and calls."""
    kibitz = Kibitz(places_in(home))
    for room in ("cards", "calls", "explorer"):
        getattr(kibitz, room)


def furnish(home: Path, like: Path) -> Path:
    """The same in *home*, for one test alone: databases are copied, arrays are linked."""
    for file in (like / "cache").rglob("*"):
        place = home / file.relative_to(like)
        if file.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            (os.link if file.suffix == _MAPPED else shutil.copy2)(file, place)
    return home
