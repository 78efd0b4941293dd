"""The story of many playouts of one deal as arrays: every trick, every card, every entry.

Seats count from declarer: 2 is dummy, 1 the hand on declarer's left, 3 that on the right. *We* are
declarer's side or the defenders, whichever the story is told for; *they* are the others. Tricks
count from 0; all arrays have a row for each layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.games.bridge.cards import Suit

Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]
Rows: TypeAlias = npt.NDArray[np.int64]

DECLARERS, DEFENDERS = 0, 1
"""The sides; a seat belongs to the side of its number's remainder by two."""
NEVER = 13
"""The trick of something that did not happen."""
_RANKS = np.arange(13)
_TRICKS = np.arange(13)
_JACK = 9


def walk(cards: Bytes, trumps: Suit | None) -> tuple[Rows, Rows, Rows]:
    """The leader of each trick and, last, the winner of the thirteenth; the suits led; the places
    in each trick of the cards that won."""
    size = len(cards)
    tricks = cards.reshape(size, 13, 4).astype(np.int64)
    suits, ranks = tricks // 13, tricks % 13
    led = suits[:, :, 0]
    high = np.where(suits == led[:, :, None], ranks, -1)
    if trumps is not None:
        high = np.where(suits == int(trumps), ranks + 13, high)
    places: Rows = high.argmax(axis=2)
    leaders = np.empty((size, 14), np.int64)
    leaders[:, 0] = 1
    for trick in range(13):
        leaders[:, trick + 1] = (leaders[:, trick] + places[:, trick]) % 4
    return leaders, led, places


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """For each suit, (n, 4), the longest run of it that they cash after they took the lead."""

    length: Rows
    seat: Rows
    """The seat that got in before the run."""
    card: Rows
    """The card with which it did."""
    trick: Rows
    """The trick in which it did; `NEVER` where they run nothing."""


