"""What the tests of board games share.

Strip is a game added as CONTRIBUTING.md says, three in a row win on a strip of six: the laws of
`test_board_games.py` run on it, and `tests/unit/strategies/test_a_tiny_game.py` watches, learns
and asks. `Influence` is a locality of one's own: the protocol of
`strategies/sequences/locality.py` asks for no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.games.boards.board import Board, Move
from kibitz.games.boards.lines import Closing, LineGame, LineState
from kibitz.games.boards.solving.solution import GameSolution
from kibitz.strategies.sequences.locality import Area, grown

_PLACES = tuple((place, 0) for place in range(6))
_BOARD = Board(_PLACES, lines=tuple((place, place + 1, place + 2) for place in range(4)))
STRIP = LineGame("strip", _BOARD, ".XO", (3, 3), Closing.WINS)


@dataclass(frozen=True, slots=True)
class Influence:
    """Each action touches what earlier ones attack or defend: a road or a line away."""

    def area(self, board: Board, actions: tuple[Move, ...]) -> Area | None:
        return grown(actions, lambda move: _influenced(board, move.to))


def _influenced(board: Board, location: int) -> Area:
    lines = (line for line in board.lines if location in line)
    return frozenset({location, *board.neighbours(location)}.union(*lines))


def is_consistent_at(solution: GameSolution, state: LineState) -> bool:
    """Does the value follow from those one ply on: the soonest win, a draw, the latest loss?"""
    if state.over:
        return solution.graded(state) == []
    return solution.value(state) == max((value for _, value in solution.graded(state)), key=_worth)


def _worth(value: int) -> Fraction:
    return Fraction(1, value) if value else Fraction(0)
