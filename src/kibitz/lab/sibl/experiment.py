"""SIBL's experiment (its Figure 2): how often each decision maker finds the expert's card.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 5
Run:        kibitz lab sibl --records FILE
Writes:     sibl.json and sibl.svg, from which docs/results.md is made
Departures: 1. the paper's deals are not published: every run draws its own 108 from the records,
               each of another event, so that the spread is over deals and order together
            2. SSM learns the three models; every other decision maker learns the first of them
            3. both readings of legality are reported (see `Legality`); models learn as in
               Table 1, without it
            4. random legal play is its exact expectation
Checked by: tests/unit/lab/test_sibl.py
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.scoring import Marks, is_real
from kibitz.cardplay.sibl.encoding import Deals, Decisions, encode
from kibitz.cardplay.sibl.features import SCHEMA, decisions
from kibitz.cardplay.sibl.symmetry import varied
from kibitz.lab.harness.splits import one_of_each
from kibitz.lab.sibl.deals import ExpertPlay, Material
from kibitz.precedents.columns import NONE, Matches
from kibitz.precedents.ib3 import IB3
from kibitz.precedents.learners import Choice, Fixed, Learner, MajorityVote, MostSimilar, combined
from kibitz.precedents.sequential import Metric, most_similar, similarity
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, chance

RECORDED = 48  # cards; the last trick then plays itself


@dataclass(frozen=True, slots=True)
class Protocol:
    """How many models of how many deals are taught, and how often and on how many deals tested."""

    models: int = 3  # these four: section 5
    training: int = 24
    testing: int = 36
    tenths: int = 10

    @property
    def deals(self) -> int:
        return self.models * self.training + self.testing


AS_IN_THE_PAPER = Protocol()

RANDOM, IB2, AHA, VOTE, AVERAGING, COMBINATION = (
    "random legal",
    "IB3 of the paper",
    "IB3 of Aha",
    "vote",
    "SSM averaging",
    "SSM combination",
)
FIXED = {f"fixed {length}": length for length in (2, 3, 4, 5)}
LEARNERS = (IB2, AHA, *FIXED, VOTE, AVERAGING)
MAKERS = (RANDOM, *LEARNERS, COMBINATION)

PAPER = {IB2: 0.197, VOTE: 0.25, AVERAGING: 0.36, COMBINATION: 0.43}
"""Sections 5 and 7: 43 % is "118 % more often" than IB3, the vote "27 % more often"."""

PAPER_MIX = {
    Metric.DISTANCE: 0.80,
    Metric.CONVERGENCE: 0.17,
    Metric.CONSISTENCY: 0.02,
    Metric.RECENCY: 0.01,
}
"""Section 5; its last hundredth is recency or chance."""

SECONDS_A_DEAL = 0.5  # what a deal of one run takes one process under one reading, about
MEASURES = ("score", "identical", "real")


class Legality(Enum):
    """How the paper's remarks on legal cards are read.

    PAPER scores the symbol that was recommended as it stands, legal or not. REPAIR retrieves only
    cases whose suit may be played, plays the closest holding, and scores that card.
    """

    PAPER = "paper"
    REPAIR = "repair"


@dataclass(frozen=True, slots=True)
class Exam:
    """The test decisions of a run: what is asked, and what each possible answer is worth."""

    asked: Decisions
    identical: npt.NDArray[np.float64]
    landed: npt.NDArray[np.float64]
    recommended: npt.NDArray[np.float64]
    played: npt.NDArray[np.float64]
    agrees: npt.NDArray[np.float64]
    legal: npt.NDArray[np.bool_]
    share: npt.NDArray[np.float64]
    real: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, plays: Sequence[ExpertPlay]) -> Exam:
        pairs = [pair for play in plays for pair in decisions(play.start, play.cards)]
        marks = [Marks.of(state, card) for state, card in pairs]
        return cls(
            encode(Deals.of([(play.start, play.cards) for play in plays])),
            np.stack([m.identical for m in marks]),
            np.stack([m.landed for m in marks]),
            np.stack([m.recommended for m in marks]),
            np.stack([m.played for m in marks]),
            np.stack([m.agrees for m in marks]),
            np.stack([m.legal for m in marks]),
            np.stack([m.share for m in marks]),
            np.array([is_real(state) for state, _ in pairs]),
        )

    def marked(self, actions: Sequence[int], legality: Legality) -> npt.NDArray[np.float64]:
        """Score, identical symbols and real agreement of one answer per question."""
        given = np.array(actions)
        weights = np.zeros_like(self.share)
        weights[given != NONE, given[given != NONE]] = 1
        return self.expected(weights, legality)

    def expected(
        self, weights: npt.NDArray[np.float64], legality: Legality
    ) -> npt.NDArray[np.float64]:
        """The three measures when symbols are answered with these *weights* (questions, 28)."""
        as_it_stands = legality is Legality.PAPER
        credit = self.recommended if as_it_stands else self.played
        identical = self.identical if as_it_stands else self.landed
        return np.array(
            [
                (weights * credit).sum(axis=1).mean(),
                (weights * identical).sum(axis=1).mean(),
                (weights * self.agrees).sum(axis=1)[self.real].mean(),
            ]
        )


@dataclass(frozen=True, slots=True)
class Run:
    """One run: marks by reading and maker (tenths, measures); how often each metric decided."""

    marks: dict[tuple[Legality, str], npt.NDArray[np.float64]]
    mix: Counter[Metric]
    raw_mix: Counter[Metric]
    stored: dict[str, float]
    real: float

    def plain(self) -> dict[str, Any]:
        """As data that can be written down."""
        marks = {
            legality.value: {
                maker: marks.tolist() for (read, maker), marks in self.marks.items()
                if read is legality
            }
            for legality in dict.fromkeys(legality for legality, _ in self.marks)
        }  # fmt: skip
        mixes = {
            name: {metric.name: number for metric, number in mix.items()}
            for name, mix in (("mix", self.mix), ("raw_mix", self.raw_mix))
        }
        return {"marks": marks, **mixes, "stored": self.stored, "real": self.real}

    @classmethod
    def of(cls, part: dict[str, Any]) -> Run:
        """From what `plain` wrote."""
        marks = {
            (Legality(legality), maker): np.array(each)
            for legality, makers in part["marks"].items()
            for maker, each in makers.items()
        }
        mix, raw_mix = (
            Counter({Metric[metric]: number for metric, number in part[name].items()})
            for name in ("mix", "raw_mix")
        )
        return cls(marks, mix, raw_mix, part["stored"], part["real"])


def _learner(name: str) -> Learner | IB3:
    if name == AHA:
        return IB3(SCHEMA)
    if name in (VOTE, AVERAGING):
        return Learner(SCHEMA, MajorityVote() if name == VOTE else MostSimilar())
    return Learner(SCHEMA, Fixed(FIXED.get(name, 1)))


class Pupil:
    """A decision maker that is taught and tested in turn.

    Its memory only grows, so that a test looks only at what was added since the test before.
    """

    def __init__(self, name: str, course: Decisions, exam: Exam, tenths: int) -> None:
        self.learner = _learner(name)
        self.course, self.exam, self.tenths = course, exam, tenths
        self.found: dict[Legality, Matches] = {}
        self.known: dict[Legality, int] = {}

    def learn(self, tenth: int, rng: random.Random) -> None:
        first, last = (len(self.course) * part // self.tenths for part in (tenth, tenth + 1))
        part = self.course[first:last]
        self.learner.learn(part.sequences, part.actions, rng)

    def answers(self, legality: Legality, rng: random.Random) -> list[Choice]:
        asked = self.exam.asked.sequences.cut(self.learner.memory.window)
        admitted = self.exam.legal if legality is Legality.REPAIR else None
        if isinstance(self.learner, IB3):
            return self.learner.decide(asked, rng, admitted=admitted)
        memory = self.learner.memory
        fresh = memory.search(asked, 1, admitted=admitted, since=self.known.get(legality, 0))
        before = self.found.get(legality)
        self.found[legality] = Matches.merged([before, fresh]) if before else fresh
        self.known[legality] = len(memory)
        return self.learner.decide_from(asked, self.found[legality], rng)

    @property
    def stored(self) -> int:
        learner = self.learner
        return learner.kept if isinstance(learner, IB3) else len(learner.memory)


def runs(
    material: Material,
    legalities: Sequence[Legality],
    count: int,
    seed: int,
    *,
    protocol: Protocol = AS_IN_THE_PAPER,
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> list[Run]:
    """*count* runs, each on deals of its own drawing."""
    grouped = material.groups
    asked = (
        _drawn(material, grouped, tuple(legalities), protocol, run, chance(seed, run))
        for run in range(count)
    )
    found = (engine or Engine()).run(
        _run, asked, tell=tell, parts=parts, key=lambda draw: draw.run, ahead=2
    )
    return [Run.of(part) for part in found]


@dataclass(frozen=True, slots=True)
class Draw:
    """The deals of one run in the order of their use, and the chance that goes on from there."""

    plays: tuple[ExpertPlay, ...]
    legalities: tuple[Legality, ...]
    protocol: Protocol
    run: int
    rng: random.Random


def _drawn(
    material: Material,
    grouped: Sequence[Sequence[int]],
    legalities: tuple[Legality, ...],
    protocol: Protocol,
    run: int,
    rng: random.Random,
) -> Draw:
    chosen = one_of_each(grouped, protocol.deals, rng)
    return Draw(tuple(material.plays[i] for i in chosen), legalities, protocol, run, rng)


def _run(draw: Draw) -> dict[str, Any]:
    return run_once(draw).plain()


def run_once(draw: Draw) -> Run:
    """Teach every decision maker, and test it after each tenth."""
    protocol, rng = draw.protocol, draw.rng
    exam = Exam.of(draw.plays[: protocol.testing])
    taught = draw.plays[protocol.testing :]
    courses = [
        _course(taught[model * protocol.training :][: protocol.training], rng)
        for model in range(protocol.models)
    ]
    run = Run({}, Counter(), Counter(), {}, float(exam.real.mean()))
    for legality, maker in product(draw.legalities, MAKERS):
        run.marks[legality, maker] = np.zeros((protocol.tenths, len(MEASURES)))
        run.marks[legality, maker][:] = exam.expected(exam.share, legality)
    for maker in LEARNERS:
        pupils = [
            Pupil(maker, course, exam, protocol.tenths)
            for course in (courses if maker == AVERAGING else courses[:1])
        ]
        for tenth in range(protocol.tenths):
            for pupil in pupils:
                pupil.learn(tenth, rng)
            for legality in draw.legalities:
                choices = [pupil.answers(legality, rng) for pupil in pupils]
                _mark(run, legality, maker, tenth, choices, exam, rng)
        run.stored[maker] = sum(pupil.stored for pupil in pupils) / len(pupils)
    return run


def _mark(
    run: Run,
    legality: Legality,
    maker: str,
    tenth: int,
    choices: Sequence[Sequence[Choice]],
    exam: Exam,
    rng: random.Random,
) -> None:
    marks = [exam.marked([choice.action for choice in each], legality) for each in choices]
    run.marks[legality, maker][tenth] = np.mean(marks, axis=0)
    if maker != AVERAGING:
        return
    votes = [combined(these, rng) for these in zip(*choices, strict=True)]
    run.marks[legality, COMBINATION][tenth] = exam.marked(votes, legality)
    if tenth == len(run.marks[legality, maker]) - 1:
        made = [choice for each in choices for choice in each]
        run.mix.update(c.decided_by for c in made if c.decided_by is not None)
        run.raw_mix.update(_decided_without_scaling(made, rng))


def _course(plays: Sequence[ExpertPlay], rng: random.Random) -> Decisions:
    """All decisions of some deals under the 48 relabellings, in random order."""
    lessons = varied(encode(Deals.of([(play.start, play.cards) for play in plays])))
    order = list(range(len(lessons)))
    rng.shuffle(order)
    return lessons[np.array(order)]


def _decided_without_scaling(choices: Sequence[Choice], rng: random.Random) -> list[Metric]:
    """Which metric would have decided, were gaps not brought into [0, 1] before rounding."""
    return [
        most_similar([similarity(candidate.gaps) for candidate in choice.candidates], rng)[1]
        for choice in choices
        if choice.candidates
    ]
