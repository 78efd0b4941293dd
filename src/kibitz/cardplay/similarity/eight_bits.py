"""A network's chances of cards, computed in eight bits: a decision is five rows, its tokens.

Multiplying, normalising and rounding is done by `kibitz.runtime.eight_bits`; this module has the
input of suits' tokens, their attention to each other, and the output. Sums over suits start from
the lowest term, so that the answer does not depend on the names of the suits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kibitz.cardplay.similarity.positions import Bools
from kibitz.runtime.compiled import compiled
from kibitz.runtime.eight_bits import (
    Bytes,
    Floats,
    Matrix,
    Room,
    exponentials,
    fold,
    normalise,
    room_for,
    times,
    write,
)
from kibitz.runtime.running import at_once, cores
from kibitz.runtime.vectors import ROWS, STEP, mix, multiply_floats
from kibitz.runtime.weights import LANES, MIDDLE, ONE, Norm

_BLOCK = 16  # decisions that pass a matrix together: its panels stay in the nearest cache
_MANY = 8 * _BLOCK
"""The number of decisions from which on work is shared among cores."""
_RANKS = 13


class CardLayers(NamedTuple):
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


def chances(layers: CardLayers, suits: Bytes, whole: Bytes, legal: Bools) -> Floats:
    """The chance of each legal card, (n, 4, 13); others have none."""
    size = len(suits)
    answer = np.zeros((size, 4, 13), np.float32)
    made = (layers.attention, layers.wider, layers.head)
    widest = max(
        *(part.bias.shape[1] for part in made), suits.shape[2] + STEP, whole.shape[1] + STEP
    )

    def answer_some(start: int, stop: int) -> None:
        room = room_for(_BLOCK * ROWS, layers.last.gain.shape[1], widest)
        scores = np.zeros((ROWS, ROWS, LANES), np.float32)
        for first in range(start, stop, _BLOCK):
            part = slice(first, min(first + _BLOCK, stop))
            _answer(layers, suits[part], whole[part], legal[part], room, scores, answer[part])

    if size < _MANY:
        answer_some(0, size)
    else:  # blocks are answered each alone: on several cores the answers are the same
        share = -(-size // (cores() * _BLOCK)) * _BLOCK
        list(
            at_once(
                lambda start: answer_some(start, min(start + share, size)), range(0, size, share)
            )
        )
    return answer


@compiled
def _answer(
    layers: CardLayers,
    suits: Bytes,
    whole: Bytes,
    legal: Bools,
    room: Room,
    scores: Floats,
    answer: Floats,
) -> None:
    rows, width = len(suits) * ROWS, room.state.shape[1]
    _enter(layers, suits, whole, room)
    for layer in range(len(layers.one.gain)):
        normalise(layers.one, layer, rows, room)
        times(layers.attention, layer, rows, MIDDLE, room)
        for row in range(0, rows, ROWS):
            _attend(row, width, layers.heads, room, scores)
        write(rows, width, MIDDLE, room)
        times(layers.gathered, layer, rows, MIDDLE, room)
        normalise(layers.two, layer, rows, room)
        times(layers.wider, layer, rows, MIDDLE, room)
        write(rows, 4 * width, 0, room)
        times(layers.narrower, layer, rows, 0, room)
    normalise(layers.last, 0, rows, room)
    times(layers.head, 0, rows, MIDDLE, room)
    for number in range(len(suits)):
        _choose(room.floats[number * ROWS :], legal[number], answer[number], room)


@compiled
def _enter(layers: CardLayers, suits: Bytes, whole: Bytes, room: Room) -> None:
    """The initial state: the tokens of the suits and of the whole, each times its own matrix."""
    state, floats = room.state, room.floats
    rows, width = len(suits) * ROWS, state.shape[1]
    for row in range(rows):
        for n in range(suits.shape[2]):
            value = suits[row // ROWS, row % ROWS, n] if row % ROWS < 4 else np.uint8(0)
            floats[row, n] = np.float32(value) * layers.by_suit[n]
    write(rows, suits.shape[2], 0, room)
    times(layers.suit, 0, rows, 0, room)
    for row in range(rows):
        for n in range(width):
            state[row, n] = floats[row, n]
        for n in range(whole.shape[1]):
            value = whole[row // ROWS, n] if row % ROWS == 4 else np.uint8(0)
            floats[row, n] = np.float32(value) * layers.by_whole[n]
    write(rows, whole.shape[1], 0, room)
    times(layers.whole, 0, rows, 0, room)
    for row in range(rows):
        for n in range(width):
            if row % ROWS == 4:
                state[row, n] = floats[row, n]
            floats[row, n] = 0


@compiled
def _attend(first: int, width: int, heads: int, room: Room, every: Floats) -> None:
    """Attention: each of the five tokens gathers from all, by head, in place of its query."""
    for asks in range(ROWS):
        scores = every[asks]
        multiply_floats(room.floats, first + asks, 0, room.floats, first, width, width, scores)
        fold(scores, width, heads)
        for lane in range(LANES):
            top = scores[0, lane]
            for gives in range(1, ROWS):
                top = max(top, scores[gives, lane])
            for gives in range(ROWS):
                scores[gives, lane] -= top
        exponentials(scores, room)
        for lane in range(LANES):
            total = _sum_of_suits(
                scores[0, lane], scores[1, lane], scores[2, lane], scores[3, lane]
            )
            share = ONE / (total + scores[4, lane])
            for gives in range(ROWS):
                scores[gives, lane] *= share
        mix(scores, room.floats, first, 2 * width, width, first + asks)


@compiled
def _choose(logits: Floats, legal: Bools, answer: Floats, room: Room) -> None:
    """The chances of the legal cards in one decision."""
    top = -np.float32(np.inf)
    for suit in range(4):
        for rank in range(_RANKS):
            if legal[suit, rank]:
                top = max(top, logits[suit, rank])
    for suit in range(4):
        for rank in range(_RANKS):
            answer[suit, rank] = min(logits[suit, rank] - top, np.float32(0))
    exponentials(answer, room)
    sums = room.lanes[0]
    for suit in range(4):
        sums[suit] = 0
        for rank in range(_RANKS):
            if not legal[suit, rank]:
                answer[suit, rank] = 0
            sums[suit] += answer[suit, rank]
    share = ONE / _sum_of_suits(sums[0], sums[1], sums[2], sums[3])
    for suit in range(4):
        for rank in range(_RANKS):
            answer[suit, rank] *= share


@compiled
def _sum_of_suits(a: np.float32, b: np.float32, c: np.float32, d: np.float32) -> np.float32:
    """The sum from the lowest up, which does not depend on the names of the suits."""
    a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
    a, b, c, d = min(a, c), min(b, d), max(a, c), max(b, d)
    return np.float32(a + min(b, c) + max(b, c) + d)
