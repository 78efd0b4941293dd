"""Baselines for card play, which use no precedents: chance, a few rules, and habit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.play import Play, trick_winner

Role: TypeAlias = tuple[int, bool, bool, bool, int, int]


def at_random(state: Play, rng: random.Random) -> Card:
    return rng.choice(state.legal_actions)


def lowest(state: Play) -> Card:
    """The lowest legal card; of equals, that of the lowest suit."""
    return min(state.legal_actions, key=lambda card: (card.rank, card.suit))


def by_rules(state: Play) -> Card:
    """Second hand low; third and fourth win as cheaply as possible; lead the longest suit.

    >>> from kibitz.games.bridge.auction import Contract
    >>> from kibitz.games.bridge.deal import Deal
    >>> deal = Deal.parse("N:AQ2.A32.A432.A32 KJ9.KQJ.KQJ.KQJT T876.T98.T98.987 543.7654.765.654")
    >>> start = Play.start(deal, Contract.parse("3N by S"))
    >>> str(by_rules(start.after(Card.parse("S3"))))
    'S2'
    """
    if not state.trick:
        return _lead(state)
    legal = state.legal_actions
    best = state.trick[trick_winner(state.trick, state.trumps)]
    winners = [card for card in legal if beats(card, best, state.trumps)]
    ours = len(state.trick) >= 2 and state.trick[-2] == best
    follows = legal[0].suit is state.trick[0].suit
    if not follows and not (winners and not ours):
        return _discard(state)
    if len(state.trick) == 1 or not winners or (ours and _is_high(state, best)):
        return lowest(state)
    if len(state.trick) == 3:
        return lowest(state) if ours else min(winners, key=lambda card: card.rank)
    return min(winners, key=lambda card: card.rank)


def _lead(state: Play) -> Card:
    own, other = state.holding(state.turn), state.holding(state.turn.partner)
    suit = max(
        {card.suit for card in own}, key=lambda suit: (own.length(suit) + other.length(suit), suit)
    )
    cards = sorted(own.of_suit(suit))
    return cards[-1] if _is_high(state, cards[-1]) else cards[0]


def _discard(state: Play) -> Card:
    own = state.holding(state.turn)
    return min(own, key=lambda card: (_is_high(state, card), -own.length(card.suit), card.rank))


def _is_high(state: Play, card: Card) -> bool:
    """Whether declarer knows that no defender holds a higher card of the suit."""
    ours = state.deal[state.contract.declarer] | state.deal[state.contract.dummy]
    known = Hand(ours.bits | state.gone.bits)
    better = [
        rank for rank in range(card.rank + 1, 15) if not known.holding(card.suit) >> (rank - 2) & 1
    ]
    return not better


def beats(card: Card, best: Card, trumps: Suit | None) -> bool:
    """Whether a card wins against the best one so far."""
    return card.rank > best.rank if card.suit is best.suit else card.suit is trumps


def role(state: Play, card: Card) -> Role:
    """A card's role: its place in the trick and among the legal cards."""
    legal = sorted(other for other in state.legal_actions if other.suit is card.suit)
    best = state.trick[trick_winner(state.trick, state.trumps)] if state.trick else None
    wins = best is None or beats(card, best, state.trumps)
    ours = len(state.trick) >= 2 and state.trick[-2] == best
    place = 0 if card == legal[0] else 2 if card == legal[-1] else 1
    led = state.trick[0].suit if state.trick else None
    return (len(state.trick), card.suit is led, wins, ours, place, max(0, card.rank - 8))


@dataclass(frozen=True, slots=True)
class RoleHabit:
    """Plays the card whose role experts chose most often when it was available."""

    chosen: Counter[Role]
    available: Counter[Role]

    @classmethod
    def of(cls, decisions: Iterable[tuple[Play, Card]]) -> RoleHabit:
        chosen: Counter[Role] = Counter()
        available: Counter[Role] = Counter()
        for state, card in decisions:
            chosen[role(state, card)] += 1
            available.update({role(state, other) for other in state.legal_actions})
        return cls(chosen, available)

    def ranked(self, state: Play) -> list[tuple[float, Card]]:
        """Every legal card with how often its role was chosen when available, best first."""
        order = []
        for card in state.legal_actions:
            kind = role(state, card)
            order.append(((self.chosen[kind] + 0.5) / (self.available[kind] + 2), card))
        return sorted(order, key=lambda one: (-one[0], one[1].rank, one[1].suit))
