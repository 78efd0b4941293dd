"""The cycle of case-based reasoning: one function for each of its six words.

Source:     Bellamy-McIntyre 2008, section 1.1 (after I. Watson, 2003): REtrieve, REuse, REvise,
            REview, REtain, REfine
Departures: a user's correction of exactly the situation in question decides alone; otherwise it is
            a case like any other
Checked by: tests/unit/bidding/openings/test_cycle.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from kibitz.bidding.openings.cases import OPENING_CALLS, OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.differences import CallChange, changes
from kibitz.bidding.openings.memory import OpeningMemory, restore_memory, written_memory
from kibitz.bidding.openings.own import OwnOpenings, correction_of
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.openings.reasons import OpeningReason
from kibitz.bidding.openings.similarity.cbridge import CBridgeSimilarity, NearestHands, alike
from kibitz.bidding.openings.similarity.columns import SituationColumns
from kibitz.bidding.openings.similarity.voting import OpeningVotes, vote
from kibitz.games.bridge.auction import Call

_CLOSE = 0.8  # the similarity from which a watched hand is shown before any of the house
_LOOKED_AT = 400  # cases searched for the nearest one with a different call


@dataclass(frozen=True, slots=True)
class OpeningMatch:
    """A case that was found: its similarity, and the call it votes for."""

    case: OpeningCase
    similarity: float
    proposes: Call
    alike: float
    """CBridge's similarity, which a person can check by hand: points, lengths, cards."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A call and its grounds: the nearest hands, their vote, and what would change it."""

    call: Call
    situation: Situation
    system: OpeningSystem
    agreeing: tuple[OpeningMatch, ...]
    dissenting: tuple[OpeningMatch, ...]
    shares: tuple[tuple[Call, float], ...]
    """Each call's share of the vote: this call first, then the others in descending order."""
    confidence: float | None
    """How often such a vote is right; None if out of range, where it was not measured."""
    closest: float
    """The highest CBridge similarity of any case."""
    reach: float
    """The least `closest` of a question within range of the cases."""
    contrast: OpeningMatch | None
    changes: tuple[CallChange, ...]
    reason: OpeningReason
    correction: OpeningCase | None = None

    @property
    def share(self) -> float:
        """This call's share of the vote."""
        return self.shares[0][1]

    @property
    def in_range(self) -> bool:
        return self.closest >= self.reach or self.correction is not None

    @property
    def matches(self) -> tuple[OpeningMatch, ...]:
        """The voters, most similar first."""
        both = (*self.agreeing, *self.dissenting)
        return tuple(sorted(both, key=lambda match: -match.similarity))


def to_show(voters: Sequence[OpeningMatch]) -> list[OpeningMatch]:
    """The order for a reader: close watched hands first, then the rest, each most similar first."""

    def is_second(match: OpeningMatch) -> bool:
        return match.case.origin is Origin.HOUSE or match.alike < _CLOSE

    return sorted(voters, key=lambda match: (is_second(match), -match.alike))


def retrieve(memory: OpeningMemory, situation: Situation) -> list[OpeningMatch]:
    """The most similar cases, more than those that will vote."""
    if not memory.cases:
        return []
    asked = SituationColumns.of([situation])
    looked_at = max(memory.voter.k, min(_LOOKED_AT, len(memory.cases)))
    found = memory.voter.similarity.nearest(asked, looked_at)
    proposed = memory.voter.proposed(asked, found)[0]
    return [
        _match(situation, memory.cases[case], float(similarity), OPENING_CALLS[call])
        for case, similarity, call in zip(
            found.cases[0], found.similarities[0], proposed, strict=True
        )
        if case >= 0
    ]


def reuse(memory: OpeningMemory, situation: Situation, matches: Sequence[OpeningMatch]) -> Opening:
    """The call that the nearest cases vote for; a correction of exactly this hand overrides it."""
    voting = matches[: memory.voter.k]
    correction = correction_of(memory.cases, situation)
    votes = _votes(memory, voting)
    call = OPENING_CALLS[votes.calls[0]] if correction is None else correction.call
    closest = _closest(memory, situation)
    measured = (
        memory.calibration.chance(float(votes.shares[0])) if closest >= memory.reach else None
    )
    return Opening(
        call,
        situation,
        memory.system,
        tuple(match for match in voting if match.proposes == call),
        tuple(match for match in voting if match.proposes != call),
        _shares(call, voting, memory.voter.power),
        measured if correction is None else 1.0,
        closest,
        memory.reach,
        _otherwise(memory, situation, matches, call),
        tuple(changes(situation, call, lambda asked: _calls(memory, asked))),
        OpeningReason.of(situation, call),
        correction,
    )