@dataclass(frozen=True, eq=False)
class Story:
    """The playouts of one line on some layouts, for one side.

    *needed* are the tricks that our side needs, and *since* is the number of tricks that were over
    when the line began: what happened before is not a part of the story's events.
    """

    cards: Bytes
    """(n, 52): the cards in the order of play."""
    trumps: Suit | None
    side: int
    needed: int
    since: int = 0

    def __len__(self) -> int:
        return len(self.cards)

    @cached_property
    def _walked(self) -> tuple[Rows, Rows, Rows]:
        return walk(self.cards, self.trumps)

    @cached_property
    def _by_trick(self) -> Rows:
        return self.cards.reshape(len(self), 13, 4).astype(np.int64)

    @property
    def leaders(self) -> Rows:
        """The seat that leads each trick, (n, 13)."""
        return self._walked[0][:, :13]

    @property
    def winners(self) -> Rows:
        """The seat that wins each trick, (n, 13)."""
        return self._walked[0][:, 1:]

    @property
    def led(self) -> Rows:
        """The suit led to each trick, (n, 13)."""
        return self._walked[1]

    @cached_property
    def winning(self) -> Rows:
        """The card that wins each trick, (n, 13)."""
        found: Rows = np.take_along_axis(self._by_trick, self._walked[2][:, :, None], axis=2)
        return found[:, :, 0]

    @cached_property
    def ours(self) -> Bools:
        """The tricks that we win, (n, 13)."""
        found: Bools = self.winners % 2 == self.side
        return found

    @cached_property
    def tricks(self) -> Rows:
        """How many tricks we win."""
        found: Rows = self.ours.sum(axis=1)
        return found

    @cached_property
    def makes(self) -> Bools:
        return self.tricks >= self.needed

    @cached_property
    def gains(self) -> Bools:
        """The tricks in which they take the lead from us, (n, 13)."""
        found: Bools = (self.leaders % 2 == self.side) & ~self.ours & (self.since <= _TRICKS)
        return found

    @cached_property
    def _played(self) -> tuple[Rows, Rows]:
        """The owner of each card and the trick in which it goes, (n, 52) each."""
        cards = self.cards.astype(np.int64)
        owner, when = np.empty_like(cards), np.empty_like(cards)
        seats = (self.leaders[:, :, None] + np.arange(4)) % 4
        np.put_along_axis(owner, cards, seats.reshape(len(self), 52), axis=1)
        np.put_along_axis(when, cards, np.tile(np.arange(52) // 4, (len(self), 1)), axis=1)
        return owner, when

    @property
    def owner(self) -> Rows:
        return self._played[0]

    @property
    def when(self) -> Rows:
        return self._played[1]

    @cached_property
    def wins(self) -> Bools:
        """Whether each card wins a trick, (n, 52)."""
        found = np.zeros((len(self), 52), np.bool_)
        np.put_along_axis(found, self.winning, values=True, axis=1)
        return found

    @cached_property
    def thrown(self) -> Bools:
        """The cards that neither follow suit nor trump, (n, 52)."""
        suits = np.arange(52) // 13
        found: Bools = np.take_along_axis(self.led, self.when, axis=1) != suits
        if self.trumps is not None:
            found = found & (suits != int(self.trumps))
        return found

    @cached_property
    def by_suit(self) -> Rows:
        """The tricks won by us and by them with each suit that was led, (n, 2, 4); no ruffs."""
        plain = self.led == self.winning // 13
        found = np.zeros((len(self), 2, 4), np.int64)
        for suit in range(4):
            here = plain & (self.led == suit)
            found[:, 0, suit] = (here & self.ours).sum(axis=1)
            found[:, 1, suit] = (here & ~self.ours).sum(axis=1)
        return found

    def won(self, suit: int) -> Rows:
        """Our tricks in a suit."""
        return self.by_suit[:, 0, suit]

    def lost(self, suit: int) -> Rows:
        """Their tricks in a suit."""
        return self.by_suit[:, 1, suit]

    @cached_property
    def ruffs(self) -> Rows:
        """How often each seat ruffs each suit, (n, 4, 4)."""
        found = np.zeros((len(self), 4, 4), np.int64)
        if self.trumps is None:
            return found
        for place in range(4):
            seats = (self.leaders + place) % 4
            trumped = self._by_trick[:, :, place] // 13 == int(self.trumps)
            trumped = trumped & (self.led != int(self.trumps))
            rows, tricks = np.nonzero(trumped)
            np.add.at(found, (rows, seats[rows, tricks], self.led[rows, tricks]), 1)
        return found

    @cached_property
    def _holdings(self) -> tuple[Rows, Rows, Rows]:
        """Before each trick and after the last: the number of cards by seat and suit (n, 14, 4, 4),
        the highest rank by side and suit (n, 14, 2, 4), -1 for none, and the number of cards by
        seat and suit that are higher than all that the other side has."""
        size = len(self)
        out = (self.when[:, None] >= np.arange(14)[None, :, None]).reshape(size, 14, 4, 13)
        own = self.owner.reshape(size, 4, 13)
        counts = np.empty((size, 14, 4, 4), np.int64)
        highest, masters = np.empty((size, 14, 2, 4), np.int64), np.empty_like(counts)
        for side in (0, 1):
            here = out & (own % 2 == side)[:, None]
            highest[:, :, side] = np.where(here, _RANKS, -1).max(axis=3)
        for seat in range(4):
            here = out & (own == seat)[:, None]
            counts[:, :, seat] = here.sum(axis=3)
            above = highest[:, :, 1 - seat % 2, :, None] < _RANKS
            masters[:, :, seat] = (here & above).sum(axis=3)
        return counts, highest, masters

    def left(self, trick: Rows, seat: Rows | int, suit: int) -> Rows:
        """The number of cards of a suit that a seat still has after a trick."""
        found: Rows = self._holdings[0][np.arange(len(self)), np.minimum(trick + 1, 13), seat, suit]
        return found

    def master(self, trick: Rows, suit: int) -> Bools:
        """Whether we have the highest card of a suit that is still out after a trick."""
        at = np.arange(len(self)), np.minimum(trick + 1, 13)
        highest = self._holdings[1]
        mine: Bools = highest[*at, self.side, suit] > highest[*at, 1 - self.side, suit]
        return mine

    @cached_property
    def outplays(self) -> Bools:
        """The tricks, (n, 13), that we win with a card of the suit led although they have, or have
        played, an honour of it: a higher one, or one to that trick."""
        tricks, rows = self._by_trick, np.arange(len(self))[:, None]
        highest = self._holdings[1][rows, _TRICKS, 1 - self.side, self.led]
        places = (self.leaders[:, :, None] + np.arange(4)) % 4
        theirs = (tricks // 13 == self.led[:, :, None]) & (places % 2 != self.side)
        best = np.where(theirs, tricks % 13, -1).max(axis=2)
        over = (highest > self.winning % 13) | (best >= _JACK)
        found: Bools = self.ours & (self.winning // 13 == self.led) & over
        return found

    @cached_property
    def runs(self) -> Runs:
        """Their longest run of each suit after they have got in."""
        size = len(self)
        length = np.zeros((size, 4), np.int64)
        seat, card = np.full((size, 4), -1), np.full((size, 4), -1)
        trick, now = np.full((size, 4), NEVER), np.zeros((size, 4), np.int64)
        entered, rows = np.full((size, 3), -1), np.arange(size)
        inside = np.zeros(size, np.bool_)
        plain = self.led == self.winning // 13
        for number in range(self.since, 13):
            gain = self.gains[:, number]
            now[gain] = 0
            entered[gain, 0] = self.winners[gain, number]
            entered[gain, 1] = self.winning[gain, number]
            entered[gain, 2] = number
            inside = (inside | gain) & ~self.ours[:, number]
            runs = rows[inside & ~gain & plain[:, number]]
            now[runs, self.led[runs, number]] += 1
            longer = now > length
            length = np.where(longer, now, length)
            for into, column in ((seat, 0), (card, 1), (trick, 2)):
                into[longer] = np.broadcast_to(entered[:, column, None], (size, 4))[longer]
        return Runs(length, seat, card, trick)

    @cached_property
    def reached(self) -> Rows:
        """The trick in which we have all that we need; `NEVER` if we do not get there."""
        enough = self.ours.cumsum(axis=1) >= self.needed
        return np.where(enough.any(axis=1), enough.argmax(axis=1), NEVER)

    @cached_property
    def first_gain(self) -> Rows:
        """The first trick in which they take the lead."""
        return np.where(self.gains.any(axis=1), self.gains.argmax(axis=1), NEVER)

    def gained(self, seat: Rows | int, before: Rows) -> Rows:
        """How often a seat takes the lead for them before a trick is over."""
        by = self.winners == (seat if isinstance(seat, int) else seat[:, None])
        found: Rows = (self.gains & by & (before[:, None] > _TRICKS)).sum(axis=1)
        return found

    @cached_property
    def leads(self) -> Rows:
        """The first trick in which each seat leads each suit, (n, 4, 4)."""
        found = np.full((len(self), 4, 4), NEVER)
        for seat in range(4):
            own = (self.leaders == seat) & (self.since <= _TRICKS)
            for suit in range(4):
                here = own & (self.led == suit)
                found[:, seat, suit] = np.where(here.any(axis=1), here.argmax(axis=1), NEVER)
        return found

    @cached_property
    def first_lead(self) -> Rows:
        """The first trick in which we lead each suit, (n, 4)."""
        found: Rows = self.leads[:, [self.side, self.side + 2]].min(axis=1)
        return found

    @cached_property
    def their_lead(self) -> Rows:
        """The first trick in which they lead each suit, (n, 4)."""
        found: Rows = self.leads[:, [1 - self.side, 3 - self.side]].min(axis=1)
        return found

    @cached_property
    def last_win(self) -> Rows:
        """The last trick that each seat wins, (n, 4); -1 for none."""
        seats = np.arange(4)[:, None]
        found: Rows = np.where(self.winners[:, None] == seats, _TRICKS, -1).max(axis=2)
        return found

    @cached_property
    def stranded(self) -> Rows:
        """The winners of each suit in each of our hands that cannot be reached, (n, 4, 4).

        The other hand leads without a card of the suit, and this hand never wins a trick again.
        """
        counts, _, masters = self._holdings
        found = np.zeros((len(self), 4, 4), np.int64)
        for seat in (self.side, self.side + 2):
            other = (seat + 2) % 4
            done = self.last_win[:, seat, None] < _TRICKS
            here = done & (self.leaders == other) & (self.since <= _TRICKS)
            none = counts[:, :13, other] == 0
            good = np.where(here[:, :, None] & none, masters[:, :13, seat], 0)
            found[:, seat] = good.max(axis=1)
        return found


def share(so: Bools, weights: npt.NDArray[np.float64]) -> float:
    """The weight of the rows that are true, of all that weigh something; 0 where none does."""
    whole = float(weights.sum())
    return float(weights[so].sum()) / whole if whole else 0.0


def median(values: Sequence[int] | Rows, weights: npt.NDArray[np.float64]) -> int:
    """The weighed median of whole numbers."""
    order = np.argsort(np.asarray(values), kind="stable")
    total = np.cumsum(weights[order])
    at = int(np.searchsorted(total, total[-1] / 2))
    return int(np.asarray(values)[order[min(at, len(order) - 1)]])
