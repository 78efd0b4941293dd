"""Claims, as data: what a sentence says; `checker.py` has the truth condition of each kind.

A claim names lines, events and numbers, and nothing that was found on the way to it: anyone who
knows the two hands and the rules can play it out on other layouts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.because.finding import Reason, Told
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.plans.lines.events import Event, parse_event
from kibitz.plans.lines.line import PlanLine
from kibitz.plans.lines.reading import parse_line
from kibitz.plans.question import Scoring


class Claim(ABC):
    """A statement about how lines do over layouts."""

    @property
    @abstractmethod
    def lines(self) -> tuple[PlanLine, ...]:
        """The lines that must be played out to check it."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Better(Claim):
    """One line does better than another: makes more often, or wins more tricks."""

    line: PlanLine
    than: PlanLine
    by: Scoring

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.line, self.than

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "better",
            "line": self.line.to_json(),
            "than": self.than.to_json(),
            "by": self.by.value,
        }


@dataclass(frozen=True, slots=True)
class Close(Claim):
    """One line does about as well as another: neither is surely better by enough."""

    line: PlanLine
    than: PlanLine
    by: Scoring

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.line, self.than

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "close",
            "line": self.line.to_json(),
            "than": self.than.to_json(),
            "by": self.by.value,
        }


@dataclass(frozen=True, slots=True)
class Because(Claim):
    """Why one line does better than another: a cause is true where the other fails, and seldom
    where it does not."""

    line: PlanLine
    than: PlanLine
    by: Scoring
    reason: Reason

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.line, self.than

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "because",
            "line": self.line.to_json(),
            "than": self.than.to_json(),
            "by": self.by.value,
            "causes": [told.to_json() for told in self.reason],
        }


@dataclass(frozen=True, slots=True)
class Depends(Claim):
    """A line does better where an event holds than where it does not."""

    line: PlanLine
    event: Event
    by: Scoring

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return (self.line,)

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "depends",
            "line": self.line.to_json(),
            "event": self.event.to_json(),
            "by": self.by.value,
        }


@dataclass(frozen=True, slots=True)
class Danger(Claim):
    """Losing the lead to one defender costs more than losing it to the other.

    *line* loses to *safe* if he has the *card*, and *other* to his partner.
    """

    line: PlanLine
    other: PlanLine
    card: Card
    safe: Seat
    by: Scoring

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.line, self.other

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
    """When the line makes, a suit nearly always brings so many tricks; when it fails, seldom."""

    line: PlanLine
    suit: Suit
    tricks: int

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return (self.line,)

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "needs",
            "line": self.line.to_json(),
            "suit": str(self.suit),
            "tricks": self.tricks,
        }


@dataclass(frozen=True, slots=True)
class Branches(Claim):
    """A line is right to go one way if an event holds and another way if not.

    *then* and *otherwise* are the best lines that go the other way in each case; the line does
    better than either.
    """

    line: PlanLine
    event: Event
    then: PlanLine
    otherwise: PlanLine
    by: Scoring

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.line, self.then, self.otherwise

    def to_json(self) -> dict[str, Any]:
        return {
            "claim": "branches",
            "line": self.line.to_json(),
            "event": self.event.to_json(),
            "then": self.then.to_json(),
            "otherwise": self.otherwise.to_json(),
            "by": self.by.value,
        }


@dataclass(frozen=True, slots=True)
class Safety(Claim):
    """A safety play: it makes more often than another line, with fewer tricks where both make."""

    line: PlanLine
    than: PlanLine

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.line, self.than

    def to_json(self) -> dict[str, Any]:
        return {"claim": "safety", "line": self.line.to_json(), "than": self.than.to_json()}


@dataclass(frozen=True, slots=True)
class Perfect(Claim):
    """A line makes less often against perfect defenders, who see all four hands, than against
    learned ones."""

    line: PlanLine
    by: Scoring

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return (self.line,)

    def to_json(self) -> dict[str, Any]:
        return {"claim": "perfect", "line": self.line.to_json(), "by": self.by.value}


@dataclass(frozen=True, slots=True)
class Begins(Claim):
    """A line mostly leads this suit first, once declarer's side is on lead."""

    line: PlanLine
    suit: Suit

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return (self.line,)

    def to_json(self) -> dict[str, Any]:
        return {"claim": "begins", "line": self.line.to_json(), "suit": str(self.suit)}


@dataclass(frozen=True, slots=True)
class Every(Claim):
    """Every one of some lines makes at least this often."""

    each: tuple[PlanLine, ...]
    least: float

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.each

    def to_json(self) -> dict[str, Any]:
        lines = [line.to_json() for line in self.lines]
        return {"claim": "every", "lines": lines, "least": self.least}


@dataclass(frozen=True, slots=True)
class Hardly(Claim):
    """None of some lines makes more often than this."""

    each: tuple[PlanLine, ...]
    most: float

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        return self.each

    def to_json(self) -> dict[str, Any]:
        lines = [line.to_json() for line in self.lines]
        return {"claim": "hardly", "lines": lines, "most": self.most}


def _because(given: dict[str, Any]) -> Claim:
    reason = tuple(map(Told.of_json, given["causes"]))
    return Because(
        parse_line(given["line"]), parse_line(given["than"]), Scoring(given["by"]), reason
    )


def _danger(given: dict[str, Any]) -> Claim:
    return Danger(
        parse_line(given["line"]),
        parse_line(given["other"]),
        Card.parse(given["card"]),
        Seat.parse(given["safe"]),
        Scoring(given["by"]),
    )


def _branches(given: dict[str, Any]) -> Claim:
    return Branches(
        parse_line(given["line"]),
        parse_event(given["event"]),
        parse_line(given["then"]),
        parse_line(given["otherwise"]),
        Scoring(given["by"]),
    )


_READERS: dict[str, Callable[[dict[str, Any]], Claim]] = {
    "better": lambda it: Better(parse_line(it["line"]), parse_line(it["than"]), Scoring(it["by"])),
    "close": lambda it: Close(parse_line(it["line"]), parse_line(it["than"]), Scoring(it["by"])),
    "because": _because,
    "depends": lambda it: Depends(
        parse_line(it["line"]), parse_event(it["event"]), Scoring(it["by"])
    ),
    "danger": _danger,
    "needs": lambda it: Needs(parse_line(it["line"]), Suit.parse(it["suit"]), it["tricks"]),
    "branches": _branches,
    "safety": lambda it: Safety(parse_line(it["line"]), parse_line(it["than"])),
    "perfect": lambda it: Perfect(parse_line(it["line"]), Scoring(it["by"])),
    "begins": lambda it: Begins(parse_line(it["line"]), Suit.parse(it["suit"])),
    "every": lambda it: Every(tuple(map(parse_line, it["lines"])), it["least"]),
    "hardly": lambda it: Hardly(tuple(map(parse_line, it["lines"])), it["most"]),
}


def parse_claim(given: dict[str, Any]) -> Claim:
    """Read a claim back from its JSON."""
    try:
        return _READERS[given["claim"]](given)
    except (KeyError, ValueError) as error:
        raise UsageError(f"this is no claim: {given}") from error
