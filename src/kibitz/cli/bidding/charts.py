"""Charts of points and lengths in a terminal; values outside the stated range are dimmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from kibitz.bidding.auctions.ranges import Spread

_WIDTH = 27  # the width of the longest chart


def chart(title: str, points: Spread, lengths: Sequence[Spread]) -> Text:
    """A line for the points, a line for each suit, and the scale of the points."""
    from kibitz.bidding.meanings.picture import lines, scale

    drawn = Text(f"{title}\n")
    for line in lines(points, lengths):
        drawn.append(f"{line.label:>6}  ")
        drawn.append(line.before, style="dim")
        drawn.append(line.within, style="bold")
        drawn.append(line.after, style="dim")
        width = len(line.before + line.within + line.after)
        drawn.append(f"{' ' * (_WIDTH - width)} {line.stated}\n")
    drawn.append(f"{'':>6}  {scale()}", style="dim")
    return drawn
