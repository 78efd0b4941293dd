"""What the network of calls reads into a call, for any listener.

The network has beliefs about the other hands only as a player who sees his own hand. So random
hands are dealt to listeners on the caller's left, and their beliefs about the caller are averaged,
each weighted by how likely the listener's own calls are with his hand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.arrays import LONGEST, Auctions, Bytes, legal_calls
from kibitz.bidding.auctions.ranges import Shares
from kibitz.bidding.calls.network import CallNetwork, inputs
from kibitz.bidding.openings.question import Colours

LISTENERS = 64
_CALLER = 2
"""The caller is the last player counted from the listener's left."""


@dataclass(frozen=True, slots=True, eq=False)
class NetworkReading:
    """The chances of each number of points, (38,), and of each length by suit, (4, 14)."""

    points: Shares
    lengths: Shares


def read(
    network: CallNetwork,
    prefix: Bytes,
    colours: Colours | None = None,
    listeners: int = LISTENERS,
) -> NetworkReading:
    """What the network reads into the last call of *prefix*, always with the same listeners.

    *colours* are as the caller sees them; if None, the listeners take all of them in turn.
    """
    size, place = listeners, len(prefix)
    caller, listener = (place - 1) % 4, place % 4
    rng = np.random.default_rng(0)
    calls = np.zeros((size, LONGEST), np.uint8)
    calls[:, :place] = prefix
    owners = rng.permuted(np.tile(np.arange(52, dtype=np.uint8) % 4, (size, 1)), axis=1)
    if colours is None:
        vulnerable = np.arange(size, dtype=np.uint8) % 4
    else:
        sides = colours.ours << caller % 2 | colours.theirs << listener % 2
        vulnerable = np.full(size, sides, np.uint8)
    heard = Auctions(owners, calls, vulnerable)
    tables, seats = np.arange(size), np.full(size, listener)
    spoken = inputs.spoken(heard, tables, seats)[:, :place]
    states = network.states(inputs.hands(heard, tables, seats), spoken)
    legal = legal_calls(calls)
    weights = np.ones(size)
    for own in range(listener, place, 4):
        weights *= network.chances(states[:, own], legal[:, own])[:, prefix[own]]
    weights /= weights.sum()
    belief = network.belief(states[:, place])
    lengths = np.tensordot(weights, belief.lengths[:, _CALLER], axes=1)
    return NetworkReading(weights @ belief.points[:, _CALLER], lengths)
