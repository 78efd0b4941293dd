"""Aha's IB3: a case may decide once its record is good enough, and is dropped if it is too poor.

Source:     Aha, Kibler and Albert, "Instance-based Learning Algorithms", Machine Learning 6 (1991)
Notation:   a case is acceptable when its accuracy is above the frequency of its action with
            90 % confidence, and dropped when it is below with 75 %; both are Wilson intervals
Departures: if no case is acceptable yet, the nearest of all decides; the paper does not say what
            happens then (while learning, it draws one at random, and so do we)
Checked by: tests/unit/precedents/sequences/test_ib3.py
"""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

from kibitz.precedents.sequences.columns import NONE, Actions
from kibitz.precedents.sequences.distance import Codes, Reals, Schema, Sequences
from kibitz.precedents.sequences.kernel import BLOCK, add_squares
from kibitz.precedents.sequences.learners import NearestRun, SequenceChoice
from kibitz.precedents.sequences.nearest import Admitted, SequenceMemory
from kibitz.precedents.trust import wilson
from kibitz.runtime.compiled import compiled

ACCEPT = 1.6449  # two-sided 90 %
DROP = 1.1503  # two-sided 75 %


class IB3:
    """A memory of single states, each with its record of right and wrong predictions."""

    def __init__(self, schema: Schema) -> None:
        self.memory = SequenceMemory(schema, 1)
        self.tries = np.zeros(0, np.int64)
        self.hits = np.zeros(0, np.int64)
        self.seen = np.zeros(1 << 16, np.int64)
        """How often each action occurred while learning."""

    def learn(self, lessons: Sequences, actions: Actions, rng: random.Random) -> None:
        """Learn *lessons* one by one, updating the record of every case that competed."""
        lessons = lessons.cut(1)
        self.memory.check(lessons)
        start, count = len(self.memory), len(lessons)
        self.memory.append(lessons, actions)
        self.tries = np.concatenate([self.tries, np.zeros(count, np.int64)])
        self.hits = np.concatenate([self.hits, np.zeros(count, np.int64)])
        segment = self.memory.tail
        _learn(
            segment.codes,
            segment.reals,
            self.memory.schema.counts,
            self.memory.schema.unit**2,
            np.array(self.memory.schema.flushes, np.bool_),
            segment.spans,
            segment.actions,
            start,
            self.tries,
            self.hits,
            self.seen,
            lessons.codes,
            lessons.reals,
            np.array([rng.random() for _ in range(count)]),
        )

    @property
    def kept(self) -> int:
        """The number of cases that were not dropped."""
        return int((self.memory.tail.spans[: len(self.memory)] > 0).sum())

    @property
    def acceptable(self) -> npt.NDArray[np.bool_]:
        """The cases that are kept and have earned the right to decide."""
        total = int(self.seen.sum())
        kept = self.memory.tail.spans[: len(self.memory)] > 0
        actions = self.memory.tail.actions[: len(self.memory)]
        return kept & np.array(
            [
                is_acceptable(hits, tries, seen, total)
                for hits, tries, seen in zip(
                    self.hits.tolist(),
                    self.tries.tolist(),
                    self.seen[actions].tolist(),
                    strict=True,
                )
            ],
            np.bool_,
        )

    def decide(
        self, asked: Sequences, rng: random.Random, *, admitted: Admitted | None = None
    ) -> list[SequenceChoice]:
        """The action of the nearest acceptable case, or of the nearest if none is acceptable."""
        asked = asked.cut(1)
        trusted = self.memory.masked(self.acceptable)
        found = trusted.nearest(asked, admitted=admitted).cases[:, 0, 0]
        nearest = self.memory.nearest(asked, admitted=admitted).cases[:, 0, 0]
        cases = np.where(found == NONE, nearest, found)
        actions = self.memory.actions(cases).tolist()
        gaps = self.memory.gaps(asked, cases[:, None])[:, 0, 0].tolist()
        return [
            SequenceChoice(action, (NearestRun(case, action, (gap,)),))
            if case != NONE
            else SequenceChoice(NONE, ())
            for case, action, gap in zip(cases.tolist(), actions, gaps, strict=True)
        ]


@compiled
def is_acceptable(hits: int, tries: int, action_seen: int, seen: int) -> bool:
    return wilson(hits, tries, ACCEPT, -1.0) > wilson(action_seen, seen, ACCEPT, 1.0)


@compiled
def is_poor(hits: int, tries: int, action_seen: int, seen: int) -> bool:
    return wilson(hits, tries, DROP, 1.0) < wilson(action_seen, seen, DROP, -1.0)


@compiled
def _learn(
    codes: Codes,
    reals: Reals,
    counts: int,
    cost: int,
    flushes: npt.NDArray[np.bool_],
    spans: Codes,
    actions: Actions,
    start: int,
    tries: npt.NDArray[np.int64],
    hits: npt.NDArray[np.int64],
    seen: npt.NDArray[np.int64],
    asked_codes: Codes,
    asked_reals: Reals,
    draws: npt.NDArray[np.float64],
) -> None:
    """Learn the lessons stored from column *start* on; a span of 1 keeps a case, and 0 drops it."""
    spans[start : start + len(draws)] = 0
    squares = np.empty(start + len(draws), np.float32)
    part = np.zeros(BLOCK, np.uint16)
    total_seen = seen.sum()
    for lesson in range(len(draws)):
        stored = start + lesson
        for first in range(0, stored, BLOCK):
            size = min(BLOCK, stored - first)
            block = squares[first : first + size]
            block[:] = 0
            add_squares(
                codes,
                reals,
                counts,
                cost,
                flushes,
                0,
                first,
                size,
                asked_codes[lesson, 0],
                asked_reals[lesson, 0],
                part,
                block,
            )
        chosen = NONE
        for case in range(stored):
            if (
                spans[case]
                and (chosen == NONE or squares[case] < squares[chosen])
                and is_acceptable(hits[case], tries[case], seen[actions[case]], total_seen)
            ):
                chosen = case
        if chosen == NONE:
            chosen = _drawn(squares, spans, stored, draws[lesson])
        action = actions[stored]
        seen[action] += 1
        total_seen += 1
        if chosen == NONE or actions[chosen] != action:
            spans[stored] = 1
        if chosen == NONE:
            continue
        reach = squares[chosen]
        for case in range(stored):
            if spans[case] and squares[case] <= reach:
                tries[case] += 1
                hits[case] += actions[case] == action
                if is_poor(hits[case], tries[case], seen[actions[case]], total_seen):
                    spans[case] = 0


@compiled
def _drawn(squares: Reals, spans: Codes, stored: int, draw: float) -> int:
    """A kept case, drawn at random by rank: IB3's choice while no case is acceptable."""
    kept = np.flatnonzero(spans[:stored])
    if kept.size == 0:
        return NONE
    order = np.argsort(squares[kept], kind="mergesort")
    return int(kept[order[int(draw * kept.size)]])
