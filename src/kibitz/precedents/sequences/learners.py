"""Learning from sequences of states: IB1, IB2, and SIBL by fixed length, vote or similarity.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 3 and Table 1
            (IB1 and IB2: Aha, Kibler and Albert, "Instance-based Learning Algorithms", 1991)
Notation:   DB is a `SequenceMemory`; FindMostSimilar is its `search`; a candidate is the
            nearest case of one length; SIBL-learn-* and SIBL-decide-* are `learn` and `decide`
Departures: 1. with fewer states than the fixed length, all of them are compared
            2. the paper's "IB3" keeps what it got wrong, which is Aha's IB2; his IB3 is in ib3.py
            3. lessons are looked up in blocks, which changes nothing: each is still tried
               against everything stored before it
Checked by: tests/papers/test_sibl.py, tests/laws/test_learners.py
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from kibitz.precedents.sequences.columns import NONE, Actions, SequenceMatches
from kibitz.precedents.sequences.distance import Schema, Sequences
from kibitz.precedents.sequences.nearest import Admitted, SequenceMemory
from kibitz.precedents.sequences.sequential import PRECISION, Metric, most_similar, similarity

LONGEST = 5
"""States in the longest sequence (section 5)."""

_BLOCK = 256  # lessons looked up together; each is also compared with those just stored


class NearestRun(NamedTuple):
    """The nearest case of one length: its action, and the distance of each state, oldest first."""

    case: int
    action: int
    gaps: tuple[float, ...]


class SequenceChoice(NamedTuple):
    """An action and its grounds; without candidates, the action is `NONE`."""

    action: int
    candidates: tuple[NearestRun, ...]
    decided_by: Metric | None = None


class ChoiceRule(Protocol):
    """Chooses one action from the candidates of all lengths, shortest first."""

    @property
    def longest(self) -> int: ...

    def choose(
        self, candidates: tuple[NearestRun, ...], widest: float, rng: random.Random
    ) -> SequenceChoice: ...


@dataclass(frozen=True, slots=True)
class Fixed:
    """SIBL-decide-fixed: the candidate of one length."""

    longest: int = 1

    def choose(
        self, candidates: tuple[NearestRun, ...], widest: float, rng: random.Random
    ) -> SequenceChoice:
        return SequenceChoice(candidates[-1].action, candidates[-1:])


@dataclass(frozen=True, slots=True)
class MajorityVote:
    """SIBL-decide-majority-vote: one vote for each candidate; ties are broken at random."""

    longest: int = LONGEST

    def choose(
        self, candidates: tuple[NearestRun, ...], widest: float, rng: random.Random
    ) -> SequenceChoice:
        return SequenceChoice(plurality([c.action for c in candidates], rng), candidates)


@dataclass(frozen=True, slots=True)
class MostSimilar:
    """SIBL-decide-SSM: the candidate chosen by the metrics of sequential similarity."""

    longest: int = LONGEST
    precision: int = PRECISION

    def choose(
        self, candidates: tuple[NearestRun, ...], widest: float, rng: random.Random
    ) -> SequenceChoice:
        measured = [similarity(c.gaps, widest) for c in candidates]
        index, metric = most_similar(measured, rng, precision=self.precision)
        return SequenceChoice(candidates[index].action, candidates, metric)


def plurality(actions: Sequence[int], rng: random.Random) -> int:
    """The action with the most votes; ties are broken at random (section 3.2.1).

    >>> plurality([4, 7, 7, 2], random.Random(0))
    7
    """
    votes = Counter(actions)
    most = max(votes.values())
    top = [action for action, count in votes.items() if count == most]
    return top[0] if len(top) == 1 else rng.choice(top)


class Learner:
    """A memory, and the rule that decides by its cases.

    With *keep_all* it is IB1: every lesson is stored, not only those it got wrong.
    """

    def __init__(self, schema: Schema, rule: ChoiceRule, *, keep_all: bool = False) -> None:
        self.rule = rule
        self.keep_all = keep_all
        self.memory = SequenceMemory(schema, rule.longest)
        self._widest = schema.widest

    def learn(self, lessons: Sequences, actions: Actions, rng: random.Random) -> None:
        """Test each lesson on everything stored before it; store it unless it was foreseen."""
        lessons = lessons.cut(self.memory.window)
        self.memory.check(lessons)
        if self.keep_all:
            self.memory.append(lessons, actions)
            return
        for first in range(0, len(lessons), _BLOCK):
            self._learn_block(lessons[first : first + _BLOCK], actions[first : first + _BLOCK], rng)

    def decide(
        self, asked: Sequences, rng: random.Random, *, admitted: Admitted | None = None
    ) -> list[SequenceChoice]:
        """A choice for each question; *admitted* says which actions may be recommended."""
        asked = asked.cut(self.memory.window)
        return self.decide_from(asked, self.memory.nearest(asked, admitted=admitted), rng)

    def decide_from(
        self, asked: Sequences, found: SequenceMatches, rng: random.Random
    ) -> list[SequenceChoice]:
        """`decide`, when the nearest case of each length has already been found."""
        return [self.choose(these, rng) for these in self.candidates(asked, found)]

    def _learn_block(self, lessons: Sequences, actions: Actions, rng: random.Random) -> None:
        known = len(self.memory)
        before = self.memory.search(lessons, 1)
        foreseen = list(self.candidates(lessons, before))
        for i, action in enumerate(actions.tolist()):
            candidates = foreseen[i]
            if len(self.memory) > known:
                lesson, old = lessons[i : i + 1], before[i : i + 1]
                fresh = self.memory.search(lesson, 1, since=known)
                if (fresh.squares < old.squares).any():
                    [candidates] = self.candidates(lesson, SequenceMatches.merged([old, fresh]))
            if not self.foresees(candidates, action, rng):
                self.memory.append(lessons[i : i + 1], actions[i : i + 1])

    def foresees(self, candidates: tuple[NearestRun, ...], action: int, rng: random.Random) -> bool:
        """Whether the candidates predict this *action*, so that the lesson teaches nothing."""
        return self.choose(candidates, rng).action == action

    def choose(self, candidates: tuple[NearestRun, ...], rng: random.Random) -> SequenceChoice:
        """The rule's choice among the candidates, shortest first."""
        if not candidates:
            return SequenceChoice(NONE, ())
        return self.rule.choose(candidates, self._widest, rng)

    def candidates(
        self, asked: Sequences, found: SequenceMatches
    ) -> Iterator[tuple[NearestRun, ...]]:
        """The nearest case of each length, for each question."""
        cases = found.cases[:, :, 0]
        actions = self.memory.actions(cases).tolist()
        gaps = self.memory.gaps(asked, cases).tolist()
        for row, numbers in enumerate(cases.tolist()):
            yield tuple(
                NearestRun(case, actions[row][i], tuple(gaps[row][i][i::-1]))
                for i, case in enumerate(numbers)
                if case != NONE
            )


def combined(choices: Sequence[SequenceChoice], rng: random.Random) -> int:
    """Model combination: the choices of several models vote with equal weight (section 5)."""
    actions = [choice.action for choice in choices if choice.action != NONE]
    return plurality(actions, rng) if actions else NONE


def ib1(schema: Schema) -> Learner:
    """A learner that stores every lesson, and decides by the nearest."""
    return Learner(schema, Fixed(1), keep_all=True)


def ib2(schema: Schema) -> Learner:
    """A learner that stores the lessons it did not foresee: Table 1 with length one."""
    return Learner(schema, Fixed(1))
