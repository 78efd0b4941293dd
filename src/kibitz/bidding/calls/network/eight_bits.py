"""The network of calls in eight bits: sequences of tokens that attend only to earlier ones.

Multiplying, normalising and rounding are in `kibitz.runtime.eight_bits`; here a hand and calls
enter, and a token attends to those before it. Only existing tokens are computed, so that a short
auction is cheap, and a state depends neither on later calls nor on other sequences.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kibitz.bidding.auctions.arrays import Bools, Rows
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
from kibitz.runtime.vectors import ROWS, gather, multiply_floats
from kibitz.runtime.weights import LANES, MIDDLE, ONE, Norm

_TOKENS = 80  # roughly how many pass a matrix together, so that it stays in the cache
_MANY = 64
"""The number of sequences from which sharing them among cores is worthwhile."""
_NEVER = np.float32(-1e9)


class CallLayers(NamedTuple):
    """A whole network."""

    hand: Matrix
    own: Matrix
    their: Matrix
    call: Floats
    place: Floats
    attention: Matrix
    gathered: Matrix
    wider: Matrix
    narrower: Matrix
    head: Matrix
    belief: Matrix
    one: Norm
    two: Norm
    last: Norm
    heads: int


class CallInputs(NamedTuple):
    """The inputs of sequences: hands, both pairs, calls, and the number of calls that count."""

    hands: Bytes
    own: Floats
    their: Floats
    spoken: Bytes
    lengths: Rows


def states(layers: CallLayers, given: CallInputs) -> Floats:
    """The state at each token of each sequence, (n, places + 1, width); else zeros."""
    size, places = given.spoken.shape
    width = layers.last.gain.shape[1]
    answer = np.zeros((size, places + 1, width), np.float32)
    widest = max(4 * width, given.own.shape[1] + ROWS, given.hands.shape[1] + ROWS)

    def answer_some(start: int, stop: int) -> None:
        room = room_for(_TOKENS + ROWS, width, widest)
        rows = slice(start, stop)
        begin = given.hands[rows], given.own[rows], given.their[rows]
        some = CallInputs(*begin, given.spoken[rows], given.lengths[rows])
        scores = np.zeros((places + 2 * ROWS, LANES), np.float32)
        _states(layers, some, room, scores, answer[start:stop])

    if size < _MANY:
        answer_some(0, size)
    else:  # sequences are independent: the answers are the same on any number of cores
        share = -(-size // cores())
        starts = range(0, size, share)
        list(at_once(lambda start: answer_some(start, min(start + share, size)), starts))
    return answer


def chances(layers: CallLayers, states: Floats, legal: Bools) -> Floats:
    """The chance of each call in each state; 0 for illegal calls."""
    logits = np.where(legal, _logits(layers.head, states, legal.shape[1]), _NEVER)
    found: Floats = softened(logits) * legal
    return found


def belief(layers: CallLayers, states: Floats, outputs: int) -> Floats:
    """The logits of the beliefs."""
    return _logits(layers.belief, states, outputs)


def softened(logits: Floats) -> Floats:
    """The softmax of logits along the last axis."""
    flat = np.ascontiguousarray(logits, np.float32).reshape(-1, logits.shape[-1])
    _soften(flat, room_for(1, 1, flat.shape[1]))
    return flat.reshape(logits.shape)


def _logits(by: Matrix, states: Floats, outputs: int) -> Floats:
    answer = np.zeros((len(states), outputs), np.float32)
    width = states.shape[1]
    room = room_for(_TOKENS, 1, max(width + ROWS, by.bias.shape[1]))
    _multiply(by, np.ascontiguousarray(states, np.float32), room, answer)
    return answer


@compiled
def _states(
    layers: CallLayers, given: CallInputs, room: Room, scores: Floats, answer: Floats
) -> None:
    """Compute the sequences in groups of about `_TOKENS` tokens."""
    size, width = len(given.lengths), room.state.shape[1]
    starts = np.zeros(_TOKENS + 1, np.int64)
    first = 0
    while first < size:
        last, rows = first, 0
        while last < size and (last == first or rows + given.lengths[last] + 1 <= _TOKENS):
            starts[last - first] = rows
            rows += given.lengths[last] + 1
            last += 1
        starts[last - first] = rows
        _enter(layers, given, first, last, starts, room)
        _pass_layers(layers, last - first, starts, room, scores)
        for number in range(last - first):
            for row in range(starts[number], starts[number + 1]):
                target = answer[first + number, row - starts[number]]
                for n in range(width):
                    target[n] = room.floats[row, n]
        first = last


@compiled
def _pass_layers(layers: CallLayers, count: int, starts: Rows, room: Room, scores: Floats) -> None:
    """Pass the sequences in the room through all layers; its floats then hold their states."""
    width = room.state.shape[1]
    rows = (starts[count] + ROWS - 1) // ROWS * ROWS
    for layer in range(len(layers.one.gain)):
        normalise(layers.one, layer, rows, room)
        times(layers.attention, layer, rows, MIDDLE, room)
        for number in range(count):
            for row in range(starts[number], starts[number + 1]):
                _attend(starts[number], row, width, layers.heads, room, scores)
        write(rows, width, MIDDLE, room)
        times(layers.gathered, layer, rows, MIDDLE, room)
        normalise(layers.two, layer, rows, room)
        times(layers.wider, layer, rows, MIDDLE, room)
        write(rows, 4 * width, 0, room)
        times(layers.narrower, layer, rows, 0, room)
    normalise(layers.last, 0, rows, room)


@compiled
def _enter(
    layers: CallLayers, given: CallInputs, first: int, last: int, starts: Rows, room: Room
) -> None:
    """The initial states of sequences: the hand and both pairs, then the calls."""
    state, width, count = room.state, room.state.shape[1], last - first
    state[: starts[count] + ROWS] = 0
    _begin(layers.hand, given.hands[first:last], 0, starts, room)
    _begin(layers.own, given.own[first:last], MIDDLE, starts, room)
    _begin(layers.their, given.their[first:last], MIDDLE, starts, room)
    for number in range(count):
        for row in range(starts[number], starts[number + 1]):
            place = row - starts[number]
            for n in range(width):
                state[row, n] += layers.place[place, n]
            if place > 0:
                call = layers.call[given.spoken[first + number, place - 1]]
                for n in range(width):
                    state[row, n] += call[n]
    room.floats[: starts[count] + ROWS] = 0  # the first layer adds the output of a matrix


@compiled
def _begin(by: Matrix, entries: Bytes | Floats, zero: int, starts: Rows, room: Room) -> None:
    """Add the output of a matrix to the first state of each sequence."""
    count, length = entries.shape
    for number in range(count):
        for n in range(length):
            room.floats[number, n] = np.float32(entries[number, n])
    write(count, length, zero, room)
    times(by, 0, (count + ROWS - 1) // ROWS * ROWS, zero, room)
    for number in range(count):
        target, made = room.state[starts[number]], room.floats[number]
        for n in range(len(target)):
            target[n] += made[n]


@compiled
def _attend(first: int, row: int, width: int, heads: int, room: Room, every: Floats) -> None:
    """Attention of one token to itself and those before it; the result replaces its query."""
    count = row - first + 1
    for gives in range(0, count, ROWS):
        here = every[gives : gives + ROWS]
        multiply_floats(room.floats, row, 0, room.floats, first + gives, width, width, here)
    scores = every[:count]
    fold(scores, width, heads)
    for lane in range(LANES):
        top = scores[0, lane]
        for gives in range(1, count):
            top = max(top, scores[gives, lane])
        for gives in range(count):
            scores[gives, lane] -= top
    exponentials(scores, room)
    for lane in range(LANES):
        total = np.float32(0)
        for gives in range(count):
            total += scores[gives, lane]
        share = ONE / total
        for gives in range(count):
            scores[gives, lane] *= share
    gather(every, room.floats, first, count, 2 * width, width, row)


@compiled
def _multiply(by: Matrix, states: Floats, room: Room, answer: Floats) -> None:
    width, outputs = states.shape[1], answer.shape[1]
    for first in range(0, len(states), _TOKENS):
        count = min(_TOKENS, len(states) - first)
        for row in range(count):
            for n in range(width):
                room.floats[row, n] = states[first + row, n]
        write(count, width, MIDDLE, room)
        times(by, 0, (count + ROWS - 1) // ROWS * ROWS, MIDDLE, room)
        for row in range(count):
            for n in range(outputs):
                answer[first + row, n] = room.floats[row, n]


@compiled
def _soften(logits: Floats, room: Room) -> None:
    for row in range(len(logits)):
        here = logits[row : row + 1]
        top = here[0, 0]
        for n in range(1, here.shape[1]):
            top = max(top, here[0, n])
        for n in range(here.shape[1]):
            here[0, n] -= top
        exponentials(here, room)
        total = np.float32(0)
        for n in range(here.shape[1]):
            total += here[0, n]
        share = ONE / total
        for n in range(here.shape[1]):
            here[0, n] *= share
