"""Figures in prose: each is copied from a result file by name, and none is typed.

A figure (a number of per cent, of times, of seconds, of bytes, one of so many, one with a decimal
point) is followed by a comment that says
where it stands and how it is written, ``82.1 %<!-- sibl-scale/points/0/... .1% -->``; a stretch
between ``<!-- begin NAME -->`` and ``<!-- end -->`` is made as a whole by a function of `BLOCKS`.
What a paper gives, or what defines something, is followed by ``<!-- given -->``: its clause.
`refreshed` writes both anew (``make docs``); `uncited` finds what is neither.
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
_GIVEN = re.compile(r"(?:(?!\. |[|;\n]).)*<!-- given -->")  # the clause or cell before it
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
_LEVEL = re.compile(r"95 % (?:interval|of )|\(95 %")  # how wide intervals are is no finding


def refreshed(text: str, results: Path) -> str:
    """*text* with every cited figure and every block as the result files say now."""

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
    """The figures of a page that no result file answers for.

    >>> uncited("It is 3.2 times as fast; they say 40 %<!-- given -->, we 5 %<!-- a/b .0% -->.")
    ['3.2 times']
    """
    for known in (_BLOCK, _CODE, _CITED, _GIVEN, _LEVEL):
        text = known.sub(" ", text)
    return [found[0] for found in _FIGURE.finditer(text)]


def _value(place: str, results: Path) -> float:
    """What stands in a result file under the names and numbers of *place*."""
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
    """A figure in print; a share is written in per cent, the sign apart.

    >>> _written(0.8213, ".1%"), _written(12345.6, ",.0f")
    ('82.1', '12,346')
    """
    return format(value, form).removesuffix("%")
