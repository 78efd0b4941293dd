"""The one contract: a player asks, an adviser answers, and the answer carries its grounds.

Every answering room has a question, an adviser and an answer of this shape, so that the terminal,
the page, a notebook and the tests treat all of them alike. An answer is finished when `ask`
returns: printing it computes nothing. `tests/laws/test_every_adviser.py` holds every room to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")
Asked = TypeVar("Asked", contravariant=True)
Given = TypeVar("Given", covariant=True)


class Measure(Enum):
    """What the weight of a choice is."""

    VOTE = "share of the vote"
    TABLES = "share of the tables"
    CHANCE = "chance of success"
    TRICKS = "tricks on average"
    SUPPORT = "support of what was learned"
    HANDS = "share of the hands"
    PLACE = "chance to lie there"


class Precedent(ABC):
    """A ground: what somebody did in a case that has a name and can be opened."""

    @property
    @abstractmethod
    def name(self) -> str:
        """How people name the case: an event, a board, a room."""

    @property
    @abstractmethod
    def did(self) -> str:
        """What was done there, in the words of the question."""

    @abstractmethod
    def open(self) -> object:
        """The case itself, as it was recorded."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": "precedent", "name": self.name, "did": self.did}


@dataclass(frozen=True, slots=True)
class Proof:
    """A ground: what was enumerated or searched, how many of it, and whether that is all.

    >>> Proof("layouts of the missing cards", 15).to_json()
    {'kind': 'proof', 'over': 'layouts of the missing cards', 'number': 15, 'complete': True}
    """

    over: str
    number: int
    complete: bool = True

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "proof",
            "over": self.over,
            "number": self.number,
            "complete": self.complete,
        }


@dataclass(frozen=True, slots=True)
class Count:
    """A ground: so many of so many.

    >>> Count(41, 52, "experts played low").to_json()
    {'kind': 'count', 'part': 41, 'whole': 52, 'what': 'experts played low'}
    """

    part: int
    whole: int
    what: str

    def __post_init__(self) -> None:
        if not 0 <= self.part <= self.whole:
            raise ValueError(f"{self.part} of {self.whole} cannot be counted")

    def to_json(self) -> dict[str, Any]:
        return {"kind": "count", "part": self.part, "whole": self.whole, "what": self.what}


@dataclass(frozen=True, slots=True)
class Rule:
    """A ground: a rule by its name, and where it is written.

    >>> Rule("the only legal card", "the laws of bridge").to_json()
    {'kind': 'rule', 'name': 'the only legal card', 'source': 'the laws of bridge'}
    """

    name: str
    source: str

    def to_json(self) -> dict[str, Any]:
        return {"kind": "rule", "name": self.name, "source": self.source}


Ground = Precedent | Proof | Count | Rule


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """Something that may be done, what it weighs in the answer's measure, and why."""

    action: A
    weight: float
    grounds: Sequence[Ground] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "action": str(self.action),
            "weight": round(self.weight, 4),
            "grounds": [ground.to_json() for ground in self.grounds],
        }


class Answer(ABC, Generic[Q, A]):
    """What an adviser says to a question: choices best first, or why there is none.

    A room's own answer is a frozen value with these properties and whatever else it has to show.
    """

    @property
    @abstractmethod
    def measure(self) -> Measure:
        """What the weights of the choices are; most rooms have one measure for all answers."""

    @property
    @abstractmethod
    def question(self) -> Q: ...

    @property
    @abstractmethod
    def choices(self) -> tuple[Choice[A], ...]:
        """Best first; none where `why_not` says why."""

    @property
    @abstractmethod
    def confidence(self) -> float | None:
        """How often such an answer is right, as it was measured; None where it was not."""

    @property
    @abstractmethod
    def why_not(self) -> str:
        """Why there is no answer; empty where there is one."""

    @property
    def best(self) -> Choice[A] | None:
        return self.choices[0] if self.choices else None

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """What this room has to say beside the contract, as plain data."""

    def to_json(self) -> dict[str, Any]:
        """The whole answer as plain data; docs/formats.md describes it."""
        confidence = self.confidence
        return {
            "question": str(self.question),
            "choices": [choice.to_json() for choice in self.choices],
            "measure": self.measure.value,
            "confidence": None if confidence is None else round(confidence, 4),
            "why_not": self.why_not,
            "text": str(self),
            **self.details(),
        }

    @abstractmethod
    def __str__(self) -> str:
        """The answer in plain English, made from its grounds alone."""


class Adviser(Protocol[Asked, Given]):
    """Whoever answers; asking changes nothing, and the same question has the same answer."""

    def ask(self, question: Asked, /) -> Given: ...
