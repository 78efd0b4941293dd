"""Small charts of points and lengths for a terminal, one line each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.bidding.auctions.ranges import Spread
from kibitz.games.bridge.cards import Suit
from kibitz.wording import chance_text

_BARS = "▁▂▃▄▅▆▇█"
_NOTHING = "·"
_POINTS, _LENGTHS = 26, 10
"""How many numbers are drawn; beyond them there is next to nothing."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One chart: its label, the bars before, within and after the range, and the range in words."""

    label: str
    before: str
    within: str
    after: str
    stated: str


def lines(points: Spread, lengths: Sequence[Spread]) -> list[_Line]:
    """The charts of the points and of the suits, spades first; *lengths* are clubs first."""
    suits = [_line(suit.symbol, lengths[suit], _LENGTHS) for suit in reversed(Suit)]
    return [_line("points", points, _POINTS), *suits]


def scale() -> str:
    """The scale below the bars of the points, in fives.

    >>> scale()
    '0    5    10   15   20   25'
    """
    return "".join(f"{number:<5}" for number in range(0, _POINTS, 5)).rstrip()


def _line(label: str, spread: Spread, size: int) -> _Line:
    shares = [*spread.shares[: size - 1], sum(spread.shares[size - 1 :])]
    top = max(shares)
    bars = "".join(_bar(share / top) for share in shares)
    least, most = spread.range.least, spread.range.most
    numbers = str(least) if least == most else f"{least}–{most}"
    stated = f"{numbers:>5}  {chance_text(spread.range.cover)}"
    return _Line(label, bars[:least], bars[least : most + 1], bars[most + 1 :], stated)


def _bar(height: float) -> str:
    """
    >>> _bar(0.001), _bar(0.1), _bar(1)
    ('·', '▁', '█')
    """
    if height < 0.02:
        return _NOTHING
    return _BARS[min(int(height * len(_BARS)), len(_BARS) - 1)]
