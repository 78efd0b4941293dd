"""The ladder as a whole: what is searched, what was dropped by its readers, the file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kibitz.sitting.ladder.rungs import LadderRung
from kibitz_lab.ladder.calling import called
from kibitz_lab.ladder.searching import SEARCHES, searched
from kibitz_lab.ladder.written import lessons, written

LESSONS = "lessons"
BLOCKS: Mapping[str, int] = {
    **dict.fromkeys(
        ("entries", "holding-up", "avoidance", "ruffs", "drawing-trumps", "safety"), 17
    ),
    **{"finesse-or-drop": 17, "discards": 17, "endplay": 17, "second-hand": 16},
    **{"bidding": 8, "slams": 4},
}
"""How many blocks of each search are made."""
_DROPPED = Path(__file__).with_name("dropped.toml")
_HEAD = """\
# The deals of the ladder, made by `kibitz lab ladder`: dealt, bid and played by the house.
# theme level number | deal | dealer vulnerable seed | calls | cards before the decision |
# right, rival | kind of cause or convention | their chances
"""


def tasks(seed: int, most: int = 0) -> list[tuple[int, str, int]]:
    """The blocks of all searches, in turn; at most so many of each, 0: all."""
    sizes = {**BLOCKS, LESSONS: len(lessons())}
    numbers = {name: min(size, most) if most else size for name, size in sizes.items()}
    rounds = range(max(numbers.values()))
    return [(seed, name, at) for at in rounds for name, size in numbers.items() if at < size]


def searched_by(task: tuple[int, str, int]) -> list[dict[str, Any]]:
    """The candidates of a block: of cards, of calls, or a lesson that was written."""
    if task[1] == LESSONS:
        return written(task)
    return searched(task) if task[1] in SEARCHES else called(task)


def dropped() -> Mapping[str, str]:
    """Candidates that a reader dropped, by their mark, with the reason."""
    rows = tomllib.loads(_DROPPED.read_text(encoding="utf-8"))
    return {mark: why for why, marks in rows.items() for mark in marks.split()}


def file_of(rungs: Iterable[LadderRung]) -> str:
    """The file that ships."""
    return _HEAD + "".join(f"{one}\n" for one in rungs)
