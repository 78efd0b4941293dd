"""Lines played out: the same layouts for every line, the learned players at the other cards.

The defenders are learned too: each sees his own hand, dummy and the cards played. What a perfect
defence would leave is asked apart, double dummy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.playouts import learned_player, play_out
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Tables, Views
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play
from kibitz.plans.lines import Line, allowed

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What became of a line on each of some layouts: declarer's tricks, and the cards played."""

    line: Line
    tricks: Bytes
    cards: Bytes
    """(layouts, 52)"""

    def played(self, layout: int) -> tuple[Card, ...]:
        """The play on one of the layouts, card by card."""
        return tuple(DECK[card] for card in self.cards[layout].tolist())

    def makes(self, target: int) -> Bools:
        """On which layouts it takes so many tricks."""
        found: Bools = self.tricks >= target
        return found


@dataclass(frozen=True, slots=True)
class Players:
    """Who fills in the cards that a line leaves open, and who defends."""

    declarer: Similarity
    defenders: Similarity

    def try_out(
        self, state: Play, auction: Auction | None, layouts: Sequence[Deal], lines: Sequence[Line]
    ) -> list[Trial]:
        """Every line on every layout, from the *state* on to the last card."""
        size = len(layouts)
        starts = [(Play.start(deal, state.contract), state.played, auction) for deal in layouts]
        tables = Tables.joined([Tables.of(starts)] * len(lines))

        def kept(views: Views) -> Bools:
            found = np.zeros((len(views), 52), np.bool_)
            for number, line in enumerate(lines):
                rows: Rows = np.flatnonzero(views.table // size == number)
                if len(rows):
                    found[rows] = allowed(line, views[rows])
            return found

        declarer, defenders = learned_player(self.declarer, kept), learned_player(self.defenders)
        full, tricks = play_out(tables, len(state.played), declarer, defenders)
        return [
            Trial(line, tricks[first : first + size], full.played[first : first + size])
            for line, first in zip(lines, range(0, size * len(lines), size), strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Gain:
    """How much more often, or by how many tricks, one line does better than another."""

    mean: float
    error: float
    """The standard error of the mean, over layouts."""
    layouts: int

    @classmethod
    def of(cls, one: Floats, other: Floats) -> Gain:
        """Both on the same layouts."""
        apart = one.astype(np.float64) - other.astype(np.float64)
        spread = float(apart.std(ddof=1)) if len(apart) > 1 else 0.0
        return cls(float(apart.mean()), spread / max(1, len(apart)) ** 0.5, len(apart))

    @property
    def is_sure(self) -> bool:
        """Whether it would hardly come about by chance: one in twenty."""
        return self.mean > 1.64 * self.error
