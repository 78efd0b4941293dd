"""Small bar charts of points and suit lengths, laid out for a template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.games.bridge.cards import Suit

HEIGHT = 44
"""The height of the longest bar."""
_POINTS, _LENGTHS = 26, 10
"""How many numbers are drawn; everything beyond counts with the last."""
_STEP = {_POINTS: 10, _LENGTHS: 13}
"""The distance between bars; two suits fit side by side below the points."""
_EVERY = {_POINTS: 5, _LENGTHS: 1}
"""Every how many bars one is labelled."""
_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One number, and how often it came up."""

    x: int
    y: int
    width: int
    height: int
    is_stated: bool
    label: str
    """The number below the bar; empty for most."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars for points or for one suit's length, and the range stated in the answer."""

    letter: str
    """The suit; empty for points."""
    bars: tuple[ChartBar, ...]
    range: str
    cover: float

    @property
    def width(self) -> int:
        return sum(bar.width + _BETWEEN for bar in self.bars)


def charts_of(sense: Mapping[str, Any]) -> list[Chart]:
    """Charts of points and then of spades down, from a sense in `MeaningAnswer.to_json`."""
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
        ChartBar(
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
