"""The symmetries of the rules themselves: every renumbering that keeps roads and lines.

The board as drawn has eight; two nested squares have eight more, which exchange the squares.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.lines import LineGame, LineState
from kibitz.runtime.compiled import compiled


@lru_cache(maxsize=16)
def rule_symmetries(game: LineGame) -> tuple[tuple[int, ...], ...]:
    """Where each location goes, identity first.

    >>> from kibitz.games.boards import FIVE_MENS_MORRIS, TIC_TAC_TOE
    >>> len(rule_symmetries(TIC_TAC_TOE)), len(rule_symmetries(FIVE_MENS_MORRIS))
    (8, 16)
    """
    locations = len(game.board.places)
    if not game.slides:  # roads do not matter where nothing slides
        return game.board.symmetries
    roads = {frozenset(road) for road in game.board.roads}
    lines = {frozenset(line) for line in game.board.lines}
    found = []

    def extend(image: tuple[int, ...]) -> None:
        here = len(image)
        if here == locations:
            if {frozenset(image[i] for i in line) for line in lines} == lines:
                found.append(image)
            return
        for there in range(locations):
            if there not in image and all(
                (frozenset((here, i)) in roads) == (frozenset((there, image[i])) in roads)
                for i in range(here)
            ):
                extend((*image, there))

    extend(())
    return tuple(sorted(found))


@lru_cache(maxsize=8)
def _turned_masks(game: LineGame) -> NDArray[np.int64]:
    """Every mask under every symmetry of the rules."""
    turns = rule_symmetries(game)
    masks = np.arange(1 << len(game.board.places), dtype=np.int64)
    turned = np.zeros((len(turns), len(masks)), np.int64)
    for row, turn in zip(turned, turns, strict=True):
        for here, there in enumerate(turn):
            row |= (masks >> here & 1) << there
    return turned


@compiled
def _smallest(
    turned: NDArray[np.int64], own: int, opp: int, hand: int, opp_hand: int, width: int
) -> int:
    best = int(turned[0, own] << width | turned[0, opp])
    for k in range(1, turned.shape[0]):
        best = min(best, int(turned[k, own] << width | turned[k, opp]))
    return ((best << 4) | hand) << 4 | opp_hand


def identity(state: LineState) -> int:
    """One number for all states that differ only by symmetry and by whose colour is whose."""
    width = len(state.game.board.places)
    return _smallest(_turned_masks(state.game), *state.seen, width)
