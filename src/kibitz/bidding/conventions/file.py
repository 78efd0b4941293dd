"""The file of conventions, read: one table a convention, in the language of systems."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from kibitz.bidding.conventions.convention import Convention, Where
from kibitz.bidding.systems.calls import RuleCall
from kibitz.bidding.systems.language import read_conditions
from kibitz.bidding.systems.patterns import AuctionPattern
from kibitz.bidding.systems.situations import read_words
from kibitz.errors import UsageError
from kibitz.runtime import storage

FILE = "conventions.toml"
_KEYS = {
    "name", "call", "after", "answers_to", "over", "against", "when", "level", "short", "says",
    "promises", "denies", "asks", "answers", "systems", "heard", "alerted", "example",
    "priority", "natural", "forcing", "goes_with",
}  # fmt: skip
_PRIORITY = 50


@cache
def conventions() -> Mapping[str, Convention]:
    """All conventions by their names, in the order of the file."""
    return read_conventions(storage.shipped(FILE).decode())


def read_conventions(text: str) -> Mapping[str, Convention]:
    """The conventions in a text; a `UsageError` names the one that cannot be read.

    >>> read_conventions("[[chapter]]\\nname = 'x'\\n[[chapter.convention]]\\nname = 'y'")
    Traceback (most recent call last):
    kibitz.errors.UsageError: 'y' names no call
    """
    found: dict[str, Convention] = {}
    for chapter in tomllib.loads(text)["chapter"]:
        for table in chapter["convention"]:
            one = _convention(table, chapter["name"])
            if one.name in found:
                raise UsageError(f"{one.name!r} is there twice")
            found[one.name] = one
    for one in found.values():
        for name in (*one.where.answers_to, *one.where.over, *one.where.against, *one.goes_with):
            if name not in found and name != "artificial":
                raise UsageError(f"{one.name!r} stands after {name!r}, which is not there")
    return found


def _convention(table: Mapping[str, Any], chapter: str) -> Convention:
    name = table["name"]
    if unknown := table.keys() - _KEYS:
        raise UsageError(f"{name!r} has an unknown key {min(unknown)!r}")
    calls = tuple(RuleCall.parse(one) for one in _several(table, "call"))
    if not calls:
        raise UsageError(f"{name!r} names no call")
    try:
        where = _where(table)
        promises = read_conditions(table.get("promises", ""))
    except UsageError as problem:
        raise UsageError(f"{name!r}: {problem}") from problem
    letters = frozenset().union(
        *(one.letters for one in calls),
        *(one.letters for one in promises),
        *(one.letters for one in where.when),
    )
    return Convention(
        name,
        chapter,
        calls,
        where,
        table["short"],
        table["says"],
        promises,
        table.get("denies", ""),
        table.get("asks", ""),
        tuple((call, says) for call, says in table.get("answers", [])),
        tuple(table.get("systems", [])),
        table.get("heard", ""),
        table.get("alerted", {}),
        table.get("example", ""),
        tuple(_several(table, "goes_with")),
        table.get("priority", _PRIORITY),
        table.get("natural", False),
        table.get("forcing", ""),
        letters,
    )


def _where(table: Mapping[str, Any]) -> Where:
    least, _, most = str(table.get("level", "1-7")).partition("-")
    return Where(
        tuple(AuctionPattern.parse(one) for one in _several(table, "after")),
        tuple(_several(table, "answers_to")),
        tuple(_several(table, "over")),
        tuple(_several(table, "against")),
        read_words(table.get("when", "")),
        (int(least), int(most or least)),
    )


def _several(table: Mapping[str, Any], key: str) -> Iterator[str]:
    """One text, or a list of texts."""
    found = table.get(key, [])
    yield from [found] if isinstance(found, str) else found
