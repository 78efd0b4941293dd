"""The one contract: a player asks, an adviser answers, and the answer carries its grounds.

Every answering room has a question, an adviser and an answer of this shape, so that the terminal,
the page, a notebook and the tests treat all of them alike. An answer is finished when `ask`
returns: printing it computes nothing. `tests/laws/test_every_adviser.py` holds every room to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape
from typing import Any, Generic, Protocol, TypeVar

from kibitz.games.bridge.auction import Bid, Sign
from kibitz.games.bridge.cards import Card, Suit
from kibitz.wording import call_text, card_text, chance_text, percent

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

    def text(self, weight: float) -> str:
        """A weight in words.

        >>> Measure.VOTE.text(0.64), Measure.TRICKS.text(9.25)
        ('64 % of the vote', '9.25 tricks on average')
        """
        number = f"{weight:.2f}" if self is Measure.TRICKS else percent(weight)
        return f"{number} {self.value.removeprefix('share ')}"


class Precedent(ABC):
    """A ground: what somebody did in a case that has a name and can be opened.

    >>> import kibitz
    >>> _, precedent, *_ = kibitz.call("KJ4 Q85 A962 T73", "1H P").best.grounds
    >>> precedent.did
    'bid 2♥'
    """

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

    def __str__(self) -> str:
        return f"{self.name}: {self.did}"

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

    def __str__(self) -> str:
        return f"{self.number:,} {self.over}{'' if self.complete else ', not all there are'}"

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

    def __str__(self) -> str:
        return f"{self.part:,} of {self.whole:,} {self.what}"

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

    def __str__(self) -> str:
        return f"{self.name} ({self.source})"

    def to_json(self) -> dict[str, Any]:
        return {"kind": "rule", "name": self.name, "source": self.source}


Ground = Precedent | Proof | Count | Rule


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """Something that may be done, what it weighs in the answer's measure, and why.

    >>> Choice(Card.parse("D7"), 0.99).said
    '♦7'
    """

    action: A
    weight: float
    grounds: Sequence[Ground] = ()

    @property
    def said(self) -> str:
        """The action as people write it: ``2♥``, ``♦7``."""
        match self.action:
            case Bid() | Sign() as call:
                return call_text(call)
            case Card() as card:
                return card_text(card)
            case Suit() as suit:
                return suit.symbol
        return str(self.action)

    def to_json(self) -> dict[str, Any]:
        return {
            "action": str(self.action),
            "weight": round(self.weight, 4),
            "grounds": [ground.to_json() for ground in self.grounds],
        }


class Answer(ABC, Generic[Q, A]):
    """What an adviser says to a question: choices best first, or why there is none.

    A room's own answer is a frozen value with these properties and whatever else it has to show;
    as a dataclass it says ``repr=False``, for every answer is shown by the same line.

    >>> import kibitz
    >>> answer = kibitz.suit("AKQT", "xxx", tricks=4)
    >>> answer.best.said, answer.measure.value, answer.confidence
    ('cash A', 'chance of success', None)
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

    def __repr__(self) -> str:
        """The best choice, what it weighs and the question, on one line."""
        best = self.best
        said = f"no answer: {self.why_not}"
        if best is not None:
            said = f"{best.said}: {self.measure.text(best.weight)}"
            if self.confidence is not None:
                said += f", right {chance_text(self.confidence)} of the time"
        line = " ".join(f"{type(self).__name__} {said}; {self.question}".split())
        return f"<{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}>"

    def _repr_html_(self) -> str:
        """In a notebook: the choices in a table, with their grounds."""
        return "".join(_table(self))


_LONGEST = 198
"""Characters between the brackets of a `repr`."""

_SHOWN = 3
"""Grounds of each choice that a table lists."""


def _table(answer: Answer[Any, Any]) -> Iterator[str]:
    yield f"<table class='kibitz-answer'><caption>{escape(str(answer.question))}</caption>"
    yield f"<tr><th>choice</th><th>{escape(answer.measure.value)}</th><th>grounds</th></tr>"
    for choice in answer.choices:
        grounds = [str(ground) for ground in choice.grounds[:_SHOWN]]
        more = len(choice.grounds) - len(grounds)
        cells = (
            escape(choice.said),
            escape(answer.measure.text(choice.weight)),
            "<br>".join(map(escape, [*grounds, f"and {more:,} more"] if more else grounds)),
        )
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield "</table>"
    if answer.why_not:
        yield f"<p>{escape(answer.why_not)}</p>"


class Adviser(Protocol[Asked, Given]):
    """An adviser: asking changes nothing, and the same question always has the same answer."""

    def ask(self, question: Asked, /) -> Given: ...
