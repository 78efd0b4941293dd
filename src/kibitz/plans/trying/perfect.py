"""Perfect defenders, who see all four hands, to measure a line against the best defence.

They play a card that gives nothing away double dummy, and of several a low one from the longest
suit: so they make no mistake, but set no problems either.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.cardplay.lookahead.playouts import Player
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.positions import Bytes, Rows, Views, number
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play


def perfect_player(solver: DoubleDummy, deals: Sequence[Deal], contract: Contract) -> Player:
    """Plays for both defenders at tables with these deals; a low card where the solver fails."""

    def play(views: Views) -> Bytes:
        choices = Choices.of(views)
        cards: Bytes = choices.legal.reshape(-1, 52).argmax(axis=1).astype(np.uint8)
        asked: Rows = np.flatnonzero(choices.are_decisions)
        states = [_state(views, int(row), deals, contract) for row in asked]
        for row, state, answer in zip(asked, states, solver.solve_all(states), strict=True):
            if isinstance(answer, Solution):
                hand = state.holding(state.turn)
                best = min(answer.best_cards, key=lambda c: (-hand.length(c.suit), c.rank))
                cards[row] = number(best)
        return cards

    return play


def _state(views: Views, row: int, deals: Sequence[Deal], contract: Contract) -> Play:
    table, ply = int(views.table[row]), int(views.plies[row])
    played = views.tables.played[table, :ply].tolist()
    return Play.start(deals[table], contract).after_all([DECK[card] for card in played])
