"""The decision makers of the SIBL experiment, trained and tested in turn."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from kibitz.cardplay.sibl.encoding import PlayDecisions
from kibitz.cardplay.sibl.features import SCHEMA
from kibitz.precedents.sequences.columns import NONE, SequenceMatches
from kibitz.precedents.sequences.ib3 import IB3
from kibitz.precedents.sequences.learners import (
    Fixed,
    Learner,
    MajorityVote,
    MostSimilar,
    NearestRun,
    SequenceChoice,
)
from kibitz_lab.sibl.exam import SiblExam
from kibitz_lab.sibl.readings import RANDOM_CARD, RANDOM_SYMBOL, STANDARD, Legality, SiblReading

IB2, AHA, VOTE, AVERAGING, COMBINATION = (
    "IB3 of the paper",
    "IB3 of Aha",
    "vote",
    "SSM averaging",
    "SSM combination",
)
FIXED = {f"fixed {length}": length for length in (2, 3, 4, 5)}
LEARNERS = (IB2, AHA, *FIXED, VOTE, AVERAGING)
MAKERS = (RANDOM_CARD, RANDOM_SYMBOL, *LEARNERS, COMBINATION)


def learners_of(readings: Sequence[SiblReading]) -> tuple[str, ...]:
    """The decision makers to train; for readings of the target, those with figures in the paper."""
    return LEARNERS if any(each in STANDARD for each in readings) else (IB2, VOTE, AVERAGING)


class SeeingLearner(Learner):
    """A learner by similarity whose metrics see the target; it is right while it learns."""

    def foresees(self, candidates: tuple[NearestRun, ...], action: int, rng: random.Random) -> bool:
        return super().foresees(seeing(candidates, action), action, rng)


def seeing(candidates: tuple[NearestRun, ...], target: int) -> tuple[NearestRun, ...]:
    """The candidates as seen by metrics that also compare the target of the last state.

    >>> near, far = seeing((NearestRun(0, 3, (0.0,)), NearestRun(1, 5, (0.0,))), target=3)
    >>> near.gaps, far.gaps
    ((0.0,), (1.0,))
    """
    return tuple(
        candidate
        if candidate.action == target
        else candidate._replace(gaps=(*candidate.gaps[:-1], math.hypot(candidate.gaps[-1], 1)))
        for candidate in candidates
    )


def _learner(maker: str, reading: SiblReading) -> Learner | IB3:
    if maker == AHA:
        return IB3(SCHEMA)
    if maker == VOTE:
        return Learner(SCHEMA, MajorityVote())
    if maker == AVERAGING:
        kind = SeeingLearner if reading.sees_target else Learner
        return kind(SCHEMA, MostSimilar(precision=reading.precision))
    return Learner(SCHEMA, Fixed(FIXED.get(maker, 1)))


class Pupil:
    """A decision maker that is trained and tested in turn.

    Its memory only grows, so each test searches only what was added since the last one.
    """

    def __init__(
        self, maker: str, reading: SiblReading, course: PlayDecisions, exam: SiblExam, tenths: int
    ) -> None:
        self.learner = _learner(maker, reading)
        self.maker, self.course, self.exam, self.tenths = maker, course, exam, tenths
        self.found: dict[bool, SequenceMatches] = {}
        self.known: dict[bool, int] = {}

    def learn(self, tenth: int, rng: random.Random) -> None:
        first, last = (len(self.course) * part // self.tenths for part in (tenth, tenth + 1))
        part = self.course[first:last]
        self.learner.learn(part.sequences, part.actions, rng)

    def answers(self, reading: SiblReading, rng: random.Random) -> list[SequenceChoice]:
        """One choice for each question of the exam."""
        asked = self.exam.asked.sequences.cut(self.learner.memory.window)
        only_legal = reading.legality is Legality.RETRIEVAL
        if isinstance(self.learner, IB3):
            admitted = self.exam.legal if only_legal else None
            choices = self.learner.decide(asked, rng, admitted=admitted)
        else:
            candidates = self.learner.candidates(asked, self._nearest(only_legal))
            choices = [
                self.learner.choose(self._compared(row, these, reading), rng)
                for row, these in enumerate(candidates)
            ]
        if reading.legality is not Legality.CANDIDATES:
            return choices
        return [
            choice if choice.action != NONE and self.exam.legal[row, choice.action] else NO_CHOICE
            for row, choice in enumerate(choices)
        ]

    def ceiling(self) -> float:
        """The share of questions for which any of the candidates found is right."""
        if isinstance(self.learner, IB3):
            raise TypeError("IB3 of Aha has no candidates of several lengths")
        asked = self.exam.asked.sequences.cut(self.learner.memory.window)
        targets = self.exam.asked.actions.tolist()
        found = self.learner.candidates(asked, self._nearest(only_legal=False))
        right = [
            any(candidate.action == target for candidate in these)
            for these, target in zip(found, targets, strict=True)
        ]
        return sum(right) / len(right)

    def _nearest(self, only_legal: bool) -> SequenceMatches:
        """The nearest cases: those found at the last test, and those added since."""
        memory = self.learner.memory
        asked = self.exam.asked.sequences.cut(memory.window)
        admitted = self.exam.legal if only_legal else None
        fresh = memory.search(asked, 1, admitted=admitted, since=self.known.get(only_legal, 0))
        before = self.found.get(only_legal)
        self.found[only_legal] = SequenceMatches.merged([before, fresh]) if before else fresh
        self.known[only_legal] = len(memory)
        return self.found[only_legal]

    def _compared(
        self, row: int, candidates: tuple[NearestRun, ...], reading: SiblReading
    ) -> tuple[NearestRun, ...]:
        """The candidates as seen by the rule that chooses among them."""
        if reading.legality is Legality.CANDIDATES and self.maker in (VOTE, AVERAGING):
            legal = self.exam.legal[row]
            candidates = tuple(each for each in candidates if legal[each.action])
        if reading.sees_target and self.maker == AVERAGING:
            candidates = seeing(candidates, int(self.exam.asked.actions[row]))
        return candidates

    @property
    def stored(self) -> int:
        learner = self.learner
        return learner.kept if isinstance(learner, IB3) else len(learner.memory)


NO_CHOICE = SequenceChoice(NONE, ())
