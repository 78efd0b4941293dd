"""How an experiment or a benchmark declares its result files.

``{name}`` in a command is a file of records: from the data folder, or generated for a quick run
(`catalogue/generated.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Result = dict[str, Any]
"""A result file as read: what was found, and where it comes from."""

MADE = "made-"
"""The prefix of files that one command makes for the next."""

GPU = "a graphics processor"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of docs/results.md, shared by the experiments that name it."""

    title: str
    opening: str = ""
    ending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """One result file: the command that makes it, a small version of it, and its report.

    A command is what follows ``kibitz``, or a script of ``benchmarks/``; several are separated by
    semicolons. *needs* names a package that may be missing, or a device.
    """

    result: str
    command: str
    quick: str
    chapter: Chapter
    report: Callable[[Result], Iterable[str]]
    """Gives the result as lines of Markdown."""
    draw: Callable[[Result, Path], None] | None = None
    """Draws its figure into a file."""
    needs: str = ""

    def commands(self, quick: bool, found: Callable[[str], Path]) -> list[list[str]]:
        """The command lines, with each name replaced by the path that *found* gives."""
        return [
            [re.sub(r"\{(.+)\}", lambda name: str(found(name[1])), word) for word in one.split()]
            for one in self.words(quick).split(";")
        ]

    def records(self, quick: bool) -> list[str]:
        """The files of records needed, apart from those that one command makes for the next."""
        return [
            name
            for name in dict.fromkeys(re.findall(r"\{(.+?)\}", self.words(quick)))
            if not name.startswith(MADE)
        ]

    def words(self, quick: bool) -> str:
        return self.quick if quick else self.command
