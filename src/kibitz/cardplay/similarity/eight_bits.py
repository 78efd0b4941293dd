"""A network's answer in eight bits: bytes meet bytes, and what is between the matrices is fused.

Each row of numbers is written in bytes by a scale of its own, multiplied in whole numbers, and
scaled back. Everything is computed decision by decision and in one order, with no function of a
library in it: an answer hangs neither on what else is asked with it nor on the processor.

Notation:   a decision is five rows, its tokens; a panel is 64 columns of a matrix
Departures: heads lie side by side (number d of all heads, then number d + 1), so that eight
            heads are eight lanes of a vector; `LANES` sums are kept apart and added at the end
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.positions import Bools
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.cardplay.similarity.vectors import (
    COLUMNS,
    LANES,
    ROWS,
    STEP,
    mix,
    multiply_bytes,
    multiply_floats,
)
from kibitz.runtime.compiled import compiled

_Bytes = npt.NDArray[np.uint8]
_Whole = npt.NDArray[np.int32]

_BLOCK = 16  # decisions that pass a matrix together: its panels stay in the nearest cache
_RANKS = 13
_MIDDLE = 128  # the byte that stands for zero where numbers may lie on both sides of it
_TINY = np.float32(1e-5)
_LEAST = np.float32(1e-12)
_ONE = np.float32(1)
_HALF = np.float32(0.5)
_UNSIGNED = np.int32(0x7FFFFFFF)
# exp(x) = 2^n exp(x - n ln 2); ln 2 in two parts, the first of few bits; then Taylor's sum
_LOG2_E, _LN2, _LN2_REST = np.float32(1.442695), np.float32(0.693359375), np.float32(-2.12194440e-4)
_TERMS = tuple(np.float32(1 / n) for n in (720, 120, 24, 6, 2, 1, 1))
_LOWEST = np.float32(-80)


class Matrix(NamedTuple):
    """Matrices of one form, one a layer, in bytes."""

    panels: npt.NDArray[np.int8]
    """By layer and panel: four numbers of the first column, four of the second, and so on."""
    scales: Floats
    bias: Floats
    ones: _Whole
    """The sum of each column."""


class Norm(NamedTuple):
    gain: Floats
    shift: Floats


class Layers(NamedTuple):
    """A whole network."""

    suit: Matrix
    whole: Matrix
    by_suit: Floats
    by_whole: Floats
    attention: Matrix
    gathered: Matrix
    wider: Matrix
    narrower: Matrix
    head: Matrix
    one: Norm
    two: Norm
    last: Norm
    heads: int


class _Room(NamedTuple):
    """Where the tokens of some decisions are worked on, a row each."""

    state: Floats
    floats: Floats
    """What comes out of a matrix, and what goes into one before it is written in bytes."""
    bits: _Whole
    bytes: _Bytes
    units: Floats
    """What one step of a byte is worth, by row."""
    sums: _Whole
    scores: Floats
    """Of each token with each, a number a head; then the share that it gets."""
    powers: _Whole
    doubled: Floats
    """The same numbers as `powers`, read as floats."""
    ones: Floats


def matrix(weights: list[Floats], biases: list[Floats]) -> Matrix:
    """Matrices as the kernel reads them; rows and columns are filled up with zeros."""
    inputs, outputs = weights[0].shape
    deep, wide = inputs + -inputs % STEP, outputs + -outputs % COLUMNS
    size = len(weights)
    scales, bias = np.zeros((2, size, wide), np.float32)
    whole = np.zeros((size, deep, wide), np.int8)
    for layer, (weight, shift) in enumerate(zip(weights, biases, strict=True)):
        scale = (np.abs(weight).max(axis=0) / 127 + np.float32(1e-12)).astype(np.float32)
        whole[layer, :inputs, :outputs] = np.round(weight / scale)
        scales[layer, :outputs], bias[layer, :outputs] = scale, shift
    panels = whole.reshape(size, deep // STEP, STEP, wide // COLUMNS, COLUMNS)
    panels = np.ascontiguousarray(panels.transpose(0, 3, 1, 4, 2)).reshape(
        size, wide // COLUMNS, -1
    )
    return Matrix(panels, scales, bias, whole.sum(axis=1, dtype=np.int32))


def chances(layers: Layers, suits: _Bytes, whole: _Bytes, legal: Bools) -> Floats:
    """The chance of each legal card, (n, 4, 13); others have none."""
    answer = np.zeros((len(suits), 4, 13), np.float32)
    made = (layers.attention, layers.wider, layers.head)
    widest = max(
        *(part.bias.shape[1] for part in made), suits.shape[2] + STEP, whole.shape[1] + STEP
    )
    rows = _BLOCK * ROWS
    floats, powers = np.zeros((rows, widest), np.float32), np.zeros((ROWS, _RANKS), np.int32)
    room = _Room(
        np.zeros((rows, layers.last.gain.shape[1]), np.float32),
        floats,
        floats.view(np.int32),
        np.zeros((rows, widest), np.uint8),
        np.zeros(rows, np.float32),
        np.zeros((ROWS, COLUMNS), np.int32),
        np.zeros((ROWS, ROWS, LANES), np.float32),
        powers,
        powers.view(np.float32),
        np.ones((1, widest), np.float32),
    )
    for first in range(0, len(suits), _BLOCK):
        part = slice(first, first + _BLOCK)
        _answer(layers, suits[part], whole[part], legal[part], room, answer[part])
    return answer


@compiled
def _answer(
    layers: Layers, suits: _Bytes, whole: _Bytes, legal: Bools, room: _Room, answer: Floats
) -> None:
    rows, width = len(suits) * ROWS, room.state.shape[1]
    _enter(layers, suits, whole, room)
    for layer in range(len(layers.one.gain)):
        _normal(layers.one, layer, rows, room)
        _times(layers.attention, layer, rows, _MIDDLE, room)
        for row in range(0, rows, ROWS):
            _attend(row, width, layers.heads, room)
        _write(rows, width, _MIDDLE, room)
        _times(layers.gathered, layer, rows, _MIDDLE, room)
        _normal(layers.two, layer, rows, room)
        _times(layers.wider, layer, rows, _MIDDLE, room)
        _write(rows, 4 * width, 0, room)
        _times(layers.narrower, layer, rows, 0, room)
    _normal(layers.last, 0, rows, room)
    _times(layers.head, 0, rows, _MIDDLE, room)
    for number in range(len(suits)):
        _choose(room.floats[number * ROWS :], legal[number], answer[number], room)


@compiled
def _enter(layers: Layers, suits: _Bytes, whole: _Bytes, room: _Room) -> None:
    """The first state: what the tokens of suits and of the whole say, each by its own matrix."""
    state, floats = room.state, room.floats
    rows, width = len(suits) * ROWS, state.shape[1]
    for row in range(rows):
        for n in range(suits.shape[2]):
            value = suits[row // ROWS, row % ROWS, n] if row % ROWS < 4 else np.uint8(0)
            floats[row, n] = np.float32(value) * layers.by_suit[n]
    _write(rows, suits.shape[2], 0, room)
    _times(layers.suit, 0, rows, 0, room)
    for row in range(rows):
        for n in range(width):
            state[row, n] = floats[row, n]
        for n in range(whole.shape[1]):
            value = whole[row // ROWS, n] if row % ROWS == 4 else np.uint8(0)
            floats[row, n] = np.float32(value) * layers.by_whole[n]
    _write(rows, whole.shape[1], 0, room)
    _times(layers.whole, 0, rows, 0, room)
    for row in range(rows):
        for n in range(width):
            if row % ROWS == 4:
                state[row, n] = floats[row, n]
            floats[row, n] = 0


@compiled
def _times(by: Matrix, layer: int, rows: int, zero: int, room: _Room) -> None:
    """Rows of bytes, of which *zero* stands for zero, times a matrix, and its bias."""
    sums, floats = room.sums, room.floats
    for panel in range(by.panels.shape[1]):
        first = panel * COLUMNS
        scales = by.scales[layer, first : first + COLUMNS]
        bias = by.bias[layer, first : first + COLUMNS]
        ones = by.ones[layer, first : first + COLUMNS]
        for row in range(0, rows, ROWS):
            multiply_bytes(room.bytes, row, by.panels[layer, panel], sums)
            for token in range(ROWS):
                unit, target = room.units[row + token], floats[row + token, first:]
                for n in range(COLUMNS):
                    exact = sums[token, n] - np.int32(zero) * ones[n]
                    target[n] = np.float32(exact) * (unit * scales[n]) + bias[n]


@compiled
def _normal(by: Norm, layer: int, rows: int, room: _Room) -> None:
    """Add what came out of a matrix to the state; the state, normalised, in bytes."""
    gain, shift, sums = by.gain[layer], by.shift[layer], room.scores[0]
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
            rate = _ONE / np.sqrt(_total(sums[token]) / np.float32(width) + _TINY)
            for n in range(width):
                floats[n] = floats[n] * rate * gain[n] + shift[n]
    _write(rows, width, _MIDDLE, room)


@compiled
def _total(lanes: Floats) -> np.float32:
    total = np.float32(0)
    for lane in range(LANES):
        total += lanes[lane]
    return total


@compiled
def _attend(first: int, width: int, heads: int, room: _Room) -> None:
    """Each of five tokens gathers from all, by head; what it gathers stands where it asked."""
    rate = np.sqrt(np.float32(heads) / np.float32(width))
    for asks in range(ROWS):
        scores = room.scores[asks]
        multiply_floats(room.floats, first + asks, 0, room.floats, first, width, width, scores)
        for gives in range(ROWS):
            lanes = scores[gives]
            for lane in range(heads, LANES):
                lanes[lane & (heads - 1)] += lanes[lane]
            for lane in range(heads):
                lanes[lane] *= rate
            for lane in range(heads, LANES):
                lanes[lane] = lanes[lane & (heads - 1)]
        for lane in range(LANES):
            top = scores[0, lane]
            for gives in range(1, ROWS):
                top = max(top, scores[gives, lane])
            for gives in range(ROWS):
                scores[gives, lane] -= top
        _raise(scores, room)
        for lane in range(LANES):
            total = _sum_of_suits(
                scores[0, lane], scores[1, lane], scores[2, lane], scores[3, lane]
            )
            share = _ONE / (total + scores[4, lane])
            for gives in range(ROWS):
                scores[gives, lane] *= share
        mix(scores, room.floats, first, 2 * width, width, first + asks)


@compiled
def _raise(values: Floats, room: _Room) -> None:
    """The exponential of each number, none of which is above zero."""
    powers, doubled = room.powers, room.doubled
    for row in range(values.shape[0]):
        for n in range(values.shape[1]):
            value = max(values[row, n], _LOWEST)
            whole = np.int32(value * _LOG2_E - _HALF)
            powers[row, n] = (whole + np.int32(127)) << np.int32(23)
            rest = value - np.float32(whole) * _LN2 - np.float32(whole) * _LN2_REST
            total = np.float32(0)
            for term in _TERMS:
                total = total * rest + term
            values[row, n] = total
        for n in range(values.shape[1]):
            values[row, n] *= doubled[row, n]


@compiled
def _write(rows: int, width: int, zero: int, room: _Room) -> None:
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
        room.powers[0, 0] = top
        largest = max(room.doubled[0, 0], _LEAST)
        room.units[row] = largest / steps
        rate, middle = steps / largest, np.float32(zero) + _HALF
        lowest = -largest if zero else np.float32(0)
        for n in range(width):
            target[n] = np.uint8(np.int32(max(floats[n], lowest) * rate + middle))


@compiled
def _choose(logits: Floats, legal: Bools, answer: Floats, room: _Room) -> None:
    """Chances of the legal cards of one decision."""
    top = -np.float32(np.inf)
    for suit in range(4):
        for rank in range(_RANKS):
            if legal[suit, rank]:
                top = max(top, logits[suit, rank])
    for suit in range(4):
        for rank in range(_RANKS):
            answer[suit, rank] = min(logits[suit, rank] - top, np.float32(0))
    _raise(answer, room)
    sums = room.scores[0, 0]
    for suit in range(4):
        sums[suit] = 0
        for rank in range(_RANKS):
            if not legal[suit, rank]:
                answer[suit, rank] = 0
            sums[suit] += answer[suit, rank]
    share = _ONE / _sum_of_suits(sums[0], sums[1], sums[2], sums[3])
    for suit in range(4):
        for rank in range(_RANKS):
            answer[suit, rank] *= share


@compiled
def _sum_of_suits(a: np.float32, b: np.float32, c: np.float32, d: np.float32) -> np.float32:
    """From the lowest up: the same whatever the suits are called."""
    a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
    a, b, c, d = min(a, c), min(b, d), max(a, c), max(b, d)
    return np.float32(a + min(b, c) + max(b, c) + d)
