"""The answer to "what do I call?": the calls that experts made, best first, and their tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Count, Ground, Measure, Rule
from kibitz.bidding.calls.explain import (
    READING,
    TRAINED,
    deed,
    explain,
    explain_reading,
    explain_vote,
    partner_words,
    reading_words,
    reason_words,
    showing_words,
    split_words,
    vote_in_short,
    vote_words,
)
from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.bidding.calls.names import CallNames
from kibitz.bidding.calls.own import OwnCase
from kibitz.bidding.calls.precedents import CallPrecedent, Showing, Split
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.reasons import Reason, Span
from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.bidding.openings.differences import CallChange
from kibitz.bidding.openings.explain import change_words
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Suit


@dataclass(frozen=True, slots=True)
class CallShare:
    """A call that may be made: its share of the vote, its votes, its chance by the network."""

    call: Call
    share: float
    votes: int
    chance: float


@dataclass(frozen=True, slots=True)
class WhoseCalls:
    """Whose calls were asked for, and the number of tables that were learned."""

    name: str
    tables: int
    only: bool = False
    """Whether nobody else was asked."""
    is_one: bool = False
    """Whether it is one player, and not a pair or everyone who plays a system."""


@dataclass(frozen=True, slots=True)
class _Foreseen:
    """What a vote and a reading have in common."""

    kind: CallKind
    candidates: tuple[CallShare, ...]
    """The calls worth naming, best first."""
    learned: int
    """The number of decisions of this kind that could be asked."""
    confidence: float | None
    """How often such a call is the expert's, as measured; None if it was not."""
    reason: Reason
    changes: tuple[CallChange, ...] | None
    """What would change the call; None if the network would not make this call itself."""
    whose: WhoseCalls | None
    names: CallNames
    impossible: Call | None
    """An earlier call of one's own that hardly anybody makes with this hand."""
    """The conventions among the candidates, and those just called."""


@dataclass(frozen=True, slots=True)
class Reading(_Foreseen):
    """What the network alone foresees, if no learned decision is close."""

    measure: ClassVar[Measure] = Measure.SUPPORT
    why_not: ClassVar[str] = ""

    @property
    def choices(self) -> tuple[Choice[Call], ...]:
        return tuple(
            Choice(one.call, one.share, (Rule(READING, TRAINED),)) for one in self.candidates
        )

    def details(self) -> dict[str, Any]:
        return _details(self, vote=reading_words(self))

    def __str__(self) -> str:
        return explain_reading(self)


@dataclass(frozen=True, slots=True)
class CallVote(_Foreseen):
    """The vote of the nearest decisions."""

    measure: ClassVar[Measure] = Measure.VOTE
    why_not: ClassVar[str] = ""

    voters: int
    """The number of decisions that voted."""
    precedents: tuple[CallPrecedent, ...]
    """Those who made this very call, the most similar first."""
    contrast: CallPrecedent | None
    """The most similar who made another."""
    splits: tuple[Split, ...]
    showing: Showing | None
    """What the call shows, if not the suit it names."""
    own: int
    """How many of the voters are the player's own cases."""
    is_house: bool
    """Whether the decisions are the house's, and no expert's."""

    @property
    def choices(self) -> tuple[Choice[Call], ...]:
        return tuple(Choice(one.call, one.share, self._grounds(one)) for one in self.candidates)

    def _grounds(self, candidate: CallShare) -> tuple[Ground, ...]:
        votes = Count(
            candidate.votes, self.voters, f"of the decisions most like it {deed(candidate.call)}"
        )
        shown = self.precedents if candidate.call == self.candidates[0].call else ()
        other = self.contrast
        if other is not None and other.call == candidate.call:
            shown = (other,)
        return votes, *shown

    def details(self) -> dict[str, Any]:
        return _details(
            self,
            vote=vote_words(self),
            voters=self.voters,
            house=self.is_house,
            votes={str(one.call): one.votes for one in self.candidates if one.votes},
            own=self.own,
            precedents=[one.to_json() for one in self.precedents],
            contrast=self.contrast.to_json() if self.contrast else None,
            shows=showing_words(self.showing) if self.showing else "",
            systems=[_split_row(split) for split in self.splits],
        )

    def __str__(self) -> str:
        return explain_vote(self)


