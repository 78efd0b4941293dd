"""A user's own changes to the watched cases: some added, some withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.bidding.openings.cases import OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.question import Situation
from kibitz.games.bridge.auction import Call

CaseKey = tuple[OpeningSystem, Situation, Call]


@dataclass(frozen=True, slots=True)
class OwnOpenings:
    """The user's own cases, and the cases withdrawn, whatever their origin."""

    retained: tuple[OpeningCase, ...] = ()
    withdrawn: frozenset[CaseKey] = frozenset()

    def adding(self, *cases: OpeningCase) -> OwnOpenings:
        """With more of the user's cases; one that was withdrawn is so no longer."""
        back = {key_of(case) for case in cases}
        new = [case for case in cases if case not in self.retained]
        return OwnOpenings((*self.retained, *new), self.withdrawn - back)

    def without(self, system: OpeningSystem, situation: Situation, call: Call) -> OwnOpenings:
        """With one case withdrawn."""
        gone = (system, situation, call)
        left = tuple(case for case in self.retained if key_of(case) != gone)
        return OwnOpenings(left, self.withdrawn | {gone})


def key_of(case: OpeningCase) -> CaseKey:
    """The key by which a case is withdrawn."""
    return case.system, case.situation, case.call


def correction_of(cases: Sequence[OpeningCase], situation: Situation) -> OpeningCase | None:
    """The user's latest correction of exactly this situation."""
    for case in reversed(cases):
        if case.origin is Origin.CORRECTED and case.situation == situation:
            return case
    return None
