"""How the hidden cards may lie, as events: a suit breaks well, an honour lies with one defender."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.cardplay.lookahead.expected import Owners
from kibitz.cardplay.similarity.positions import Bools
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play


class Event(ABC):
    """Something that holds in some layouts and not in others."""

    @property
    @abstractmethod
    def suit(self) -> Suit:
        """The suit that the event is about."""

    @abstractmethod
    def holds(self, owners: Owners) -> Bools:
        """The layouts in which the event holds."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Break(Event):
    """Neither defender was dealt more than *most* cards of a suit."""

    of: Suit
    most: int
    missing: int
    """The number of cards of the suit that the two defenders were dealt."""
    defender: Seat
    """Either of the two defenders."""

    @property
    def suit(self) -> Suit:
        return self.of

    def holds(self, owners: Owners) -> Bools:
        first = 13 * int(self.suit)
        held = (owners[:, first : first + 13] == self.defender).sum(axis=1)
        found: Bools = np.maximum(held, self.missing - held) <= self.most
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "break",
            "suit": str(self.suit),
            "most": self.most,
            "missing": self.missing,
            "defender": str(self.defender),
        }


@dataclass(frozen=True, slots=True)
class Place(Event):
    """A defender holds a card."""

    card: Card
    seat: Seat

    @property
    def suit(self) -> Suit:
        return self.card.suit

    def holds(self, owners: Owners) -> Bools:
        found: Bools = owners[:, self.card.bit.bit_length() - 1] == self.seat
        return found

    def to_json(self) -> dict[str, Any]:
        return {"event": "place", "card": str(self.card), "seat": str(self.seat)}


def parse_event(given: dict[str, Any]) -> Event:
    """Read an event back from its JSON."""
    try:
        if given["event"] == "place":
            return Place(Card.parse(given["card"]), Seat.parse(given["seat"]))
        return Break(
            Suit.parse(given["suit"]),
            given["most"],
            given["missing"],
            Seat.parse(given["defender"]),
        )
    except (KeyError, ValueError) as error:
        raise UsageError(f"this is no event: {given}") from error


def events_of(state: Play) -> Iterator[Event]:
    """The events that may matter: how each suit breaks, where each missing honour lies."""
    contract = state.contract
    ours = state.deal[contract.declarer] | state.deal[contract.dummy]
    gone = Hand.of(state.played)
    for suit in Suit:
        missing = 13 - ours.length(suit)
        for most in range((missing + 1) // 2, min(missing, (missing + 1) // 2 + 2)):
            yield Break(suit, most, missing, contract.leader)
        for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK):
            card = Card(suit, rank)
            if card not in ours and card not in gone:
                yield Place(card, contract.leader)
