"""What a sentence claims, as data: each kind has its truth condition in `checker.py`.

A claim names lines, events and numbers, and nothing that was found on the way to it: whoever knows
the two hands and the rules can play it out on layouts of his own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.plans.claims.events import Event, parse_event
from kibitz.plans.question import Scoring
from kibitz.plans.trying.lines import Line, parse_line


class Claim(ABC):
    """What a sentence says of how lines fare over layouts."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Better(Claim):
    """One line does better than another: makes more often, or wins more tricks."""

    line: Line
    than: Line
    by: Scoring

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "better",
            "line": self.line.to_json(),
            "than": self.than.to_json(),
            "by": self.by.value,
        }


@dataclass(frozen=True, slots=True)
class Depends(Claim):
    """A line does better where something is so than where it is not."""

    line: Line
    event: Event
    by: Scoring

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "depends",
            "line": self.line.to_json(),
            "event": self.event.to_json(),
            "by": self.by.value,
        }


@dataclass(frozen=True, slots=True)
class Danger(Claim):
    """To lose to one defender costs more than to lose to the other: forced both ways.

    *line* loses to *safe* where he has the *card*, and *other* to his partner.
    """

    line: Line
    other: Line
    card: Card
    safe: Seat
    by: Scoring

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "danger",
            "line": self.line.to_json(),
            "other": self.other.to_json(),
            "card": str(self.card),
            "safe": str(self.safe),
            "by": self.by.value,
        }


@dataclass(frozen=True, slots=True)
class Needs(Claim):
    """A line that makes nearly always wins so many tricks in a suit, and otherwise seldom does."""

    line: Line
    suit: Suit
    tricks: int

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "needs",
            "line": self.line.to_json(),
            "suit": str(self.suit),
            "tricks": self.tricks,
        }


@dataclass(frozen=True, slots=True)
class Begins(Claim):
    """A line mostly leads this suit first, once declarer's side is on lead."""

    line: Line
    suit: Suit

    def to_json(self) -> dict[str, Any]:
        return {"claim": "begins", "line": self.line.to_json(), "suit": str(self.suit)}


@dataclass(frozen=True, slots=True)
class Every(Claim):
    """Each of some lines makes at least so often."""

    lines: tuple[Line, ...]
    least: float

    def to_json(self) -> dict[str, Any]:
        lines = [line.to_json() for line in self.lines]
        return {"claim": "every", "lines": lines, "least": self.least}


@dataclass(frozen=True, slots=True)
class Hardly(Claim):
    """None of some lines makes more often than so."""

    lines: tuple[Line, ...]
    most: float

    def to_json(self) -> dict[str, Any]:
        lines = [line.to_json() for line in self.lines]
        return {"claim": "hardly", "lines": lines, "most": self.most}


def parse_claim(given: dict[str, Any]) -> Claim:
    """A claim from its data."""
    try:
        match given["claim"]:
            case "better":
                return Better(
                    parse_line(given["line"]), parse_line(given["than"]), Scoring(given["by"])
                )
            case "depends":
                return Depends(
                    parse_line(given["line"]), parse_event(given["event"]), Scoring(given["by"])
                )
            case "danger":
                return Danger(
                    parse_line(given["line"]),
                    parse_line(given["other"]),
                    Card.parse(given["card"]),
                    Seat.parse(given["safe"]),
                    Scoring(given["by"]),
                )
            case "needs":
                return Needs(parse_line(given["line"]), Suit.parse(given["suit"]), given["tricks"])
            case "begins":
                return Begins(parse_line(given["line"]), Suit.parse(given["suit"]))
            case "every":
                return Every(tuple(map(parse_line, given["lines"])), given["least"])
            case "hardly":
                return Hardly(tuple(map(parse_line, given["lines"])), given["most"])
    except (KeyError, ValueError) as error:
        raise UsageError(f"this is no claim: {given}") from error
    raise UsageError(f"this is no claim: {given}")
