"""Precedents that a player would accept, and where pairs of different systems differ."""

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
from kibitz.bidding.calls.foresight import ForeseenCall
from kibitz.bidding.calls.likeness.decisions import CARD, POINT, SCALE, CallDecisions
from kibitz.bidding.calls.likeness.neighbours import FAR
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.openings.differences import HandDifference
from kibitz.bidding.openings.explain import difference
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.records.library import Library
from kibitz.records.lookup import tables_with_keys
from kibitz.records.record import Record

SHOWN = 5
"""The most precedents that are named."""
_LOOKED_AT = 40  # the most decisions searched for different deals
_FEWEST, _FAVOURITE, _LEAD = 5, 0.5, 0.25
"""Two kinds of pairs differ if each has this many decisions, a favourite call with this share, and
the favourite's share is higher by this much than with the other kind."""
_MOSTLY, _SELDOM, _SUIT = 0.9, 0.3, 4
"""The least share of hands with the suit that a call shows; the most that may have the suit it
names, if it shows another; and the length of a suit."""
_COUNTED = 600  # the most decisions counted, an even sample of all


@dataclass(frozen=True, slots=True)
class CallPrecedent(Precedent):
    """A decision like the one in question, at a table that can be opened."""

    question: CallQuestion
    record: Record
    table: int
    """Its number in the library."""
    place: int
    """The index of the call in its auction."""
    is_same_auction: bool
    """If not, it is one that means the same."""
    is_house: bool = False
    """Whether its table is one of the house's."""

    @property
    def call(self) -> Call:
        return self.record.auction.calls[self.place]

    @property
    def auction(self) -> Auction:
        """The auction before the call."""
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
        """The hand and the vulnerability; the seat is the question's, as auctions are compared."""
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
        """How the hand differs from the one in question, in words."""
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
class SplitSide:
    """The favourite call of one kind of pairs, *part* times out of *whole*."""

    whose: str
    call: Call
    part: int
    whole: int


@dataclass(frozen=True, slots=True)
class Split:
    """Two kinds of pairs that call differently with such a hand after exactly this auction."""

    sides: tuple[SplitSide, SplitSide]


@dataclass(frozen=True, slots=True)
class Showing:
    """What a call shows that it does not name: *part* of the *whole* hands had these *cards*."""

    call: Call
    suit: Suit | None
    """The suit that most had; None if it is neither this nor the suit that is named."""
    cards: int
    """The least length of the suit."""
    part: int
    whole: int


@dataclass(frozen=True, slots=True, eq=False)
class SimilarCases:
    """Decisions with a hand like the one in question, the most similar first."""

    rows: Rows
    is_same: Rows
    """1 if the auction is the same, 0 if it means the same."""


def similar_cases(memory: CallMemory, seen: ForeseenCall, among: Rows) -> SimilarCases:
    """Cases a player would accept as precedents: a similar hand after a similar auction.

    The same auction comes before one that means the same. In both, the beliefs about the other
    hands must be the same, as another pair's 1♣ may be a different bid; and so must the legal
    calls, as a pass over 1NT differs from a pass over 1♣.
    """
    rows = memory.with_similar_hands(seen.held, among)
    rows = memory.with_the_same_meaning(seen.meant, rows)
    calls = memory.auctions.calls[memory.decisions.tables[rows]]
    legal = legal_calls(calls)[np.arange(len(rows)), memory.decisions.places[rows]]
    rows = rows[(legal == seen.legal).all(axis=1)]
    codes = memory.decisions.codes[rows].astype(np.int64)
    squares = ((codes - seen.code.astype(np.int64)) ** 2).sum(axis=1)
    close = squares <= (FAR * SCALE) ** 2
    rows, squares = rows[close], squares[close]
    same = (memory.decisions.marks[rows] == seen.mark).astype(np.int64)
    apart = _apart(memory, seen, rows)
    order = np.lexsort((rows, apart, 1 - same))
    return SimilarCases(rows[order], same[order])


def _apart(memory: CallMemory, seen: ForeseenCall, rows: Rows) -> Rows:
    """The squared distance of hands, and of what was shown, in points and cards."""
    held = memory.decisions.held[rows].astype(np.int64) - seen.held.astype(np.int64)
    meant = memory.decisions.meant[rows].astype(np.int64) - seen.meant.astype(np.int64)
    hands = meant.reshape(-1, 3, 5)
    found = (held[:, 0] ** 2) + 2 * (held[:, 1:] ** 2).sum(axis=1)
    shown = (hands[:, :, 0] ** 2).sum(axis=1) // POINT**2
    lengths = (hands[:, :, 1:] ** 2).sum(axis=(1, 2)) // CARD**2
    total: Rows = 4 * found + shown + lengths
    return total


