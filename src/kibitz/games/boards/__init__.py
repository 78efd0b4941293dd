"""Board games under one protocol: locations, contents, symmetries, legal actions, winner."""

from kibitz.errors import UsageError
from kibitz.games.boards.lines import LineGame
from kibitz.games.boards.morris import FIVE_MENS_MORRIS, SIX_MENS_MORRIS
from kibitz.games.boards.rows import FIVE_IN_A_ROW, TRIO, RowGame
from kibitz.games.boards.tictactoe import LOSE_TIC_TAC_TOE, TIC_TAC_TOE

__all__ = [
    "FIVE_IN_A_ROW",
    "FIVE_MENS_MORRIS",
    "GAMES",
    "LOSE_TIC_TAC_TOE",
    "ROW_GAMES",
    "SIX_MENS_MORRIS",
    "TIC_TAC_TOE",
    "TRIO",
    "LineGame",
    "RowGame",
    "game_named",
]

GAMES: dict[str, LineGame] = {
    game.name: game for game in (LOSE_TIC_TAC_TOE, FIVE_MENS_MORRIS, TIC_TAC_TOE, SIX_MENS_MORRIS)
}
"""The games that are solved, and so can be watched, learned and played against."""

ROW_GAMES: dict[str, RowGame] = {game.name: game for game in (TRIO, FIVE_IN_A_ROW)}
"""Games without a perfect agent to watch: they are for experiments, and for programs."""


def game_named(name: str) -> LineGame:
    """The solved game of that name.

    >>> game_named("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kibitz.errors.UsageError: no game 'chess'; there are lose-tic-tac-toe, five-mens-morris, ...
    """
    if name in ROW_GAMES:
        raise UsageError(f"{name} is not solved, so nobody here can show how it is played best")
    try:
        return GAMES[name]
    except KeyError:
        raise UsageError(f"no game {name!r}; there are {', '.join(GAMES)}") from None
