"""Ways to handle one suit that a lesson would name: to a card, to a defender, unblocked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.games.bridge.cards import Card, Suit
from kibitz.plans.lines.line import Attack, Finesse, PlanLine, cross
from kibitz.plans.lines.table import RANKS, Cards, Moments, PlanTable, highest, lowest, some


@dataclass(frozen=True, slots=True)
class Towards(PlanLine):
    """Lead a suit *through* one defender towards a card, and play that card if he does not beat it.

    Which of king and jack is put up, or how deep a finesse is, is said so. Once the card has gone,
    it is a finesse through the same defender.
    """

    card: Card
    through: int
    name: ClassVar[str] = "towards"

    def keeps(self, table: PlanTable) -> Cards:
        suit, rank = self.card.suit, self.card.rank - 2
        found = Finesse(suit, self.through).keeps(table)
        third = _is_third_behind(table, suit, self.through)
        third &= table.legal[:, suit, rank] & (table.best[:, suit] < rank)
        found[third] = False
        found[third, suit, rank] = True
        return found


@dataclass(frozen=True, slots=True)
class DuckTo(PlanLine):
    """Lose a round of a suit to the *safe* defender, then play on it.

    It is led through his partner, who is let win only what no small card can beat; and what he can
    win with is taken, if it can be.
    """

    suit: Suit
    safe: int
    name: ClassVar[str] = "duck to"

    def keeps(self, table: PlanTable) -> Cards:
        danger = (self.safe + 2) % 4
        found = Attack(self.suit).keeps(table)
        legal, best = table.legal[:, self.suit], table.best[:, self.suit, None]
        lost = table.given(self.suit) > 0
        here = table.leads & table.has_losers(self.suit) & ~lost
        found[here] = False
        found[here, self.suit] = lowest(legal)[here]
        cross(found, here & (table.views.turns != (danger + 3) % 4), table, self.suit)
        third = _is_third_behind(table, self.suit, danger) & ~lost
        small = lowest(legal & ~table.masters[:, self.suit] & (best < RANKS))
        winner = lowest(legal & (best < RANKS))
        covers = small.any(axis=1, keepdims=True)
        chosen = np.where(covers, small, np.where(some(winner)[:, None], winner, False))
        found[third, self.suit] = chosen[third]
        return found


@dataclass(frozen=True, slots=True)
class Unblock(PlanLine):
    """Run a suit so that its *short* hand never blocks it.

    On lead the short hand's winners are taken first. Under the long hand's winners it throws the
    highest of its other cards, all but the lowest; and the long hand overtakes its last card.
    """

    suit: Suit
    short: int
    name: ClassVar[str] = "unblock"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        suit, here = self.suit, table.views.turns == self.short
        legal, masters = table.legal[:, suit], table.masters[:, suit]
        others, own = table.partners[:, suit], legal & masters
        to_short = some(masters & others) & ~here & some(others)
        leads = table.leads & some(legal) & (some(own) | to_short)
        led = np.where(to_short[:, None], lowest(legal), np.where(some(own)[:, None], own, 0))
        found[leads, suit] = led[leads].astype(np.bool_)
        follows = table.partner_wins & (table.led == int(suit))
        spare = legal & ~masters & ~lowest(legal)
        throws = follows & here & some(spare) & some(others)
        found[throws, suit] = highest(spare)[throws]
        over = lowest(own & (table.best[:, suit, None] < RANKS))
        overtakes = follows & ~here & ~some(others) & some(over)
        found[overtakes, suit] = over[overtakes]
        return found


@dataclass(frozen=True, slots=True)
class Offer(PlanLine):
    """Lead a *card* that they must take or let win, so that an *entry* stands in the other hand.

    The other hand keeps the entry while the card is still there.
    """

    card: Card
    entry: Card
    name: ClassVar[str] = "offer"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        suit, rank = self.card.suit, self.card.rank - 2
        here = table.leads & table.legal[:, suit, rank]
        found[here, suit, rank] = True
        others = table.legal[:, suit].copy()
        others[:, self.entry.rank - 2] = False
        behind = (table.led == int(suit)) & table.tabled[:, suit, rank] & some(others)
        found[behind, suit] = lowest(others)[behind]
        return found


def _is_third_behind(table: PlanTable, suit: Suit, through: int) -> Moments:
    """Whether the hand behind a defender is third to play to a suit that our other hand led."""
    third: Moments = (table.views.plies % 4 == 2) & (table.led == int(suit))
    found: Moments = third & (table.views.turns == (through + 1) % 4)
    return found
