"""What is wrong with a case base: duplicates, contradictions, and odd cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.bidding.openings.cases import OpeningCase, Origin
from kibitz.bidding.openings.memory import OpeningMemory
from kibitz.bidding.openings.question import Situation


@dataclass(frozen=True, slots=True)
class CaseGroup:
    """Several cases of one situation."""

    situation: Situation
    cases: tuple[OpeningCase, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The findings: duplicates agree on the call, contradictions do not, odd cases stand alone."""

    cases: int
    duplicates: tuple[CaseGroup, ...]
    contradictions: tuple[CaseGroup, ...]
    odd: tuple[OpeningCase, ...]
    """Cases whose most similar cases all have another call: slips, or exceptions."""


def examine(memory: OpeningMemory) -> Diagnosis:
    """Examine all the cases of a memory."""
    groups = _same(memory.watched)
    return Diagnosis(
        len(memory.watched),
        tuple(group for group in groups if len({case.call for case in group.cases}) == 1),
        tuple(group for group in groups if len({case.call for case in group.cases}) > 1),
        _odd(memory),
    )


def _same(cases: Sequence[OpeningCase]) -> list[CaseGroup]:
    """The situations with several cases, in the order in which they were learned."""
    held: dict[Situation, list[OpeningCase]] = {}
    for case in cases:
        held.setdefault(case.situation, []).append(case)
    return [CaseGroup(where, tuple(group)) for where, group in held.items() if len(group) > 1]


def _odd(memory: OpeningMemory) -> tuple[OpeningCase, ...]:
    everyone = np.arange(len(memory.cases), dtype=np.int64)
    votes = memory.voter.votes(memory.voter.columns, skip=everyone)
    alone = votes.unanimous & (votes.calls != memory.voter.calls)
    found = (memory.cases[case] for case in np.flatnonzero(alone))
    return tuple(case for case in found if case.origin is not Origin.HOUSE)
