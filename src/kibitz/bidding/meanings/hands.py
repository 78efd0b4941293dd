"""The hands that experts had for a call: the same auction first, then as few changes as need be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from kibitz.bidding.auctions.arrays import PASS, Auctions, Bytes, Rows, call_of
from kibitz.bidding.auctions.ranges import Numbers
from kibitz.bidding.openings.question import Colours
from kibitz.games.bridge.auction import Call

LEAST = 20
"""Hands of which a range can be stated."""
_MOST = 8_000  # hands that are looked at; more change no figure that is shown
_WORTH = np.maximum(np.arange(52) % 13 - 8, 0)


class Kinship(Enum):
    """How the auctions that the hands come from are akin to the one asked about."""

    SAME = "the same auction"
    OTHER_PASSES = "the same auction after more or fewer passes"
    SAME_MEANING = "auctions that mean the same"
    READING = "no table: what the network of calls reads into it"


FEWEST_AUCTIONS = {Kinship.SAME: 1, Kinship.OTHER_PASSES: 1, Kinship.SAME_MEANING: 3}
"""Auctions that hands must come from: what a range holds of another is told by several only."""


@dataclass(frozen=True, slots=True, eq=False)
class CallHands:
    """The hands of players who made a call: at which tables, and in which seat from the dealer."""

    tables: Rows
    seats: Rows
    places: Rows
    """Which call of its auction it is, from 0."""
    kinship: Kinship
    groups: Rows | None = None
    """Of auctions that mean the same: from which of them each is, the most frequent first."""

    def __len__(self) -> int:
        return len(self.tables)

    def __getitem__(self, rows: Rows) -> CallHands:
        groups = None if self.groups is None else self.groups[rows]
        return CallHands(
            self.tables[rows], self.seats[rows], self.places[rows], self.kinship, groups
        )

    @property
    def auctions(self) -> int:
        """From how many auctions they are."""
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
        """Not more of them than change anything, evenly from all tables."""
        step = -(-len(self) // _MOST)
        return self[np.arange(0, len(self), step)] if step > 1 else self

    def holdings(self, auctions: Auctions) -> tuple[Numbers, Numbers]:
        """The points of each hand, (n,), and its lengths, (n, 4)."""
        held = auctions.owners[self.tables] == self.seats[:, None]
        lengths = held.reshape(-1, 4, 13).sum(axis=2)
        return held @ _WORTH, lengths


def same_auction(auctions: Auctions, prefix: Bytes, colours: Colours | None = None) -> CallHands:
    """Those who made the last call of *prefix* after all the others of it."""
    tables = _begin_with(auctions.calls, prefix)
    return _of(auctions, tables, len(prefix) - 1, colours, Kinship.SAME)


def other_passes(auctions: Auctions, prefix: Bytes, colours: Colours | None = None) -> CallHands:
    """The same with more or fewer passes before the first bid, from like hands.

    The caller and his partner passed in the one as in the other: a passed hand is limited, and
    opposite one the opening is lighter.
    """
    passes = int(np.argmax(prefix != PASS))
    spoken = prefix[passes:]
    if spoken[0] == PASS:  # nobody has bid: there is nothing else to hold on to
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
    """Whether the maker of the last of the calls *spoken* after passes, and his partner, passed."""
    caller = (passes + spoken - 1) % 4
    return caller < passes, (caller + 2) % 4 < passes


def _begin_with(calls: Bytes, prefix: Bytes) -> Rows:
    rows = np.flatnonzero(calls[:, len(prefix) - 1] == prefix[-1])
    found: Rows = rows[(calls[rows, : len(prefix)] == prefix).all(axis=1)]
    return found


def _of(
    auctions: Auctions, tables: Rows, place: int, colours: Colours | None, kinship: Kinship
) -> CallHands:
    """*colours*: whether the caller's side and the other are to be vulnerable; None: whoever is."""
    seat = place % 4
    if colours is not None:
        sides = auctions.vulnerable[tables]
        own, other = sides >> (seat % 2) & 1, sides >> ((seat + 1) % 2) & 1
        tables = tables[(own == colours.ours) & (other == colours.theirs)]
    size = len(tables)
    return CallHands(tables, np.full(size, seat), np.full(size, place), kinship)
