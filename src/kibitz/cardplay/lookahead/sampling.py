"""Layouts: full deals consistent with everything that the seat to play has seen.

Declarer and the defenders see two hands and every card played. What remains hidden is which of the
other two hands holds which card; all that is known is how many cards each has left, and the suits
it showed out of. All cards of such a suit belong to the other hand; any way of dividing the
remaining cards is consistent, and all are equally likely. So a layout drawn here is exactly uniform
over the consistent ones, without rejecting any. Before the opening lead three hands are hidden, and
their cards are simply shuffled.

With an auction, layouts that the calls make implausible are drawn again
(`kibitz.cardplay.lookahead.plausible`), so that the result is uniform over the plausible ones.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb

from kibitz.cardplay.chairs import Chair, open_seats
from kibitz.cardplay.lookahead.plausible import AuctionBounds
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play, trick_winner

_PATIENCE = 30
"""After so many draws, an implausible layout is accepted: players do surprise."""

_DEFENDERS_PATIENCE = 3000
"""The same if one of the hidden hands is strong, so that few layouts are plausible."""


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    """What a seat knows: one or two hands, and the played cards and voids of the other seats."""

    open_hands: Mapping[Seat, Hand]
    shown: Mapping[Seat, Hand]
    voids: Mapping[Seat, frozenset[Suit]]

    @classmethod
    def of(cls, state: Play) -> SeatKnowledge:
        """The knowledge of the seat to play."""
        return cls.by(state, open_seats(state))

    @classmethod
    def by(cls, state: Play, seats: Collection[Seat]) -> SeatKnowledge:
        """Read only from the cards played, and from the hands of *seats*, which are visible."""
        around = (Seat((state.contract.declarer + place) % 4) for place in range(4))
        hidden = [seat for seat in around if seat not in seats]
        shown = dict.fromkeys(hidden, Hand())
        voids: dict[Seat, frozenset[Suit]] = dict.fromkeys(hidden, frozenset())
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
        return cls({seat: state.deal[seat] for seat in seats}, shown, voids)

    @property
    def hidden(self) -> Hand:
        """The cards not yet seen: each of them is in one of the hidden hands."""
        hidden = FULL_DECK
        for seen in (*self.open_hands.values(), *self.shown.values()):
            hidden -= seen
        return hidden


def unknown_to(state: Play) -> AllHidden | TwoHidden:
    """The hidden cards of the seat to play."""
    return unknown_behind(SeatKnowledge.of(state))


def unknown_behind(seen: SeatKnowledge) -> AllHidden | TwoHidden:
    """The hidden cards of a player with this knowledge."""
    return TwoHidden.behind(seen) if len(seen.shown) == 2 else AllHidden(seen, tuple(seen.hidden))


@dataclass(frozen=True, slots=True)
class AllHidden:
    """Before the opening lead: only the leader's hand is known."""

    seen: SeatKnowledge
    free: tuple[Card, ...]

    @property
    def count(self) -> int:
        """The number of layouts consistent with what was seen."""
        return comb(39, 13) * comb(26, 13)

    def drawn(self, rng: random.Random) -> Deal:
        """A random layout; all are equally likely."""
        cards = rng.sample(self.free, len(self.free))
        hands = {
            seat: Hand.of(cards[13 * place : 13 * place + 13])
            for place, seat in enumerate(self.seen.shown)
        }
        return Deal.of({**self.seen.open_hands, **hands})

    def all(self) -> list[Deal]:
        """Every layout, once each."""
        raise UsageError("there are too many layouts before the lead to look at each")


@dataclass(frozen=True, slots=True)
class TwoHidden:
    """Two hidden hands: *left* takes *places* of the *free* cards, *right* the others."""

    seen: SeatKnowledge
    left: Seat
    right: Seat
    surely_left: Hand
    surely_right: Hand
    free: tuple[Card, ...]
    places: int

    @classmethod
    def behind(cls, seen: SeatKnowledge) -> TwoHidden:
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
        return comb(len(self.free), self.places)

    def layout(self, chosen: Hand) -> Deal:
        """The deal in which *left* holds the *chosen* of the free cards."""
        others = Hand.of(self.free) - chosen
        return Deal.of(
            {
                **self.seen.open_hands,
                self.left: self.surely_left | chosen,
                self.right: self.surely_right | others,
            }
        )

    def drawn(self, rng: random.Random) -> Deal:
        return self.layout(Hand.of(rng.sample(self.free, self.places)))

    def all(self) -> list[Deal]:
        return [self.layout(Hand.of(chosen)) for chosen in combinations(self.free, self.places)]


def layouts(state: Play, auction: Auction | None, count: int, rng: random.Random) -> list[Deal]:
    """*count* deals consistent with everything that the seat to play has seen, perhaps repeated.

    If there are no more than *count*, each of them comes once instead. No hidden card of the
    state's own deal is read. Without an auction, all consistent layouts are equally likely; with
    one, those that the calls make implausible are left out or drawn again.
    """
    unknown = unknown_to(state)
    believed = AuctionBounds.of(state, auction)
    if unknown.count <= count:
        possible = unknown.all()
        return list(filter(believed.fits, possible)) or possible
    patience = _DEFENDERS_PATIENCE if Chair.of(state).is_defender else _PATIENCE
    drawn = []
    for _ in range(count):
        for _ in range(patience):
            deal = unknown.drawn(rng)
            if believed.fits(deal):
                break
        else:
            patience = _PATIENCE  # such calls are made with hands that no rule foresees
        drawn.append(deal)
    return drawn
