"""Everything learned from auctions: tables, players, decisions, and what pairs play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Floats, Rows
from kibitz.bidding.auctions.pairs import SITUATIONS, Entries
from kibitz.bidding.auctions.styles import HIGH, OtherBoards, Style
from kibitz.bidding.calls.likeness.decisions import CARD, POINT, CallDecisions, Marks
from kibitz.bidding.calls.store import Block, SmallEntries
from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Seat
from kibitz.precedents.shelf import Shelf
from kibitz.records.players import Sat
from kibitz.records.record import Record
from kibitz.records.starter import is_house
from kibitz.wording import listed

_BETWEEN = " and "
_SPLIT = re.compile(r"\s*(?:,|&|/|\+|\band\b|\s[-–]\s)\s*", re.IGNORECASE)
_NOWHERE = 9  # no seat
_NAMED = 3  # the most pairs named if several fit

POINTS_APART, CARDS_APART, ALL_CARDS_APART = 2, 1, 2
"""Similar hands differ at most by these points, cards in a suit, and cards in all suits."""
SHOWN_POINTS_APART, SHOWN_CARDS_APART = 1.5, 0.8
"""Two auctions mean the same if the mean beliefs about the other hands differ by no more."""


def pair_name(record: Record, seat: Seat) -> str:
    """The names of the player in *seat* and his partner; empty if not known.

    A program that is its own partner goes by the system in its records, or else by its name. The
    house has no name, because a pair unknown to us is the usual case.
    """
    players, cite = record.citation.players, record.citation
    names = sorted((players[seat], players[seat.partner]), key=str.casefold)
    if names[0] and names[0].casefold() != names[1].casefold():
        return _BETWEEN.join(names)
    robot = cite.kind.partition(":")[2] if cite.kind.startswith("robot:") else ""
    return "" if is_house(record) else cite.system or robot


@dataclass(frozen=True, eq=False)
class CallMemory:
    """Everything learned, joined from all files."""

    auctions: Auctions
    pairs: Marks
    """(tables, 2): the dealer's pair and the other one, as indices into *names*; 0 if unknown."""
    names: tuple[str, ...]
    decisions: CallDecisions
    entries: SmallEntries
    shelf: Shelf[Block] | None = field(default=None, repr=False)
    withdrawn: Rows = field(default_factory=lambda: np.empty(0, np.int64))
    is_house: bool = False
    """Whether the house bid at these tables, and no expert."""

    @classmethod
    def open(cls, folder: Path) -> CallMemory | None:
        """The memory in *folder*; None if nothing was learned yet."""
        if not Shelf.is_in(folder):
            return None
        shelf = Shelf.open(Block, folder)
        block = shelf.everything()
        if block is None:
            return None
        columns = (block.auctions, block.pairs, block.names, block.decisions, block.entries)
        return cls(*columns, shelf, shelf.withdrawn)

    def __len__(self) -> int:
        """The number of decisions that can be found."""
        return len(self.decisions) - len(self.withdrawn)

    def of_kind(self, kind: int) -> Rows:
        """The decisions of one kind."""
        return self._of_kind.get(kind, np.empty(0, np.int64))

    @cached_property
    def _of_kind(self) -> dict[int, Rows]:
        here = np.ones(len(self.decisions), np.bool_)
        here[self.withdrawn] = False
        return {
            int(kind): np.flatnonzero((self.decisions.kinds == kind) & here)
            for kind in np.unique(self.decisions.kinds)
        }

    @cached_property
    def callers(self) -> Marks:
        """The pair of each decision's caller."""
        found: Marks = self.pairs[self.decisions.tables, self.decisions.places % 2]
        return found

    def with_similar_hands(self, held: Bytes, among: Rows) -> Rows:
        """Those of the decisions *among* with a hand similar to these points and lengths."""
        points = self.decisions.held[among, 0].astype(np.int16)
        among = among[np.abs(points - int(held[0])) <= POINTS_APART]
        apart = np.abs(self.decisions.held[among, 1:].astype(np.int16) - held[1:].astype(np.int16))
        close = (apart.max(axis=1, initial=0) <= CARDS_APART) & (
            apart.sum(axis=1) <= ALL_CARDS_APART
        )
        found: Rows = among[close]
        return found

    def with_the_same_meaning(self, meant: Bytes, among: Rows) -> Rows:
        """Those of the decisions *among* with the same beliefs about the other hands."""
        apart = np.abs(self.decisions.meant[among].astype(np.int16) - meant.astype(np.int16))
        hands = apart.reshape(-1, 3, 5)
        points = hands[:, :, 0].max(axis=1, initial=0) <= SHOWN_POINTS_APART * POINT
        lengths = hands[:, :, 1:].max(axis=(1, 2), initial=0) <= SHOWN_CARDS_APART * CARD
        found: Rows = among[points & lengths]
        return found

    def taken_by(self, sat: Sequence[Sat]) -> tuple[Rows, int]:
        """The decisions of a player in these seats, and the number of his learned tables."""
        numbers = {key: number for number, key in enumerate(self.keys)}
        seats = np.full(len(self.auctions), _NOWHERE)
        for one in sat:
            if one.key in numbers:
                seats[numbers[one.key]] = (one.seat - one.dealer) % 4
        own = seats[self.decisions.tables] == self.decisions.places % 4
        return np.flatnonzero(own), int((seats != _NOWHERE).sum())

    def without_table(self, rows: Rows, table: Auctions) -> Rows:
        """Those of *rows* that were not made at this table."""
        found: Rows = rows[~np.isin(self.decisions.tables[rows], self._same(table))]
        return found

    def holds(self, table: Auctions) -> bool:
        """Whether this table was learned from."""
        return len(self._same(table)) > 0

    def _same(self, table: Auctions) -> Rows:
        """All copies of this table; of the house's tables, all with the same deal."""
        calls = self.is_house | (self.auctions.calls == table.calls[0]).all(axis=1)
        found: Rows = np.flatnonzero(calls & (self.auctions.owners == table.owners[0]).all(axis=1))
        return found

    def sums_of(self, pairs: Sequence[int] | Rows) -> Floats:
        """What these pairs did in each situation, (n, situations, 6); zeros for pair 0."""
        return self.sums[np.asarray(pairs, np.int64)]

    @cached_property
    def sums(self) -> Floats:
        """What every pair did in each situation, (names, situations, 6)."""
        pair = self.pairs[self.entries.tables, self.entries.seats % 2].astype(np.int64)
        at = pair * len(SITUATIONS) + self.entries.situations
        size = len(self.names) * len(SITUATIONS)
        found = np.empty((size, 6), np.float32)
        found[:, 0] = np.bincount(at, minlength=size)
        for column in range(5):
            found[:, 1 + column] = np.bincount(at, self.entries.held[:, column], size)
        found[: len(SITUATIONS)] = 0
        return found.reshape(-1, len(SITUATIONS), 6)

    def elsewhere(self, rows: Rows) -> OtherBoards:
        """What the pair of each decision did at its other tables, for `Style.sides`."""
        tables = self.decisions.tables[rows].astype(np.int64)
        seats = self.decisions.places[rows].astype(np.int64) % 4
        pairs = self.callers[rows].astype(np.int64)
        return OtherBoards.of(self.sums, pairs, Entries.of(self.auctions[tables]), seats)

    def pairs_of_style(self, style: Style, side: int) -> Rows:
        """All pairs on one side of a style, judged by all their tables."""
        gathered = self.sums[:, style.situations].sum(axis=1)
        count = gathered[:, 0]
        mean = gathered[:, style.measured] / np.maximum(count, 1)
        there = mean >= style.high if side == HIGH else mean <= style.low
        found: Rows = np.flatnonzero(there & (count >= style.least))
        return found

    def pair(self, text: str) -> int:
        """The pair whose players a person names, in full or in part."""
        wanted = [part.casefold() for part in _SPLIT.split(text.strip()) if part]
        if len(wanted) != 2:
            raise UsageError(f"Name both players, as in 'Helness, Helgemo', not {text!r}.")
        exact, partly = list[int](), list[int]()
        for number, name in enumerate(self.names):
            players = name.casefold().split(_BETWEEN)
            if sorted(players) == sorted(wanted):
                exact.append(number)
            elif len(players) == 2 and _fits(players, wanted):
                partly.append(number)
        found = exact or partly
        if not found:
            raise UsageError(f"Your library has no pair {listed([w.title() for w in wanted])}.")
        if len(found) > 1:
            some = "; ".join(self.names[number] for number in found[:_NAMED])
            raise UsageError(f"{text!r} fits {len(found)} pairs ({some}): name both in full.")
        return found[0]

    def program(self, text: str) -> int | None:
        """The pair, program or stated system with exactly this name; None if there is none."""
        wanted = text.strip().casefold()
        return next(
            (n for n, name in enumerate(self.names) if n and name.casefold() == wanted), None
        )

    def boards_of(self, pair: int) -> int:
        """The number of a pair's tables."""
        return int((self.pairs == pair).any(axis=1).sum())

    @cached_property
    def keys(self) -> list[str]:
        """The key of each table, which is the same in every library."""
        return self.shelf.keys() if self.shelf is not None else []

    @cached_property
    def withdrawn_tables(self) -> Rows:
        """The tables whose decisions were withdrawn."""
        return np.unique(self.decisions.tables[self.withdrawn]).astype(np.int64)

    def keys_of(self, tables: Sequence[int]) -> list[str]:
        """The keys of a few tables, without reading all."""
        if self.shelf is None:
            return []
        records = self.shelf.records(tables)
        return [records[table].key for table in tables]


def _fits(players: Sequence[str], wanted: Sequence[str]) -> bool:
    one, other = players
    return any(a in one and b in other and one and other for a, b in (wanted, wanted[::-1]))
