"""Bids many auctions at once, call by call, by players who know their hand and the calls so far.

A player makes the call that the network thinks an expert would make with what he sees. If experts
would differ, one of their calls is drawn at random; a call far less likely than the likeliest is
never made.
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
"""Random numbers between 0 and 1."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How one of several calls or cards is drawn.

    Chances are raised to *power* (a large one always takes the likeliest); those below *least*
    times the largest are left out.
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
    """The same tables with their auctions; *known* is what is known about every pair, (WIDTH,).

    *luck* holds a random number for every call, (n, LONGEST). With a hand that is *no_opening*,
    (n,), the last player passes a deal out, which a network trained on played deals never does.
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
    """The chance of each call at *place* of each auction, (n, CALLS)."""
    size = len(so_far)
    each: Rows = np.arange(size)
    seats: Rows = np.full(size, place % 4)
    spoken = inputs.spoken(so_far, each, seats)[:, :place]
    pair = np.broadcast_to(known, (size, len(known)))
    states = network.states(inputs.hands(so_far, each, seats), spoken, pair, pair)
    legal = legal_calls(so_far.calls)[:, place]
    return network.chances(np.ascontiguousarray(states[:, place]), legal)


def taken(chances: Floats, luck: Uniform, taste: Taste) -> Bytes:
    """One column for each row, drawn at random: a call or a card."""
    best = chances.max(axis=1, keepdims=True)
    kept = np.where(chances >= taste.least * best, chances / best, 0.0).astype(np.float64)
    weights = kept**taste.power
    until = np.cumsum(weights, axis=1)
    until /= until[:, -1:]  # so that the last is one, which luck never reaches
    found: Bytes = (luck[:, None] >= until).sum(axis=1).astype(np.uint8)
    return found


def _is_over(calls: Bytes, place: int) -> npt.NDArray[np.bool_]:
    if place < 4:
        return np.zeros(len(calls), np.bool_)
    passed: npt.NDArray[np.bool_] = (calls[:, place - 3 : place] == PASS).all(axis=1)
    bid = (calls[:, :place] >= FIRST_BID).any(axis=1)
    over: npt.NDArray[np.bool_] = (passed & bid) | (calls[:, place - 1] == NONE)
    return over if place > 4 else over | ~bid
