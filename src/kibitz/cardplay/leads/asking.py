"""The suit that partner asked for with a double, weighed for a lead: does it go first?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.advice import Count, Ground, Rule
from kibitz.cardplay.inferences.asked import SLAM, SPLINTER, AskedSuit, asked
from kibitz.cardplay.inferences.rates import Rates, RuleRate
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat

_FLOOR = 0.2
_FLOORS = {SLAM: 0.1, SPLINTER: 0.5}
"""The network's forecast of the suit from which on it goes first. At 6,664 tables of events that
teach or validate at which partner asked, experts led the suit in half of those with a forecast of
20 to 30 %, more often than any other suit, and below that seldom; of a slam, from 10 %."""


@dataclass(frozen=True, slots=True)
class AskedLead:
    """The suit that partner asked for, at how many tables experts led such, and its forecast."""

    asked: AskedSuit
    rate: RuleRate
    forecast: float
    """The network's chance that an expert with this hand leads the suit."""
    is_barred: bool = False
    """Whether the suit foreseen most is one that partner asks not to lead."""

    @classmethod
    def of(
        cls, auction: Auction | None, leader: Seat, forecast: Mapping[Card, float]
    ) -> AskedLead | None:
        """The suit asked for, if there is one and the leader holds it."""
        if auction is None or not auction.is_over:
            return None
        found = asked(auction, leader)
        if found is None or not any(card.suit is found.suit for card in forecast):
            return None
        shares = dict.fromkeys((card.suit for card in forecast), 0.0)
        for card, chance in forecast.items():
            shares[card.suit] += chance
        is_barred = max(shares, key=lambda suit: shares[suit]) in found.barred
        rate = Rates.shipped().of_asked(found.kind)
        return cls(found, rate, shares[found.suit], is_barred)

    @property
    def goes_first(self) -> bool:
        """Whether it is led before anything that the votes are for."""
        return self.is_barred or self.forecast >= _FLOORS.get(self.asked.kind, _FLOOR)

    def first(
        self, order: Sequence[Card], shares: Mapping[Card, float], forecast: Mapping[Card, float]
    ) -> list[Card]:
        """The cards in their order, those of the suit asked for first if it goes first."""
        if not self.goes_first:
            return list(order)
        suit = [card for card in order if card.suit is self.asked.suit]
        if not any(shares.get(card) for card in suit):
            suit.sort(key=lambda card: -forecast.get(card, 0.0))
        return [*suit, *(card for card in order if card.suit is not self.asked.suit)]

    @property
    def sentence(self) -> str:
        """What partner asked for, and how often experts follow."""
        counts = f"Experts led it at {self.rate.held:,} of {self.rate.said:,} such tables."
        return f"{self.asked.sentence} {counts}"

    def grounds(self) -> Iterator[Ground]:
        yield Rule(f"partner's double of {self.asked.kind} asks for a lead", "what experts lead")
        what = f"tables at which partner doubled {self.asked.kind} and the suit was led"
        yield Count(self.rate.held, self.rate.said, what)

    def to_json(self) -> dict[str, Any]:
        return {
            "suit": str(self.asked.suit),
            "kind": self.asked.kind,
            "goes_first": self.goes_first,
            "forecast": round(self.forecast, 4),
            "led": self.rate.held,
            "of": self.rate.said,
            "text": self.asked.sentence,
        }
