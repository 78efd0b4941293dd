"""Markdown tables from rows and columns, and the way every report formats figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, and the value below it: a field of the row, or a function of it.

    >>> Column("share", "share", ".1f", scale=100).cell({"share": 0.256})
    '25.6'
    >>> Column("MB", "mb", missing="–").cell({"mb": None})
    '–'
    """

    title: str
    value: str | Callable[[Row], Any]
    form: str = ""
    scale: float = 1
    left: bool = False
    missing: str = ""

    def cell(self, row: Row) -> str:
        found = row.get(self.value) if isinstance(self.value, str) else self.value(row)
        if found is None:
            return self.missing
        return format(found if self.scale == 1 else self.scale * found, self.form)


def table(columns: Sequence[Column], rows: Iterable[Row]) -> list[str]:
    """A Markdown table, line by line.

    >>> columns = (Column("call", "call", left=True), Column("times", "times", ","))
    >>> print(*table(columns, [{"call": "1NT", "times": 1200}]), sep="\\n")
    | call | times |
    |---|---:|
    | 1NT | 1,200 |
    """
    rules = ("---" if column.left else "---:" for column in columns)
    return [
        _line([column.title for column in columns]),
        f"|{'|'.join(rules)}|",
        *(_line([column.cell(row) for column in columns]) for row in rows),
    ]


def named(rows: Mapping[str, Row], name: str = "name") -> list[Row]:
    """Rows that a result file keeps by name, with the name as a field."""
    return [{name: each, **row} for each, row in rows.items()]


def within(mean: float, half: float, form: str, scale: float = 1) -> str:
    """A mean with its interval or spread.

    >>> within(0.821, 0.004, ".1%")
    '82.1% ± 0.4%'
    """
    return f"{scale * mean:{form}} ± {scale * half:{form}}"


def ranged(middle: float, low: float, high: float, form: str, scale: float = 1) -> str:
    """A median with its extremes.

    >>> ranged(3, 2.5, 1200, ",.1f")
    '3.0 (2.5 to 1,200.0)'
    """
    return f"{scale * middle:{form}} ({scale * low:{form}} to {scale * high:{form}})"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
