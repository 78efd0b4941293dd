"""Auctions of many tables as arrays: the hands, the calls, and the legal calls.

Seats are numbered from the dealer, clockwise, so call *i* is made by seat *i* mod 4. A call is a
small number: 0 for none, then pass, double, redouble, and the bids in ascending order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.games.bridge.auction import BIDS, Auction, Bid, Call, Sign
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.records.record import Record

Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]
Rows: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float32]

LONGEST = 32
"""The calls kept of an auction; one auction in ten thousand is longer."""

NONE, PASS, DOUBLE, REDOUBLE, FIRST_BID = 0, 1, 2, 3, 4
CALLS = FIRST_BID + 35
_SIGNS = {Sign.PASS: PASS, Sign.DOUBLE: DOUBLE, Sign.REDOUBLE: REDOUBLE}
_WRITTEN = {number: sign for sign, number in _SIGNS.items()}


def number_of(call: Call) -> int:
    """The number of a call."""
    return FIRST_BID + 5 * (call.level - 1) + call.strain if isinstance(call, Bid) else _SIGNS[call]


def call_of(number: int) -> Call:
    """The call with this number."""
    return BIDS[number - FIRST_BID] if number >= FIRST_BID else _WRITTEN[number]


@dataclass(frozen=True, slots=True, eq=False)
class Auctions:
    """Who held each card, the calls, and the vulnerable sides (bit 0 is the dealer's)."""

    owners: Bytes
    calls: Bytes
    vulnerable: Bytes

    @classmethod
    def of(cls, held: Sequence[tuple[Deal, Auction, Vulnerability]]) -> Auctions:
        size = len(held)
        owners = np.zeros((size, 52), np.uint8)
        calls = np.zeros((size, LONGEST), np.uint8)
        vulnerable = np.zeros(size, np.uint8)
        for row, (deal, auction, colours) in enumerate(held):
            dealer = auction.dealer
            for place in range(4):
                hand = deal[Seat((dealer + place) % 4)]
                owners[row, [card.bit.bit_length() - 1 for card in hand]] = place
            written = [number_of(call) for call in auction.calls[:LONGEST]]
            calls[row, : len(written)] = written
            sides = (colours.includes(dealer), colours.includes(dealer.next))
            vulnerable[row] = sides[0] + 2 * sides[1]
        return cls(owners, calls, vulnerable)

    @classmethod
    def of_records(cls, records: Sequence[Record]) -> Auctions:
        return cls.of([(one.deal, one.auction, one.vulnerability) for one in records])

    def __len__(self) -> int:
        return len(self.calls)

    def __getitem__(self, rows: slice | Rows) -> Auctions:
        return Auctions(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def points(self) -> Bytes:
        """The high-card points of each seat, (n, 4)."""
        worth = np.maximum(np.arange(52) % 13 - 8, 0).astype(np.int64)
        held = self.owners[:, None, :] == np.arange(4)[:, None]
        points: Bytes = (held * worth).sum(axis=2).astype(np.uint8)
        return points

    @property
    def lengths(self) -> Bytes:
        """The number of cards of each seat in each suit, (n, 4, 4)."""
        held = self.owners[:, None, :] == np.arange(4)[:, None]
        lengths: Bytes = held.reshape(len(self), 4, 4, 13).sum(axis=3).astype(np.uint8)
        return lengths


def legal_calls(calls: Bytes) -> Bools:
    """The legal calls at each place of each auction, (n, LONGEST, CALLS)."""
    size = len(calls)
    legal = np.zeros((size, LONGEST, CALLS), np.bool_)
    last = np.full(size, FIRST_BID - 1)  # the highest bid so far
    side, risk = np.zeros(size, np.int64), np.zeros(size, np.int64)
    passes = np.zeros(size, np.int64)
    bids = np.arange(CALLS)
    for place in range(LONGEST):
        is_bid = last >= FIRST_BID
        is_over = (passes >= 4) | ((passes == 3) & is_bid)
        theirs = is_bid & (side != place % 2)
        legal[:, place, PASS] = True
        legal[:, place, DOUBLE] = theirs & (risk == 0)
        legal[:, place, REDOUBLE] = is_bid & ~theirs & (risk == 1)
        legal[:, place] |= (bids[None] > last[:, None]) & (bids >= FIRST_BID)
        legal[is_over, place] = False
        call = calls[:, place].astype(np.int64)
        bid, act = call >= FIRST_BID, call > PASS
        passes = np.where(call == PASS, passes + 1, np.where(act, 0, passes))
        last = np.where(bid, call, last)
        side = np.where(bid, place % 2, side)
        risk = np.where(bid, 0, np.where(call == DOUBLE, 1, np.where(call == REDOUBLE, 2, risk)))
    return legal
