"""Bids many auctions at once, call by call, by players who know their hand and the calls so far.

A player makes the call that the network thinks an expert would make with what he sees. If experts
would differ, one of their calls is drawn at random; a call far less likely than the likeliest is
never made.
"""

from __future__ import annotations

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
)
from kibitz.bidding.calls.network import CallNetwork
from kibitz.sitting.house.calling import foreseen
from kibitz.sitting.house.drawing import Taste, Uniform, taken


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


def _is_over(calls: Bytes, place: int) -> npt.NDArray[np.bool_]:
    if place < 4:
        return np.zeros(len(calls), np.bool_)
    passed: npt.NDArray[np.bool_] = (calls[:, place - 3 : place] == PASS).all(axis=1)
    bid = (calls[:, :place] >= FIRST_BID).any(axis=1)
    over: npt.NDArray[np.bool_] = (passed & bid) | (calls[:, place - 1] == NONE)
    return over if place > 4 else over | ~bid
