"""Depth-limited search in line games: which actions are proved to win or to lose, and how soon.

A value is 0 for a draw or where the depth decides nothing, positive for a proved win and negative
for a proved loss, and larger the sooner it comes. Nothing learned is used here, so that players
with and without knowledge search the very same tree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.lines import LineState
from kibitz.games.boards.solving import kernel
from kibitz.games.boards.solving.kernel import Rules
from kibitz.runtime.compiled import compiled

SURE = 1000  # a win at once; one less for each ply it is away


@compiled
def _leaf(
    rules: Rules, own: int, opp: int, hand: int, opp_hand: int, depth: int, piece: int
) -> int:
    """The value of a state that needs no search, or 2 * SURE for one that does."""
    over = kernel.result(rules, own, opp, hand, opp_hand)
    if over == kernel.LOST:
        return -SURE
    if over == kernel.WON:
        return SURE
    if over == kernel.DRAWN:
        return 0
    if depth > 0:
        return 2 * SURE
    ahead = kernel.count(own) + hand - kernel.count(opp) - opp_hand
    return piece * ahead


@compiled
def _value(
    rules: Rules, own: int, opp: int, hand: int, opp_hand: int, depth: int, piece: int,
    out: NDArray[np.int64], frames: NDArray[np.int64], nodes: NDArray[np.int64],
) -> int:  # fmt: skip
    """Alpha-beta search on an explicit stack: recursive compiled code cannot be kept on disk.

    A frame holds the state (4 numbers), the window, the best value, the next move and their number.
    """
    nodes[0] += 1
    value = _leaf(rules, own, opp, hand, opp_hand, depth, piece)
    if value != 2 * SURE:
        return value
    level = 0
    frames[0, :4] = own, opp, hand, opp_hand
    frames[0, 4:9] = -SURE, SURE, -SURE - 1, 0, kernel.moves(rules, own, opp, hand, out[0])
    while True:
        frame = frames[level]
        if frame[7] == frame[8] or frame[4] >= frame[5]:
            value = int(frame[6])
            level -= 1
            if level < 0:
                return value
        else:
            code = out[level, frame[7]]
            frame[7] += 1
            o, p, h, q = kernel.after(frame[0], frame[1], frame[2], frame[3], code)
            nodes[0] += 1
            value = _leaf(rules, o, p, h, q, depth - level - 1, piece)
            if value == 2 * SURE:
                level += 1
                n = kernel.moves(rules, o, p, h, out[level])
                frames[level, :4] = o, p, h, q
                frames[level, 4:9] = -frame[5], -frame[4], -SURE - 1, 0, n
                continue
        above = frames[level]
        value = -value + (value > 0) - (value < 0)
        above[6] = max(above[6], value)
        above[4] = max(above[4], value)


@compiled
def value_actions(
    rules: Rules, own: int, opp: int, hand: int, opp_hand: int, depth: int, piece: int,
    codes: NDArray[np.int64], values: NDArray[np.int64], nodes: NDArray[np.int64],
) -> int:  # fmt: skip
    """Write each action and its value after a search of *depth* plies; the number of actions."""
    out = np.empty((depth + 1, kernel.MOST_MOVES), np.int64)
    frames = np.empty((depth + 1, 9), np.int64)
    n = kernel.moves(rules, own, opp, hand, codes)
    for i in range(n):
        o, p, h, q = kernel.after(own, opp, hand, opp_hand, codes[i])
        value = _value(rules, o, p, h, q, depth - 1, piece, out, frames, nodes)
        values[i] = -value + (value > 0) - (value < 0)
    return n


@dataclass(frozen=True, slots=True)
class Searched:
    """The result of a search: the value of each action, the depth, and the number of states."""

    values: dict[int, int]
    depth: int
    nodes: int

    @property
    def value(self) -> int:
        """The value of the best action."""
        return max(self.values.values())

    @property
    def best(self) -> list[int]:
        """The best actions: the fastest wins, else undecided ones, else the slowest losses."""
        most = self.value
        return [code for code, value in self.values.items() if value == most]


def search(state: LineState, depth: int, *, piece: int = 0) -> Searched:
    """Search every action of *state* to *depth* plies; *piece* is the worth of a piece there."""
    codes = np.empty(kernel.MOST_MOVES, np.int64)
    values = np.empty(kernel.MOST_MOVES, np.int64)
    nodes = np.zeros(1, np.int64)
    n = value_actions(state.game.rules, *state.seen, depth, piece, codes, values, nodes)
    found = dict(zip(codes[:n].tolist(), values[:n].tolist(), strict=True))
    return Searched(found, depth, int(nodes[0]))
