"""What an experiment or a benchmark declares of itself, in its own folder.

``{name}`` in a command is a file of records: of the data folder in earnest, generated for a quick
run (`kibitz_lab/harness/generated.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Result = dict[str, Any]
"""A result file as it was read: what was found, beside where it comes from."""

MADE = "made-"
"""What is made on the way begins so."""

GPU = "a graphics processor"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of docs/results.md; experiments that name the same one stand in it together."""

    title: str
    opening: str = ""
    ending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """One result file: the command that makes it, the same in small, and how it is reported.

    A command is words for ``kibitz``, or a script of ``benchmarks/``; several, one after the
    other, stand between semicolons. *Needs* is a package that not everybody has, or a device.
    """

    result: str
    command: str
    quick: str
    chapter: Chapter
    report: Callable[[Result], Iterable[str]]
    """The result in lines of Markdown."""
    draw: Callable[[Result, Path], None] | None = None
    """Its figure, drawn into a file."""
    needs: str = ""

    def commands(self, quick: bool, found: Callable[[str], Path]) -> list[list[str]]:
        """The command lines, each name as it is *found*."""
        return [
            [re.sub(r"\{(.+)\}", lambda name: str(found(name[1])), word) for word in one.split()]
            for one in self.words(quick).split(";")
        ]

    def records(self, quick: bool) -> list[str]:
        """The files of records that are needed; what a command makes for the next is not."""
        return [
            name
            for name in dict.fromkeys(re.findall(r"\{(.+?)\}", self.words(quick)))
            if not name.startswith(MADE)
        ]

    def words(self, quick: bool) -> str:
        return self.quick if quick else self.command
