"""Every state of a line game as one number: combinatorial ranks, block by block.

A block holds the states with the same pieces in hand and on the board; inside it a state is the
rank of the mover's mask, then that of the opponent's among the locations left.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.lines import LineGame
from kibitz.runtime.compiled import compiled

WIDEST = 16  # locations of the largest board the tables serve


class StateIndex(NamedTuple):
    """The tables that turn states into numbers, and the blocks they lie in."""

    offset: NDArray[np.int64]  # by own hand, opposing hand, own pieces, opposing pieces; -1: none
    blocks: NDArray[np.int64]  # own hand, opposing hand, own pieces, opposing pieces, offset, size
    size: int
    population: NDArray[np.int64]  # of each mask
    rank: NDArray[np.int64]  # of each mask among those with as many locations
    masks: NDArray[np.int64]  # all masks, by population, then by rank
    first: NDArray[np.int64]  # where in `masks` each population starts
    choose: NDArray[np.int64]
    squeeze: NDArray[np.int64]  # eight bits of a mask, without the gaps another one makes
    spread: NDArray[np.int64]  # the way back


@compiled
def rank_of(index: StateIndex, locations: int, own: int, opp: int, hand: int, opp_hand: int) -> int:
    """The number of a state; -1 where it can never be met."""
    a, b = index.population[own], index.population[opp]
    offset = index.offset[hand, opp_hand, a, b]
    if offset < 0:
        return -1
    free = ((1 << locations) - 1) & ~own
    low = index.squeeze[free & 255, opp & 255]
    squeezed = low | index.squeeze[free >> 8, opp >> 8] << index.population[free & 255]
    within = index.rank[own] * index.choose[locations - a, b] + index.rank[squeezed]
    return int(offset + within)


@compiled
def state_of(index: StateIndex, locations: int, block: int, number: int) -> tuple[int, int]:
    """The masks of the state with that number inside a block."""
    a, b = index.blocks[block, 2], index.blocks[block, 3]
    ways = index.choose[locations - a, b]
    own = index.masks[index.first[a] + number // ways]
    squeezed = index.masks[index.first[b] + number % ways]
    free = ((1 << locations) - 1) & ~own
    low = index.population[free & 255]
    opp = index.spread[free & 255, squeezed & ((1 << low) - 1)]
    return own, opp | index.spread[free >> 8, squeezed >> low] << 8


def index_of(game: LineGame) -> StateIndex:
    """The index of every state of *game*."""
    locations = len(game.board.places)
    rows, offset, size = [], np.full((8, 8, 8, 8), -1, np.int64), 0
    for hand, opp_hand, a, b in _counts(game):
        offset[hand, opp_hand, a, b] = size
        ways = comb(locations, a) * comb(locations - a, b)
        rows.append((hand, opp_hand, a, b, size, ways))
        size += ways
    population = np.array([mask.bit_count() for mask in range(1 << WIDEST)], np.int64)
    masks = np.argsort(population, kind="stable").astype(np.int64)
    first = np.searchsorted(population[masks], np.arange(WIDEST + 2)).astype(np.int64)
    rank = np.empty_like(masks)
    rank[masks] = np.arange(len(masks)) - first[population[masks]]
    choose = np.array([[comb(n, k) for k in range(WIDEST + 1)] for n in range(WIDEST + 1)])
    squeeze, spread = _byte_tables()
    return StateIndex(
        offset, np.array(rows, np.int64), size, population, rank, masks, first,
        choose.astype(np.int64), squeeze, spread,
    )  # fmt: skip


def _counts(game: LineGame) -> list[tuple[int, int, int, int]]:
    """Hands and pieces that can occur, first ply first, the slides last."""
    captures = game.closing.name == "CAPTURES"
    found = []
    for ply in range(sum(game.pieces) + 1):
        mover = ply % 2
        placed = (ply // 2, (ply + 1) // 2)
        hand, opp_hand = game.pieces[mover] - placed[0], game.pieces[1 - mover] - placed[1]
        for a in range(0 if captures else placed[0], placed[0] + 1):
            for b in range(0 if captures else placed[1], placed[1] + 1):
                if captures and (b + opp_hand < game.fewest or a + hand < game.fewest - 1):
                    continue  # the one who has just moved still had enough pieces
                found.append((hand, opp_hand, a, b))
    return found


def _byte_tables() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    squeeze, spread = np.zeros((256, 256), np.int64), np.zeros((256, 256), np.int64)
    for free in range(256):
        held = [bit for bit in range(8) if free >> bit & 1]
        for packed in range(1 << len(held)):
            mask = sum(1 << bit for i, bit in enumerate(held) if packed >> i & 1)
            squeeze[free, mask] = packed
            spread[free, packed] = mask
    return squeeze, spread
