"""The same play under other suit names: a precedent in the question's suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.games.bridge.auction import Bid, Contract, Strain
from kibitz.games.bridge.cards import DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play


@dataclass(frozen=True, slots=True)
class Renaming:
    """``suits[s]`` is the new name of suit *s*.

    >>> hearts_for_spades = Renaming((Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS))
    >>> str(hearts_for_spades.card(Card.parse("SA")))
    'HA'
    """

    suits: tuple[Suit, Suit, Suit, Suit]

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Renaming:
        clubs, diamonds, hearts, spades = (Suit(int(number)) for number in numbers)
        return cls((clubs, diamonds, hearts, spades))

    def card(self, card: Card) -> Card:
        return DECK[13 * self.suits[card.suit] + card.rank - 2]

    def hand(self, hand: Hand) -> Hand:
        return Hand(sum(hand.holding(suit) << (13 * self.suits[suit]) for suit in Suit))

    def contract(self, contract: Contract) -> Contract:
        trumps = contract.bid.strain.trumps
        if trumps is None:
            return contract
        bid = Bid(contract.bid.level, Strain(self.suits[trumps]))
        return Contract(bid, contract.doubling, contract.declarer)

    def play(self, play: Play) -> Play:
        return Play(
            Deal.of({seat: self.hand(play.deal[seat]) for seat in Seat}),
            self.contract(play.contract),
            tuple(map(self.card, play.played)),
            tuple(map(self.card, play.trick)),
            play.turn,
            play.declarer_tricks,
            self.hand(play.gone),
        )
