"""Figures in prose are copied from result files; none is typed.

A figure (per cent, times, seconds, bytes, one of so many, anything with a decimal point) is
followed by a comment that names its place in a result file and its format,
``82.1 %<!-- sibl-scale/points/0/... .1% -->``. Text between ``<!-- begin NAME -->`` and
``<!-- end -->`` is written by a function of `BLOCKS`. A clause with a paper's figure, or with one
that defines something, ends with ``<!-- given -->``. `refreshed` updates figures and blocks
(``make docs``); `uncited` finds the figures that are none of these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kibitz.errors import UsageError
from kibitz_lab.speed import growth

BLOCKS: dict[str, Callable[[Path], Iterable[str]]] = {"growth goal": growth.goal}

_CITED = re.compile(
    r"(?P<number>-?[\d,]*\.?\d+)(?P<unit>[^\d<\n]{0,16})"
    r"<!-- (?P<place>[\w-]+/[^<>]+?) (?P<form>,?\.\d+[f%]) -->"
)
_BLOCK = re.compile(r"(<!-- begin (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.S)
_CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.S | re.M)
_GIVEN = re.compile(r"(?:(?!\. |[|;\n]).)*<!-- given -->")  # the clause or the cell before it
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_WORD = (
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|a hundred)"
)
_LASTING = (
    r"(?:milli|micro)?seconds?|minutes?|hours?|days?|(?:kilo|mega|giga|tera)bytes?|times|fold"
)
_FIGURE = re.compile(
    rf"{_NUMBER}(?: to \d[\d,.]*)? ?(?:%|x|per cent|{_LASTING}|[mµn]?s|h|[kMGT]B|a second)(?![\w-])"
    rf"|{_WORD} (?:{_LASTING})(?![\w-])"
    rf"|{_NUMBER} \w+ a second"
    rf"|{_NUMBER} of {_NUMBER}"
    r"|(?<![§\d.])(?<!Python )(?<!PBN )(?<!section )\d*\.\d+(?![\d.+])"
)
_LEVEL = re.compile(r"95 % (?:interval|of )|\(95 %")  # the level of an interval is no finding


def refreshed(text: str, results: Path) -> str:
    """*text* with every cited figure and every block updated from the result files."""

    def figure(found: re.Match[str]) -> str:
        number = _written(_value(found["place"], results), found["form"])
        return f"{number}{found['unit']}<!-- {found['place']} {found['form']} -->"

    def block(found: re.Match[str]) -> str:
        if found["name"] not in BLOCKS:
            raise UsageError(f"nothing makes the block {found['name']!r}")
        made = "\n".join(BLOCKS[found["name"]](results)).strip()
        return f"{found[1]}{made}\n{found[3]}"

    pieces = _CODE.split(_BLOCK.sub(block, text))  # prose, code, prose, ...
    return "".join(
        piece if place % 2 else _CITED.sub(figure, piece) for place, piece in enumerate(pieces)
    )


def uncited(text: str) -> list[str]:
    """The figures of a page that are not cited from a result file.

    >>> uncited("It is 3.2 times as fast; they say 40 %<!-- given -->, we 5 %<!-- a/b .0% -->.")
    ['3.2 times']
    """
    for known in (_BLOCK, _CODE, _CITED, _GIVEN, _LEVEL):
        text = known.sub(" ", text)
    return [found[0] for found in _FIGURE.finditer(text)]


def _value(place: str, results: Path) -> float:
    """The value in a result file at *place*, a path of names and numbers."""
    file, *path = place.split("/")
    try:
        found: Any = json.loads((results / f"{file}.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{place}: there is no result file {file}.json") from error
    for name in path:
        try:
            found = found[int(name)] if isinstance(found, list) else found[name]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise UsageError(f"{file}.json has no {'/'.join(path)}") from error
    if not isinstance(found, int | float):
        raise UsageError(f"{place} is not a figure")
    return found


def _written(value: float, form: str) -> str:
    """A figure as text; a share in per cent, without the sign.

    >>> _written(0.8213, ".1%"), _written(12345.6, ",.0f")
    ('82.1', '12,346')
    """
    return format(value, form).removesuffix("%")
