"""The answer to "what do I open?": the calls of the most similar hands, and their tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Count, Ground, Measure, Precedent, Rule
from kibitz.bidding.openings.cases import OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.cycle import Opening, OpeningMatch, to_show
from kibitz.bidding.openings.differences import CallChange, HandDifference
from kibitz.bidding.openings.explain import (
    case_name,
    change_words,
    deed,
    difference,
    explain,
    no_precedent,
    property_words,
    reason_words,
)
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.openings.tables import record_of
from kibitz.games.bridge.auction import Call
from kibitz.records.record import Record

_SHOWN = 5  # precedents in an answer


@dataclass(frozen=True, slots=True)
class OpeningPrecedent(Precedent):
    """A hand like the one in question, and how it was opened."""

    question: Situation
    match: OpeningMatch
    library: Path | None = None

    @property
    def case(self) -> OpeningCase:
        return self.match.case

    @property
    def name(self) -> str:
        return case_name(self.case)

    @property
    def did(self) -> str:
        return deed(self.match.proposes)

    @property
    def differs(self) -> str:
        """How it differs from the hand in question, in words."""
        return difference(self.question, self.case.situation)

    def open(self) -> Record | OpeningCase:
        """The table it was watched at, or just the case if its table cannot be found."""
        return record_of(self.library, self.case) or self.case

    def to_json(self) -> dict[str, Any]:
        where = self.case.situation
        return {
            **Precedent.to_json(self),
            "hand": str(where.hand),
            "bid": str(self.match.proposes),
            "seat": where.seat,
            "vul": str(where.colours),
            "source": self.case.source,
            "origin": str(self.case.origin),
            "similarity": round(self.match.similarity, 4),
            "alike": round(self.match.alike, 4),
            "differs": HandDifference.between(self.question, where).as_data(),
            "in_words": self.differs,
        }


@dataclass(frozen=True, slots=True, repr=False)
class OpeningAnswer(Answer[Situation, Call]):
    """The call that the most similar hands vote for, with all the grounds."""

    measure: ClassVar[Measure] = Measure.VOTE

    question: Situation = field()
    system: OpeningSystem
    opening: Opening | None
    """None if the system has no cases."""
    library: Path | None = None

    @property
    def choices(self) -> tuple[Choice[Call], ...]:
        if self.opening is None:
            return ()
        return tuple(
            Choice(call, share, self._grounds(call)) for call, share in self.opening.shares
        )

    def _grounds(self, call: Call) -> tuple[Ground, ...]:
        voters = self.opening.matches if self.opening else ()
        agreeing = [match for match in voters if match.proposes == call]
        votes = Count(len(agreeing), len(voters), f"of the most similar hands {deed(call)}")
        said = [self._precedent(match) for match in to_show(agreeing)[:_SHOWN]]
        if self.opening is not None and call == self.opening.call and self.opening.reason.agrees:
            return Rule(property_words(self.opening.reason), "the house rules"), votes, *said
        return votes, *said

    def _precedent(self, match: OpeningMatch) -> OpeningPrecedent:
        return OpeningPrecedent(self.question, match, self.library)

    @property
    def confidence(self) -> float | None:
        return self.opening.confidence if self.opening else None

    @property
    def why_not(self) -> str:
        return "" if self.opening else no_precedent(self.system)

    @property
    def is_by_rules(self) -> bool:
        """Whether no expert voted: every hand asked was opened by the written house rules."""
        voters = self.opening.matches if self.opening else ()
        written = (Origin.HOUSE, Origin.GENERATED)
        return bool(voters) and all(one.case.origin in written for one in voters)

    @property
    def precedents(self) -> tuple[OpeningPrecedent, ...]:
        """The most similar hands, whatever they vote for."""
        voters = self.opening.matches if self.opening else ()
        return tuple(map(self._precedent, to_show(voters)[:_SHOWN]))

    def details(self) -> dict[str, Any]:
        opening = self.opening
        contrast = opening.contrast if opening else None
        return {
            "bid": str(opening.call) if opening else None,
            "share": round(opening.share, 4) if opening else None,
            "system": str(self.system),
            "reason": reason_words(opening.reason) if opening else "",
            "in_range": opening.in_range if opening else False,
            "precedents": [one.to_json() for one in self.precedents],
            "contrast": {
                **(self._precedent(contrast).to_json() if contrast else {}),
                "changes": [_change_row(change) for change in (opening.changes if opening else ())],
            },
        }

    def __str__(self) -> str:
        return explain(self.opening) if self.opening else self.why_not


def _change_row(change: CallChange) -> dict[str, Any]:
    where = change.variation.situation
    return {
        "change": change.variation.kind.value,
        "hand": str(where.hand),
        "seat": where.seat,
        "vul": str(where.colours),
        "bid": str(change.call),
        "in_words": change_words(change),
    }
