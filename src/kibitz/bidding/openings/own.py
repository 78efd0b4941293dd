"""A user's own changes to what was watched: cases retained, and cases withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.bidding.openings.cases import OpeningCase, Origin, System
from kibitz.bidding.openings.question import Situation
from kibitz.games.bridge.auction import Call

CaseKey = tuple[System, Situation, Call]


@dataclass(frozen=True, slots=True)
class Own:
    """Cases of the user's, and cases withdrawn wherever they came from."""

    retained: tuple[OpeningCase, ...] = ()
    withdrawn: frozenset[CaseKey] = frozenset()

    def adding(self, *cases: OpeningCase) -> Own:
        """With more cases of the user's; what was withdrawn comes back when it is retained."""
        back = {key_of(case) for case in cases}
        new = [case for case in cases if case not in self.retained]
        return Own((*self.retained, *new), self.withdrawn - back)

    def without(self, system: System, situation: Situation, call: Call) -> Own:
        """With one case withdrawn."""
        gone = (system, situation, call)
        left = tuple(case for case in self.retained if key_of(case) != gone)
        return Own(left, self.withdrawn | {gone})


def key_of(case: OpeningCase) -> CaseKey:
    """What a case is withdrawn by."""
    return case.system, case.situation, case.call


def correction_of(cases: Sequence[OpeningCase], situation: Situation) -> OpeningCase | None:
    """What the user said last of this very situation."""
    for case in reversed(cases):
        if case.origin is Origin.CORRECTED and case.situation == situation:
            return case
    return None
