"""Lines: what declarer binds himself to for a whole deal; his network fills in the other cards.

A line only ever narrows what may be played: it sees what declarer sees, says which cards keep to
it, and where none does, every card is free.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.similarity.positions import Bools, CardsThen, Views
from kibitz.games.bridge.cards import Suit

_RANKS = np.arange(13)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What a line looks at, for many moments at once; cards by suit, (n, 4, 13)."""

    views: Views
    legal: Bools
    ours: Bools
    """In declarer's hand or dummy's."""
    own: Bools
    """In the hand to play."""
    theirs: Bools
    """Not seen yet: with one defender or the other."""
    tabled: Bools
    led: np.ndarray[tuple[int], np.dtype[np.int64]]

    @classmethod
    def of(cls, views: Views) -> Table:
        then, size = CardsThen.of(views), len(views)

        def by_suit(cards: Bools) -> Bools:
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

    def of_suit(self, suit: Suit) -> Bools:
        """The legal cards of one suit, no others."""
        only = np.zeros_like(self.legal)
        only[:, suit] = self.legal[:, suit]
        return only

    @property
    def leads(self) -> Bools:
        """Whether the card opens a trick."""
        found: Bools = self.views.plies % 4 == 0
        return found

    def rounds(self, suit: Suit) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """How often the suit was led in tricks that are over."""
        tables, at = self.views.tables, self.views.table
        firsts = tables.played[at][:, ::4]
        over = np.arange(13)[None] < (self.views.plies // 4)[:, None]
        found: np.ndarray[tuple[int], np.dtype[np.int64]] = (
            (firsts // 13 == int(suit)) & over & (firsts < 52)
        ).sum(axis=1)
        return found


class Line(ABC):
    """What keeps to a line."""

    @abstractmethod
    def keeps(self, table: Table) -> Bools:
        """Of each moment the cards that keep to it, (n, 4, 13); none: it does not say."""


@dataclass(frozen=True, slots=True)
class Free(Line):
    """No line: whatever the learned declarer plays."""

    def keeps(self, table: Table) -> Bools:
        return np.zeros_like(table.legal)


@dataclass(frozen=True, slots=True)
class HoldUp(Line):
    """Let them have the first *rounds* of the suit they lead; none: win at the first chance."""

    suit: Suit
    rounds: int

    def keeps(self, table: Table) -> Bools:
        rows = (table.led == int(self.suit)) & table.own[:, self.suit].any(axis=1)
        before = table.rounds(self.suit)
        best = np.where(table.tabled[:, self.suit], _RANKS, -1).max(axis=1)
        legal = table.legal[:, self.suit]
        lowest = legal & (_RANKS == legal.argmax(axis=1)[:, None])
        winners = legal & (_RANKS > best[:, None])
        last = table.views.plies % 4 == 3
        found = np.zeros_like(table.legal)
        held = rows & (before < self.rounds)
        taken = rows & (before == self.rounds) & last & winners.any(axis=1)
        if self.rounds == 0:
            taken &= before == 0
        found[held, self.suit] = lowest[held]
        lowest_winner = winners & (_RANKS == winners.argmax(axis=1)[:, None])
        found[taken, self.suit] = lowest_winner[taken]
        return found


@dataclass(frozen=True, slots=True)
class First(Line):
    """On lead, begin with this suit: until it was led once more than *before*."""

    suit: Suit
    before: int = 0

    def keeps(self, table: Table) -> Bools:
        found = np.zeros_like(table.legal)
        here = table.leads & (table.rounds(self.suit) <= self.before)
        found[here] = table.of_suit(self.suit)[here]
        return found


@dataclass(frozen=True, slots=True)
class Attack(Line):
    """On lead, play this suit until all that is left of it wins."""

    suit: Suit

    def keeps(self, table: Table) -> Bools:
        found = np.zeros_like(table.legal)
        ours, theirs = table.ours[:, self.suit], table.theirs[:, self.suit]
        highest_of_theirs = np.where(theirs, _RANKS, -1).max(axis=1)
        losers = (ours & (_RANKS < highest_of_theirs[:, None])).any(axis=1)
        here = table.leads & losers
        found[here] = table.of_suit(self.suit)[here]
        return found


@dataclass(frozen=True, slots=True)
class Draw(Line):
    """On lead, draw trumps until they have none."""

    trumps: Suit

    def keeps(self, table: Table) -> Bools:
        found = np.zeros_like(table.legal)
        here = table.leads & table.theirs[:, self.trumps].any(axis=1)
        found[here] = table.of_suit(self.trumps)[here]
        return found


@dataclass(frozen=True, slots=True)
class Ruff(Line):
    """Ruff *suit* in the hand that is short of it, before trumps are drawn.

    On lead from the other hand play the suit; void of it, ruff; on lead from the short hand with
    some of it left, play it too.
    """

    suit: Suit
    trumps: Suit
    short: int
    """The seat that ruffs, counted from declarer: 0 or 2."""

    def keeps(self, table: Table) -> Bools:
        found = np.zeros_like(table.legal)
        mine = table.views.turns == self.short
        has_suit, has_trumps = (
            table.own[:, which].any(axis=1) for which in (self.suit, self.trumps)
        )
        both = table.ours[:, self.trumps].sum(axis=1) - table.own[:, self.trumps].sum(axis=1)
        partner_trumps = np.where(mine, True, both > 0)
        leads = table.leads & has_suit & partner_trumps
        found[leads] = table.of_suit(self.suit)[leads]
        ruffs = ~table.leads & mine & (table.led == int(self.suit)) & ~has_suit & has_trumps
        found[ruffs] = table.of_suit(self.trumps)[ruffs]
        return found


@dataclass(frozen=True, slots=True)
class Both(Line):
    """Two lines at once; the first goes before."""

    one: Line
    other: Line

    def keeps(self, table: Table) -> Bools:
        first = self.one.keeps(table)
        silent = ~first.any(axis=(1, 2))
        second = self.other.keeps(table)
        return np.where(silent[:, None, None], second, first)


def allowed(line: Line, views: Views) -> Bools:
    """The cards that may be played if one keeps to the line, (n, 52); never none."""
    table = Table.of(views)
    kept = line.keeps(table) & table.legal
    silent = ~kept.any(axis=(1, 2))
    found: Bools = np.where(silent[:, None, None], table.legal, kept).reshape(-1, 52)
    return found
