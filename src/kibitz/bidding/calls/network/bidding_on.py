"""Auctions bid to their ends, by the network of calls, on many layouts at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.bidding.auctions.arrays import (
    LONGEST,
    NONE,
    PASS,
    Auctions,
    Bools,
    Bytes,
    call_of,
    legal_calls,
)
from kibitz.bidding.calls.network import CallNetwork, inputs
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Deal, Vulnerability


def bid_on(
    network: CallNetwork, tables: Sequence[tuple[Deal, Auction, Vulnerability]]
) -> list[Auction]:
    """The auctions bid to their ends, each call the one that the network finds likeliest.

    All must have the same number of calls so far.
    """
    auctions = Auctions.of(tables)
    calls = auctions.calls.copy()
    first = len(tables[0][1].calls)
    for place in range(first, LONGEST):
        open_ = np.flatnonzero(~_are_over(calls, place))
        if not len(open_):
            break
        going = Auctions(auctions.owners[open_], calls[open_], auctions.vulnerable[open_])
        rows, seats = np.arange(len(open_)), np.full(len(open_), place % 4)
        spoken = inputs.spoken(going, rows, seats)[:, :place]
        states = network.states(inputs.hands(going, rows, seats), spoken)[:, place]
        legal = legal_calls(going.calls)[:, place]
        chances = network.chances(np.ascontiguousarray(states), legal)
        calls[open_, place] = chances.argmax(axis=1)
    return [
        Auction(auction.dealer, tuple(call_of(int(one)) for one in row[row != NONE]))
        for (_, auction, _), row in zip(tables, calls, strict=True)
    ]


def _are_over(calls: Bytes, place: int) -> Bools:
    """Which auctions are over after *place* calls."""
    if place < 4:
        return np.zeros(len(calls), np.bool_)
    passed: Bools = (calls[:, place - 3 : place] == PASS).all(axis=1)
    return passed
