"""The players of a trial: a learned declarer kept to a line, learned defenders, or perfect ones.

All lines are played out together, so that few large questions reach the networks; and a network
remembers what it answered, as lines that play alike so far ask the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.lookahead.playouts import (
    Foretelling,
    Player,
    learned_player,
    play_out,
    remembering,
)
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.positions import DECLARING, Bools, Bytes, Rows, Tables, Views
from kibitz.cardplay.similarity.positions import number as place_of
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kibitz.plans.lines.line import PlanLine, allowed

Suits: TypeAlias = npt.NDArray[np.float64]
"""A number for each suit, (n, 4)."""


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The result of a line on each of some layouts: declarer's tricks, and the cards played."""

    tricks: Bytes
    cards: Bytes
    """(layouts, 52)"""

    def played(self, layout: int) -> tuple[Card, ...]:
        """The play on one layout, card by card."""
        return tuple(DECK[card] for card in self.cards[layout].tolist())

    def __len__(self) -> int:
        return len(self.tricks)

    def __getitem__(self, rows: slice | Rows) -> Trial:
        return Trial(self.tricks[rows], self.cards[rows])

    def then(self, more: Trial) -> Trial:
        """The trial with that of further layouts."""
        return Trial(
            np.concatenate([self.tricks, more.tricks]), np.concatenate([self.cards, more.cards])
        )


@dataclass(frozen=True, slots=True)
class Stint:
    """A line, and the layouts (a range of them) that it is to be played out on."""

    line: PlanLine
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class LearnedPlayers:
    """The networks: one plays the cards that a line leaves open, the other defends."""

    declarer: Foretelling
    defenders: Foretelling

    @property
    def remembering(self) -> LearnedPlayers:
        """The same players, each with a memory of what was asked."""
        return LearnedPlayers(remembering(self.declarer), remembering(self.defenders))

    def try_out(
        self,
        tables: Tables,
        begun: int,
        parts: Sequence[Stint],
        *,
        against: Player | None = None,
        tick: Callable[[], object] = lambda: None,
    ) -> list[Trial]:
        """Play each part, from the first *begun* cards of the *tables* to the last card.

        *against* replaces the learned defenders; *tick* is called now and then.
        """
        rows = np.concatenate([np.arange(part.first, part.last) for part in parts])
        of = np.repeat(np.arange(len(parts)), [part.last - part.first for part in parts])

        def kept(views: Views) -> Bools:
            tick()
            found = np.zeros((len(views), 52), np.bool_)
            playing = of[views.table]
            for number, part in enumerate(parts):
                here: Rows = np.flatnonzero(playing == number)
                if len(here):
                    found[here] = allowed(part.line, views[here])
            return found

        players = self.remembering
        declarer = learned_player(players.declarer, kept)
        defenders = learned_player(players.defenders) if against is None else against
        full, tricks = play_out(tables[rows], begun, declarer, defenders)
        return [
            Trial(tricks[here], full.played[here])
            for here in (of == number for number in range(len(parts)))
        ]

    def leanings(self, tables: Tables, begun: int) -> Suits:
        """The chance of each suit at declarer's first lead after *begun* cards, by table, (n, 4);
        all are zero where he never has the lead."""
        views = Views.of_tables(tables, DECLARING)
        leads: Rows = np.flatnonzero((views.plies % 4 == 0) & (views.plies >= begun))
        places, first = np.unique(views.table[leads], return_index=True)
        found = np.zeros((len(tables), 4))
        if len(places):
            chances = remembering(self.declarer).chances(views[leads[first]])
            found[places] = chances.reshape(-1, 4, 13).sum(axis=2)
        return found


def perfect_player(solver: DoubleDummy, deals: Sequence[Deal], contract: Contract) -> Player:
    """A player of both defenders, who see all four hands; a low card where the solver fails.

    They play a card that gives nothing away double dummy, and of several a low one from the longest
    suit: so they make no mistake, but set no problems either.
    """

    def play(views: Views) -> Bytes:
        choices = Choices.of(views)
        cards: Bytes = choices.legal.reshape(-1, 52).argmax(axis=1).astype(np.uint8)
        asked: Rows = np.flatnonzero(choices.are_decisions)
        states = [_state(views, int(row), deals, contract) for row in asked]
        for row, state, answer in zip(asked, states, solver.solve_all(states), strict=True):
            if isinstance(answer, Solution):
                hand = state.holding(state.turn)
                best = min(answer.best_cards, key=lambda c: (-hand.length(c.suit), c.rank))
                cards[row] = place_of(best)
        return cards

    return play


def _state(views: Views, row: int, deals: Sequence[Deal], contract: Contract) -> Play:
    table, ply = int(views.table[row]), int(views.plies[row])
    played = views.tables.played[table, :ply].tolist()
    return Play.start(deals[table], contract).after_all([DECK[card] for card in played])
