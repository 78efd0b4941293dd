"""How the hidden cards may lie: full deals that agree with everything declarer's side has seen.

Declarer sees two hands and every card that was played. What stays hidden is which defender holds
which of the others; all that is known about that is how many cards each still has and which suits
he showed out of. A suit that one defender has no more belongs to the other; any choice of the
remaining cards is then consistent, and all such choices are equally likely, so a layout drawn here
is exactly uniform over the consistent ones. Nothing is drawn and thrown away.

With the auction given, a layout that the defenders' calls speak against is drawn again
(`kibitz.cardplay.lookahead.plausible`): uniform over the plausible ones.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb

from kibitz.cardplay.lookahead.plausible import is_plausible
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play, trick_winner

_PATIENCE = 30
"""Draws after which an implausible layout is taken as it is: players do surprise."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What declarer's side knows: two hands, and of each defender his played cards and voids."""

    open_hands: Mapping[Seat, Hand]
    shown: Mapping[Seat, Hand]
    voids: Mapping[Seat, frozenset[Suit]]

    @classmethod
    def of(cls, state: Play) -> Seen:
        """Read from the cards played and from declarer's and dummy's hands alone."""
        declarer = state.contract.declarer
        defenders = (declarer.next, declarer.partner.next)
        shown = dict.fromkeys(defenders, Hand())
        voids: dict[Seat, frozenset[Suit]] = dict.fromkeys(defenders, frozenset())
        leader = state.contract.leader
        for first in range(0, len(state.played), 4):
            trick = state.played[first : first + 4]
            for place, card in enumerate(trick):
                seat = Seat((leader + place) % 4)
                if seat in shown:
                    shown[seat] |= Hand.of([card])
                    if card.suit is not trick[0].suit:
                        voids[seat] |= {trick[0].suit}
            if len(trick) == 4:
                leader = Seat((leader + trick_winner(trick, state.trumps)) % 4)
        return cls({seat: state.deal[seat] for seat in (declarer, declarer.partner)}, shown, voids)

    @property
    def hidden(self) -> Hand:
        """The cards that nobody has shown: one defender or the other holds each."""
        hidden = FULL_DECK
        for seen in (*self.open_hands.values(), *self.shown.values()):
            hidden -= seen
        return hidden


@dataclass(frozen=True, slots=True)
class Unknown:
    """The consistent layouts: *left* takes *places* of the *free* cards, *right* the others."""

    seen: Seen
    left: Seat
    right: Seat
    surely_left: Hand
    surely_right: Hand
    free: tuple[Card, ...]
    places: int

    @classmethod
    def after(cls, state: Play) -> Unknown:
        seen = Seen.of(state)
        left, right = seen.shown
        surely_left, surely_right = seen.shown[left], seen.shown[right]
        free: list[Card] = []
        for card in seen.hidden:
            if card.suit in seen.voids[right]:
                surely_left |= Hand.of([card])
            elif card.suit in seen.voids[left]:
                surely_right |= Hand.of([card])
            else:
                free.append(card)
        places = 13 - len(surely_left)
        if places < 0 or len(surely_right) > 13:
            raise UsageError("no layout agrees with the cards seen")
        return cls(seen, left, right, surely_left, surely_right, tuple(free), places)

    @property
    def count(self) -> int:
        """How many layouts there are."""
        return comb(len(self.free), self.places)

    def layout(self, chosen: Hand) -> Deal:
        """The deal in which the left defender holds *chosen* of the free cards."""
        others = Hand.of(self.free) - chosen
        return Deal.of(
            {
                **self.seen.open_hands,
                self.left: self.surely_left | chosen,
                self.right: self.surely_right | others,
            }
        )

    def drawn(self, rng: random.Random) -> Deal:
        """One layout, each as likely as any other."""
        return self.layout(Hand.of(rng.sample(self.free, self.places)))

    def all(self) -> list[Deal]:
        """Every layout once."""
        return [self.layout(Hand.of(chosen)) for chosen in combinations(self.free, self.places)]


def layouts(state: Play, auction: Auction | None, count: int, rng: random.Random) -> list[Deal]:
    """*count* deals that agree with all that declarer's side has seen; deals may come twice.

    Where no more than *count* are possible, each of them comes once instead. No hidden card of the
    state's own deal is read. Without an auction every consistent layout is equally likely; with
    one, those that the defenders' calls speak against are left out or drawn again.
    """
    unknown, declarer = Unknown.after(state), state.contract.declarer

    def fits(deal: Deal) -> bool:
        return auction is None or is_plausible(deal, declarer, auction)

    if unknown.count <= count:
        possible = unknown.all()
        return list(filter(fits, possible)) or possible
    drawn = []
    for _ in range(count):
        for _ in range(_PATIENCE):
            deal = unknown.drawn(rng)
            if fits(deal):
                break
        drawn.append(deal)
    return drawn
