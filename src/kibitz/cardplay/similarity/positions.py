"""The positions in which a card is chosen, for many tables at once, as arrays.

Seats count from declarer, clockwise. `Tables` contain all four hands; `tokens` (for declarer's
side) and `defence_tokens` (for a defender) use only what the hand to play may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.games.bridge.auction import Auction, Bid, Call, Contract, Doubling, Sign, Strain
from kibitz.games.bridge.cards import DECK, Card, Hand
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record

Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]
Rows: TypeAlias = npt.NDArray[np.int64]

DECLARING, DEFENDING = 0, 1
"""The side that decides: declarer and dummy, or the defenders."""

NO_TRUMPS = 4
NO_CARD = 255
BIDDING = 31
"""For each seat, the highest level bid in each strain (20), whether it passed at its first turn (4)
and its doubles (4); the dealer's seat, from 1; the doubling of the contract; whether all of this is
known."""
ROUNDS = 6
"""The rounds of an auction stored call by call; hardly any auction is longer."""
PASS, DOUBLE, REDOUBLE, FIRST_BID = 1, 2, 3, 4
"""The numbers of calls, 0 for none; a bid is `FIRST_BID`, plus five for each level below, plus its
strain."""

_NEVER = 1000  # plies: a card that was not played
_SUITS = (np.arange(52) // 13)[None]


def number(card: Card) -> int:
    """The index of a card among the 52: clubs first, twos first."""
    return card.bit.bit_length() - 1


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Deals and their play: the holder of each card, the order of play, and the contract."""

    owners: Bytes
    played: Bytes
    trumps: Bytes
    targets: Bytes
    bidding: Bytes
    calls: Bytes
    """Each seat's call in each of the first `ROUNDS` rounds."""

    @classmethod
    def of(cls, plays: Sequence[tuple[Play, Sequence[Card], Auction | None]]) -> Tables:
        """From opening states, the cards that followed, and the auctions if they are known."""
        size = len(plays)
        owners = np.zeros((size, 52), np.uint8)
        played = np.full((size, 52), NO_CARD, np.uint8)
        trumps = np.full(size, NO_TRUMPS, np.uint8)
        targets = np.zeros(size, np.uint8)
        bidding = np.zeros((size, BIDDING), np.uint8)
        calls = np.zeros((size, 4, ROUNDS), np.uint8)
        for row, (start, cards, auction) in enumerate(plays):
            declarer = start.contract.declarer
            for seat in range(4):
                hand = start.deal[type(declarer)((declarer + seat) % 4)]
                owners[row, [number(card) for card in hand]] = seat
            played[row, : len(cards)] = [number(card) for card in cards]
            if start.trumps is not None:
                trumps[row] = start.trumps
            targets[row] = start.contract.target
            if auction is not None and auction.calls:
                bidding[row] = _bidding(auction, declarer, start.contract.doubling)
                calls[row] = _calls(auction, declarer)
        return cls(owners, played, trumps, targets, bidding, calls)

    @classmethod
    def of_records(cls, records: Iterable[Record]) -> Tables:
        return cls.of([(r.opening_state(), r.play, r.auction) for r in records])

    @classmethod
    def joined(cls, several: Sequence[Tables]) -> Tables:
        """The tables of all parts, one after the other; empty if there is no part."""
        several = several or [cls.of([])]
        columns = (field.name for field in fields(cls))
        return cls(*(np.concatenate([getattr(one, name) for one in several]) for name in columns))

    def table(self, row: int) -> tuple[Play, tuple[Card, ...], Auction | None]:
        """One table, as it was given to `of`, rotated so that declarer sits South.

        Of a longer auction, only the first `ROUNDS` rounds are there.
        """
        hands = {
            Seat((Seat.SOUTH + seat) % 4): Hand.of(
                DECK[card] for card in np.flatnonzero(self.owners[row] == seat).tolist()
            )
            for seat in range(4)
        }
        bidding, trumps = self.bidding[row].tolist(), int(self.trumps[row])
        bid = Bid(int(self.targets[row]) - 6, Strain(trumps))
        contract = Contract(bid, Doubling(bidding[29]), Seat.SOUTH)
        cards = tuple(DECK[card] for card in self.played[row].tolist() if card != NO_CARD)
        auction = _auction(bidding[28] - 1, self.calls[row]) if bidding[30] else None
        return Play.start(Deal.of(hands), contract), cards, auction

    def __len__(self) -> int:
        return len(self.trumps)

    def __getitem__(self, rows: slice | Rows) -> Tables:
        return Tables(*(getattr(self, field.name)[rows] for field in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Positions in which one side is to play.

    *plies* are the numbers of cards played before, *turns* the hands to play (0 declarer, 2 dummy),
    *won* declarer's tricks so far, *voids* the suits that each seat has shown out of (bits 0 to 3
    for declarer, 4 to 7 for the hand on the left, and so on).
    """

    tables: Tables
    table: Rows
    plies: Bytes
    turns: Bytes
    won: Bytes
    voids: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, states: Sequence[Play], auctions: Sequence[Auction | None]) -> Views:
        """One view for each state; the same side must be to play in all."""
        if len({state.turn.is_with(state.contract.declarer) for state in states}) > 1:
            raise ValueError("now one side is to play, now the other")
        starts = [
            (Play.start(state.deal, state.contract), state.played, auction)
            for state, auction in zip(states, auctions, strict=True)
        ]
        tables = Tables.of(starts)
        plies = np.array([len(state.played) for state in states], np.uint8)
        rows = np.arange(len(states))
        turns, won, voids = _walk(tables)
        at = (plies, rows)
        return cls(tables, rows, plies, turns[at], won[at], voids[at])

    @classmethod
    def of_tables(cls, tables: Tables, side: int = DECLARING) -> Views:
        """Every decision of one side, table by table."""
        turns, won, voids = _walk(tables)
        ours = (tables.played.T != NO_CARD) & (turns[:52] % 2 == side)
        table, plies = np.nonzero(ours.T)
        at = (plies, table)
        return cls(tables, table, plies.astype(np.uint8), turns[at], won[at], voids[at])

    @classmethod
    def of_records(cls, records: Iterable[Record], side: int = DECLARING) -> tuple[Views, Bytes]:
        """Every decision of a side in *records*, and the card chosen; the records have play.

        `table` is the index of the record.
        """
        views = cls.of_tables(Tables.of_records(records), side)
        return views, views.chosen

    @property
    def chosen(self) -> Bytes:
        """The card played in each position, which the tables must contain."""
        cards: Bytes = self.tables.played[self.table, self.plies]
        return cards

    @property
    def trumps(self) -> Bytes:
        suits: Bytes = self.tables.trumps[self.table]
        return suits

    def between(self, first: int, last: int) -> Views:
        """The views at the tables from *first* to before *last*, with only these tables.

        The views must be sorted by table.
        """
        rows = slice(*np.searchsorted(self.table, (first, last)).tolist())
        part = self[rows]
        table = part.table - first
        return replace(part, tables=self.tables[first:last], table=table)

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, rows: slice | Rows) -> Views:
        return Views(
            self.tables,
            self.table[rows],
            self.plies[rows],
            self.turns[rows],
            self.won[rows],
            self.voids[rows],
        )


@dataclass(frozen=True, slots=True, eq=False)
class CardsThen:
    """Where each card is in each position, (n, 52) unless stated otherwise.

    Seats count from the hand to play: 0 plays now, 1 is next, 2 is its partner, 3 played before.
    *seats* has the holder of every card: users must leave out what the hand to play cannot see.
    """

    seats: Bytes
    when: npt.NDArray[np.int16]
    """The number of cards played before it."""
    gone: Bools
    before: Bools
    """Gone in earlier tricks."""
    tabled: Bools
    """Played in this trick."""
    own: Bools
    led: npt.NDArray[np.int64]
    """The suit led to this trick, (n, 1); 4 where none is."""
    legal: Bools

    @classmethod
    def of(cls, views: Views) -> CardsThen:
        size = len(views)
        each = np.arange(size)[:, None]
        played = views.tables.played[views.table]
        plies = views.plies[:, None].astype(np.int16)
        when = np.full((size, 256), _NEVER, np.int16)
        when[each, played] = np.arange(52, dtype=np.int16)
        when = when[:, :52]
        seats: Bytes = (views.tables.owners[views.table] + 4 - views.turns[:, None]) % 4
        gone, trick = when < plies, plies - plies % 4
        before = when < trick
        own = ~gone & (seats == 0)
        first = played[each, trick % 52].astype(np.int64)
        led = np.where(plies % 4 == 0, NO_TRUMPS, first // 13)
        of_led = led == _SUITS
        follows = (own & of_led).any(axis=1, keepdims=True)
        legal = own & (of_led | ~follows)
        return cls(seats, when, gone, before, gone & ~before, own, led, legal)

    @property
    def played(self) -> list[Bytes | Bools]:
        """What everybody sees: cards gone in earlier tricks from the four hands; on the table from
        the other three; legal; the opening lead; led to a trick."""
        return [
            *(self.before & (self.seats == seat) for seat in range(4)),
            *(self.tabled & (self.seats == seat) for seat in (1, 2, 3)),
            self.legal,
            self.gone & (self.when == 0),
            self.gone & (self.when % 4 == 0),
        ]


def _bidding(auction: Auction, declarer: int, doubling: int) -> Bytes:
    known = np.zeros(BIDDING, np.uint8)
    for index, call in enumerate(auction.calls):
        seat = (auction.dealer + index - declarer) % 4
        if isinstance(call, Bid):
            known[5 * seat + call.strain] = call.level
        elif call is Sign.PASS and index < 4:
            known[20 + seat] = 1
        elif call is Sign.DOUBLE:
            known[24 + seat] += 1
    known[28] = 1 + (auction.dealer - declarer) % 4
    known[29] = doubling
    known[30] = 1
    return known


def _calls(auction: Auction, declarer: int) -> Bytes:
    known = np.zeros((4, ROUNDS), np.uint8)
    for index, call in enumerate(auction.calls[: 4 * ROUNDS]):
        if isinstance(call, Bid):
            written = FIRST_BID + 5 * (call.level - 1) + call.strain
        else:
            written = {Sign.PASS: PASS, Sign.DOUBLE: DOUBLE, Sign.REDOUBLE: REDOUBLE}[call]
        known[(auction.dealer + index - declarer) % 4, index // 4] = written
    return known


def _auction(dealer: int, calls: Bytes) -> Auction:
    """The auction from numbered *calls*, with declarer South and the dealer so far from there."""
    said = (int(calls[(dealer + turn) % 4, turn // 4]) for turn in range(4 * ROUNDS))
    heard = takewhile(bool, said)
    return Auction(Seat((Seat.SOUTH + dealer) % 4), tuple(map(_call, heard)))


def _call(written: int) -> Call:
    if written < FIRST_BID:
        return {PASS: Sign.PASS, DOUBLE: Sign.DOUBLE, REDOUBLE: Sign.REDOUBLE}[written]
    level, strain = divmod(written - FIRST_BID, 5)
    return Bid(level + 1, Strain(strain))


@dataclass(frozen=True, slots=True, eq=False)
class Progress:
    """The state of play at many tables, all after the same number of cards."""

    trumps: Bytes
    turn: Rows
    """The seat to play, from declarer."""
    won: Bytes
    """Declarer's tricks."""
    voids: npt.NDArray[np.uint16]
    led: Rows
    best: Rows
    winner: Rows
    """The suit of the trick in progress; meaningless before a lead."""
    ply: int = 0

    @classmethod
    def begun(cls, tables: Tables) -> Progress:
        """Before the opening lead."""
        size = len(tables)
        none = np.zeros(size, np.int64)
        won, voids = np.zeros(size, np.uint8), np.zeros(size, np.uint16)
        return cls(tables.trumps, np.ones(size, np.int64), won, voids, none, none, none)

    def after(self, cards: Bytes) -> Progress:
        """The state after one more card at every table; `NO_CARD` if none was played."""
        there = cards != NO_CARD
        card = np.where(there, cards, 0).astype(np.int64)
        suit, turn = card // 13, self.turn
        led, best, winner = self.led, self.best, self.winner
        if self.ply % 4 == 0:
            led, best, winner = suit, card, turn
        else:
            takes = np.where(suit == best // 13, card > best, suit == self.trumps)
            best, winner = np.where(takes, card, best), np.where(takes, turn, winner)
        shown = np.where(there & (suit != led), (1 << led) << (4 * turn), 0).astype(np.uint16)
        won, following = self.won, (turn + 1) % 4
        if self.ply % 4 == 3:
            won = won + (there & (winner % 2 == 0)).astype(np.uint8)
            following = winner
        return replace(
            self, turn=following, won=won, voids=self.voids | shown,
            led=led, best=best, winner=winner, ply=self.ply + 1,
        )  # fmt: skip


def _walk(tables: Tables) -> tuple[Bytes, Bytes, npt.NDArray[np.uint16]]:
    """The turn, declarer's tricks and the known voids before each card, by (ply, table)."""
    steps = [Progress.begun(tables)]
    for ply in range(52):
        steps.append(steps[-1].after(tables.played[:, ply]))
    turns = np.stack([step.turn for step in steps]).astype(np.uint8)
    return turns, np.stack([step.won for step in steps]), np.stack([step.voids for step in steps])
