"""Lines played out on the same layouts, with learned players choosing the other cards.

The defenders are learned too: each sees his own hand, dummy and the cards played. Perfect defence
is tried separately, double dummy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from kibitz.cardplay.lookahead.cards_played import tables_of
from kibitz.cardplay.lookahead.estimates import Floats
from kibitz.cardplay.lookahead.expected import Weights
from kibitz.cardplay.lookahead.weighing import Layouts
from kibitz.cardplay.similarity.positions import Tables
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.plans.lines.line import PlanLine
from kibitz.plans.question import Scoring
from kibitz.plans.trying.players import LearnedPlayers, Stint, Trial, perfect_player


@dataclass(frozen=True, eq=False)
class Bench:
    """A state, weighted layouts of it in random order, and the lines tried on them so far."""

    players: LearnedPlayers
    state: Play
    auction: Auction | None
    layouts: Layouts
    watch: Callable[[int], object] = lambda done: None
    solver: DoubleDummy | None = None
    """The solver for perfect defenders."""
    _tried: dict[PlanLine, Trial] = field(default_factory=dict)
    """Each line on the first so many layouts of all that there were."""
    _tried_perfectly: dict[tuple[PlanLine, int], Trial] = field(default_factory=dict)

    def first(self, number: int) -> Bench:
        """The bench of the first so many layouts; what is tried on either is tried on both."""
        if number >= len(self):
            return self
        weights = self.weights[:number] / self.weights[:number].sum()
        return replace(self, layouts=Layouts(self.layouts.owners[:number], weights))

    def draws(self, number: int, lines: Sequence[PlanLine]) -> list[Bench]:
        """So many benches that share the layouts out among them, with the trials of these lines."""
        trials = self.trials(lines)
        parts = [np.arange(one, len(self), number) for one in range(min(number, len(self)))]
        return [
            replace(
                self,
                layouts=Layouts(
                    self.layouts.owners[rows], self.weights[rows] / self.weights[rows].sum()
                ),
                _tried={line: trial[rows] for line, trial in zip(lines, trials, strict=True)},
                _tried_perfectly={},
            )
            for rows in parts
        ]

    def trials(self, lines: Sequence[PlanLine]) -> list[Trial]:
        """The trial of each line on every layout; a line is played out only once on each."""
        size = len(self)
        new = [
            Stint(line, begun, size)
            for line in dict.fromkeys(lines)
            if (begun := self._done(line)) < size
        ]
        if new:
            found = self.players.try_out(
                self._tables, len(self.state.played), new, tick=lambda: self.watch(0)
            )
            for part, trial in zip(new, found, strict=True):
                before = self._tried.get(part.line)
                self._tried[part.line] = trial if before is None else before.then(trial)
            self.watch(sum(part.last - part.first for part in new))
        return [self._tried[line][:size] for line in lines]

    def trial(self, line: PlanLine) -> Trial:
        return self.trials([line])[0]

    def has_tried(self, line: PlanLine) -> bool:
        """Whether a line was played out on every layout."""
        return self._done(line) >= len(self)

    def _done(self, line: PlanLine) -> int:
        return len(self._tried[line]) if line in self._tried else 0

    def leanings(self, line: PlanLine) -> dict[Suit, float]:
        """The mean chance that the learned declarer, who keeps to a line, leads each suit first."""
        played = replace(self._tables, played=self.trial(line).cards)
        chances = self.weights @ self.players.leanings(played, len(self.state.played))
        return {suit: float(chances[suit]) for suit in Suit}

    def perfect(self, line: PlanLine, number: int) -> Trial:
        """The trial of a line on the first *number* layouts, against perfect defenders."""
        if (line, number) not in self._tried_perfectly:
            deals, state = self.first(number).deals, self.state
            with nullcontext(self.solver) if self.solver is not None else DoubleDummy() as solver:
                against = perfect_player(solver, deals, state.contract)
                [found] = self.players.try_out(
                    self._tables,
                    len(state.played),
                    [Stint(line, 0, len(deals))],
                    against=against,
                    tick=lambda: self.watch(0),
                )
            self._tried_perfectly[line, number] = found
        return self._tried_perfectly[line, number]

    @cached_property
    def _tables(self) -> Tables:
        return tables_of(self.layouts.owners, self.state, self.auction)

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
