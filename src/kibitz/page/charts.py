"""Small charts of points and lengths as a template draws them: bars with their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.games.bridge.cards import Suit

HEIGHT = 44
"""Of the longest bar."""
_POINTS, _LENGTHS = 26, 10
"""Numbers that are drawn; what lies beyond stands with the last."""
_STEP = {_POINTS: 10, _LENGTHS: 13}
"""From one bar to the next: two suits stand side by side below the points."""
_EVERY = {_POINTS: 5, _LENGTHS: 1}
"""How many bars from one number below them to the next."""
_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class Bar:
    """One number, and how often it came up."""

    x: int
    y: int
    width: int
    height: int
    is_stated: bool
    label: str
    """The number, where it stands below the bar."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars of the points, or of one suit's length, and the range that is stated of it."""

    letter: str
    """Of the suit; empty: the points."""
    bars: tuple[Bar, ...]
    range: str
    cover: float

    @property
    def width(self) -> int:
        return sum(bar.width + _BETWEEN for bar in self.bars)


def charts_of(sense: Mapping[str, Any]) -> list[Chart]:
    """The points, then the suits from spades down, of a sense as `MeaningAnswer.to_json` has it."""
    suits = [
        _chart(str(suit), sense["lengths"][suit.name.lower()], _LENGTHS) for suit in reversed(Suit)
    ]
    return [_chart("", sense["points"], _POINTS), *suits]


def _chart(letter: str, spread: Mapping[str, Any], size: int) -> Chart:
    least, most = spread["least"], min(spread["most"], size - 1)
    shares = _pooled(spread["shares"], size)
    top = max(shares)
    heights = [round(HEIGHT * share / top) for share in shares]
    bars = tuple(
        Bar(
            _STEP[size] * number,
            HEIGHT - height,
            _STEP[size] - _BETWEEN,
            height,
            least <= number <= most,
            str(number) if number % _EVERY[size] == 0 else "",
        )
        for number, height in enumerate(heights)
    )
    return Chart(letter, bars, range_text(spread["least"], spread["most"]), spread["cover"])


def _pooled(shares: Sequence[float], size: int) -> list[float]:
    """
    >>> _pooled([0.5, 0.25, 0.25], 2)
    [0.5, 0.5]
    """
    return [*shares[: size - 1], sum(shares[size - 1 :])]


def range_text(least: int, most: int) -> str:
    """
    >>> range_text(5, 5), range_text(8, 11)
    ('5', '8–11')
    """
    return str(least) if least == most else f"{least}–{most}"
