"""Every call of many auctions as a decision: its kind, and the features that are compared.

Decisions are compared in three ways. The *code* says which calls the network foresees; the nearest
by code vote. *held* are the caller's points and lengths, and *meant* is what the network believes
about the other three hands; these choose the precedents that a player would accept: a similar hand
after the same auction, or after one that means the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import (
    CALLS,
    FIRST_BID,
    LONGEST,
    NONE,
    PASS,
    Auctions,
    Bytes,
    Floats,
    Rows,
    legal_calls,
)
from kibitz.bidding.auctions.pairs import Entries, features
from kibitz.bidding.calls.network import LENGTHS, POINTS, CallNetwork, inputs

SCALE = 255
"""A code is the square root of a chance, in units of 1/SCALE."""
POINT, CARD = 6, 16
"""The units of a point and of a card, for believed means."""
NO_DECISION = 255
_PASSED_HAND, _PARTNER_PASSED = 1, 2

Marks: TypeAlias = npt.NDArray[np.uint32]


class CallKind(IntEnum):
    """The kind of decision that a player has to make."""

    OPENING = 0
    """Nobody has bid yet."""
    RESPONSE = 1
    """Partner opened, the opponents were silent, and it is our first call since."""
    REBID = 2
    """Our side opened, the opponents were silent, and it is not our first call."""
    OVERCALL = 3
    """The opponents opened, and our side was silent so far."""
    COMPETITIVE = 4
    """Both sides have bid or doubled."""


def kinds(calls: Bytes) -> Bytes:
    """The kind of the decision at each place of each auction, (n, LONGEST)."""
    found = np.full(calls.shape, NO_DECISION, np.uint8)
    size = len(calls)
    opened_by = np.full(size, -1)  # the side of the first bid; 0 is the dealer's
    acted = np.zeros((size, 4), np.bool_)
    for place in range(calls.shape[1]):
        side, seat = place % 2, place % 4
        ours, theirs = opened_by == side, opened_by == 1 - side
        we_acted, they_acted = acted[:, side::2].any(axis=1), acted[:, 1 - side :: 2].any(axis=1)
        quiet = ours & ~they_acted
        kind = np.where(quiet & ~acted[:, seat], CallKind.RESPONSE, CallKind.OPENING)
        kind = np.where(quiet & acted[:, seat], CallKind.REBID, kind)
        kind = np.where(theirs & ~we_acted, CallKind.OVERCALL, kind)
        kind = np.where((theirs & we_acted) | (ours & they_acted), CallKind.COMPETITIVE, kind)
        found[:, place] = np.where(calls[:, place] == NONE, NO_DECISION, kind)
        acted[:, seat] |= calls[:, place] > PASS
        first = (opened_by < 0) & (calls[:, place] >= FIRST_BID)
        opened_by[first] = side
    return found


def auction_marks(calls: Bytes) -> Marks:
    """A hash of the auction before each place, (n, LONGEST).

    Two auctions have the same mark if their calls are the same from the opening on, and if the
    caller and his partner passed before it in both or in neither. Before the opening, the seat
    counts.
    """
    size = len(calls)
    marks = np.zeros((size, LONGEST), np.uint32)
    rolled = np.zeros(size, np.uint64)
    opened = np.full(size, LONGEST)
    for place in range(LONGEST):
        own = (np.arange(4) + place) % 4 < np.minimum(opened, 4)[:, None]  # caller, ..., in turn
        first, partner = own[:, 0], own[:, 2]
        passed = first * _PASSED_HAND + partner * _PARTNER_PASSED
        here = np.where(opened == LONGEST, place, rolled * np.uint64(4) + passed.astype(np.uint64))
        marks[:, place] = (here & np.uint64(0xFFFFFFFF)).astype(np.uint32)
        call = calls[:, place].astype(np.uint64)
        opened = np.where((opened == LONGEST) & (call >= FIRST_BID), place, opened)
        rolled = np.where(opened < LONGEST, rolled * np.uint64(1_000_003) + call + 1, rolled)
        rolled %= np.uint64(2**31 - 1)
    return marks


@dataclass(frozen=True, slots=True, eq=False)
class CallDecisions:
    """Many decisions, as columns."""

    codes: Bytes
    """(n, CALLS)"""
    kinds: Bytes
    calls: Bytes
    """The calls made."""
    tables: Marks
    places: Bytes
    """The index of the call in its auction."""
    held: Bytes
    """(n, 5): the caller's points, and his clubs, diamonds, hearts and spades."""
    meant: Bytes
    """(n, 15): the same for left-hand opponent, partner and right-hand opponent, as believed."""
    marks: Marks

    def __len__(self) -> int:
        return len(self.kinds)

    def __getitem__(self, rows: Rows | slice) -> CallDecisions:
        return CallDecisions(*(getattr(self, field.name)[rows] for field in fields(self)))

    @classmethod
    def none(cls) -> CallDecisions:
        """An empty set of decisions."""
        each, marks = np.empty(0, np.uint8), np.empty(0, np.uint32)
        codes, held, meant = (np.empty((0, width), np.uint8) for width in (CALLS, 5, 15))
        return cls(codes, each, each, marks, each, held, meant, marks)

    @classmethod
    def joined(cls, parts: Sequence[CallDecisions]) -> CallDecisions:
        return cls(
            *(np.concatenate([getattr(p, field.name) for p in parts]) for field in fields(cls))
        )


