"""Where lines part: the cards that good players choose among, and what comes of each.

Every trial is made from what the seat sees: layouts that it must reckon with, each card played out
to its end on the same ones by learned players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kibitz.cardplay.lookahead.cards_played import Networks
from kibitz.cardplay.lookahead.trying import Gain, TriedCards, try_cards
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.scoring import are_equal, come_to_the_same, unequal_cards
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import number
from kibitz.cardplay.voting import CHOSEN
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.sitting.house.playing import foreseen_cards
from kibitz.sitting.sight import SeenDeal

LAYOUTS = 200
"""The number of layouts that cards are tried on."""
PARTS = 0.1
"""Lines part where a choice loses the contract on so large a share of the layouts,"""
PARTS_TRICKS = 0.5
"""or so many tricks: about half an IMP, where the contract is not at stake."""
_MOST = 4
_SETTLED = 0.03


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
        """The card that does best; of those about as good the one that is chosen most."""
        ahead = self.tried.ahead
        first = max(self.tried.cards, key=lambda one: (ahead.success(one), ahead.own_tricks(one)))
        near = [one for one in self.tried.cards if not loses(self.tried.gain(first, one), 0.5)]
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

    def gain_on(self, card: Card) -> Gain | None:
        """What the best card gains on this one; None if it was not tried."""
        tried = self.alike(card)
        return None if tried is None else self.tried.gain(self.best, tried)

    def is_wrong(self, card: Card) -> bool:
        """Whether a card loses what the best one keeps."""
        gain = self.gain_on(card)
        return gain is not None and loses(gain)

    def alike(self, card: Card) -> Card | None:
        """The card tried that is this one, or its equal; None if there is none."""
        same = (one for one in self.tried.cards if are_equal(self.state, one, card))
        return card if card in self.tried.cards else next(same, None)


def loses(gain: Gain, part: float = 1.0) -> bool:
    """Whether so much is gained on a card, by more than chance, that it is wrong.

    With *part* so much of what makes a card wrong is enough.
    """
    chance, tricks = gain.chance, gain.tricks
    if chance.mean >= part * PARTS and chance.is_sure:
        return True
    settled = abs(chance.mean) < _SETTLED
    return settled and tricks.mean >= part * PARTS_TRICKS and tricks.is_sure


@dataclass(frozen=True, eq=False)
class Trials:
    """Tries cards with the learned players of both sides."""

    playing: tuple[Similarity, Similarity]
    layouts: int = LAYOUTS
    seed: int = 0

    def at(self, seen: SeenDeal) -> Stop | None:
        """The decision that a seat is at, if good players might choose different cards."""
        state = seen.state
        if not has_choice(state):
            return None
        shares = self.shares(seen)
        order = sorted(unequal_cards(state), key=lambda card: -shares[card])
        cards = [card for card in order if shares[card] >= CHOSEN][:_MOST]
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
        tried = try_cards(
            seen.state,
            seen.auction,
            cards,
            Networks(*self.playing),
            believer=hear(seen.auction, seen.vulnerability),
            seed=self.seed,
            layouts=self.layouts,
        )
        return Stop(seen, tried, shares)

    def shares(self, seen: SeenDeal) -> dict[Card, float]:
        """How likely a good player chooses each legal card, together with its equals."""
        state = seen.state
        defends = not state.turn.is_with(state.contract.declarer)
        found = foreseen_cards(self.playing[defends], state, seen.auction)
        return {card: float(found.together[0, number(card)]) for card in state.legal_actions}


def has_choice(state: Play) -> bool:
    """Whether the cards that may be played do not all take the same tricks."""
    return not come_to_the_same(state)
