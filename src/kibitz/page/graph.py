"""Declarer's double-dummy tricks card by card, laid out for a template: line, dots and bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDE, HIGH, LEFT, TOP = 660, 190, 36, 14
"""The graph's size and margins, in SVG units."""
_BAR = 9
"""The height of a bar per trick."""
_BEFORE = 6
"""The gap between a bar and the first card of the next trick."""


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class GraphBar:
    """What one side gave away in one trick."""

    x: float
    width: float
    height: int
    kind: str
    """``drop`` for declarer's side, ``gift`` for the defence."""
    words: str


@dataclass(frozen=True, slots=True)
class TrickGraph:
    """Declarer's tricks as a line, the target as a level, costly moments as dots."""

    line: str
    area: str
    goal: float
    levels: tuple[tuple[int, float], ...]
    tricks: tuple[tuple[int, float], ...]
    dots: tuple[Dot, ...]
    bars: tuple[GraphBar, ...]

    @classmethod
    def of(
        cls, totals: Sequence[int], target: int, moments: Sequence[Mapping[str, Any]]
    ) -> TrickGraph | None:
        """The graph of a table; None if its tricks are not known."""
        if not totals:
            return None
        low, high = min(*totals, target) - 1, max(*totals, target) + 1
        last = max(len(totals) - 1, 1)

        def x(card: int) -> float:
            return round(LEFT + (WIDE - LEFT - 8) * card / last, 1)

        def y(tricks: float) -> float:
            return round(TOP + (HIGH - 2 * TOP) * (high - tricks) / (high - low), 1)

        turns = [card for card in range(1, len(totals)) if totals[card] != totals[card - 1]]
        path = f"M{x(0)} {y(totals[0])}" + "".join(
            f"H{x(card)}V{y(totals[card])}" for card in turns
        )
        if last not in turns:
            path += f"H{x(last)}"
        dots = tuple(
            Dot(x(one["number"]), y(totals[one["number"]]), one["number"], one["place"])
            for one in moments
            if one["cost"]
        )
        return cls(
            path,
            f"{path}V{y(low)}H{x(0)}Z",
            y(target),
            tuple((tricks, y(tricks)) for tricks in range(low, high + 1)),
            tuple((card // 4 + 1, x(card)) for card in range(0, last, 4)),
            dots,
            tuple(
                _bar(x(start), x(min(start + 4, last)), kind, start // 4 + 1, tricks)
                for start, kind, tricks in given_away(totals)
            ),
        )


def _bar(left: float, right: float, kind: str, trick: int, tricks: int) -> GraphBar:
    """A bar: declarer's loss on the left of its trick, the defence's on the right."""
    half = round((right - left - _BEFORE) / 2, 1)
    at = left if kind == "drop" else round(left + half, 1)
    return GraphBar(at, half, _BAR * tricks, kind, f"{trick}: {tricks}")


def given_away(totals: Sequence[int]) -> list[tuple[int, str, int]]:
    """The tricks each side gave away in each trick: its first card, the kind of bar, how many.

    >>> given_away([9, 9, 8, 8, 9, 9])
    [(0, 'drop', 1), (0, 'gift', 1)]
    """
    found = []
    for start in range(0, len(totals) - 1, 4):
        here = totals[start : start + 5]
        steps = [after - before for before, after in zip(here, here[1:], strict=False)]
        drop, gift = -sum(min(step, 0) for step in steps), sum(max(step, 0) for step in steps)
        found += [(start, kind, n) for kind, n in (("drop", drop), ("gift", gift)) if n]
    return found
