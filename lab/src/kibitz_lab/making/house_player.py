"""The house player, who declares by lookahead over sampled layouts alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.cardplay.chairs import open_seats
from kibitz.cardplay.lookahead.evaluation import Lookahead, look_ahead
from kibitz.cardplay.scoring import is_real
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play


def house_layouts(state: Play) -> int:
    """The number of layouts: twelve in the first trick, slow to solve, up to forty later."""
    return min(40, 12 + 4 * state.tricks)


@dataclass(frozen=True, slots=True)
class LookaheadPlayer:
    """Plays the card that makes the contract most often; of equals, the one that takes most tricks.

    Of cards still equal it plays the lowest, from the suit with most cards in both hands. Layouts
    depend on the cards seen alone or, *by_auction*, on the calls too.
    """

    solver: DoubleDummy
    seed: int
    layouts: Callable[[Play], int] = house_layouts
    by_auction: bool = False

    def __call__(self, state: Play, auction: Auction | None, /) -> Card:
        legal = state.legal_actions
        if not is_real(state):
            return min(legal, key=lambda card: card.rank)
        count = self.layouts(state)
        heard = auction if self.by_auction else None
        ahead = look_ahead(state, heard, layouts=count, seed=self.seed, solver=self.solver)
        return best_card(state, ahead)


def best_card(state: Play, ahead: Lookahead) -> Card:
    """The card that succeeds most often; of equals, takes most tricks; of equals, is cheapest."""
    seen = open_seats(state)

    def worth(card: Card) -> tuple[float, float, int, int, int]:
        together = sum(state.holding(seat).length(card.suit) for seat in seen)
        return ahead.success(card), ahead.own_tricks(card), -card.rank, together, card.suit

    return max(state.legal_actions, key=worth)
