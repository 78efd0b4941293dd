"""What a player to call is answered: the calls that experts made, best first, and their tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Count, Ground, Measure, Rule
from kibitz.bidding.calls.explain import (
    READING,
    TRAINED,
    deed,
    explain,
    explain_guided,
    partner_words,
    reason_words,
    short,
    showing_words,
    split_words,
    vote_words,
)
from kibitz.bidding.calls.likeness.decisions import Kind
from kibitz.bidding.calls.own import OwnCase
from kibitz.bidding.calls.precedents import CallPrecedent, Showing, Split
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.reasons import Reason, Span
from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.bidding.openings.changes import CallChange
from kibitz.bidding.openings.explain import change_words
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Suit


@dataclass(frozen=True, slots=True)
class Candidate:
    """A call that may be made: its share of the votes and their number, and what is foreseen."""

    call: Call
    share: float
    votes: int
    chance: float


@dataclass(frozen=True, slots=True)
class Known:
    """Whose calls were asked for, and at how many tables they were watched."""

    name: str
    tables: int
    only: bool = False
    """Whether nobody else was asked."""
    is_one: bool = False
    """Whether it is one player, and not a pair or all who play a system."""


@dataclass(frozen=True, slots=True)
class CallAnswer(Answer[CallQuestion, Call]):
    """The call that decisions like this one elect, or what the network foresees without any."""

    asked: CallQuestion
    kind: Kind
    candidates: tuple[Candidate, ...]
    voters: int
    """How many decisions voted; where it is none, the network alone speaks."""
    known: int
    """How many decisions of the kind there are to ask."""
    trusted: float | None
    """How often such a call is the expert's, as it was measured; None where it was not."""
    reason: Reason
    precedents: tuple[CallPrecedent, ...] = ()
    """Those who made this very call, the most alike first."""
    contrast: CallPrecedent | None = None
    """The most alike who made another."""
    splits: tuple[Split, ...] = ()
    changes: tuple[CallChange, ...] | None = None
    """What would change the call; None where the network would not make it to begin with."""
    whose: Known | None = None
    showing: Showing | None = None
    """What the call shows, where that is not the suit it names."""
    own: int = 0
    """How many of those that voted are the player's own cases."""
    is_house: bool = False
    """Whether the decisions are the house's, and no expert's."""

    @property
    def measure(self) -> Measure:
        return Measure.VOTE if self.voters else Measure.SUPPORT

    @property
    def question(self) -> CallQuestion:
        return self.asked

    @property
    def choices(self) -> tuple[Choice[Call], ...]:
        return tuple(Choice(one.call, one.share, self._grounds(one)) for one in self.candidates)

    def _grounds(self, candidate: Candidate) -> tuple[Ground, ...]:
        if not self.voters:
            return (Rule(READING, TRAINED),)
        votes = Count(
            candidate.votes, self.voters, f"of the decisions most like it {deed(candidate.call)}"
        )
        shown = self.precedents if candidate.call == self.candidates[0].call else ()
        other = self.contrast
        if other is not None and other.call == candidate.call:
            shown = (other,)
        return votes, *shown

    @property
    def confidence(self) -> float | None:
        return self.trusted

    @property
    def why_not(self) -> str:
        return ""

    def details(self) -> dict[str, Any]:
        reason, partner = self.reason, self.reason.partner
        return {
            "call": str(self.candidates[0].call),
            "kind": self.kind.name.lower(),
            "voters": self.voters,
            "house": self.is_house,
            "votes": {str(one.call): one.votes for one in self.candidates if one.votes},
            "own": self.own,
            "vote": vote_words(self),
            "reading": {str(one.call): round(one.chance, 4) for one in self.candidates},
            "reason": reason_words(reason),
            "points": reason.points,
            "partner": None if partner is None else {
                "points": _span(partner.points),
                "lengths": {str(suit): _span(partner.lengths[suit]) for suit in Suit},
                "in_words": partner_words(reason),
            },
            "precedents": [one.to_json() for one in self.precedents],
            "contrast": self.contrast.to_json() if self.contrast else None,
            "shows": showing_words(self.showing) if self.showing else "",
            "systems": [_split_row(split) for split in self.splits],
            "changes": [_change_row(change) for change in self.changes or ()],
            "pair": {"name": self.whose.name, "tables": self.whose.tables} if self.whose else None,
        }  # fmt: skip

    @property
    def in_short(self) -> str:
        return short(self)

    def __str__(self) -> str:
        return explain(self)


