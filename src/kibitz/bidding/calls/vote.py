"""The vote of the nearest decisions; the adviser, my game and the lab all use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kibitz.bidding.auctions.arrays import CALLS, Bools, Bytes, Floats, Rows
from kibitz.bidding.calls.likeness.decisions import SCALE
from kibitz.bidding.calls.likeness.neighbours import nearest

REACH = 0.2
"""The distance at which a vote has the weight 1/e."""

FORESIGHT = 8
"""The votes that the network's own forecast counts for; it decides if few decisions are near."""

_NAMED = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class PendingCall:
    """A decision to be voted on: its code, the legal calls, and their chances by the network.

    All are (CALLS,).
    """

    code: Bytes
    legal: Bools
    chances: Floats


class Electorate(Protocol):
    """Decisions that may vote, as columns."""

    @property
    def codes(self) -> Bytes: ...

    @property
    def calls(self) -> Bytes: ...


@dataclass(frozen=True, slots=True, eq=False)
class OwnVotes:
    """The player's own cases that vote too: their squared distances, and their calls."""

    squares: Rows
    calls: Bytes

    def __len__(self) -> int:
        return len(self.calls)


NOBODY = OwnVotes(np.empty(0, np.int64), np.empty(0, np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class Election:
    """The share of each call by weight, and its number of votes, (CALLS,)."""

    shares: Floats
    counts: Rows

    @property
    def order(self) -> Rows:
        """The calls with a vote or a share worth naming, best first; of equals the lower first."""
        ranked: Rows = np.lexsort((np.arange(CALLS), -self.counts, -self.shares))
        return ranked[(self.counts[ranked] > 0) | (self.shares[ranked] >= _NAMED)]


def vote(
    asked: PendingCall, decisions: Electorate, among: Rows, own: OwnVotes = NOBODY
) -> Election | None:
    """The vote of the nearest of the decisions *among*; None if none is close."""
    near = nearest(asked.code, decisions.codes, among)
    if not near.is_close:
        return None
    squares = np.concatenate([near.squares, own.squares])
    calls = np.concatenate([decisions.calls[near.rows], own.calls])
    return elected(squares, calls, asked.legal, asked.chances)


def elected(squares: Rows, calls: Bytes, legal: Bools, foreseen: Floats | None = None) -> Election:
    """The vote of decisions at these squared distances; votes for illegal calls are dropped.

    If the chances *foreseen* of each call, (CALLS,), are given, the network has some votes too.
    """
    weights = np.exp(-squares / (REACH * SCALE) ** 2)
    there = legal[calls]
    counts = np.bincount(calls[there], minlength=CALLS)
    shares = np.bincount(calls[there], weights[there], minlength=CALLS).astype(np.float32)
    if foreseen is not None:
        shares += FORESIGHT * foreseen
    total = float(shares.sum()) or 1.0
    return Election(shares / total, counts)
