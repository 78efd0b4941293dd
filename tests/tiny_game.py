"""A board game added as CONTRIBUTING.md says: Strip, three in a row wins on a strip of six.

The laws of `test_board_games.py` run on it, and `tests/unit/strategies/test_a_tiny_game.py`
watches, learns and asks.
"""

from kibitz.games.boards.board import Board
from kibitz.games.boards.lines import Closing, LineGame

_PLACES = tuple((place, 0) for place in range(6))
_BOARD = Board(_PLACES, lines=tuple((place, place + 1, place + 2) for place in range(4)))
STRIP = LineGame("strip", _BOARD, ".XO", (3, 3), Closing.WINS)