def revise(
    memory: OpeningMemory, situation: Situation, advised: Call | None, call: Call
) -> OpeningCase:
    """The user's own answer as a case: the advice, accepted or corrected."""
    source = "your acceptance" if call == advised else f"your correction (advised: {advised})"
    return OpeningCase(situation, call, source, memory.system, Origin.CORRECTED)


class CaseStatus(Enum):
    """What a new case adds to the existing ones."""

    NEW = "new"
    KNOWN = "known"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class OpeningReview:
    """What keeping a case would mean."""

    status: CaseStatus
    others: tuple[OpeningCase, ...]
    """The existing cases of the same situation."""


def review(memory: OpeningMemory, case: OpeningCase) -> OpeningReview:
    """Whether a case is worth keeping, and what it would contradict."""
    same = tuple(other for other in memory.cases if other.situation == case.situation)
    if any(other.call != case.call for other in same):
        return OpeningReview(CaseStatus.CONTRADICTS, same)
    return OpeningReview(CaseStatus.KNOWN if same else CaseStatus.NEW, same)


def retain(own: OwnOpenings, case: OpeningCase) -> OwnOpenings:
    """The user's cases with this one; it replaces an earlier correction of the same situation."""
    for other in own.retained:
        same = (other.situation, other.system) == (case.situation, case.system)
        if same and other.origin is Origin.CORRECTED and other.call != case.call:
            own = OwnOpenings(tuple(one for one in own.retained if one != other), own.withdrawn)
    return own.adding(case)


def refine(memory: OpeningMemory, own: OwnOpenings) -> OpeningMemory:
    """The memory with the user's changes; similarity and confidence stay as learned."""
    mine = [case for case in own.retained if case.system == memory.system]
    gone = {key for key in own.withdrawn if key[0] == memory.system}
    if not mine and not gone:
        return memory
    cases = [case for case in (*memory.cases, *mine) if case.key not in gone]
    if memory.forest is None:
        return replace(written_memory(memory.system, cases), calibration=memory.calibration)
    return restore_memory(
        memory.system, cases, memory.forest, memory.voter.power, memory.calibration, memory.reach
    )


def _match(situation: Situation, case: OpeningCase, similarity: float, call: Call) -> OpeningMatch:
    return OpeningMatch(case, similarity, call, alike(situation.hand, case.situation.hand))


def _votes(memory: OpeningMemory, voting: Sequence[OpeningMatch]) -> OpeningVotes:
    numbers = np.array([[OPENING_CALLS.index(match.proposes) for match in voting]], dtype=np.uint8)
    near = np.array([[match.similarity for match in voting]])
    found = NearestHands(np.zeros(numbers.shape, dtype=np.int64), near)
    return vote(numbers, found, power=memory.voter.power)


def _shares(
    first: Call, voting: Sequence[OpeningMatch], power: int
) -> tuple[tuple[Call, float], ...]:
    """Each call's share of the vote: *first*, then the others in descending order."""
    weights = {first: 0.0}
    for match in voting:
        weights[match.proposes] = weights.get(match.proposes, 0.0) + match.similarity**power
    whole = sum(weights.values()) or 1.0
    others = [call for call in weights if call != first]
    others.sort(key=lambda call: -weights[call])
    return tuple((call, weights[call] / whole) for call in (first, *others))


def _calls(memory: OpeningMemory, asked: list[Situation]) -> Iterator[Call]:
    return (OPENING_CALLS[call] for call in memory.voter.votes(SituationColumns.of(asked)).calls)


def _otherwise(
    memory: OpeningMemory, situation: Situation, matches: Sequence[OpeningMatch], call: Call
) -> OpeningMatch | None:
    """The nearest case with a different call.

    If none has any similarity, it is the nearest by CBridge's.
    """
    for match in matches:
        if match.proposes != call:
            return match
    others = np.flatnonzero(memory.voter.calls != OPENING_CALLS.index(call))
    if not len(others):
        return None
    asked = SituationColumns.of([situation])
    found = memory.voter.similarity.among(others).nearest(asked, 1)
    similarity = float(found.similarities[0, 0])
    if not similarity:
        found = CBridgeSimilarity.over(memory.voter.columns[others]).nearest(asked, 1)
    case = memory.cases[others[found.cases[0, 0]]]
    return _match(situation, case, similarity, case.call)


def _closest(memory: OpeningMemory, situation: Situation) -> float:
    similarity = CBridgeSimilarity.over(memory.voter.columns)
    return float(similarity.nearest(SituationColumns.of([situation]), 1).similarities[0, 0])