@dataclass(frozen=True, slots=True)
class CallLead:
    """The word of a rule or of the player's own case, which goes before the vote."""

    call: Call
    ground: Rule | OwnCase
    shows: str = ""
    partner: str = ""
    """What partner's last call showed, by the same rules."""
    line: int = 0
    """The line of the rule in its file."""
    named: NamedCall | None = None
    """The convention that the call is."""

    def to_json(self) -> dict[str, Any]:
        return {
            **self.ground.to_json(),
            "call": str(self.call),
            "shows": self.shows,
            "line": self.line,
            "named": None if self.named is None else self.named.to_json(),
        }


@dataclass(frozen=True, slots=True, repr=False)
class CallAnswer(Answer[CallQuestion, Call]):
    """What decisions or the network say, and the word of a rule or an own case, if any."""

    question: CallQuestion = field()
    said: CallVote | Reading | OpeningAnswer
    """The vote, or what the network alone foresees, or the answer of the openings."""
    lead: CallLead | None = None
    """Whose word goes first."""
    rules: str = ""
    """The name of the system whose rules were asked; empty where none were."""

    @property
    def measure(self) -> Measure:
        return self.said.measure

    @property
    def choices(self) -> tuple[Choice[Call], ...]:
        """The call of `lead` first, whatever its share of the vote."""
        found = self.said.choices
        if self.lead is None:
            return found
        same = next((one for one in found if one.action == self.lead.call), None)
        weight, grounds = (same.weight, same.grounds) if same is not None else (0.0, ())
        first = Choice(self.lead.call, weight, (self.lead.ground, *grounds))
        return first, *(one for one in found if one.action != self.lead.call)

    @property
    def confidence(self) -> float | None:
        """Measured for what is said; no rule was ever measured."""
        agrees = self.lead is None or self.lead.call == self.said_call
        return self.said.confidence if agrees else None

    @property
    def why_not(self) -> str:
        return "" if self.choices else self.said.why_not

    @property
    def names(self) -> Mapping[Call, NamedCall]:
        """The conventions among the calls that may be made."""
        return {} if isinstance(self.said, OpeningAnswer) else self.said.names.calls

    @property
    def said_call(self) -> Call | None:
        """The call without a rule or own case; None if there is none."""
        return self.said.choices[0].action if self.said.choices else None

    @property
    def said_in_short(self) -> str:
        """What is said, without the reason."""
        match self.said:
            case CallVote():
                return vote_in_short(self.said)
            case Reading():
                return reading_words(self.said)
            case _:
                return str(self.said)

    @property
    def decided_by(self) -> str:
        if self.lead is None:
            return "cases"
        return "rule" if isinstance(self.lead.ground, Rule) else "own"

    def details(self) -> dict[str, Any]:
        details = self.said.details()
        if isinstance(self.said, OpeningAnswer):
            details = {"call": details["bid"], "kind": CallKind.OPENING.name.lower(), **details}
        if self.lead is None and not self.rules:
            return details
        return {
            **details,
            "call": None if self.best is None else str(self.best.action),
            "decided_by": self.decided_by,
            "lead": None if self.lead is None else self.lead.to_json(),
            "rules": self.rules,
            "cases_call": None if self.said_call is None else str(self.said_call),
        }

    def __str__(self) -> str:
        return explain(self)


def _details(said: CallVote | Reading, **of_the_vote: Any) -> dict[str, Any]:
    """What is said as plain data; a reading has the keys of a vote too, but empty."""
    reason, partner = said.reason, said.reason.partner
    found = {
        "call": str(said.candidates[0].call),
        "kind": said.kind.name.lower(),
        "voters": 0,
        "house": False,
        "votes": {},
        "own": 0,
        "vote": "",
        "reading": {str(one.call): round(one.chance, 4) for one in said.candidates},
        "names": said.names.to_json(),
        "impossible": None if said.impossible is None else str(said.impossible),
        "reason": reason_words(reason),
        "points": reason.points,
        "partner": None if partner is None else {
            "points": _span(partner.points),
            "lengths": {str(suit): _span(partner.lengths[suit]) for suit in Suit},
            "shown": None if reason.shown is None else reason.shown.to_json(),
            "in_words": partner_words(reason),
        },
        "precedents": [],
        "contrast": None,
        "shows": "",
        "systems": [],
        "changes": [_change_row(change) for change in said.changes or ()],
        "pair": {"name": said.whose.name, "tables": said.whose.tables} if said.whose else None,
    }  # fmt: skip
    return {**found, **of_the_vote}


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
