"""Which decisions a player would call precedents, and where pairs with other systems part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.advice import Precedent
from kibitz.bidding.auctions.arrays import CALLS, Rows, call_of, legal_calls, number_of
from kibitz.bidding.auctions.styles import HIGH, LOW, STYLES
from kibitz.bidding.calls.explain import deed
from kibitz.bidding.calls.foresight import Foresight
from kibitz.bidding.calls.likeness.decisions import CARD, POINT, SCALE, Decisions
from kibitz.bidding.calls.likeness.neighbours import FAR
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.openings.comparison import HandDifference
from kibitz.bidding.openings.explain import difference
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.records.library import Library
from kibitz.records.lookup import tables_with_keys
from kibitz.records.record import Record

SHOWN = 5
"""Precedents that are named."""
_LOOKED_AT = 40  # of the most alike, among which tables of different events are sought
_FEWEST, _FAVOURITE, _LEAD = 5, 0.5, 0.25
"""Decisions on either side of a style without which nothing is said of it; what share the side's
own call has there at least; by how much it goes before the same call's share on the other side."""
_MOSTLY, _SELDOM, _SUIT = 0.75, 0.3, 4
"""The share of hands that have what a call shows, and the share that have its own suit where it
shows another; the cards that make a suit."""
_COUNTED = 600  # decisions that are counted at most, evenly from all


@dataclass(frozen=True, slots=True)
class CallPrecedent(Precedent):
    """A decision like the one asked about, at a table that can be opened."""

    question: CallQuestion
    record: Record
    table: int
    """Its number in the library."""
    place: int
    """Which call of its auction it is, from 0."""
    is_same_auction: bool
    """Else it is one that means the same."""
    is_house: bool = False
    """Whether its table is one of the house's."""

    @property
    def call(self) -> Call:
        return self.record.auction.calls[self.place]

    @property
    def auction(self) -> Auction:
        """As it stood there."""
        return Auction(self.record.dealer, self.record.auction.calls[: self.place])

    @property
    def seat(self) -> Seat:
        return self.auction.turn

    @property
    def hand(self) -> Hand:
        return self.record.deal[self.seat]

    @property
    def player(self) -> str:
        return self.record.citation.players[self.seat] or self.seat.name.capitalize()

    @property
    def situation(self) -> Situation:
        """The hand and the colours; the seat is compared with the auction, not by itself."""
        return Situation(
            self.hand,
            self.question.situation.seat,
            Colours.seen_from(self.seat, self.record.vulnerability),
        )

    @property
    def name(self) -> str:
        where = str(self.record.citation) or str(self.record.source)
        return f"{where}, {self.player}"

    @property
    def did(self) -> str:
        return deed(self.call)

    @property
    def differs(self) -> str:
        """How the hand there differs from the one asked about, in words."""
        if self.hand == self.question.hand:
            return "the very same hand"
        return difference(self.question.situation, self.situation)

    def open(self) -> Record:
        return self.record

    def to_json(self) -> dict[str, Any]:
        return {
            **Precedent.to_json(self),
            "player": self.player,
            "seat": str(self.seat),
            "hand": str(self.hand),
            "auction": str(self.auction),
            "same_auction": self.is_same_auction,
            "vul": str(self.record.vulnerability),
            "call": str(self.call),
            "table": self.table,
            "house": self.is_house,
            "differs": HandDifference.between(self.question.situation, self.situation).as_data(),
            "in_words": self.differs,
        }


@dataclass(frozen=True, slots=True)
class Side:
    """What pairs of one kind called: their favourite, so many of so many."""

    whose: str
    call: Call
    part: int
    whole: int


@dataclass(frozen=True, slots=True)
class Split:
    """Two kinds of pairs that call differently with such a hand after this very auction."""

    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Showing:
    """What those held who made a call that says more than it names, so many of so many."""

    call: Call
    suit: Suit | None
    """The suit that most of them had; None: there is none, nor the one that the call names."""
    cards: int
    """So many of it or more."""
    part: int
    whole: int


@dataclass(frozen=True, slots=True, eq=False)
class Kin:
    """Decisions with a hand like the one asked about, the most alike first."""

    rows: Rows
    is_same: Rows
    """1 where the auction is the same, 0 where it means the same."""


def kin_of(memory: CallMemory, seen: Foresight, among: Rows) -> Kin:
    """What a player would call a precedent: a hand that is alike, and an auction too.

    The same auction goes before one that means the same, and both must mean the same: another
    pair's 1♣ may be another bid. The same calls must be open in it: over 1NT one passes other hands
    than over 1♣.
    """
    alike = memory.with_alike_hands(seen.held, among)
    alike = memory.that_mean_the_same(seen.meant, alike)
    calls = memory.auctions.calls[memory.decisions.tables[alike]]
    legal = legal_calls(calls)[np.arange(len(alike)), memory.decisions.places[alike]]
    alike = alike[(legal == seen.legal).all(axis=1)]
    codes = memory.decisions.codes[alike].astype(np.int64)
    squares = ((codes - seen.code.astype(np.int64)) ** 2).sum(axis=1)
    close = squares <= (FAR * SCALE) ** 2
    alike, squares = alike[close], squares[close]
    same = (memory.decisions.marks[alike] == seen.mark).astype(np.int64)
    apart = _apart(memory, seen, alike)
    order = np.lexsort((alike, apart, 1 - same))
    return Kin(alike[order], same[order])