def precedents(
    question: CallQuestion,
    memory: CallMemory,
    library: Path | None,
    similar: SimilarCases,
    called: int,
) -> tuple[tuple[CallPrecedent, ...], CallPrecedent | None]:
    """The closest precedents for *called*, of different deals, and the closest for another call."""
    calls = memory.decisions.calls[similar.rows]
    agreeing = np.flatnonzero(calls == called)[:_LOOKED_AT]
    others = np.flatnonzero(calls != called)[:1]
    found = _opened(question, memory, library, similar, [*agreeing.tolist(), *others.tolist()])
    deals = dict[str, CallPrecedent]()
    for one in found:
        if number_of(one.call) == called:
            deals.setdefault(str(one.record.deal), one)
    otherwise = next((one for one in found if number_of(one.call) != called), None)
    return tuple(deals.values())[:SHOWN], otherwise


def closest_otherwise(
    question: CallQuestion,
    memory: CallMemory,
    library: Path | None,
    similar: SimilarCases,
    called: int,
) -> tuple[CallPrecedent, ...]:
    """The closest precedents for other calls than *called*."""
    others = np.flatnonzero(memory.decisions.calls[similar.rows] != called)[:SHOWN]
    return tuple(_opened(question, memory, library, similar, others.tolist()))


def _opened(
    question: CallQuestion,
    memory: CallMemory,
    library: Path | None,
    similar: SimilarCases,
    at: Sequence[int],
) -> list[CallPrecedent]:
    """Decisions with their tables, except those whose tables are no longer in the library."""
    if library is None or not library.exists() or not at:
        return []
    rows = similar.rows[list(at)]
    keys = memory.keys_of(memory.decisions.tables[rows].tolist())
    with Library.open(library, create=False) as shelf:
        entries = tables_with_keys(shelf, keys)
    places = memory.decisions.places[rows].tolist()
    return [
        CallPrecedent(
            question, entries[key].record, entries[key].id, place, bool(same), memory.is_house
        )
        for key, place, same in zip(keys, places, similar.is_same[list(at)].tolist(), strict=True)
        if key in entries
    ]


def showing(
    decisions: CallDecisions,
    mark: int,
    among: Rows,
    called: int,
    held: Rows,
    partners: Sequence[Suit],
) -> Showing | None:
    """What a call showed after exactly this auction, if not the suit that it names.

    It is said of bids of a suit and of doubles, and only if the player's own hand fits: *held* are
    its lengths. A raise of one of the *partners* suits needs no four cards.
    """
    call = call_of(called)
    named = call.strain.trumps if isinstance(call, Bid) else None
    here = among[decisions.marks[among] == mark]
    rows = here[decisions.calls[here] == called]
    speaks = named is not None or call is Sign.DOUBLE
    if not speaks or named in partners or len(rows) < _FEWEST:
        return None
    lengths, everybody = decisions.held[rows, 1:], decisions.held[here, 1:]
    own = int((lengths[:, named] >= _SUIT).sum()) if named is not None else 0
    if named is not None and own >= _SELDOM * len(rows):
        return None
    for cards in (_SUIT + 1, _SUIT):
        had = (lengths >= cards).sum(axis=0)
        lead = had / len(rows) - (everybody >= cards).mean(axis=0)
        suit = Suit(int(np.lexsort((-np.arange(4), -lead, -had))[0]))
        if had[suit] >= _MOSTLY * len(rows) and lead[suit] >= _LEAD and held[suit] >= cards:
            return Showing(call, suit, cards, int(had[suit]), len(rows))
    is_artificial = named is not None and held[named] < _SUIT
    return Showing(call, None, _SUIT, own, len(rows)) if is_artificial else None


def splits(
    memory: CallMemory, seen: ForeseenCall, question: CallQuestion, among: Rows
) -> list[Split]:
    """Where pairs differ by style, with similar hands after exactly this auction."""
    same = among[memory.decisions.marks[among] == seen.mark]
    rows = memory.with_similar_hands(seen.held, same)
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
    """The two favourite calls, by the counts of each call; None if they do not differ clearly."""
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
        SplitSide(names[i], call_of(favourites[i]), int(tallies[i][favourites[i]]), wholes[i])
        for i in (0, 1)
    )
    return Split((low, high))
