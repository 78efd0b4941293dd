"""A defender who knows only a few maxims: the baseline for precedents to beat.

Second hand low, third hand high, fourth hand as cheaply as possible; he returns partner's suit and
ruffs if partner is not winning. He looks only at his hand and the cards played.
"""

from __future__ import annotations

from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play, trick_winner
from kibitz_lab.cardplay.baselines import beats, lowest


def by_maxims(state: Play) -> Card:
    """The card of a defender who follows the maxims.

    >>> from kibitz.games.bridge.auction import Contract
    >>> from kibitz.games.bridge.deal import Deal
    >>> deal = Deal.parse("N:AK2.A32.A432.A32 QJ9.KQJ.KQJ.KQJT T876.T98.T98.987 543.7654.765.654")
    >>> start = Play.start(deal, Contract.parse("3N by S"))
    >>> str(by_maxims(start.after_all(map(Card.parse, ("S3", "S2")))))  # third hand high
    'SJ'
    """
    if not state.trick:
        return _led(state)
    legal = state.legal_actions
    best = state.trick[trick_winner(state.trick, state.trumps)]
    winners = [card for card in legal if beats(card, best, state.trumps)]
    is_partners = len(state.trick) >= 2 and state.trick[-2] == best
    if legal[0].suit is not state.trick[0].suit:
        return min(winners) if winners and not is_partners else _thrown(state)
    if len(state.trick) == 1 or not winners:
        return lowest(state)
    if len(state.trick) == 3:
        return lowest(state) if is_partners else min(winners)
    if is_partners and best.rank >= Rank.QUEEN:
        return lowest(state)
    return _lowest_equal(state.holding(state.turn), max(winners))


def _led(state: Play) -> Card:
    """A lead: partner's suit, his own or the longest; an honour from a sequence, else low."""
    own = state.holding(state.turn)
    suits = [suit for suit in Suit if own.length(suit) and suit is not state.trumps]
    if not suits:
        return lowest(state)
    partners, ours = (_suits_led(state, seat) for seat in (state.turn.partner, state.turn))
    suit = max(suits, key=lambda suit: (suit in partners, suit in ours, own.length(suit), suit))
    cards = sorted(own.of_suit(suit), reverse=True)
    is_sequence = len(cards) > 1 and cards[0].rank - cards[1].rank == 1
    high = cards[0].rank >= Rank.TEN and is_sequence
    return cards[0] if high or len(cards) == 2 else cards[-1]


def _suits_led(state: Play, seat: Seat) -> set[Suit]:
    """The suits that a seat has led."""
    found, leader = set[Suit](), state.contract.leader
    for first in range(0, 4 * state.tricks, 4):
        trick = state.played[first : first + 4]
        if leader is seat:
            found.add(trick[0].suit)
        leader = Seat((leader + trick_winner(trick, state.trumps)) % 4)
    return found


def _thrown(state: Play) -> Card:
    """A discard: the lowest card of the longest side suit."""
    own = state.holding(state.turn)
    return min(own, key=lambda card: (card.suit is state.trumps, -own.length(card.suit), card.rank))


def _lowest_equal(own: Hand, card: Card) -> Card:
    """The lowest card held that touches this one."""
    held = {other.rank for other in own.of_suit(card.suit)}
    rank = card.rank
    while rank - 1 in held:
        rank = Rank(rank - 1)
    return Card(card.suit, rank)
