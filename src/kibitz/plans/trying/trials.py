"""Lines played out on the same layouts, with learned players choosing the other cards.

The defenders are learned too: each sees his own hand, dummy and the cards played. Perfect defence
is tried separately, double dummy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kibitz.cardplay.lookahead.estimates import Floats
from kibitz.cardplay.lookahead.playouts import Player, learned_player, play_out
from kibitz.cardplay.lookahead.weighing import Layouts, Weights
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Tables, Views
from kibitz.cardplay.similarity.positions import number as place_of
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kibitz.plans.question import Scoring
from kibitz.plans.trying.lines import PlanLine, allowed


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The result of a line on each of some layouts: declarer's tricks, and the cards played."""

    tricks: Bytes
    cards: Bytes
    """(layouts, 52)"""

    def played(self, layout: int) -> tuple[Card, ...]:
        """The play on one layout, card by card."""
        return tuple(DECK[card] for card in self.cards[layout].tolist())


@dataclass(frozen=True, slots=True)
class LearnedPlayers:
    """The networks: one plays the cards that a line leaves open, the other defends."""

    declarer: Similarity
    defenders: Similarity

    def try_out(
        self,
        state: Play,
        auction: Auction | None,
        deals: Sequence[Deal],
        lines: Sequence[PlanLine],
        *,
        against: Player | None = None,
        tick: Callable[[], object] = lambda: None,
    ) -> list[Trial]:
        """Play every line on every layout, from the *state* to the last card.

        *against* replaces the learned defenders; *tick* is called now and then.
        """
        size = len(deals)
        starts = [(Play.start(deal, state.contract), state.played, auction) for deal in deals]
        tables = Tables.joined([Tables.of(starts)] * len(lines))

        def kept(views: Views) -> Bools:
            tick()
            found = np.zeros((len(views), 52), np.bool_)
            for number, line in enumerate(lines):
                rows: Rows = np.flatnonzero(views.table // size == number)
                if len(rows):
                    found[rows] = allowed(line, views[rows])
            return found

        declarer = learned_player(self.declarer, kept)
        defenders = learned_player(self.defenders) if against is None else against
        full, tricks = play_out(tables, len(state.played), declarer, defenders)
        return [
            Trial(tricks[first : first + size], full.played[first : first + size])
            for first in range(0, size * len(lines), size)
        ]


@dataclass(frozen=True, eq=False)
class Bench:
    """A state, weighted layouts of it, and the lines tried on them so far."""

    players: LearnedPlayers
    state: Play
    auction: Auction | None
    layouts: Layouts
    watch: Callable[[int], object] = lambda done: None
    solver: DoubleDummy | None = None
    """The solver for perfect defenders."""
    _tried: dict[PlanLine, Trial] = field(default_factory=dict)
    _tried_perfectly: dict[tuple[PlanLine, int], Trial] = field(default_factory=dict)

    def trials(self, lines: Sequence[PlanLine]) -> list[Trial]:
        """The trial of each line on every layout; a line is played out only once."""
        new = [line for line in dict.fromkeys(lines) if line not in self._tried]
        if new:
            found = self.players.try_out(
                self.state, self.auction, self.deals, new, tick=lambda: self.watch(0)
            )
            self._tried.update(zip(new, found, strict=True))
            self.watch(len(new) * len(self.deals))
        return [self._tried[line] for line in lines]

    def trial(self, line: PlanLine) -> Trial:
        return self.trials([line])[0]

    def perfect(self, line: PlanLine, number: int) -> Trial:
        """The trial of a line on the first *number* layouts, against perfect defenders."""
        if (line, number) not in self._tried_perfectly:
            deals, state = self.deals[:number], self.state
            with nullcontext(self.solver) if self.solver is not None else DoubleDummy() as solver:
                against = perfect_player(solver, deals, state.contract)
                [found] = self.players.try_out(
                    state, self.auction, deals, [line], against=against, tick=lambda: self.watch(0)
                )
            self._tried_perfectly[line, number] = found
        return self._tried_perfectly[line, number]

    @cached_property
    def deals(self) -> list[Deal]:
        return self.layouts.deals

    @property
    def weights(self) -> Weights:
        return self.layouts.weights

    def __len__(self) -> int:
        return len(self.weights)


def worth(line: PlanLine, bench: Bench, by: Scoring) -> Floats:
    """What the line is worth on each layout: 1 where it makes the contract, or its tricks."""
    return values_of(bench.trial(line), bench, by)


def values_of(trial: Trial, bench: Bench, by: Scoring) -> Floats:
    """What a line that was played out is worth on each layout."""
    if by is Scoring.MATCHPOINTS:
        return trial.tricks.astype(np.float64)
    found: Floats = (trial.tricks >= bench.state.contract.target).astype(np.float64)
    return found


def chance_interval(chance: float, number: float, wide: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a chance that was estimated from *number* equally likely layouts."""
    middle = (chance + wide**2 / (2 * number)) / (1 + wide**2 / number)
    half = wide / (1 + wide**2 / number)
    half *= (chance * (1 - chance) / number + wide**2 / (4 * number**2)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


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
