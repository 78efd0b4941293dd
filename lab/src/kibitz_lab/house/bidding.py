"""Many auctions bid at once, call by call, by players who know their hand and the calls before.

A player calls what the network holds to be an expert's call with what he sees. Where several calls
are an expert's, chance takes one of them, as it does between two experts; a call that is far less
likely than the likeliest is never made.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import (
    FIRST_BID,
    LONGEST,
    NONE,
    PASS,
    Auctions,
    Bytes,
    Floats,
    Rows,
    legal_calls,
)
from kibitz.bidding.calls.network import CallNetwork, inputs

Uniform = npt.NDArray[np.float64]
"""Numbers of chance between 0 and 1."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How a call is taken among those foreseen.

    Chances are raised to *power* (a large one always takes the likeliest), and calls below the
    *least* part of the likeliest's chance are left out.
    """

    power: float
    least: float


def bid_out(
    network: CallNetwork,
    tables: Auctions,
    known: Floats,
    luck: Uniform,
    taste: Taste,
    no_opening: npt.NDArray[np.bool_],
) -> Auctions:
    """The same tables with their auctions; *known* is what is known of any pair, (WIDTH,).

    *luck* has a number for every call, (n, LONGEST). Where his hand is *no_opening*, (n,), the last
    to speak passes a deal out: a network taught on deals that were played knows of none that was.
    """
    calls = np.zeros((len(tables), LONGEST), np.uint8)
    for place in range(LONGEST):
        rows = np.flatnonzero(~_is_over(calls, place))
        if not len(rows):
            break
        so_far = Auctions(tables.owners[rows], calls[rows], tables.vulnerable[rows])
        if place >= LONGEST - 4:
            calls[rows, place] = PASS
            continue
        chances = foreseen(network, so_far, place, known)
        calls[rows, place] = taken(chances, luck[rows, place], taste)
        if place == 3:
            calls[no_opening & (calls[:, :3] == PASS).all(axis=1), place] = PASS
    return Auctions(tables.owners, calls, tables.vulnerable)


def foreseen(network: CallNetwork, so_far: Auctions, place: int, known: Floats) -> Floats:
    """The chance of each call at this *place* of each auction, (n, CALLS)."""
    size = len(so_far)
    each: Rows = np.arange(size)
    seats: Rows = np.full(size, place % 4)
    spoken = inputs.spoken(so_far, each, seats)[:, :place]
    pair = np.broadcast_to(known, (size, len(known)))
    states = network.states(inputs.hands(so_far, each, seats), spoken, pair, pair)
    legal = legal_calls(so_far.calls)[:, place]
    return network.chances(np.ascontiguousarray(states[:, place]), legal)


def taken(chances: Floats, luck: Uniform, taste: Taste) -> Bytes:
    """One column of each row: a call, or a card."""
    best = chances.max(axis=1, keepdims=True)
    kept = np.where(chances >= taste.least * best, chances / best, 0.0).astype(np.float64)
    weights = kept**taste.power
    until = np.cumsum(weights, axis=1)
    until /= until[:, -1:]  # so that the last is one, and luck is below it
    found: Bytes = (luck[:, None] >= until).sum(axis=1).astype(np.uint8)
    return found


def _is_over(calls: Bytes, place: int) -> npt.NDArray[np.bool_]:
    if place < 4:
        return np.zeros(len(calls), np.bool_)
    passed: npt.NDArray[np.bool_] = (calls[:, place - 3 : place] == PASS).all(axis=1)
    bid = (calls[:, :place] >= FIRST_BID).any(axis=1)
    over: npt.NDArray[np.bool_] = (passed & bid) | (calls[:, place - 1] == NONE)
    return over if place > 4 else over | ~bid
