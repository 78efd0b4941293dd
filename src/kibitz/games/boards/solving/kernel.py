"""The moves of line games on bit masks, compiled.

A state is four numbers seen from the mover: own pieces and opposing pieces as masks of
locations, own and opposing pieces still in hand. A move is `Move.code`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from kibitz.runtime.compiled import compiled

WINS, LOSES, CAPTURES = 0, 1, 2  # what closing a line does to the one who closes it
GOES_ON, WON, LOST, DRAWN = 0, 1, 2, 3
MOST_MOVES = 512
_NOWHERE = 255


class Rules(NamedTuple):
    """A line game as compiled code reads it."""

    lines: NDArray[np.int64]  # the mask of each line
    rest_of_lines: NDArray[np.int64]  # for each location, its lines without it; 0 fills up
    near: NDArray[np.int64]  # for each location, the mask of its neighbours
    locations: int
    closing: int
    slides: int
    flying: int  # with so many pieces left, a slide goes anywhere; 0: never
    sheltered: int  # 1: pieces in a line are not taken while others can be
    fewest: int  # with fewer pieces, board and hand together, one has lost


def _count(typing: Any, mask: Any) -> Any:
    def population(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), population


def _lowest(typing: Any, mask: Any) -> Any:
    def trailing_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), trailing_zeros


# one machine instruction each, and only for compiled code: how many locations are in a mask, and
# the first of them; every loop over a mask takes the first and clears it
count = cast(Callable[[int], int], intrinsic(_count))
lowest = cast(Callable[[int], int], intrinsic(_lowest))


@compiled
def closes(rules: Rules, mask: int, location: int) -> bool:
    """Does a piece at *location* complete a line with those in *mask*?"""
    for k in range(rules.rest_of_lines.shape[1]):
        rest = rules.rest_of_lines[location, k]
        if rest != 0 and mask & rest == rest:
            return True
    return False


@compiled
def has_line(rules: Rules, mask: int) -> bool:
    for k in range(rules.lines.shape[0]):
        line = rules.lines[k]
        if mask & line == line:
            return True
    return False


@compiled
def takeable(rules: Rules, own_after: int, opp: int, to: int) -> int:
    """The opposing pieces that a piece coming *to* its location may take; 0 for none."""
    if rules.closing != CAPTURES or opp == 0 or not closes(rules, own_after, to):
        return 0
    if rules.sheltered == 0:
        return opp
    free, rest = 0, opp
    while rest:
        if not closes(rules, opp, lowest(rest)):
            free |= rest & -rest
        rest &= rest - 1
    return free if free else opp


@compiled
def reach(rules: Rules, own: int, source: int) -> int:
    """Where a piece may slide to, occupied or not."""
    if rules.flying and count(own) <= rules.flying:
        return (1 << rules.locations) - 1
    return int(rules.near[source])


@compiled
def can_slide(rules: Rules, own: int, opp: int) -> bool:
    blank = ((1 << rules.locations) - 1) & ~(own | opp)
    rest = own
    while rest:
        if reach(rules, own, lowest(rest)) & blank:
            return True
        rest &= rest - 1
    return False


@compiled
def result(rules: Rules, own: int, opp: int, hand: int, opp_hand: int) -> int:
    """How the contest stands for the mover."""
    if rules.closing == CAPTURES:
        if count(own) + hand < rules.fewest:
            return LOST
        if hand == 0 and not can_slide(rules, own, opp):
            return LOST
        return GOES_ON
    if has_line(rules, opp):
        return LOST if rules.closing == WINS else WON
    if hand == 0 and not (rules.slides and can_slide(rules, own, opp)):
        return DRAWN
    return GOES_ON


@compiled
def _add(
    rules: Rules, own: int, opp: int, source: int, to: int, out: NDArray[np.int64], n: int
) -> int:
    base = to | source << 8
    prey = takeable(rules, own, opp, to)
    if prey == 0:
        out[n] = base | _NOWHERE << 16
        return n + 1
    while prey:
        out[n] = base | lowest(prey) << 16
        n += 1
        prey &= prey - 1
    return n


@compiled
def moves(rules: Rules, own: int, opp: int, hand: int, out: NDArray[np.int64]) -> int:
    """Write the codes of the mover's moves to *out*, in order of location; how many there are."""
    n = 0
    blank = ((1 << rules.locations) - 1) & ~(own | opp)
    if hand > 0:
        while blank:
            n = _add(rules, own, opp, _NOWHERE, lowest(blank), out, n)
            blank &= blank - 1
    elif rules.slides:
        rest = own
        while rest:
            source = lowest(rest)
            free = reach(rules, own, source) & blank
            while free:
                n = _add(rules, own & ~(1 << source), opp, source, lowest(free), out, n)
                free &= free - 1
            rest &= rest - 1
    return n


@compiled
def after(own: int, opp: int, hand: int, opp_hand: int, code: int) -> tuple[int, int, int, int]:
    """The state after a move, seen from the one who moves next."""
    to, source, taken = code & 255, code >> 8 & 255, code >> 16
    own |= 1 << to
    if source == _NOWHERE:
        hand -= 1
    else:
        own &= ~(1 << source)
    if taken != _NOWHERE:
        opp &= ~(1 << taken)
    return opp, own, opp_hand, hand
