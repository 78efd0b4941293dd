"""The one compiled loop that finds the nearest cases, and its inner sum of squares.

Cases lie in columns (one row of the arrays per feature, newest state first), so that the inner
loops run over cases and fill the machine's vectors. Squares of bytes add up in 16 bits, exactly;
totals are 32-bit floats, exact for whole numbers and otherwise added in the order of the features.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kibitz.precedents.selection import keep_nearest
from kibitz.precedents.sequences.distance import Codes, Reals
from kibitz.runtime.compiled import compiled

BLOCK = 1024
"""Cases compared at a time: their columns and sums fit into the fastest cache."""


@compiled
def add_squares(
    codes: Codes,
    reals: Reals,
    counts: int,
    cost: int,
    flushes: npt.NDArray[np.bool_],
    state: int,
    start: int,
    size: int,
    code: Codes,
    real: Reals,
    part: npt.NDArray[np.uint16],
    total: Reals,
) -> None:
    """Add to *total* the squared distance of one state of each case from the question's.

    The cases are the *size* from *start* on.
    """
    for column in range(code.size):
        values = codes[state * code.size + column, start : start + size]
        asked = code[column]
        if column < counts:
            for i in range(size):
                gap = np.int16(np.int16(values[i]) - np.int16(asked))
                part[i] = np.uint16(part[i] + np.uint16(gap * gap))
        else:
            for i in range(size):
                part[i] += np.uint16(cost) if values[i] != asked else np.uint16(0)
        if flushes[column]:
            for i in range(size):
                total[i] += np.float32(part[i])
                part[i] = 0
    for column in range(real.size):
        numbers = reals[state * real.size + column, start : start + size]
        wanted = real[column]
        for i in range(size):
            difference = numbers[i] - wanted
            total[i] += difference * difference


@compiled
def scan(
    codes: Codes,
    reals: Reals,
    counts: int,
    cost: int,
    flushes: npt.NDArray[np.bool_],
    spans: Codes,
    actions: npt.NDArray[np.uint16],
    first: int,
    last: int,
    base: int,
    asked_codes: Codes,
    asked_reals: Reals,
    asked_spans: Codes,
    admitted: npt.NDArray[np.bool_],
    squares: Reals,
    cases: npt.NDArray[np.int64],
) -> None:
    """Keep in *squares* and *cases* the nearest of the cases *first* to *last* at each length.

    Both have the shape (questions, lengths, k) and hold the nearest so far; a later case replaces
    an earlier one only if it is nearer. A case with fewer states than a length does not compete
    at it, nor does one whose action is not *admitted* (without columns, every action is).
    *base* is the number of the array's first case in the whole memory.
    """
    total = np.empty(BLOCK, np.float32)
    part = np.zeros(BLOCK, np.uint16)
    k = squares.shape[2]
    for start in range(first, last, BLOCK):
        size = min(BLOCK, last - start)
        for question in range(asked_spans.size):
            total[:size] = 0
            states = min(squares.shape[1], asked_spans[question])
            for state in range(states):
                add_squares(
                    codes,
                    reals,
                    counts,
                    cost,
                    flushes,
                    state,
                    start,
                    size,
                    asked_codes[question, state],
                    asked_reals[question, state],
                    part,
                    total,
                )
                best, found = squares[question, state], cases[question, state]
                worst = best[k - 1]
                least = total[0]
                for i in range(size):
                    least = min(least, total[i])
                if not least < worst:
                    continue
                for i in range(size):
                    square = total[i]
                    if not square < worst or spans[start + i] <= state:
                        continue
                    if admitted.shape[1] and not admitted[question, actions[start + i]]:
                        continue
                    keep_nearest(best, found, square, base + start + i)
                    worst = best[k - 1]


@compiled
def state_squares(
    codes: Codes,
    reals: Reals,
    counts: int,
    cost: int,
    base: int,
    last: int,
    cases: npt.NDArray[np.int64],
    asked_codes: Codes,
    asked_reals: Reals,
    squares: Reals,
) -> None:
    """Fill in the *squares* (questions, cases, states) of those *cases* that these arrays hold."""
    width, numbers = asked_codes.shape[2], asked_reals.shape[2]
    for question in range(cases.shape[0]):
        for place in range(cases.shape[1]):
            case = cases[question, place] - base
            if case < 0 or case >= last:
                continue
            for state in range(squares.shape[2]):
                total = np.float32(0)
                for column in range(width):
                    asked = asked_codes[question, state, column]
                    held = codes[state * width + column, case]
                    if column < counts:
                        gap = np.float32(held) - np.float32(asked)
                        total += gap * gap
                    elif held != asked:
                        total += np.float32(cost)
                for column in range(numbers):
                    apart = (
                        reals[state * numbers + column, case] - asked_reals[question, state, column]
                    )
                    total += apart * apart
                squares[question, place, state] = total
