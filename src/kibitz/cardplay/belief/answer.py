"""What may be believed about the hidden hands: points, lengths, and the place of each card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Measure, Proof
from kibitz.bidding.auctions.ranges import Spread
from kibitz.cardplay.belief.explain import explain, place_text
from kibitz.cardplay.belief.question import BeliefQuestion
from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.deal import Seat

FEW = 30
"""Figures worth fewer layouts than this say less."""


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """What is known about one hidden hand, as it was dealt."""

    seat: Seat
    points: Spread
    lengths: tuple[Spread, Spread, Spread, Spread]
    """By suit, clubs first."""

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": str(self.seat),
            "points": self.points.to_json(),
            "lengths": {suit.name.lower(): self.lengths[suit].to_json() for suit in reversed(Suit)},
        }


@dataclass(frozen=True, slots=True, repr=False)
class BeliefAnswer(Answer[BeliefQuestion, str]):
    """The hidden hands; the choices are the missing honours, each in its likeliest place."""

    measure: ClassVar[Measure] = Measure.PLACE

    asked: BeliefQuestion
    hands: tuple[HiddenHand, ...]
    cards: Mapping[Card, Mapping[Seat, float]]
    """The chance of each place, for each card not yet seen."""
    layouts: int
    """The number of layouts weighed."""
    worth: float
    """The number of equally likely layouts, drawn by chance, whose figures would err as much."""
    are_all: bool = False
    """Whether there is no other layout: then the figures owe nothing to chance."""

    @property
    def is_thin(self) -> bool:
        """Whether the figures are worth so few layouts that only what is plain is said."""
        return self.worth < FEW and not self.are_all

    @property
    def question(self) -> BeliefQuestion:
        return self.asked

    @property
    def honours(self) -> dict[Card, Mapping[Seat, float]]:
        """The cards worth mentioning: the missing honours, or if there are none, all missing."""
        high = {card: places for card, places in self.cards.items() if card.rank >= Rank.JACK}
        return high or dict(self.cards)

    @property
    def choices(self) -> tuple[Choice[str], ...]:
        proof = Proof("layouts of the hidden cards", self.layouts, complete=self.are_all)
        found = []
        for card, places in self.honours.items():
            seat = max(places, key=lambda one: places[one])
            found.append(Choice(place_text(card, seat), places[seat], (proof,)))
        return tuple(sorted(found, key=lambda one: -one.weight))

    @property
    def confidence(self) -> None:
        """Each choice's chance is its confidence."""
        return None

    @property
    def why_not(self) -> str:
        return "" if self.cards else "Every card has been seen: nothing is hidden."

    def details(self) -> dict[str, Any]:
        return {
            "viewer": str(self.asked.viewer),
            "auction": str(self.asked.auction),
            "hands": [hand.to_json() for hand in self.hands],
            "cards": {
                str(card): {str(seat): round(chance, 4) for seat, chance in places.items()}
                for card, places in self.cards.items()
            },
            "layouts": self.layouts,
            "worth": round(self.worth, 1),
            "all_layouts": self.are_all,
        }

    def __str__(self) -> str:
        return explain(self) if self.cards else self.why_not