def known_features(auctions: Auctions, sums: Floats, ordinary: Floats) -> Floats:
    """What is known about both pairs of each table from their other tables, (n, 2, WIDTH).

    *sums* are what each pair did at all tables, (n, 2, situations, 6), this one included; a pair is
    unknown if they are zero.
    """
    others, entries = sums.copy(), Entries.of(auctions)
    side = entries.seat % 2
    there = sums[entries.table, side, entries.situation, 0] > 0
    at = (entries.table[there], side[there], entries.situation[there])
    np.subtract.at(others, at, entries.sums[there])
    return features(others, ordinary)


def describe(network: CallNetwork, auctions: Auctions, known: Floats) -> CallDecisions:
    """All decisions in *auctions*; *known* are the features of both pairs, (n, 2, WIDTH)."""
    longest = max(1, int((auctions.calls != NONE).sum(axis=1).max(initial=0)))
    table, seat = (part.ravel() for part in np.mgrid[: len(auctions), :4])
    spoken = inputs.spoken(auctions, table, seat)[:, : longest - 1]
    own, their = known[table, seat % 2], known[table, 1 - seat % 2]
    states = network.states(inputs.hands(auctions, table, seat), spoken, own, their)
    found = kinds(auctions.calls)
    at, place = np.nonzero(found != NO_DECISION)
    caller = place % 4
    here = states[4 * at + caller, place]
    legal = legal_calls(auctions.calls)[at, place]
    held = np.concatenate(
        [auctions.points[at, caller][:, None], auctions.lengths[at, caller]], axis=1
    )
    return CallDecisions(
        codes(network.chances(here, legal)),
        found[at, place],
        auctions.calls[at, place],
        at.astype(np.uint32),
        place.astype(np.uint8),
        held,
        meanings(network, here),
        auction_marks(auctions.calls)[at, place],
    )


def codes(chances: Floats) -> Bytes:
    """The square roots of chances in units of 1/SCALE, (n, CALLS)."""
    rounded: Bytes = np.round(SCALE * np.sqrt(chances)).astype(np.uint8).reshape(-1, CALLS)
    return rounded


def meanings(network: CallNetwork, states: Floats) -> Bytes:
    """The believed mean points and lengths of the three other hands, (n, 15)."""
    belief = network.belief(states)
    points = belief.points @ np.arange(POINTS, dtype=np.float32) * POINT
    lengths = belief.lengths @ np.arange(LENGTHS, dtype=np.float32) * CARD
    both = np.concatenate([points[:, :, None], lengths], axis=2).reshape(-1, 15)
    rounded: Bytes = np.round(both).astype(np.uint8)
    return rounded
