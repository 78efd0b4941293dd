"""Tricks in sight, card by card, as a template draws them: a line, dots, and bars by trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDE, HIGH, LEFT, TOP = 660, 190, 36, 14
"""Of the graph, in the units of its drawing."""
_BAR = 9
"""How high a bar is for one trick."""
_BEFORE = 6
"""Between a bar and the place of the next trick's first card."""


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """What one side gave away in one trick."""

    x: float
    width: float
    height: int
    kind: str
    """``drop`` for declarer's side, ``gift`` for the defence."""
    words: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Tricks in sight for declarer, card by card: a line, what is needed, the moments as dots."""

    line: str
    area: str
    goal: float
    levels: tuple[tuple[int, float], ...]
    tricks: tuple[tuple[int, float], ...]
    dots: tuple[Dot, ...]
    bars: tuple[Bar, ...]

    @classmethod
    def of(
        cls, totals: Sequence[int], target: int, moments: Sequence[Mapping[str, Any]]
    ) -> Graph | None:
        """The graph of a table; None where its tricks are not known."""
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


def _bar(left: float, right: float, kind: str, trick: int, tricks: int) -> Bar:
    """Declarer's gift on the left of a trick, the defence's on the right: there may be both."""
    half = round((right - left - _BEFORE) / 2, 1)
    at = left if kind == "drop" else round(left + half, 1)
    return Bar(at, half, _BAR * tricks, kind, f"{trick}: {tricks}")


def given_away(totals: Sequence[int]) -> list[tuple[int, str, int]]:
    """Trick by trick what each side gave away: the card it began with, whose, how many.

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
