"""A locality of one's own: the protocol of `strategies/sequences/locality.py` asks for no more."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.boards.board import Board, Move
from kibitz.strategies.sequences.locality import Area, grown


@dataclass(frozen=True, slots=True)
class Influence:
    """Each action touches what earlier ones attack or defend: a road or a line away."""

    def area(self, board: Board, actions: tuple[Move, ...]) -> Area | None:
        return grown(actions, lambda move: _influenced(board, move.to))


def _influenced(board: Board, location: int) -> Area:
    lines = (line for line in board.lines if location in line)
    return frozenset({location, *board.neighbours(location)}.union(*lines))
