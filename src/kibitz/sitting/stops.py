"""Where lines part: the cards that good players choose among, and what comes of each.

Every trial is made from what the seat sees: layouts that it must reckon with, each card played out
to its end on the same ones by learned players.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.lookahead.cards_played import Networks
from kibitz.cardplay.lookahead.estimates import Estimate, Floats
from kibitz.cardplay.lookahead.trying import TriedCards, try_cards
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.scoring import are_equal, come_to_the_same, unequal_cards
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import number
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.scoring import imps, score
from kibitz.sitting.house.playing import foreseen_cards
from kibitz.sitting.sight import SeenDeal

LAYOUTS = 200
"""The number of layouts that cards are tried on."""
PARTS = 0.1
"""Lines part where a choice loses the contract on so large a share of the layouts,"""
PARTS_IMPS = 0.5
"""or so many IMPs on average."""
PLAUSIBLE = 0.04
"""A card is tried that one good player in so many chooses, with its equals,"""
_MOST = 5
"""the likeliest of them."""
_KEPT = 256
"""So many trials are remembered, for what is asked about them later."""


@dataclass(frozen=True, eq=False)
class Stop:
    """A decision: the cards tried, and the one that does best on the layouts."""

    seen: SeenDeal
    tried: TriedCards
    shares: dict[Card, float]
    """How likely good players choose each legal card, with its equals."""

    @property
    def state(self) -> Play:
        return self.tried.state

    @cached_property
    def best(self) -> Card:
        """The card that scores best on average; of those about as good the one chosen most."""
        first = max(
            self.tried.cards,
            key=lambda one: sum(self.imps(one, other).mean for other in self.tried.cards),
        )
        near = [one for one in self.tried.cards if not self.gains(first, one, 0.5)]
        return max(near, key=lambda one: self.shares[one])

    @property
    def parts(self) -> bool:
        """Whether it matters which card is played."""
        return any(map(self.is_wrong, self.tried.cards))

    @property
    def is_for_contract(self) -> bool:
        """Whether the contract depends on it, and not tricks alone."""
        gains = [self.tried.gain(self.best, one).chance for one in self.tried.cards]
        return any(one.mean >= PARTS and one.is_sure for one in gains)

    @property
    def also_right(self) -> list[Card]:
        """The cards tried that are not the best, and not wrong."""
        best = self.best
        return [one for one in self.tried.cards if one != best and not self.is_wrong(one)]

    @property
    def worst(self) -> Card:
        """The card tried that costs most beside the best one."""
        return max(self.tried.cards, key=lambda one: self.imps(self.best, one).mean)

    def imps(self, card: Card, than: Card) -> Estimate:
        """What one card gains on another in IMPs, layout by layout."""
        rows = [self.tried.tricks[self.tried.cards.index(one)] for one in (card, than)]
        worth = _swings(self.state.contract, self.seen.vulnerability)[rows[0], rows[1]]
        sign = -1 if Chair.of(self.state).is_defender else 1
        return Estimate.of(sign * worth, self.tried.layouts.weights)

    def gains(self, card: Card, than: Card, part: float = 1.0) -> bool:
        """Whether a card gains so much on another, by more than chance, that the other is wrong.

        With *part* so much of what makes a card wrong is enough.
        """
        chance, points = self.tried.gain(card, than).chance, self.imps(card, than)
        if chance.mean >= part * PARTS and chance.is_sure:
            return True
        return points.mean >= part * PARTS_IMPS and points.is_sure

    def is_wrong(self, card: Card) -> bool:
        """Whether a card loses what the best one keeps."""
        tried = self.alike(card)
        return tried is not None and self.gains(self.best, tried)

    def alike(self, card: Card) -> Card | None:
        """The card tried that is this one, or its equal; None if there is none."""
        same = (one for one in self.tried.cards if are_equal(self.state, one, card))
        return card if card in self.tried.cards else next(same, None)


@lru_cache(maxsize=64)
def _swings(contract: Contract, vulnerability: Vulnerability) -> Floats:
    """The IMPs between two results of declarer's, by the tricks of each, (14, 14)."""
    points = [score(contract, tricks, vulnerability) for tricks in range(14)]
    return np.array([[imps(one - other) for other in points] for one in points], np.float64)


@dataclass(frozen=True, eq=False)
class Trials:
    """Tries cards with the learned players of both sides."""

    playing: tuple[Similarity, Similarity]
    layouts: int = LAYOUTS
    seed: int = 0
    _tried: OrderedDict[Hashable, Stop] = field(default_factory=OrderedDict, repr=False)
    """The trials made last: a decision is looked at again when asked about, and at the end."""

    def at(self, seen: SeenDeal, also: Card | None = None) -> Stop | None:
        """The decision that a seat is at, if good players might choose different cards.

        *also* is tried beside them.
        """
        state = seen.state
        if not has_choice(state):
            return None
        shares = self.shares(seen)
        order = sorted(unequal_cards(state), key=lambda card: -shares[card])
        cards = [card for card in order if shares[card] >= PLAUSIBLE][:_MOST]
        if also is not None and not any(are_equal(state, one, also) for one in cards):
            cards.append(also)
        return self.among(seen, cards, shares) if len(cards) > 1 else None

    def beside(self, seen: SeenDeal, card: Card, stop: Stop | None = None) -> Stop | None:
        """The decision with this card among those tried; None if it is the card that is chosen."""
        if stop is not None and stop.alike(card) is not None:
            return stop
        state = seen.state
        shares = self.shares(seen) if stop is None else stop.shares
        likeliest = max(unequal_cards(state), key=lambda one: shares[one])
        cards = [likeliest] if stop is None else list(stop.tried.cards)
        if are_equal(state, likeliest, card):
            return None
        return self.among(seen, [*cards, card], shares)

    def among(self, seen: SeenDeal, cards: list[Card], shares: dict[Card, float]) -> Stop:
        """These cards, played out on the same layouts of what a seat believes."""
        known = seen.known
        hands = tuple(sorted(known.hands.items(), key=lambda each: each[0]))
        key = (seen.by, hands, known.auction, known.played, known.vulnerability, tuple(cards))
        if key in self._tried:
            self._tried.move_to_end(key)
            return self._tried[key]
        tried = try_cards(
            seen.state,
            seen.auction,
            cards,
            Networks(*self.playing),
            believer=hear(seen.auction, seen.vulnerability),
            seed=self.seed,
            layouts=self.layouts,
        )
        found = self._tried[key] = Stop(seen, tried, shares)
        while len(self._tried) > _KEPT:
            self._tried.popitem(last=False)
        return found

    def shares(self, seen: SeenDeal) -> dict[Card, float]:
        """How likely a good player chooses each legal card, together with its equals."""
        state = seen.state
        defends = not state.turn.is_with(state.contract.declarer)
        found = foreseen_cards(self.playing[defends], state, seen.auction)
        return {card: float(found.together[0, number(card)]) for card in state.legal_actions}


def has_choice(state: Play) -> bool:
    """Whether the cards that may be played do not all take the same tricks."""
    return not come_to_the_same(state)
