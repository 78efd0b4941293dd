"""Networks in eight bits: bytes meet bytes, and what is between the matrices is fused.

Each row of numbers is written in bytes by a scale of its own, multiplied in whole numbers, and
scaled back. Everything is computed row by row and in one order, with no function of a library in
it: an answer hangs neither on what else is asked with it nor on the processor.

Notation:   a token is a row; a panel is 64 columns of a matrix; a lane is one of eight sums
Used by:    cardplay/similarity/eight_bits.py, bidding/calls/network/eight_bits.py
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.runtime.compiled import compiled
from kibitz.runtime.tiles import (
    TILE_BYTES,
    TILE_ROWS,
    begin_tiles,
    end_tiles,
    multiply_tiles,
    tile_shapes,
)
from kibitz.runtime.vectors import COLUMNS, ROWS, STEP, multiply_bytes, multiply_floats, scale
from kibitz.runtime.weights import (
    HALF,
    LANES,
    LEAST,
    LN2,
    LN2_REST,
    LOG2_E,
    LOWEST,
    MIDDLE,
    ONE,
    TERMS,
    TINY,
    Norm,
    Stack,
)

Bytes: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float32]
Whole: TypeAlias = npt.NDArray[np.int32]

_UNSIGNED = np.int32(0x7FFFFFFF)


class Matrix(NamedTuple):
    """Matrices of one form, one a layer, in bytes."""

    panels: npt.NDArray[np.int8]
    """By layer and panel: four numbers of the first column, four of the second, and so on."""
    scales: Floats
    bias: Floats
    ones: Whole
    """The sum of each column."""


class Room(NamedTuple):
    """Where tokens are worked on, a row each."""

    state: Floats
    floats: Floats
    """What comes out of a matrix, and what goes into one before it is written in bytes."""
    bits: Whole
    bytes: Bytes
    units: Floats
    """What one step of a byte is worth, by row."""
    sums: Whole
    lanes: Floats
    """The sums of five rows before they are added, a lane each."""
    powers: Whole
    doubled: Floats
    """The same numbers as `powers`, read as floats."""
    ones: Floats
    tiles: Bytes
    """What `tiles` says of its shapes."""


def room_for(rows: int, width: int, widest: int) -> Room:
    """Room for so many rows, of so many numbers each; *widest*: what the largest matrix makes."""
    rows += -rows % TILE_ROWS  # those that fill a tile are computed with the others
    floats, powers = np.zeros((rows, widest), np.float32), np.zeros(widest, np.int32)
    return Room(
        np.zeros((rows, width), np.float32),
        floats,
        floats.view(np.int32),
        np.zeros((rows, widest), np.uint8),
        np.zeros(rows, np.float32),
        np.zeros((TILE_ROWS, COLUMNS), np.int32),
        np.zeros((ROWS, LANES), np.float32),
        powers,
        powers.view(np.float32),
        np.ones((1, widest), np.float32),
        tile_shapes(),
    )


def matrix(stack: Stack) -> Matrix:
    """Matrices as the kernel reads them; rows and columns are filled up with zeros."""
    size, inputs, outputs = stack.bytes.shape
    deep, wide = inputs + -inputs % STEP, outputs + -outputs % COLUMNS
    scales, bias = np.zeros((2, size, wide), np.float32)
    whole = np.zeros((size, deep, wide), np.int8)
    whole[:, :inputs, :outputs] = stack.bytes
    scales[:, :outputs], bias[:, :outputs] = stack.scales, stack.bias
    panels = whole.reshape(size, deep // STEP, STEP, wide // COLUMNS, COLUMNS)
    panels = np.ascontiguousarray(panels.transpose(0, 3, 1, 4, 2)).reshape(
        size, wide // COLUMNS, -1
    )
    return Matrix(panels, scales, bias, whole.sum(axis=1, dtype=np.int32))


@compiled
def times(by: Matrix, layer: int, rows: int, zero: int, room: Room) -> None:
    """Rows of bytes, of which *zero* stands for zero, times a matrix, and its bias."""
    sums = room.sums
    columns = by.scales[layer], by.bias[layer], by.ones[layer]
    deep = by.panels.shape[2] // COLUMNS
    in_tiles = deep % TILE_BYTES == 0 and begin_tiles(room.tiles)
    for panel in range(by.panels.shape[1]):
        first = panel * COLUMNS
        if in_tiles:
            for row in range(0, rows, TILE_ROWS):
                multiply_tiles(room.bytes, row, by.panels[layer, panel], sums)
                count = min(TILE_ROWS, rows - row)
                scale(sums, count, zero, columns, room.units, row, room.floats, first)
        else:
            for row in range(0, rows, ROWS):
                multiply_bytes(room.bytes, row, by.panels[layer, panel], sums)
                scale(sums, ROWS, zero, columns, room.units, row, room.floats, first)
    if in_tiles:
        end_tiles()


@compiled
def normalise(by: Norm, layer: int, rows: int, room: Room) -> None:
    """Add what came out of a matrix to the state; the state, normalised, in bytes."""
    gain, shift, sums = by.gain[layer], by.shift[layer], room.lanes
    width = len(gain)
    for first in range(0, rows, ROWS):
        for row in range(first, first + ROWS):
            state, floats = room.state[row], room.floats[row]
            for n in range(width):
                state[n] += floats[n]
        multiply_floats(room.ones, 0, 0, room.state, first, 0, width, sums)
        for token in range(ROWS):
            state, floats = room.state[first + token], room.floats[first + token]
            mean = _total(sums[token]) / np.float32(width)
            for n in range(width):
                floats[n] = state[n] - mean
        multiply_floats(room.floats, first, 1, room.floats, first, 0, width, sums)
        for token in range(ROWS):
            floats = room.floats[first + token]
            rate = ONE / np.sqrt(_total(sums[token]) / np.float32(width) + TINY)
            for n in range(width):
                floats[n] = floats[n] * rate * gain[n] + shift[n]
    write(rows, width, MIDDLE, room)


@compiled
def _total(lanes: Floats) -> np.float32:
    total = np.float32(0)
    for lane in range(LANES):
        total += lanes[lane]
    return total


@compiled
def fold(scores: Floats, width: int, heads: int) -> None:
    """Of each row of lanes the score of each head, in every lane that is that head's."""
    rate = np.sqrt(np.float32(heads) / np.float32(width))
    for gives in range(len(scores)):
        lanes = scores[gives]
        for lane in range(heads, LANES):
            lanes[lane & (heads - 1)] += lanes[lane]
        for lane in range(heads):
            lanes[lane] *= rate
        for lane in range(heads, LANES):
            lanes[lane] = lanes[lane & (heads - 1)]