def _apart(memory: CallMemory, seen: Foresight, rows: Rows) -> Rows:
    """How far hands and what was shown are apart, in squares of points and cards."""
    held = memory.decisions.held[rows].astype(np.int64) - seen.held.astype(np.int64)
    meant = memory.decisions.meant[rows].astype(np.int64) - seen.meant.astype(np.int64)
    hands = meant.reshape(-1, 3, 5)
    found = (held[:, 0] ** 2) + 2 * (held[:, 1:] ** 2).sum(axis=1)
    shown = (hands[:, :, 0] ** 2).sum(axis=1) // POINT**2
    lengths = (hands[:, :, 1:] ** 2).sum(axis=(1, 2)) // CARD**2
    total: Rows = 4 * found + shown + lengths
    return total


def precedents(
    question: CallQuestion, memory: CallMemory, library: Path | None, kin: Kin, called: int
) -> tuple[tuple[CallPrecedent, ...], CallPrecedent | None]:
    """The closest that agree with *called*, of different deals, and the closest that does not."""
    calls = memory.decisions.calls[kin.rows]
    agreeing = np.flatnonzero(calls == called)[:_LOOKED_AT]
    others = np.flatnonzero(calls != called)[:1]
    found = _opened(question, memory, library, kin, [*agreeing.tolist(), *others.tolist()])
    deals = dict[str, CallPrecedent]()
    for one in found:
        if number_of(one.call) == called:
            deals.setdefault(str(one.record.deal), one)
    otherwise = next((one for one in found if number_of(one.call) != called), None)
    return tuple(deals.values())[:SHOWN], otherwise


def closest_otherwise(
    question: CallQuestion, memory: CallMemory, library: Path | None, kin: Kin, called: int
) -> tuple[CallPrecedent, ...]:
    """The closest that did not call so, the most alike first."""
    others = np.flatnonzero(memory.decisions.calls[kin.rows] != called)[:SHOWN]
    return tuple(_opened(question, memory, library, kin, others.tolist()))


def _opened(
    question: CallQuestion,
    memory: CallMemory,
    library: Path | None,
    kin: Kin,
    at: Sequence[int],
) -> list[CallPrecedent]:
    """Decisions with their tables; one whose table is not in the library any more is left out."""
    if library is None or not library.exists() or not at:
        return []
    rows = kin.rows[list(at)]
    keys = memory.keys_of(memory.decisions.tables[rows].tolist())
    with Library.open(library, create=False) as shelf:
        entries = tables_with_keys(shelf, keys)
    places = memory.decisions.places[rows].tolist()
    return [
        CallPrecedent(
            question, entries[key].record, entries[key].id, place, bool(same), memory.is_house
        )
        for key, place, same in zip(keys, places, kin.is_same[list(at)].tolist(), strict=True)
        if key in entries
    ]


def showing(
    decisions: Decisions, mark: int, among: Rows, called: int, partners: Sequence[Suit]
) -> Showing | None:
    """What a call showed after this very auction: a suit that it does not name, or not its own.

    A suit that is *partners* already is raised, and needs no four cards.
    """
    call = call_of(called)
    named = call.strain.trumps if isinstance(call, Bid) else None
    here = among[decisions.marks[among] == mark]
    rows = here[decisions.calls[here] == called]
    if call is Sign.PASS or named in partners or len(rows) < _FEWEST:
        return None
    lengths, everybody = decisions.held[rows, 1:], decisions.held[here, 1:]
    own = int((lengths[:, named] >= _SUIT).sum()) if named is not None else 0
    if named is not None and own >= _SELDOM * len(rows):
        return None
    for cards in (_SUIT + 1, _SUIT):
        held = (lengths >= cards).sum(axis=0)
        lead = held / len(rows) - (everybody >= cards).mean(axis=0)
        suit = Suit(int(np.lexsort((-np.arange(4), -lead, -held))[0]))
        if held[suit] >= _MOSTLY * len(rows) and lead[suit] >= _LEAD:
            return Showing(call, suit, cards, int(held[suit]), len(rows))
    return Showing(call, None, _SUIT, own, len(rows)) if named is not None else None


def splits(memory: CallMemory, seen: Foresight, question: CallQuestion, among: Rows) -> list[Split]:
    """Where pairs that play differently part, counted over this very auction and hands alike."""
    same = among[memory.decisions.marks[among] == seen.mark]
    rows = memory.with_alike_hands(seen.held, same)
    rows = rows[:: -(-len(rows) // _COUNTED)] if len(rows) else rows
    if len(rows) < 2 * _FEWEST:
        return []
    elsewhere, calls = memory.elsewhere(rows), memory.decisions.calls[rows]
    prefix = np.array([number_of(call) for call in question.auction.calls], np.uint8)
    for style in STYLES:
        if style.concerns(prefix) or question.is_opening:
            sides = style.sides(elsewhere)
            tallies = [np.bincount(calls[sides == side], minlength=CALLS) for side in (LOW, HIGH)]
            split = divided(tallies, style.names)
            if split is not None:
                return [split]
    return []


def divided(tallies: Sequence[Rows], names: tuple[str, str]) -> Split | None:
    """Whether two kinds of pairs have favourites of their own, by how often each made a call."""
    wholes = [int(tally.sum()) for tally in tallies]
    if min(wholes) < _FEWEST:
        return None
    favourites = [int(tally.argmax()) for tally in tallies]
    shares = [tally / whole for tally, whole in zip(tallies, wholes, strict=True)]
    for here, there in ((0, 1), (1, 0)):
        own = shares[here][favourites[here]]
        if own < _FAVOURITE or own - shares[there][favourites[here]] < _LEAD:
            return None
    low, high = (
        Side(names[i], call_of(favourites[i]), int(tallies[i][favourites[i]]), wholes[i])
        for i in (0, 1)
    )
    return Split((low, high))
