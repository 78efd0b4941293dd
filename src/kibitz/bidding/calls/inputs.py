"""What a player at the table knows when he calls, as numbers: his hand, the colours, the calls.

One sequence for each player of an auction: first what he holds and knows of both pairs, then the
calls, each with the seat that made it counted from him. What comes after a call is never read
before it (the network's attention looks back only).
"""

from __future__ import annotations

import numpy as np

from kibitz.bidding.auctions.arrays import CALLS, LONGEST, Auctions, Bytes, Rows

HAND_WIDTH = 52 + 4 * 14 + 38 + 2 + 4
"""The cards; the length of each suit; the points; whether we and they are vulnerable; the seat."""
SPOKEN = 4 * CALLS
"""Kinds of call tokens: each call from each seat, counted from the player."""


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
    """The calls of each player's sequence, (n, LONGEST): four times the call and who made it."""
    places = np.arange(LONGEST)[None]
    who = (places - seat[:, None]) % 4
    found: Bytes = (4 * auctions.calls[table].astype(np.int64) + who).astype(np.uint8)
    return found
