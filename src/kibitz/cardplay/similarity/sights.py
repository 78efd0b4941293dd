"""What each side sees of a table, and how a network is given it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.cardplay.similarity import defence_tokens, tokens
from kibitz.cardplay.similarity.positions import DECLARING, DEFENDING, Views
from kibitz.cardplay.similarity.tokens import Floats, Tokens


@dataclass(frozen=True, slots=True)
class TokenSight:
    """A side's view in tokens: how they are made, their widths, and where the auction begins."""

    name: str
    side: int
    tokens: Callable[[Views], Tokens]
    scales: Callable[[], tuple[Floats, Floats]]
    widths: tuple[int, int]
    """Of a suit's token and of the whole's."""
    auction: tuple[int, int]
    """Numbers at the end of each that the auction says."""


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
