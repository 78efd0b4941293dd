"""The formats of records: how each is recognised, cut into pieces, read and written.

Whatever reads, writes or offers formats goes by this list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from kibitz.records.formats.lin import read_lin, write_lin
from kibitz.records.formats.lines import read_lines, write_lines
from kibitz.records.formats.links import LINK, read_links, write_links
from kibitz.records.formats.pbn import read_pbn, write_pbn
from kibitz.records.record import Record, Refusal


class Cut(Enum):
    """How a file is cut into pieces; its reader is given the text of one piece."""

    WHOLE = "whole"
    """Not at all: read(text, file=...)."""
    LINES = "lines"
    """Each line is a table: read(lines, file=..., first=the number of the first line)."""
    GAMES = "games"
    """A table takes several lines, and may inherit from earlier ones: read(lines, file=...)."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write records as text."""

    name: str
    suffixes: tuple[str, ...]
    """The endings of its files' names; a file with another name is recognised by its content."""
    mark: re.Pattern[str]
    """What only a text in this format contains; blanks before the text are left out."""
    cut: Cut
    read: Callable[..., Iterator[Record | Refusal]]
    write: Callable[[Iterable[Record]], Iterator[str]]
    needs_auction: bool = False
    """Whether it states a contract only by the auction that leads to it."""

    @property
    def suffix(self) -> str:
        """The ending to give a file's name; a text file's if the format has none of its own."""
        return (*self.suffixes, ".txt")[0]


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format(
            "pbn", (".pbn",), re.compile(r"\A(?:%|\[\s*\w+\s+\")"), Cut.GAMES, read_pbn, write_pbn
        ),
        Format(
            "lin",
            (".lin",),
            re.compile(r"(?:\A|\|)\s*(?:md|vg|pn|qx)\|"),
            Cut.WHOLE,
            read_lin,
            write_lin,
            needs_auction=True,
        ),
        Format(
            "jsonl",
            (".jsonl", ".json", ".ndjson"),
            re.compile(r"\A\{"),
            Cut.LINES,
            read_lines,
            write_lines,
        ),
        Format("links", (), LINK, Cut.WHOLE, read_links, write_links, needs_auction=True),
    )
}


def format_of_suffix(suffix: str) -> Format | None:
    """The format of files with this suffix.

    >>> found = format_of_suffix(".json")
    >>> found and found.name
    'jsonl'
    """
    return next((each for each in FORMATS.values() if suffix in each.suffixes), None)


def format_of_text(text: str) -> Format | None:
    """The format of a text by its beginning: the one whose mark comes first.

    >>> found = format_of_text("see https://www.bridgebase.com/tools/handviewer.html?lin=md|1S|")
    >>> found and found.name
    'links'
    """
    begun = text.lstrip()
    marks = ((each.mark.search(begun), each) for each in FORMATS.values())
    found = [(mark.start(), each) for mark, each in marks if mark]
    return min(found, key=lambda one: one[0])[1] if found else None
