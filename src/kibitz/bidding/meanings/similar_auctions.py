"""Auctions that mean the same: other auctions with the same last call, showing the same hand.

Method:     take all auctions that end with the call at the same kind of turn (a passed hand or not;
            a pass or double over the same bid). The network of calls reads what the caller holds
            (`reading`). If the reading is much the same as for the auction in question, in points
            and in every suit, both mean the same. The overlap was chosen on validation events
Checked by: tests/unit/bidding/meanings/test_similar_auctions.py, `kibitz lab meanings`
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.bidding.auctions.arrays import FIRST_BID, LONGEST, NONE, PASS, Auctions, Bytes, Rows
from kibitz.bidding.calls.likeness.decisions import kinds
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.shown.listening import NetworkReading, read
from kibitz.bidding.meanings.hands import CallHands, Kinship

OVERLAP = 0.75
"""The least overlap of two readings, in the points and in the length of every suit."""
_READ = 64  # the most auctions that are read; the most frequent are read first
_LISTENERS = 32


def same_meaning(auctions: Auctions, prefix: Bytes, network: CallNetwork) -> CallHands:
    """The hands for the last call of *prefix* in auctions that mean the same, in groups."""
    wanted = read(network, prefix, listeners=_LISTENERS)
    found = [
        hands
        for way, hands in _other_ways(auctions, prefix)
        if _overlap(wanted, read(network, way, listeners=_LISTENERS)) >= OVERLAP
    ]
    tables, seats, places = (
        np.concatenate([np.empty(0, np.int64), *(getattr(one, name) for one in found)])
        for name in ("tables", "seats", "places")
    )
    groups = np.repeat(np.arange(len(found)), [len(one) for one in found])
    return CallHands(tables, seats, places, Kinship.SAME_MEANING, groups)


def _overlap(one: NetworkReading, other: NetworkReading) -> float:
    """The least overlap of two readings, in points or in any suit, from 0 to 1."""
    points = np.minimum(one.points, other.points).sum()
    return float(min(points, np.minimum(one.lengths, other.lengths).sum(axis=1).min()))


def _other_ways(auctions: Auctions, prefix: Bytes) -> Iterator[tuple[Bytes, CallHands]]:
    """Auctions up to the same call at the same kind of turn, and the hands for it.

    The most frequent come first; the auction itself is among them.
    """
    last = int(prefix[-1])
    tables = np.flatnonzero((auctions.calls == last).any(axis=1))
    rows, places = _turns(auctions.calls[tables], prefix)
    spoken = auctions.calls[tables[rows]]
    spoken[np.arange(LONGEST) > places[:, None]] = NONE
    ways, which, count = np.unique(spoken, axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    for way in np.argsort(-count, kind="stable")[:_READ]:
        there = which == way
        at, place = tables[rows[there]], places[there]
        yield ways[way][: place[0] + 1], CallHands(at, place % 4, place, Kinship.SAME_MEANING)


def _turns(calls: Bytes, prefix: Bytes) -> tuple[Rows, Rows]:
    """Where the last call of *prefix* was made at the same kind of turn: rows and places."""
    asked = np.zeros((1, LONGEST), np.uint8)
    asked[0, : len(prefix)] = prefix
    place = len(prefix) - 1
    alike = (calls == prefix[-1]) & (kinds(calls) == kinds(asked)[0, place])
    if prefix[-1] < FIRST_BID:
        alike &= _bid_before(calls) == _bid_before(asked)[0, place]
    rows, places = np.nonzero(alike)
    before = np.argmax(calls != PASS, axis=1)
    same = (places % 4 < before[rows]) == (place % 4 < np.argmax(prefix != PASS))
    return rows[same], places[same]


def _bid_before(calls: Bytes) -> Bytes:
    """The last bid before each place; it is the highest one."""
    bids = np.where(calls >= FIRST_BID, calls, 0)
    found = np.zeros_like(bids)
    found[:, 1:] = np.maximum.accumulate(bids, axis=1)[:, :-1]
    return found
