"""What a line looks at: declarer's view of many moments at once, cards by suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.positions import Bools, CardsThen, Rows, Views
from kibitz.games.bridge.cards import Suit

RANKS = np.arange(13)
_TEN = 8
Cards: TypeAlias = npt.NDArray[np.bool_]
"""Cards at each moment by suit, (n, 4, 13)."""
Moments: TypeAlias = npt.NDArray[np.bool_]
"""A choice of moments, (n,)."""


def some(cards: Bools) -> Moments:
    """The moments at which there is any of the given cards of one suit."""
    found: Moments = np.asarray(cards.any(axis=1))
    return found


def lowest(cards: Bools) -> Bools:
    """Only the lowest of the given cards of one suit, (n, 13)."""
    found: Bools = cards & (cards.argmax(axis=1)[:, None] == RANKS)
    return found


def highest(cards: Bools) -> Bools:
    """Only the highest of the given cards of one suit, (n, 13)."""
    found: Bools = lowest(cards[:, ::-1])[:, ::-1]
    return found


@dataclass(frozen=True, eq=False)
class PlanTable:
    """Declarer's two hands, the cards the defenders still hold between them, and the trick."""

    views: Views
    legal: Cards
    ours: Cards
    """In declarer's hand or dummy's."""
    own: Cards
    """In the hand to play."""
    theirs: Cards
    """Cards not seen yet, with one defender or the other."""
    tabled: Cards
    led: Rows
    """The suit led; 4 before the lead."""

    @classmethod
    def of(cls, views: Views) -> PlanTable:
        then, size = CardsThen.of(views), len(views)

        def by_suit(cards: Bools) -> Cards:
            return cards.reshape(size, 4, 13)

        return cls(
            views,
            by_suit(then.legal),
            by_suit(~then.gone & (then.seats % 2 == 0)),
            by_suit(then.own),
            by_suit(~then.gone & (then.seats % 2 == 1)),
            by_suit(then.tabled),
            then.led[:, 0],
        )

    def of_suit(self, suit: Suit) -> Cards:
        """The legal cards of one suit only."""
        only = np.zeros_like(self.legal)
        only[:, suit] = self.legal[:, suit]
        return only

    @cached_property
    def partners(self) -> Cards:
        """In our other hand."""
        found: Cards = self.ours & ~self.own
        return found

    @cached_property
    def best(self) -> npt.NDArray[np.int64]:
        """The highest card of each suit in the trick so far, (n, 4); -1 where there is none."""
        found: Rows = np.where(self.tabled, RANKS, -1).max(axis=2)
        return found

    def void(self, suit: Suit) -> Moments:
        """Whether the hand to play follows to this suit and has none of it."""
        found: Moments = (self.led == int(suit)) & ~self.own[:, suit].any(axis=1) & ~self.leads
        return found

    @property
    def leads(self) -> Moments:
        """Whether the card to play leads to a trick."""
        found: Moments = self.views.plies % 4 == 0
        return found

    @cached_property
    def masters(self) -> Cards:
        """Our cards that are higher than all of theirs."""
        found: Cards = self.ours & (self._highest_of_theirs[:, :, None] < RANKS)
        return found

    @cached_property
    def _highest_of_theirs(self) -> Rows:
        found: Rows = np.where(self.theirs, RANKS, -1).max(axis=2)
        return found

    def has_losers(self, suit: Suit) -> Moments:
        """Whether the longer of our two hands has a card of the suit that may lose."""
        own = self.own[:, suit].sum(axis=1)
        longer = np.maximum(own, self.ours[:, suit].sum(axis=1) - own)
        found: Moments = self.masters[:, suit].sum(axis=1) < longer
        return found

    def to_run(self, suit: Suit, small: Bools) -> Bools:
        """The card to lead and run in a finesse, (n, 13), where there is one: the best of our
        *small* cards, from the ten, if the hand to play has it and the next one as well; once the
        suit was led, if either hand has the next one."""
        behind = self.partners[:, suit] & ~self.masters[:, suit]
        best, others = (np.where(one, RANKS, -1).max(axis=1) for one in (small, behind))
        below = best[:, None] > RANKS
        led = self.rounds(suit)[:, None] > 0
        then = np.where(below & (small | (behind & led)), RANKS, -1).max(axis=1)
        between = self.theirs[:, suit] & below & (then[:, None] < RANKS)
        rows = (best >= _TEN) & (best > others) & (then >= 0) & ~some(between)
        found: Bools = highest(small) & rows[:, None]
        return found

    @cached_property
    def partner_wins(self) -> Moments:
        """Whether, third or last to play, our other hand has the best card of the trick so far.

        Trumps are ignored: second hand rarely ruffs, and nothing depends on it then.
        """
        played = self.views.tables.played[self.views.table]
        theirs = played[self._each, np.maximum(self.views.plies.astype(np.int64) - 2, 0)]
        theirs = theirs.astype(np.int64)
        led = np.minimum(self.led, 3)
        best = (theirs // 13 == self.led) & (theirs % 13 == self.best[self._each, led])
        found: Moments = (self.views.plies % 4 >= 2) & best
        return found

    @property
    def partner_is_sure(self) -> Moments:
        """Whether our other hand has the best card of the trick, and no defender has a better."""
        led = np.minimum(self.led, 3)
        beaten = self._highest_of_theirs[self._each, led] > self.best[self._each, led]
        found: Moments = self.partner_wins & ~beaten
        return found

    def rounds(self, suit: Suit) -> Rows:
        """The number of completed tricks in which the suit was led."""
        found: Rows = self._rounds(suit).sum(axis=1)
        return found

    def won(self, suit: Suit) -> Rows:
        """The number of completed tricks in which the suit was led and our side won."""
        found: Rows = (self._rounds(suit) & (self._leaders[:, 1:] % 2 == 0)).sum(axis=1)
        return found

    def given(self, suit: Suit) -> Rows:
        """The number of completed tricks in which our side led the suit and lost."""
        ours = self._leaders % 2 == 0
        found: Rows = (self._rounds(suit) & ours[:, :-1] & ~ours[:, 1:]).sum(axis=1)
        return found

    @cached_property
    def _leaders(self) -> Rows:
        """Who led to each trick so far, the one in progress included, (n, 14)."""
        owners = self.views.tables.owners[self.views.table]
        found = np.zeros((len(self.views), 14), np.int64)
        found[:, :13] = np.take_along_axis(owners, np.minimum(self._firsts, 51), axis=1)
        found[self._each, self._trick] = np.where(
            self.leads, self.views.turns, found[self._each, self._trick]
        )
        return found

    def _rounds(self, suit: Suit) -> Moments:
        """The completed tricks in which the suit was led, (n, 13)."""
        over = np.arange(13)[None] < self._trick[:, None]
        found: Moments = (self._firsts // 13 == int(suit)) & over & (self._firsts < 52)
        return found

    @cached_property
    def _firsts(self) -> npt.NDArray[np.uint8]:
        """The first card of each trick, (n, 13)."""
        found: npt.NDArray[np.uint8] = self.views.tables.played[self.views.table][:, ::4]
        return found

    @property
    def _trick(self) -> Rows:
        """The number of completed tricks."""
        found: Rows = np.minimum(self.views.plies // 4, 12).astype(np.int64)
        return found

    @property
    def _each(self) -> Rows:
        return np.arange(len(self.views))
