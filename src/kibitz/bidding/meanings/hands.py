"""The hands that experts had for a call, after the same auction or a similar one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from kibitz.bidding.auctions.arrays import PASS, Auctions, Bytes, Rows, call_of
from kibitz.bidding.auctions.ranges import Numbers
from kibitz.bidding.openings.question import Colours
from kibitz.games.bridge.auction import Call

LEAST = 20
"""The number of hands that a range takes."""
_MOST = 8_000  # the most hands looked at; more would change no figure
_WORTH = np.maximum(np.arange(52) % 13 - 8, 0)


class Kinship(Enum):
    """How the auctions of the hands are related to the one in question."""

    SAME = "the same auction"
    OTHER_PASSES = "the same auction after more or fewer passes"
    SAME_MEANING = "auctions that mean the same"
    READING = "no table: what the network of calls reads into it"


FEWEST_AUCTIONS = {Kinship.SAME: 1, Kinship.OTHER_PASSES: 1, Kinship.SAME_MEANING: 3}
"""The least number of different auctions; a range for another one takes several."""


@dataclass(frozen=True, slots=True, eq=False)
class CallHands:
    """The hands of players who made a call: their tables, and their seats from the dealer."""

    tables: Rows
    seats: Rows
    places: Rows
    """The index of the call in its auction."""
    kinship: Kinship
    groups: Rows | None = None
    """For auctions that mean the same: the number of each hand's auction, most frequent first."""

    def __len__(self) -> int:
        return len(self.tables)

    def __getitem__(self, rows: Rows) -> CallHands:
        groups = None if self.groups is None else self.groups[rows]
        return CallHands(
            self.tables[rows], self.seats[rows], self.places[rows], self.kinship, groups
        )

    @property
    def auctions(self) -> int:
        """The number of different auctions."""
        return 1 if self.groups is None else len(np.unique(self.groups))

    def ways(self, auctions: Auctions) -> tuple[tuple[Call, ...], ...]:
        """The auctions that mean the same, up to the call."""
        if self.groups is None:
            return ()
        _, first = np.unique(self.groups, return_index=True)
        spoken = auctions.calls[self.tables[first]]
        return tuple(
            tuple(map(call_of, calls[: place + 1].tolist()))
            for calls, place in zip(spoken, self.places[first], strict=True)
        )

    def thinned(self) -> CallHands:
        """An even sample of the hands, if there are more than needed."""
        step = -(-len(self) // _MOST)
        return self[np.arange(0, len(self), step)] if step > 1 else self

    def holdings(self, auctions: Auctions) -> tuple[Numbers, Numbers]:
        """The points of each hand, (n,), and its lengths, (n, 4)."""
        held = auctions.owners[self.tables] == self.seats[:, None]
        lengths = held.reshape(-1, 4, 13).sum(axis=2)
        return held @ _WORTH, lengths


def same_auction(auctions: Auctions, prefix: Bytes, colours: Colours | None = None) -> CallHands:
    """The hands for the last call of *prefix* after exactly the calls before it."""
    tables = _begin_with(auctions.calls, prefix)
    return _of(auctions, tables, len(prefix) - 1, colours, Kinship.SAME)


def other_passes(auctions: Auctions, prefix: Bytes, colours: Colours | None = None) -> CallHands:
    """The same, with more or fewer passes before the first bid.

    Whether the caller and his partner have passed stays the same: a passed hand is limited, and
    opposite a passed hand openings are different.
    """
    passes = int(np.argmax(prefix != PASS))
    spoken = prefix[passes:]
    if spoken[0] == PASS:  # nobody has bid, so there is no bid to start from
        return same_auction(auctions, prefix, colours)
    found = [
        _of(auctions, _begin_with(auctions.calls, calls), len(calls) - 1, colours, Kinship.SAME)
        for others in range(4)
        if _passed(len(spoken), others) == _passed(len(spoken), passes)
        for calls in [np.concatenate([np.full(others, PASS, np.uint8), spoken])]
    ]
    tables, seats, places = (
        np.concatenate([getattr(one, name) for one in found])
        for name in ("tables", "seats", "places")
    )
    order = np.argsort(tables, kind="stable")  # neighbours stay together
    return CallHands(tables[order], seats[order], places[order], Kinship.OTHER_PASSES)


def _passed(spoken: int, passes: int) -> tuple[bool, bool]:
    """Whether the caller of the last call after so many *passes*, and his partner, had passed."""
    caller = (passes + spoken - 1) % 4
    return caller < passes, (caller + 2) % 4 < passes


def _begin_with(calls: Bytes, prefix: Bytes) -> Rows:
    rows = np.flatnonzero(calls[:, len(prefix) - 1] == prefix[-1])
    found: Rows = rows[(calls[rows, : len(prefix)] == prefix).all(axis=1)]
    return found


def _of(
    auctions: Auctions, tables: Rows, place: int, colours: Colours | None, kinship: Kinship
) -> CallHands:
    """The hands at these tables; only those at the *colours* that the caller sees, if given."""
    seat = place % 4
    if colours is not None:
        sides = auctions.vulnerable[tables]
        own, other = sides >> (seat % 2) & 1, sides >> ((seat + 1) % 2) & 1
        tables = tables[(own == colours.ours) & (other == colours.theirs)]
    size = len(tables)
    return CallHands(tables, np.full(size, seat), np.full(size, place), kinship)
