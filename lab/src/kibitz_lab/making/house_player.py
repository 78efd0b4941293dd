"""The house player: declares by looking ahead over sampled layouts, and by nothing else."""

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
    """Twelve in the first trick, where one takes longest to solve, up to forty in the end."""
    return min(40, 12 + 4 * state.tricks)


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """Takes the card that makes the contract most often, then the one that takes most tricks.

    Of equals it plays the lowest, from the suit of which the two hands hold most. It samples from
    the cards seen alone, unless it *hears* the auction: it declares what silent opponents let the
    house bid.
    """

    solver: DoubleDummy
    seed: int
    layouts: Callable[[Play], int] = house_layouts
    hears: bool = False

    def __call__(self, state: Play, auction: Auction | None, /) -> Card:
        legal = state.legal_actions
        if not is_real(state):
            return min(legal, key=lambda card: card.rank)
        count = self.layouts(state)
        heard = auction if self.hears else None
        ahead = look_ahead(state, heard, layouts=count, seed=self.seed, solver=self.solver)
        return best_card(state, ahead)


def best_card(state: Play, ahead: Lookahead) -> Card:
    """The card that succeeds most often, then takes most tricks, then is the cheapest."""
    seen = open_seats(state)

    def worth(card: Card) -> tuple[float, float, int, int, int]:
        together = sum(state.holding(seat).length(card.suit) for seat in seen)
        return ahead.success(card), ahead.own_tricks(card), -card.rank, together, card.suit

    return max(state.legal_actions, key=worth)
