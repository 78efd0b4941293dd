"""Men's morris on two nested squares: five or six men a side."""

from __future__ import annotations

from kibitz.games.boards.board import Board
from kibitz.games.boards.lines import Closing, LineGame

_OUTER = ((0, 0), (2, 0), (4, 0), (4, 2), (4, 4), (2, 4), (0, 4), (0, 2))
_INNER = ((1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2))
_PLACES = tuple(sorted(_OUTER + _INNER, key=lambda place: (place[1], place[0])))
_NUMBER = {place: number for number, place in enumerate(_PLACES)}
_RINGS = tuple(tuple(_NUMBER[place] for place in ring) for ring in (_OUTER, _INNER))
_SIDES = tuple((r[i], r[i + 1], r[(i + 2) % 8]) for r in _RINGS for i in (0, 2, 4, 6))
_AROUND = tuple((r[i], r[(i + 1) % 8]) for r in _RINGS for i in range(8))
_BETWEEN = tuple((_RINGS[0][i], _RINGS[1][i]) for i in (1, 3, 5, 7))  # roads, but too short to mill

BOARD = Board(_PLACES, tuple(tuple(sorted(side)) for side in _SIDES), _AROUND + _BETWEEN)


def mens_morris(
    name: str,
    men: int,
    *,
    flying: int = 0,
    sheltered: bool = False,
    longest: int | None = None,
    repetitions: int = 3,
) -> LineGame:
    """Place *men* pieces each, then slide; a mill takes a piece; two pieces or no slide lose.

    The defaults are the reading of the paper given in docs/methods.md: no flying, any piece may
    be taken, two mills at once take one piece, a draw after three repetitions or 100 slides.
    """
    return LineGame(
        name,
        BOARD,
        ".BW",
        (men, men),
        Closing.CAPTURES,
        slides=True,
        flying=flying,
        sheltered=sheltered,
        longest=2 * men + 100 if longest is None else longest,
        repetitions=repetitions,
    )


FIVE_MENS_MORRIS = mens_morris("five-mens-morris", 5)
SIX_MENS_MORRIS = mens_morris("six-mens-morris", 6)
