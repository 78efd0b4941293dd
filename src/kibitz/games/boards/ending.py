"""When a contest ends: by its rules, by its length, or by a state that came again too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kibitz.games.boards.board import BoardState, Game


def has_ended(game: Game, states: Sequence[BoardState]) -> bool:
    """Whether the contest that went through *states*, oldest first, is at its end.

    >>> from kibitz.games.boards import LOSE_TIC_TAC_TOE
    >>> has_ended(LOSE_TIC_TAC_TOE, [LOSE_TIC_TAC_TOE.start()])
    False
    """
    last = states[-1]
    if last.over or len(states) > game.longest:
        return True
    return bool(game.repetitions) and Counter(states)[last] >= game.repetitions
