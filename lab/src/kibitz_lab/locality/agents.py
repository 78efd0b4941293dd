"""The players on a large board: a search of two plies, with and without an evaluation."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.agents import Forgetful
from kibitz.games.boards.board import BoardState, Move
from kibitz.games.boards.rows import RowGame

_WORTH = np.array([1.0, 10.0, 100.0, 1000.0, 0.0, 0.0])  # of a row, by its marks of one side


@dataclass(frozen=True, eq=False)
class Searcher(Forgetful):
    """Wins at once if it can, else stops the opponent from it; else plays by taste, or anywhere.

    Its taste counts the rows through a location that hold marks of one side alone.
    """

    game: RowGame
    taste: bool = False

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        return np.array(self.game.board.lines, np.int64)

    def choose(self, state: BoardState, rng: random.Random) -> Move:
        return Move(rng.choice(self.best(state)))

    def best(self, state: BoardState) -> list[int]:
        """The locations among which it draws."""
        stands = np.array(state.contents)
        rows = self._rows
        own = (stands == state.mover + 1)[rows].sum(axis=1)
        others = (stands > 0)[rows].sum(axis=1) - own
        for side, against in ((own, others), (others, own)):
            urgent = rows[(side == self.game.length - 1) & (against == 0)]
            blank = sorted({int(i) for i in urgent[stands[urgent] == 0]})
            if blank:
                return blank
        blank = np.flatnonzero(stands == 0).tolist()
        return self._by_taste(rows, own, others, blank) if self.taste else blank

    def _by_taste(
        self,
        rows: NDArray[np.int64],
        own: NDArray[np.int64],
        others: NDArray[np.int64],
        blank: list[int],
    ) -> list[int]:
        worth = np.where(others == 0, _WORTH[own], 0.0) + np.where(own == 0, _WORTH[others], 0.0)
        liking = np.zeros(self.game.longest)
        np.add.at(liking, rows, worth[:, None])
        most = max(liking[blank])
        return [i for i in blank if liking[i] == most]
