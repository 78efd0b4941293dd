"""What a player knows when he calls, as numbers: his hand, the vulnerability, and the calls.

Each player of an auction has a sequence: the first token is his hand, and then there is one for
each call, with its seat counted from him. The network's attention looks only backwards, so the
state before a call never depends on that call or later ones.
"""

from __future__ import annotations

import numpy as np

from kibitz.bidding.auctions.arrays import CALLS, LONGEST, Auctions, Bytes, Rows

HAND_WIDTH = 52 + 4 * 14 + 38 + 2 + 4
"""Cards, suit lengths, points, whether we and they are vulnerable, and the seat."""
SPOKEN = 4 * CALLS
"""The number of different call tokens: each call from each seat, counted from the player."""


def hands(auctions: Auctions, table: Rows, seat: Rows) -> Bytes:
    """The first token of each player's sequence, (n, HAND_WIDTH)."""
    size, each = len(table), np.arange(len(table))
    found = np.zeros((size, HAND_WIDTH), np.uint8)
    found[:, :52] = auctions.owners[table] == seat[:, None]
    lengths, points = auctions.lengths[table, seat], auctions.points[table, seat]
    for suit in range(4):
        found[each, 52 + 14 * suit + lengths[:, suit]] = 1
    found[each, 108 + points] = 1
    sides = auctions.vulnerable[table]
    found[:, 146] = sides >> (seat % 2) & 1
    found[:, 147] = sides >> ((seat + 1) % 2) & 1
    found[each, 148 + seat] = 1
    return found


def spoken(auctions: Auctions, table: Rows, seat: Rows) -> Bytes:
    """The calls of each player's sequence, (n, LONGEST): four times the call, plus the seat."""
    places = np.arange(LONGEST)[None]
    who = (places - seat[:, None]) % 4
    found: Bytes = (4 * auctions.calls[table].astype(np.int64) + who).astype(np.uint8)
    return found
