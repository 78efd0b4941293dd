"""Ways to play a whole hand that a lesson would name: discards, the crossruff, the throw-in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.games.bridge.cards import Suit
from kibitz.plans.lines.line import DECLARER, DUMMY, PlanLine, cross
from kibitz.plans.lines.table import Cards, Moments, PlanTable, lowest, some


@dataclass(frozen=True, slots=True)
class Throw(PlanLine):
    """Throw the losers of one suit from the hand at *seat* on another *suit*, and do not ruff it.

    On lead, the other hand plays its winners of the suit; if it has none and the hand at *seat* is
    void, any card of it: a loser on a loser.
    """

    suit: Suit
    thrown: Suit
    seat: int
    name: ClassVar[str] = "throw"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        suit, thrown = self.suit, self.thrown
        mine = table.views.turns == self.seat
        thrower, feeder = _hands(table, mine)
        low = lowest(table.legal[:, thrown])
        throws = mine & table.void(suit) & some(low)
        found[throws, thrown] = low[throws]
        masters = feeder[:, suit] & table.masters[:, suit]
        follows, good = some(thrower[:, suit]), some(masters)
        here = table.leads & some(thrower[:, thrown]) & some(feeder[:, suit])
        here &= good | ~follows
        feeds = here & ~mine
        found[feeds, suit] = np.where(good[:, None], masters, table.legal[:, suit])[feeds]
        reaches = here & mine
        found[reaches & follows, suit] = lowest(table.legal[:, suit])[reaches & follows]
        cross(found, reaches & ~follows, table, suit)
        return found


@dataclass(frozen=True, slots=True)
class CrossRuff(PlanLine):
    """Ruff one suit in declarer's hand and another in dummy, back and forth.

    The winners of the fourth suit are cashed first, before they can be ruffed.
    """

    mine: Suit
    dummys: Suit
    trumps: Suit
    name: ClassVar[str] = "crossruff"

    def keeps(self, table: PlanTable) -> Cards:
        found = np.zeros_like(table.legal)
        for seat, suit in ((DECLARER, self.mine), (DUMMY, self.dummys)):
            here = table.views.turns == seat
            ruffs = here & table.void(suit) & some(table.own[:, self.trumps])
            found[ruffs] = table.of_suit(self.trumps)[ruffs]
            feeds = table.leads & ~here & some(table.legal[:, suit])
            feeds &= some(table.partners[:, self.trumps])
            found[feeds] = table.of_suit(suit)[feeds]
        for suit in Suit:
            if suit in (self.mine, self.dummys, self.trumps):
                continue
            own = table.legal[:, suit] & table.masters[:, suit]
            first = table.leads & some(own) & some(table.partners[:, suit])
            found[first] = False
            found[first, suit] = own[first]
        return found


@dataclass(frozen=True, slots=True)
class ThrowIn(PlanLine):
    """Strip the other suits, then lose the lead in *exit*, so that they must open the suit *kept*.

    Winners of the other suits are cashed and small cards of them ruffed; the suit kept is not led
    while anything else can be. With trumps the throw-in may come before they are all drawn.
    """

    exit: Suit
    kept: Suit
    trumps: Suit | None
    name: ClassVar[str] = "throw in"

    def keeps(self, table: PlanTable) -> Cards:
        found = table.legal.copy()
        found[:, self.kept] = False
        asked = table.leads & (table.given(self.exit) == 0)
        found[~asked] = False
        strips = [one for one in Suit if one not in (self.exit, self.kept, self.trumps)]
        left = asked
        for suit in (*strips, self.exit):
            cards = self._strip(table, suit)
            here = left & some(cards)
            found[here] = False
            found[here, suit] = cards[here]
            left = left & ~here
        there = left & some(table.partners[:, self.exit])
        cross(found, there & ~some(table.own[:, self.exit]), table, self.kept)
        out = left & some(table.legal[:, self.exit])
        found[out] = False
        found[out, self.exit] = lowest(table.legal[:, self.exit])[out]
        if self.trumps is not None:
            self._ruff(found, table, strips)
        return found

    def _strip(self, table: PlanTable, suit: Suit) -> Cards:
        """The cards of a suit that may be led to strip it: winners, and what is to be ruffed."""
        winners: Cards = table.legal[:, suit] & table.masters[:, suit]
        if self.trumps is None:
            return winners
        to_ruff = ~some(table.partners[:, suit]) & some(table.partners[:, self.trumps])
        small = lowest(table.legal[:, suit]) & to_ruff[:, None]
        return np.where(winners.any(axis=1, keepdims=True), winners, small)

    def _ruff(self, found: Cards, table: PlanTable, suits: list[Suit]) -> None:
        assert self.trumps is not None
        for suit in suits:
            ruffs = table.void(suit) & (table.views.plies % 4 == 2) & ~table.partner_is_sure
            ruffs &= some(table.own[:, self.trumps])
            found[ruffs] = table.of_suit(self.trumps)[ruffs]


def _hands(table: PlanTable, mine: Moments) -> tuple[Cards, Cards]:
    """The cards of a hand and of our other one, by whether it is the *hand* to play."""
    here = mine[:, None, None]
    return np.where(here, table.own, table.partners), np.where(here, table.partners, table.own)
