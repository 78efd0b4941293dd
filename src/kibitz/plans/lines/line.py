"""Lines: constraints on declarer's play of a whole deal; his network chooses the other cards.

A line only narrows the choice: it sees what declarer sees and says which cards keep to it; where
none does, every card is free. Seats count from declarer: 2 is dummy, 1 the hand on
declarer's left, 3 that on the right. `docs/plans.md` lists them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from kibitz.cardplay.similarity.positions import Bools, Views
from kibitz.games.bridge.cards import Card, Suit
from kibitz.plans.lines.table import RANKS, Cards, Moments, PlanTable, lowest, some

DECLARER, DUMMY = 0, 2


@dataclass(frozen=True, slots=True)
class PlanLine(ABC):
    """A line of play; each kind has a name in JSON."""

    name: ClassVar[str]

    @abstractmethod
    def keeps(self, table: PlanTable) -> Cards:
        """The cards that keep to the line at each moment, (n, 4, 13); none if it does not say."""

    def to_json(self) -> dict[str, Any]:
        given = {one.name: _plain(getattr(self, one.name)) for one in fields(self)}
        return {"do": self.name, **given}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Suit | Card) else value


@dataclass(frozen=True, slots=True)
class Free(PlanLine):
    """No constraint: the learned declarer plays freely."""

    name: ClassVar[str] = "free"

    def keeps(self, table: PlanTable) -> Cards:
        return np.zeros_like(table.legal)


@dataclass(frozen=True, slots=True)
class HoldUp(PlanLine):
    """Hold up for the first *rounds* of the suit they lead, then win the first one that can be won;
    0: win at the first chance."""

    suit: Suit
    rounds: int
    name: ClassVar[str] = "hold up"

    def keeps(self, table: PlanTable) -> Cards:
        rows = (table.led == int(self.suit)) & table.own[:, self.suit].any(axis=1)
        before = table.rounds(self.suit)
        legal = table.legal[:, self.suit]
        winners = legal & (table.best[:, self.suit, None] < RANKS)
        last = table.views.plies % 4 == 3
        found = np.zeros_like(table.legal)
        held = rows & (before < self.rounds)
        taken = rows & (before >= self.rounds) & last & winners.any(axis=1)
        taken &= (table.won(self.suit) == 0) & ~table.partner_wins
        found[held, self.suit] = lowest(legal)[held]
        found[taken, self.suit] = lowest(winners)[taken]
        return found


@dataclass(frozen=True, slots=True)
class Attack(PlanLine):
    """On lead, play this suit until all its remaining cards win; perhaps only from one hand.

    From the other hand it crosses with a winner of another suit, or plays something else.
    """

    suit: Suit
    seat: int | None = None
    name: ClassVar[str] = "attack"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        here = table.leads & table.has_losers(self.suit)
        found[here] = table.of_suit(self.suit)[here]
        if self.seat is not None:
            cross(found, here & (table.views.turns != self.seat), table, self.suit)
        return found


@dataclass(frozen=True, slots=True)
class Finesse(PlanLine):
    """Lead a suit *through* one defender, and play a high card only if it must be played.

    So the hand behind him finesses, and wins if he holds the missing honour. An honour that has
    the next one beside it is led and run.
    """

    suit: Suit
    through: int
    name: ClassVar[str] = "finesse"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        legal, masters = table.legal[:, self.suit], table.masters[:, self.suit]
        seat = (self.through + 3) % 4
        here = table.leads & table.has_losers(self.suit)
        small = legal & ~masters
        led = np.where(some(small)[:, None], small, legal)
        runs = table.to_run(self.suit, small)
        found[here, self.suit] = np.where(some(runs)[:, None], runs, led)[here]
        cross(found, here & (table.views.turns != seat), table, self.suit)
        best = table.best[:, self.suit]
        third = (table.views.plies % 4 == 2) & (table.led == int(self.suit))
        third &= table.views.turns == (self.through + 1) % 4
        enough = small & (best[:, None] < RANKS)
        ours = table.partner_wins & some(small)
        found[third, self.suit] = np.where(ours[:, None], small, enough)[third]
        return found


@dataclass(frozen=True, slots=True)
class Cash(PlanLine):
    """Play the high cards of a suit from the top while any card of it may still lose."""

    suit: Suit
    name: ClassVar[str] = "cash"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        legal, masters = table.legal[:, self.suit], table.masters[:, self.suit]
        own = legal & masters
        theirs = masters & ~table.own[:, self.suit]
        here = table.leads & table.has_losers(self.suit) & masters.any(axis=1)
        to_partner = lowest(legal) & theirs.any(axis=1, keepdims=True)
        found[here, self.suit] = np.where(own.any(axis=1, keepdims=True), own, to_partner)[here]
        third = (table.views.plies % 4 == 2) & (table.led == int(self.suit)) & own.any(axis=1)
        third &= ~table.partner_is_sure
        found[third, self.suit] = own[third]
        return found


@dataclass(frozen=True, slots=True)
class Duck(PlanLine):
    """Lose the first round of a suit with a low card from either hand, then play on it."""

    suit: Suit
    name: ClassVar[str] = "duck"

    def keeps(self, table: PlanTable) -> Cards:
        found = Attack(self.suit).keeps(table)
        third = (table.views.plies % 4 == 2) & (table.led == int(self.suit))
        low = (table.leads & table.has_losers(self.suit)) | third
        low &= table.rounds(self.suit) == 0
        found[low] = False
        found[low, self.suit] = lowest(table.legal[:, self.suit])[low]
        return found


@dataclass(frozen=True, slots=True)
class See(PlanLine):
    """Cash the high cards of a suit; if it breaks, go on freely, and if not by another line."""

    suit: Suit
    other: PlanLine
    name: ClassVar[str] = "see"

    def keeps(self, table: PlanTable) -> Cards:
        first = Cash(self.suit).keeps(table) & table.legal
        says = first.any(axis=(1, 2), keepdims=True)
        bad = np.asarray(table.has_losers(self.suit))[:, None, None]
        return np.where(says, first, self.other.keeps(table) & bad)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.name, "suit": str(self.suit), "other": self.other.to_json()}


@dataclass(frozen=True, slots=True)
class Keep(PlanLine):
    """Keep a card as an entry until a suit is established, while another card can be played."""

    card: Card
    suit: Suit
    name: ClassVar[str] = "keep"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        kept = (self.card.suit, self.card.rank - 2)
        others = table.legal.copy()
        others[:, *kept] = False
        here = table.legal[:, *kept] & table.has_losers(self.suit) & others.any(axis=(1, 2))
        found[here] = others[here]
        return found


@dataclass(frozen=True, slots=True)
class Spend(PlanLine):
    """Play a card as soon as its hand is on lead or its suit is led."""

    card: Card
    name: ClassVar[str] = "spend"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        at = (self.card.suit, self.card.rank - 2)
        found[:, *at] = table.legal[:, *at]
        return found


@dataclass(frozen=True, slots=True)
class Next(PlanLine):
    """Play one card at the moment that *ply* gives."""

    card: Card
    ply: int
    name: ClassVar[str] = "next"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        found[:, self.card.suit, self.card.rank - 2] = table.views.plies == self.ply
        return found & table.legal


@dataclass(frozen=True, slots=True)
class Draw(PlanLine):
    """On lead, draw trumps until the defenders have none."""

    trumps: Suit
    name: ClassVar[str] = "draw"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        here = table.leads & table.theirs[:, self.trumps].any(axis=1)
        found[here] = table.of_suit(self.trumps)[here]
        return found


@dataclass(frozen=True, slots=True)
class Ruff(PlanLine):
    """Ruff a suit in the hand that is *short* of it, before trumps are drawn.

    On lead, play the suit from either hand until the long hand has none of it or the short hand no
    trumps; once void, the short hand ruffs it.
    """

    suit: Suit
    trumps: Suit
    short: int
    name: ClassVar[str] = "ruff"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        mine = table.views.turns == self.short
        partner = table.ours & ~table.own
        shorts = np.where(mine[:, None, None], table.own, partner)
        longs = np.where(mine[:, None, None], partner, table.own)
        can = shorts[:, self.trumps].any(axis=1) & longs[:, self.suit].any(axis=1)
        here = table.leads & can
        found[here] = table.of_suit(self.suit)[here]
        void = mine & ~shorts[:, self.suit].any(axis=1)
        cross(found, here & void, table, self.suit)
        ruffs = ~table.leads & void & (table.led == int(self.suit))
        found[ruffs] = table.of_suit(self.trumps)[ruffs]
        return found


@dataclass(frozen=True, slots=True)
class Refrain(PlanLine):
    """Do not ruff a suit in one hand while it has another card to discard."""

    suit: Suit
    trumps: Suit
    seat: int
    name: ClassVar[str] = "refrain"

    def keeps(self, table: PlanTable) -> Cards:
        found = table.legal.copy()
        found[:, self.trumps] = False
        here = (table.views.turns == self.seat) & (table.led == int(self.suit))
        here &= ~table.own[:, self.suit].any(axis=1)
        found[~here] = False
        return found


@dataclass(frozen=True, slots=True)
class Both(PlanLine):
    """Two lines together; the first takes precedence."""

    one: PlanLine
    other: PlanLine
    name: ClassVar[str] = "both"

    def keeps(self, table: PlanTable) -> Cards:
        first = self.one.keeps(table) & table.legal
        says = first.any(axis=(1, 2), keepdims=True)
        return np.where(says, first, self.other.keeps(table))

    def to_json(self) -> dict[str, Any]:
        return {"do": self.name, "one": self.one.to_json(), "other": self.other.to_json()}


def parts_of(line: PlanLine) -> tuple[PlanLine, ...]:
    """The single lines that a line is made of, in order of precedence."""
    match line:
        case Both(one, other):
            return (*parts_of(one), *parts_of(other))
        case See(suit, other):
            return (Cash(suit), *parts_of(other))
    return (line,)


def cross(found: Cards, rows: Moments, table: PlanTable, but: Suit) -> None:
    """At these moments: a low card to a winner in the other hand, in any suit *but* this one.

    Where there is none, any card of another suit, if this one has not been led yet: it is not to be
    begun from here.
    """
    partner = table.masters & ~table.own
    others = table.legal.copy()
    others[:, but] = False
    elsewhere = rows & others.any(axis=(1, 2)) & (table.rounds(but) == 0)
    found[elsewhere] = others[elsewhere]
    crossed = np.zeros_like(rows)
    for suit in Suit:
        if suit is but:
            continue
        there = some(partner[:, suit]) & some(table.own[:, suit])
        low = lowest(table.legal[:, suit]) & there[:, None]
        may = rows & some(low)
        found[may & ~crossed] = False  # whatever was said before
        found[may, suit] = low[may]
        crossed |= may


def allowed(line: PlanLine, views: Views) -> Bools:
    """The cards that keep to the line, (n, 52); at least one at every moment."""
    table = PlanTable.of(views)
    kept = line.keeps(table) & table.legal
    says = kept.any(axis=(1, 2), keepdims=True)
    found: Bools = np.where(says, kept, table.legal).reshape(-1, 52)
    return found
