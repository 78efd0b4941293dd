"""What a call can say about hidden hands: claims that are true or false of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.wording import in_words


@dataclass(frozen=True, slots=True)
class Length:
    """A player has at least so many cards of a suit."""

    seat: Seat
    suit: Suit
    least: int

    def holds(self, deal: Deal) -> bool:
        return deal[self.seat].length(self.suit) >= self.least

    def __str__(self) -> str:
        return f"{in_words(self.least)} {self.suit.name.lower()} or more"


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


Claim = Length | Balanced | NoLongMajor | Points | SidePoints


def _bounds(least: int, most: int, limit: int) -> str:
    if not least:
        return f"at most {most} points"
    return f"{least} points or more" if most == limit else f"{least} to {most} points"
