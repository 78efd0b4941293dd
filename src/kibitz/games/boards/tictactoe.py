"""Tic-tac-toe, and lose tic-tac-toe, where three in a row loses."""

from __future__ import annotations

from kibitz.games.boards.board import square
from kibitz.games.boards.lines import Closing, LineGame

_ROWS = tuple(tuple(range(row, row + 3)) for row in (0, 3, 6))
_COLUMNS = tuple(tuple(range(column, 9, 3)) for column in range(3))
_BOARD = square(3, lines=(*_ROWS, *_COLUMNS, (0, 4, 8), (2, 4, 6)))

TIC_TAC_TOE = LineGame("tic-tac-toe", _BOARD, ".XO", (5, 4), Closing.WINS)
LOSE_TIC_TAC_TOE = LineGame("lose-tic-tac-toe", _BOARD, ".XO", (5, 4), Closing.LOSES)
