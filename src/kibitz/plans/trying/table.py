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
Cards: TypeAlias = npt.NDArray[np.bool_]
"""Cards at each moment by suit, (n, 4, 13)."""
Moments: TypeAlias = npt.NDArray[np.bool_]
"""A choice of moments, (n,)."""


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

    @cached_property
    def partner_wins(self) -> Moments:
        """Whether, third to play, the card that our other hand led is still the best of the trick.

        Trumps are ignored: second hand rarely ruffs, and nothing depends on it then.
        """
        tables, plies = self.views.tables, self.views.plies.astype(np.int64)
        played = tables.played[self.views.table]
        rows = np.arange(len(plies))
        first = played[rows, np.maximum(plies - 2, 0)].astype(np.int64)
        second = played[rows, np.maximum(plies - 1, 0)].astype(np.int64)
        lost = (second // 13 == first // 13) & (second > first)
        found: Moments = (plies % 4 == 2) & ~lost
        return found

    def rounds(self, suit: Suit) -> Rows:
        """The number of completed tricks in which the suit was led."""
        tables, at = self.views.tables, self.views.table
        firsts = tables.played[at][:, ::4]
        over = np.arange(13)[None] < (self.views.plies // 4)[:, None]
        found: Rows = ((firsts // 13 == int(suit)) & over & (firsts < 52)).sum(axis=1)
        return found