@dataclass(frozen=True, slots=True)
class OpeningCall(Answer[CallQuestion, Call]):
    """Nobody has bid yet: the answer of the room that opens."""

    measure: ClassVar[Measure] = Measure.VOTE

    asked: CallQuestion
    opening: OpeningAnswer

    @property
    def question(self) -> CallQuestion:
        return self.asked

    @property
    def choices(self) -> tuple[Choice[Call], ...]:
        return self.opening.choices

    @property
    def confidence(self) -> float | None:
        return self.opening.confidence

    @property
    def why_not(self) -> str:
        return self.opening.why_not

    def details(self) -> dict[str, Any]:
        details = self.opening.details()
        return {"call": details["bid"], "kind": Kind.OPENING.name.lower(), **details}

    @property
    def in_short(self) -> str:
        return str(self.opening)

    def __str__(self) -> str:
        return str(self.opening)


@dataclass(frozen=True, slots=True)
class Lead:
    """Whose word goes before the cases: a rule's, or the player's own; and what the call shows."""

    call: Call
    ground: Rule | OwnCase
    shows: str = ""
    partner: str = ""
    """What partner's last call showed, by the same rules."""
    line: int = 0
    """Where the rule stands in its file."""

    def to_json(self) -> dict[str, Any]:
        return {
            **self.ground.to_json(),
            "call": str(self.call),
            "shows": self.shows,
            "line": self.line,
        }


@dataclass(frozen=True, slots=True)
class GuidedCall(Answer[CallQuestion, Call]):
    """A rule or the player's own case decides, the cases beside it; where neither speaks, they."""

    asked: CallQuestion
    cases: CallAnswer | OpeningCall
    """What is answered without either."""
    lead: Lead | None
    rules: str = ""
    """The name of the system that was asked first."""

    @property
    def measure(self) -> Measure:
        return self.cases.measure

    @property
    def question(self) -> CallQuestion:
        return self.asked

    @property
    def choices(self) -> tuple[Choice[Call], ...]:
        """The one that is led first, whatever its share of the cases' vote."""
        found = self.cases.choices
        if self.lead is None:
            return found
        same = next((one for one in found if one.action == self.lead.call), None)
        weight, grounds = (same.weight, same.grounds) if same is not None else (0.0, ())
        first = Choice(self.lead.call, weight, (self.lead.ground, *grounds))
        return first, *(one for one in found if one.action != self.lead.call)

    @property
    def confidence(self) -> float | None:
        """Measured of what the cases say; of a rule nothing was."""
        same = self.cases.best is not None and self.cases.best.action == self.choices[0].action
        return self.cases.confidence if same else None

    @property
    def why_not(self) -> str:
        return "" if self.choices else self.cases.why_not

    def details(self) -> dict[str, Any]:
        best = self.best
        return {
            **self.cases.details(),
            "call": None if best is None else str(best.action),
            "decided_by": self.decided_by,
            "lead": None if self.lead is None else self.lead.to_json(),
            "rules": self.rules,
            "cases_call": None if self.cases.best is None else str(self.cases.best.action),
        }

    @property
    def decided_by(self) -> str:
        if self.lead is None:
            return "cases"
        return "rule" if isinstance(self.lead.ground, Rule) else "own"

    def __str__(self) -> str:
        return explain_guided(self)


def _span(one: Span) -> dict[str, int]:
    return {"least": one.least, "most": one.most}


def _split_row(split: Split) -> dict[str, Any]:
    sides = [
        {"pairs": side.whose, "call": str(side.call), "part": side.part, "whole": side.whole}
        for side in split.sides
    ]
    return {"sides": sides, "in_words": split_words(split)}


def _change_row(change: CallChange) -> dict[str, Any]:
    where = change.variation.situation
    return {
        "change": change.variation.kind.value,
        "hand": str(where.hand),
        "vul": str(where.colours),
        "call": str(change.call),
        "in_words": change_words(change),
    }
