"""What each side sees of a table, as a network's input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.cardplay.similarity import defence_tokens, tokens
from kibitz.cardplay.similarity.positions import DECLARING, DEFENDING, Views
from kibitz.cardplay.similarity.tokens import Floats, Tokens


@dataclass(frozen=True, slots=True)
class TokenSight:
    """A side's view as tokens: how to make them, their widths, and the part about the auction."""

    name: str
    side: int
    tokens: Callable[[Views], Tokens]
    scales: Callable[[], tuple[Floats, Floats]]
    widths: tuple[int, int]
    """The widths of a suit's token and of that for the whole."""
    auction: tuple[int, int]
    """The number of values at the end of each that come from the auction."""


DECLARER = TokenSight(
    "declarer",
    DECLARING,
    tokens.tokens,
    tokens.scales,
    (tokens.SUIT_WIDTH, tokens.WHOLE_WIDTH),
    (4, tokens.WHOLE_WIDTH - 54),
)
DEFENCE = TokenSight(
    "defence",
    DEFENDING,
    defence_tokens.tokens,
    defence_tokens.scales,
    (defence_tokens.SUIT_WIDTH, defence_tokens.WHOLE_WIDTH),
    (defence_tokens.AUCTION_OF_A_SUIT, defence_tokens.AUCTION_OF_ALL),
)
SIGHTS = {sight.name: sight for sight in (DECLARER, DEFENCE)}
