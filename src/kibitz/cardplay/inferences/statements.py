"""What can be said about hidden hands: statements that are true or false of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.wording import card_text, in_words, listed

_STOPPERS = {Rank.ACE: 1, Rank.KING: 2, Rank.QUEEN: 3, Rank.JACK: 4}
"""The honours that stop a suit, with the cards it takes."""


@dataclass(frozen=True, slots=True)
class Length:
    """A player has at least, or at most, so many cards of a suit."""

    seat: Seat
    suit: Suit
    least: int = 0
    most: int = 13

    def holds(self, deal: Deal) -> bool:
        return self.least <= deal[self.seat].length(self.suit) <= self.most

    def __str__(self) -> str:
        name = self.suit.name.lower()
        if not self.most:
            return f"no {name.removesuffix('s')}"
        if not self.least:
            how = in_words(self.most)
            return f"at most {how} {name.removesuffix('s') if self.most == 1 else name}"
        if self.least == self.most:
            return f"{in_words(self.least)} {name}"
        return f"{in_words(self.least)} {name} or more"


@dataclass(frozen=True, slots=True)
class Balanced:
    """A player has at least two cards of every suit."""

    seat: Seat

    def holds(self, deal: Deal) -> bool:
        return min(deal[self.seat].shape) >= 2

    def __str__(self) -> str:
        return "no void and no singleton"


@dataclass(frozen=True, slots=True)
class NoLongMajor:
    """A player has no five-card major."""

    seat: Seat

    def holds(self, deal: Deal) -> bool:
        hand = deal[self.seat]
        return max(hand.length(Suit.HEARTS), hand.length(Suit.SPADES)) < 5

    def __str__(self) -> str:
        return "no five-card major"


@dataclass(frozen=True, slots=True)
class StoppedSuit:
    """A player stops a suit: the ace, or a guarded king, queen or jack."""

    seat: Seat
    suit: Suit

    def holds(self, deal: Deal) -> bool:
        hand = deal[self.seat]
        length = hand.length(self.suit)
        return any(
            Card(self.suit, rank) in hand and length >= least for rank, least in _STOPPERS.items()
        )

    def __str__(self) -> str:
        return f"a stopper in {self.suit.name.lower()}"


@dataclass(frozen=True, slots=True)
class OneOfCards:
    """A player has one of these cards; with only one, that card."""

    seat: Seat
    cards: tuple[Card, ...]

    def holds(self, deal: Deal) -> bool:
        return any(card in deal[self.seat] for card in self.cards)

    def __str__(self) -> str:
        return listed([card_text(card) for card in self.cards], "or")


@dataclass(frozen=True, slots=True)
class Without:
    """A player does not have a card."""

    seat: Seat
    card: Card

    def holds(self, deal: Deal) -> bool:
        return self.card not in deal[self.seat]

    def __str__(self) -> str:
        return f"not {card_text(self.card)}"


@dataclass(frozen=True, slots=True)
class Points:
    """A player's high-card points are within bounds."""

    seat: Seat
    least: int = 0
    most: int = 37

    def holds(self, deal: Deal) -> bool:
        return self.least <= deal[self.seat].points <= self.most

    def __str__(self) -> str:
        return _bounds(self.least, self.most, 37)


@dataclass(frozen=True, slots=True)
class SidePoints:
    """The high-card points of a player and their partner together are within bounds."""

    seat: Seat
    least: int = 0
    most: int = 40

    def holds(self, deal: Deal) -> bool:
        both = deal[self.seat].points + deal[self.seat.partner].points
        return self.least <= both <= self.most

    def __str__(self) -> str:
        return f"{_bounds(self.least, self.most, 40)} between them"


Statement = (
    Length | Balanced | NoLongMajor | StoppedSuit | OneOfCards | Without | Points | SidePoints
)


def _bounds(least: int, most: int, limit: int) -> str:
    if not least:
        return f"at most {most} points"
    return f"{least} points or more" if most == limit else f"{least} to {most} points"
