"""The cases of one system, with the similarity that compares them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.bidding.openings.cases import OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.similarity.calibration import (
    FOLDS,
    Calibration,
    join_halves,
    vote_half,
)
from kibitz.bidding.openings.similarity.cbridge import Cases, CBridgeSimilarity
from kibitz.bidding.openings.similarity.columns import Bytes, SituationColumns, columns_of
from kibitz.bidding.openings.similarity.features import describe
from kibitz.bidding.openings.similarity.forest import Forest, Proximity, grow
from kibitz.bidding.openings.similarity.voters import Voter, forest_voter
from kibitz.bidding.openings.similarity.weights import WeightedSimilarity
from kibitz.runtime.running import Engine, EngineKind

SEED = 1
_REACH = 0.001  # the share of the cases themselves that counts as out of range
_SAMPLE = 1000  # the number of cases from which reach and confidence are measured


@dataclass(frozen=True, slots=True)
class OpeningMemory:
    """Everything known about the openings of a system; `cases` match the rows of `voter`."""

    system: OpeningSystem
    cases: tuple[OpeningCase, ...]
    voter: Voter
    calibration: Calibration
    reach: float
    """By CBridge's similarity: if no case is this similar, a question is out of range."""

    @property
    def watched(self) -> tuple[OpeningCase, ...]:
        """The cases without the house's, which only fill in."""
        return tuple(case for case in self.cases if case.origin is not Origin.HOUSE)

    @property
    def forest(self) -> Forest | None:
        similarity = self.voter.similarity
        return similarity.forest if isinstance(similarity, Proximity) else None


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What one worker learns from: all cases, or all but one *half*, on which it is tested."""

    columns: SituationColumns
    calls: Bytes
    deals: Cases
    half: int | None
    seed: int
    jobs: int


TASKS = 1 + FOLDS
"""The number of tasks in learning a system."""


def learn_memory(
    system: OpeningSystem,
    cases: Sequence[OpeningCase],
    *,
    seed: int = SEED,
    engine: Engine | None = None,
    tell: Callable[[], object] = lambda: None,
) -> OpeningMemory:
    """Learn a memory: grow a forest, and choose and calibrate its vote on held-out deals.

    The house's cases are learned from, but not tested on. *tell* is called after each task.
    """
    engine = engine or Engine()
    columns, calls = columns_of(cases)
    deals = np.array([case.deal for case in cases], dtype=np.int64)
    threads = max(1, engine.jobs // TASKS) if engine.kind is EngineKind.LOCAL else 1
    lessons = (
        _Lesson(columns, calls, deals, half, seed, threads) for half in (None, *range(FOLDS))
    )
    forest, *halves = engine.for_at_most(TASKS).run(_learn_part, lessons, tell=tell)
    judged = np.array([case.origin is not Origin.HOUSE for case in cases], dtype=np.bool_)
    measured = join_halves(judged, halves)
    voter = forest_voter(columns, calls, forest, measured.power)
    return OpeningMemory(system, tuple(cases), voter, measured.calibration, _reach(voter))


def _learn_part(lesson: _Lesson) -> Any:
    """One of the `TASKS`: a forest on all cases, or the results of a `Half`."""
    columns, calls, seed, jobs = lesson.columns, lesson.calls, lesson.seed, lesson.jobs
    if lesson.half is None:
        return grow(describe(columns)[1], calls, seed=seed, jobs=jobs)
    return vote_half(columns, calls, lesson.deals, lesson.half, seed=seed, jobs=jobs)


def restore_memory(
    system: OpeningSystem,
    cases: Sequence[OpeningCase],
    forest: Forest,
    power: int,
    calibration: Calibration,
    reach: float,
) -> OpeningMemory:
    """A memory from its parts, without learning."""
    columns, calls = columns_of(cases)
    voter = forest_voter(columns, calls, forest, power)
    return OpeningMemory(system, tuple(cases), voter, calibration, reach)


def written_memory(system: OpeningSystem, cases: Sequence[OpeningCase]) -> OpeningMemory:
    """A memory with the written weights: it needs no learning and no optional package."""
    columns, calls = columns_of(cases)
    voter = Voter(columns, calls, WeightedSimilarity.over(columns), k=9, power=2)
    return OpeningMemory(system, tuple(cases), voter, _left_one_out(voter), _reach(voter))


def _left_one_out(voter: Voter) -> Calibration:
    """A calibration by asking each case of all others; nothing was fitted to the cases."""
    chosen = _sample(voter)
    if not len(chosen):
        return Calibration(np.ones(1), np.zeros(1))
    votes = voter.votes(voter.columns[chosen], skip=chosen)
    return Calibration.measured(votes.shares, votes.calls == voter.calls[chosen])


def _sample(voter: Voter) -> Cases:
    return np.arange(0, len(voter.calls), max(1, len(voter.calls) // _SAMPLE), dtype=np.int64)


def _reach(voter: Voter) -> float:
    """The similarity of the nearest other case that all but a few of the cases reach."""
    chosen = _sample(voter)
    if len(voter.calls) < 2:
        return 0.0
    similarity = CBridgeSimilarity.over(voter.columns)
    found = similarity.nearest(voter.columns[chosen], 1, skip=chosen)
    return float(np.quantile(found.similarities[:, 0], _REACH))