@compiled
def exponentials(values: Floats, room: Room) -> None:
    """The exponential of each number, none of which is above zero."""
    powers, doubled = room.powers, room.doubled
    for row in range(values.shape[0]):
        for n in range(values.shape[1]):
            value = max(values[row, n], LOWEST)
            whole = np.int32(value * LOG2_E - HALF)
            powers[n] = (whole + np.int32(127)) << np.int32(23)
            rest = value - np.float32(whole) * LN2 - np.float32(whole) * LN2_REST
            total = np.float32(0)
            for term in TERMS:
                total = total * rest + term
            values[row, n] = total
        for n in range(values.shape[1]):
            values[row, n] *= doubled[n]


@compiled
def write(rows: int, width: int, zero: int, room: Room) -> None:
    """Numbers in bytes, row by row: the largest is as far from *zero* as a byte can be.

    Where *zero* is the lowest byte, numbers below zero become zero.
    """
    steps = np.float32(255 - zero)
    mask = _UNSIGNED if zero else np.int32(-1)
    for row in range(rows):
        floats, bits, target = room.floats[row], room.bits[row], room.bytes[row]
        top = np.int32(0)
        for n in range(width):  # numbers above zero are in the order of their bits
            top = max(top, bits[n] & mask)
        room.powers[0] = top
        largest = max(room.doubled[0], LEAST)
        room.units[row] = largest / steps
        rate, middle = steps / largest, np.float32(zero) + HALF
        lowest = -largest if zero else np.float32(0)
        for n in range(width):
            target[n] = np.uint8(np.int32(max(floats[n], lowest) * rate + middle))
