"""The cycle of case-based reasoning, one function to each of its six words.

Source:     Bellamy-McIntyre 2008, section 1.1 (after I. Watson, 2003): REtrieve, REuse, REvise,
            REview, REtain, REfine
Departures: a user's correction of the very situation asked about decides alone; elsewhere it is a
            case like any other
Checked by: tests/unit/bidding/test_cycle.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from kibitz.advice import Decision
from kibitz.bidding.openings.cases import OPENING_CALLS, Case, Origin, System
from kibitz.bidding.openings.changes import Change, changes
from kibitz.bidding.openings.memory import Memory, Own, corrections, refined
from kibitz.bidding.question import Situation
from kibitz.bidding.similarity.cbridge import CBridgeSimilarity, Found
from kibitz.bidding.similarity.columns import Columns
from kibitz.bidding.similarity.voting import Votes, vote
from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import Call

_LOOKED_AT = 400  # cases among which the nearest that was bid otherwise is sought


class NoPrecedentError(KibitzError, LookupError):
    """The memory holds nothing to decide from."""


@dataclass(frozen=True, slots=True)
class Match:
    """A case found: how similar it is, and the call it speaks for."""

    case: Case
    similarity: float
    proposes: Call


@dataclass(frozen=True, slots=True)
class ByHands:
    """The grounds of an opening: the nearest hands, their vote, and what would change it."""

    situation: Situation
    system: System
    agreeing: tuple[Match, ...]
    dissenting: tuple[Match, ...]
    share: float
    confidence: float | None
    """How often such a vote is right; None out of range, where that was not measured."""
    closest: float
    """CBridge's similarity of the case nearest by it; that of a match is the memory's own."""
    reach: float
    """What `closest` is at least for a question in range of the cases."""
    contrast: Match | None
    changes: tuple[Change, ...]
    correction: Case | None = None

    @property
    def in_range(self) -> bool:
        return self.closest >= self.reach or self.correction is not None

    @property
    def matches(self) -> tuple[Match, ...]:
        """Those that voted, most similar first."""
        both = (*self.agreeing, *self.dissenting)
        return tuple(sorted(both, key=lambda match: -match.similarity))


def decide(memory: Memory, situation: Situation) -> Decision[Call, ByHands]:
    """What the most similar hands opened: retrieve, then reuse."""
    return reuse(memory, situation, retrieve(memory, situation))


def retrieve(memory: Memory, situation: Situation) -> list[Match]:
    """The most similar cases, more of them than vote."""
    asked = Columns.of([situation])
    looked_at = max(memory.voter.k, min(_LOOKED_AT, len(memory.cases)))
    found = memory.voter.similarity.nearest(asked, looked_at)
    proposed = memory.voter.proposed(asked, found)[0]
    return [
        Match(memory.cases[case], float(alike), OPENING_CALLS[call])
        for case, alike, call in zip(found.cases[0], found.similarities[0], proposed, strict=True)
        if case >= 0
    ]


def reuse(memory: Memory, situation: Situation, matches: list[Match]) -> Decision[Call, ByHands]:
    """The call that the nearest vote for; a correction of this very hand goes before the vote."""
    if not matches:
        raise NoPrecedentError(f"no case of {memory.system} is anything like {situation}")
    voting = matches[: memory.voter.k]
    correction = next(iter(corrections(memory, situation)), None)
    votes = _votes(memory, voting)
    call = OPENING_CALLS[votes.calls[0]] if correction is None else correction.call
    share = float(votes.shares[0])
    closest = _closest(memory, situation)
    measured = memory.calibration.chance(share) if closest >= memory.reach else None
    grounds = ByHands(
        situation,
        memory.system,
        tuple(match for match in voting if match.proposes == call),
        tuple(match for match in voting if match.proposes != call),
        share if correction is None else _share_of(call, voting, memory.voter.power),
        measured if correction is None else 1.0,
        closest,
        memory.reach,
        _otherwise(memory, situation, matches, call),
        tuple(changes(situation, call, lambda asked: _calls(memory, asked))),
        correction,
    )
    return Decision(call, grounds)


def revise(decision: Decision[Call, ByHands], call: Call) -> Case:
    """The user's own answer as a case: the advice accepted, or corrected."""
    grounds = decision.grounds
    accepted = call == decision.action
    source = "your acceptance" if accepted else f"your correction (advised: {decision.action})"
    return Case(grounds.situation, call, source, grounds.system, Origin.CORRECTED)


class Verdict(Enum):
    """What a new case would be among those that are there."""

    NEW = "new"
    KNOWN = "known"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class Review:
    verdict: Verdict
    others: tuple[Case, ...]
    """The cases of the same situation."""


def review(memory: Memory, case: Case) -> Review:
    """Whether a case is worth keeping, and what it would contradict."""
    same = tuple(other for other in memory.cases if other.situation == case.situation)
    if any(other.call != case.call for other in same):
        return Review(Verdict.CONTRADICTS, same)
    return Review(Verdict.KNOWN if same else Verdict.NEW, same)


def retain(own: Own, case: Case) -> Own:
    """The user's cases with this one; an earlier correction of the same situation goes."""
    for other in own.retained:
        same = (other.situation, other.system) == (case.situation, case.system)
        if same and other.origin is Origin.CORRECTED and other.call != case.call:
            own = Own(tuple(one for one in own.retained if one != other), own.withdrawn)
    return own.keeping(case)


def refine(memory: Memory, own: Own) -> Memory:
    """The memory as the user has made it."""
    return refined(memory, own)


def _votes(memory: Memory, voting: list[Match]) -> Votes:
    numbers = np.array([[OPENING_CALLS.index(match.proposes) for match in voting]], dtype=np.uint8)
    alike = np.array([[match.similarity for match in voting]])
    found = Found(np.zeros(numbers.shape, dtype=np.int64), alike)
    return vote(numbers, found, power=memory.voter.power)


def _share_of(call: Call, voting: list[Match], power: int) -> float:
    weights = [match.similarity**power for match in voting]
    own = [match.similarity**power for match in voting if match.proposes == call]
    return sum(own) / sum(weights) if sum(weights) else 0.0


def _calls(memory: Memory, asked: list[Situation]) -> Iterator[Call]:
    return (OPENING_CALLS[call] for call in memory.voter.votes(Columns.of(asked)).calls)


def _otherwise(
    memory: Memory, situation: Situation, matches: list[Match], call: Call
) -> Match | None:
    """The nearest case bid otherwise.

    Where none is alike at all, it is the nearest by CBridge's similarity.
    """
    for match in matches:
        if match.proposes != call:
            return match
    others = np.flatnonzero(memory.voter.calls != OPENING_CALLS.index(call))
    if not len(others):
        return None
    asked = Columns.of([situation])
    found = memory.voter.similarity.among(others).nearest(asked, 1)
    alike = float(found.similarities[0, 0])
    if not alike:
        found = CBridgeSimilarity.over(memory.voter.columns[others]).nearest(asked, 1)
    case = memory.cases[others[found.cases[0, 0]]]
    return Match(case, alike, case.call)


def _closest(memory: Memory, situation: Situation) -> float:
    similarity = CBridgeSimilarity.over(memory.voter.columns)
    return float(similarity.nearest(Columns.of([situation]), 1).similarities[0, 0])
