"""A line game solved exactly: the value of every state and how many plies it is away.

A stored value is 0 for a draw, n + 1 for a win in n plies, -(n + 1) for a loss in n, always for
the mover. States with slides are solved backwards from their ends, fewest pieces first, since a
capture never brings a piece back; states with pieces in hand follow, last ply first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.lines import LineGame
from kibitz.games.boards.solving import kernel
from kibitz.games.boards.solving.kernel import Rules
from kibitz.games.boards.solving.ranking import StateIndex, rank_of, state_of
from kibitz.runtime.compiled import compiled

_NEVER = 32767
Values = NDArray[np.int16]


@compiled
def better(value: int, than: int) -> bool:
    """Would the mover rather have this value? Fast wins, then draws, then slow losses."""
    if value > 0:
        return than <= 0 or value < than
    if value == 0:
        return than < 0
    return than < 0 and value < than


@compiled
def backed_up(value: int) -> int:
    """What a state is worth to the one who moves into it, one ply earlier."""
    if value > 0:
        return -(value + 1)
    return -value + 1 if value < 0 else 0


@compiled
def best_of(
    rules: Rules, index: StateIndex, values: Values, own: int, opp: int, hand: int, opp_hand: int,
    out: NDArray[np.int64],
) -> int:  # fmt: skip
    """The value of a state from those of the states after it."""
    over = kernel.result(rules, own, opp, hand, opp_hand)
    if over != kernel.GOES_ON:
        return 1 if over == kernel.WON else -1 if over == kernel.LOST else 0
    best = -_NEVER
    for i in range(kernel.moves(rules, own, opp, hand, out)):
        o, p, h, q = kernel.after(own, opp, hand, opp_hand, out[i])
        value = backed_up(values[rank_of(index, rules.locations, o, p, h, q)])
        if best == -_NEVER or better(value, best):
            best = value
    return best


@compiled
def solve_by_looking_ahead(rules: Rules, index: StateIndex, values: Values, block: int) -> None:
    """Every state of a block whose successors are all solved."""
    out = np.empty(kernel.MOST_MOVES, np.int64)
    hand, opp_hand = index.blocks[block, 0], index.blocks[block, 1]
    offset = index.blocks[block, 4]
    for number in range(index.blocks[block, 5]):
        own, opp = state_of(index, rules.locations, block, number)
        values[offset + number] = best_of(rules, index, values, own, opp, hand, opp_hand, out)


@compiled
def _open_slides(
    rules: Rules, index: StateIndex, values: Values, block: int, base: int,
    due: NDArray[np.int16], left: NDArray[np.int16], slowest: NDArray[np.int16],
) -> None:  # fmt: skip
    """What captures and ends alone say: when a state is due, and how many moves are unrefuted."""
    out = np.empty(kernel.MOST_MOVES, np.int64)
    offset = index.blocks[block, 4]
    for number in range(index.blocks[block, 5]):
        own, opp = state_of(index, rules.locations, block, number)
        at = offset + number - base
        if kernel.result(rules, own, opp, 0, 0) == kernel.LOST:
            left[at], due[at] = 0, 1
            continue
        n = kernel.moves(rules, own, opp, 0, out)
        left[at], due[at], slowest[at] = n, _NEVER, 0
        for i in range(n):
            if out[i] >> 16 == 255:
                continue
            o, p, h, q = kernel.after(own, opp, 0, 0, out[i])
            value = backed_up(values[rank_of(index, rules.locations, o, p, h, q)])
            if value > 0:
                due[at] = min(due[at], value)
            elif value < 0:
                left[at] -= 1
                slowest[at] = max(slowest[at], -value)
        if left[at] == 0:
            due[at] = slowest[at]


@compiled
def _tell_predecessors(
    rules: Rules, index: StateIndex, own: int, opp: int, value: int, base: int, values: Values,
    due: NDArray[np.int16], left: NDArray[np.int16], slowest: NDArray[np.int16],
) -> None:  # fmt: skip
    """Undo each slide that took nothing and led to a state just solved."""
    blank = ((1 << rules.locations) - 1) & ~(own | opp)
    rest = opp
    while rest:
        to = kernel.lowest(rest)
        rest &= rest - 1
        if own != 0 and kernel.closes(rules, opp, to):
            continue
        sources = kernel.reach(rules, opp, to) & blank
        while sources:
            before = opp & ~(1 << to) | sources & -sources
            sources &= sources - 1
            number = rank_of(index, rules.locations, before, own, 0, 0)
            if number < 0 or values[number] != 0:
                continue
            at = number - base
            if value < 0:
                due[at] = min(due[at], -value + 1)
            else:
                left[at] -= 1
                slowest[at] = max(slowest[at], value + 1)
                if left[at] == 0 and due[at] == _NEVER:
                    due[at] = slowest[at]


@compiled
def solve_slides(
    rules: Rules, index: StateIndex, values: Values, one: int, other: int, base: int, size: int
) -> int:
    """A block of slides and the one it alternates with, nearest ends first; the longest value."""
    due = np.empty(size, np.int16)
    left = np.empty(size, np.int16)
    slowest = np.empty(size, np.int16)
    _open_slides(rules, index, values, one, base, due, left, slowest)
    if other != one:
        _open_slides(rules, index, values, other, base, due, left, slowest)
    longest = 0
    waiting = True
    level = 1
    while waiting:
        waiting = False
        for side in range(1 if one == other else 2):
            block = one if side == 0 else other
            offset = index.blocks[block, 4]
            for number in range(index.blocks[block, 5]):
                at = offset + number
                if values[at] != 0 or due[at - base] == _NEVER:
                    continue
                if due[at - base] > level:
                    waiting = True
                    continue
                value = -level if left[at - base] == 0 else level
                values[at] = value
                longest = level
                waiting = True
                own, opp = state_of(index, rules.locations, block, number)
                _tell_predecessors(rules, index, own, opp, value, base, values, due, left, slowest)
        level += 1
    return longest


def solve(game: LineGame, index: StateIndex) -> Values:
    """The value of every state of *game*, in the order of *index*."""
    rules = game.rules
    values = np.zeros(index.size, np.int16)
    sliding = [i for i, block in enumerate(index.blocks) if game.slides and not any(block[:2])]
    for pieces in _by_pieces(index, sliding):
        one, other = pieces[0], pieces[-1]
        base = int(min(index.blocks[one, 4], index.blocks[other, 4]))
        end = max(int(index.blocks[i, 4] + index.blocks[i, 5]) for i in pieces)
        solve_slides(rules, index, values, one, other, base, end - base)
    for block in reversed(range(len(index.blocks))):
        if block not in sliding:
            solve_by_looking_ahead(rules, index, values, block)
    return values


def _by_pieces(index: StateIndex, sliding: list[int]) -> list[list[int]]:
    """Blocks of slides with those they alternate with, fewest pieces first."""
    pairs: dict[tuple[int, int], list[int]] = {}
    for block in sliding:
        low, high = sorted((int(index.blocks[block, 2]), int(index.blocks[block, 3])))
        pairs.setdefault((low, high), []).append(block)
    return [pairs[key] for key in sorted(pairs, key=lambda key: (sum(key), key))]
