"""SIBL's experiment (its Figure 2): how often each decision maker finds the expert's card.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 5
Run:        kibitz lab sibl --records FILE [--reading NAME]
Writes:     sibl.json and sibl.svg, from which docs/results.md is made
Departures: 1. the paper's deals are not published: every run draws its own 108 from the records,
   each from a different event, so that the spread is over deals and order together
2. SSM learns all three models; every other decision maker learns the first
3. what the paper leaves open is a `Reading`; models learn without legality (Table 1)
            4. random play is its exact expectation
Checked by: lab/tests/unit/test_sibl.py
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.sibl.encoding import Deals, PlayDecisions, encode
from kibitz.cardplay.sibl.features import SCHEMA
from kibitz.cardplay.sibl.symmetry import varied
from kibitz.forms import Said
from kibitz.precedents.sequences.learners import SequenceChoice, combined
from kibitz.precedents.sequences.sequential import Metric, most_similar, rounds, similarity
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage, chance
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.splits import one_of_each
from kibitz_lab.harness.study import StageWatch
from kibitz_lab.sibl.deals import ExpertPlay, Material, Records, material_of
from kibitz_lab.sibl.exam import MEASURES, SiblExam
from kibitz_lab.sibl.pupils import AVERAGING, COMBINATION, Pupil, learners_of
from kibitz_lab.sibl.readings import (
    GROUPS,
    PAPER,
    RANDOM_CARD,
    RANDOM_SYMBOL,
    REPAIR,
    STANDARD,
    ReadingName,
    SiblReading,
)

RECORDED = 48  # cards; the last trick follows from them


@dataclass(frozen=True, slots=True)
class Protocol:
    """The number of models, of training and test deals, and of tests."""

    models: int = 3  # these four: section 5
    training: int = 24
    testing: int = 36
    tenths: int = 10

    @property
    def deals(self) -> int:
        return self.models * self.training + self.testing


AS_IN_THE_PAPER = Protocol()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The SIBL experiment: 3 models of 24 deals, 36 test deals, tested after each tenth.

    Prints how often each decision maker finds the expert's card beside the paper's figures.

    Example: kibitz lab sibl --records 3nt.jsonl.gz --runs 10 --reading follow-suit
    """

    records: Records = None
    runs: Annotated[int, Said("Runs to average over.", bounds=(1, 100))] = 10
    reading: Annotated[
        ReadingName | None,
        Said(
            "How the paper is read; left out, the three readings of following suit. "
            "'target-seen' lets the metrics see the expert's card, with the control beside it: "
            "an experiment about the paper's figures, no method."
        ),
    ] = None
    training: Annotated[int, Said("Deals that each model learns.", bounds=(1, None))] = 24
    testing: Annotated[int, Said("Deals that all are tested on.", bounds=(1, None))] = 36
    seed: int = 1

    @property
    def name(self) -> str:
        return "sibl-target-seen" if self.reading is ReadingName.TARGET_SEEN else "sibl"

    @property
    def readings(self) -> Sequence[SiblReading]:
        return GROUPS[self.reading.value] if self.reading else STANDARD

    @property
    def protocol(self) -> Protocol:
        return Protocol(training=self.training, testing=self.testing)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The deals to draw from, and where finished runs are kept."""

    task: Task
    material: Material
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        task = self.task
        seconds = SECONDS_A_DEAL * task.protocol.deals * len(task.readings)
        return [Stage(task.runs, min(task.runs, len(self.parts)), seconds)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the deals recorded to the end."""
    material = material_of(task.records, partial(watch, "reading records", None, 1))
    material = material.longest(RECORDED)
    names = [one.name for one in task.readings]
    asked = (material.sha256, task.seed, names, task.training, task.testing)
    return Prepared(task, material, parts_of(task.name, *asked))


SECONDS_A_DEAL = 0.5  # about how long one process takes per deal and reading of a run

MIXES = ("scaled", "unscaled", "agreed")
"""Ways to count which metric decided.

*Scaled* is the method as run: all metrics are in [0, 1], and the one that leaves one candidate
decides. *Unscaled*: the metric that would decide if gaps were not scaled before rounding. *Agreed*:
a metric also decides if it leaves several candidates with the same action.
"""


@dataclass(frozen=True, slots=True)
class SiblRun:
    """One run: marks by reading and decision maker, (tenths, measures), and other counts."""

    real: float
    marks: dict[tuple[str, str], npt.NDArray[np.float64]] = field(default_factory=dict)
    mixes: dict[tuple[str, str], Counter[Metric]] = field(default_factory=dict)
    """How often each metric decided, by reading and way of counting."""
    ceilings: dict[str, float] = field(default_factory=dict)
    """How often any candidate of a model learned by similarity is right, by reading."""
    stored: dict[str, float] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """The run as plain data."""
        return {
            "real": self.real,
            "marks": [[*key, marks.tolist()] for key, marks in self.marks.items()],
            "mixes": [
                [*key, {metric.name: number for metric, number in mix.items()}]
                for key, mix in self.mixes.items()
            ],
            "ceilings": self.ceilings,
            "stored": self.stored,
        }

    @classmethod
    def of(cls, plain: dict[str, Any]) -> SiblRun:
        """A run from what `plain` gave."""
        return cls(
            plain["real"],
            {(reading, maker): np.array(marks) for reading, maker, marks in plain["marks"]},
            {
                (reading, how): Counter({Metric[name]: number for name, number in mix.items()})
                for reading, how, mix in plain["mixes"]
            },
            plain["ceilings"],
            plain["stored"],
        )


def runs(
    material: Material,
    readings: Sequence[SiblReading],
    count: int,
    seed: int,
    *,
    protocol: Protocol = AS_IN_THE_PAPER,
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> list[SiblRun]:
    """*count* runs, each on its own random deals."""
    grouped = material.groups
    draws = (
        RunDraw.of(material, grouped, tuple(readings), protocol, seed, run) for run in range(count)
    )
    found = (engine or Engine()).run(
        _run, draws, tell=tell, parts=parts, key=lambda draw: draw.run, ahead=2
    )
    return [SiblRun.of(plain) for plain in found]


@dataclass(frozen=True, slots=True)
class RunDraw:
    """The deals of one run in order of use, and its random numbers from there on."""

    plays: tuple[ExpertPlay, ...]
    readings: tuple[SiblReading, ...]
    protocol: Protocol
    seed: int
    run: int
    rng: random.Random

    @classmethod
    def of(
        cls,
        material: Material,
        grouped: Sequence[Sequence[int]],
        readings: tuple[SiblReading, ...],
        protocol: Protocol,
        seed: int,
        run: int,
    ) -> RunDraw:
        rng = chance(seed, run)
        chosen = one_of_each(grouped, protocol.deals, rng)
        return cls(tuple(material.plays[i] for i in chosen), readings, protocol, seed, run, rng)

    def chances(self) -> dict[str, random.Random]:
        """The random numbers of each reading: further readings do not change the first two."""
        return {
            reading.name: self.rng
            if reading in (PAPER, REPAIR)
            else chance(self.seed, f"{self.run} {reading.name}")
            for reading in self.readings
        }


def _run(draw: RunDraw) -> dict[str, Any]:
    return run_once(draw).plain()


def run_once(draw: RunDraw) -> SiblRun:
    """Train every decision maker, and test it after each tenth."""
    protocol, rng = draw.protocol, draw.rng
    exam = SiblExam.of(draw.plays[: protocol.testing])
    taught = draw.plays[protocol.testing :]
    courses = [
        _course(taught[model * protocol.training :][: protocol.training], rng)
        for model in range(protocol.models)
    ]
    run, learners = SiblRun(float(exam.real.mean())), learners_of(draw.readings)
    for reading in draw.readings:
        for maker in (*learners, COMBINATION):
            run.marks[reading.name, maker] = np.zeros((protocol.tenths, len(MEASURES)))
        for maker in (RANDOM_CARD, RANDOM_SYMBOL):
            run.marks[reading.name, maker] = np.tile(
                exam.at_random(maker, reading), (protocol.tenths, 1)
            )
    chances = draw.chances()
    for maker in learners:
        for readings in _sharing(draw.readings, maker):
            _study(run, maker, readings, courses, exam, chances, protocol.tenths)
    return run


def _sharing(readings: Sequence[SiblReading], maker: str) -> list[list[SiblReading]]:
    """The readings in groups for which a decision maker learns the same."""
    if maker != AVERAGING:
        return [list(readings)]
    grouped: dict[object, list[SiblReading]] = {}
    for reading in readings:
        grouped.setdefault(reading.learning, []).append(reading)
    return list(grouped.values())


def _study(
    run: SiblRun,
    maker: str,
    readings: Sequence[SiblReading],
    courses: Sequence[PlayDecisions],
    exam: SiblExam,
    chances: dict[str, random.Random],
    tenths: int,
) -> None:
    """Train one decision maker, and test it under all *readings* after each tenth."""
    pupils = [
        Pupil(maker, readings[0], course, exam, tenths)
        for course in (courses if maker == AVERAGING else courses[:1])
    ]
    for tenth in range(tenths):
        for pupil in pupils:
            pupil.learn(tenth, chances[readings[0].name])
        for reading in readings:
            rng = chances[reading.name]
            choices = [pupil.answers(reading, rng) for pupil in pupils]
            marks = [exam.marked([c.action for c in each], reading) for each in choices]
            run.marks[reading.name, maker][tenth] = np.mean(marks, axis=0)
            if maker == AVERAGING:
                votes = [combined(these, rng) for these in zip(*choices, strict=True)]
                run.marks[reading.name, COMBINATION][tenth] = exam.marked(votes, reading)
            if maker == AVERAGING and tenth == tenths - 1:
                _count_deciding(run, reading, [c for each in choices for c in each], rng)
    run.stored.setdefault(maker, sum(pupil.stored for pupil in pupils) / len(pupils))
    if maker == AVERAGING:
        ceiling = sum(pupil.ceiling() for pupil in pupils) / len(pupils)
        run.ceilings.update({reading.name: ceiling for reading in readings})


def _count_deciding(
    run: SiblRun, reading: SiblReading, choices: Sequence[SequenceChoice], rng: random.Random
) -> None:
    """Count which metric decided, in all ways."""
    of = reading.name
    run.mixes[of, "scaled"] = Counter(c.decided_by for c in choices if c.decided_by is not None)
    run.mixes[of, "unscaled"] = Counter(
        most_similar(
            [similarity(candidate.gaps) for candidate in choice.candidates],
            rng,
            precision=reading.precision,
        )[1]
        for choice in choices
        if choice.candidates
    )
    run.mixes[of, "agreed"] = Counter(
        _agreed(choice, reading.precision) for choice in choices if choice.candidates
    )


def _agreed(choice: SequenceChoice, precision: int) -> Metric:
    """The first metric whose best candidates all have the same action."""
    measured = [similarity(candidate.gaps, SCHEMA.widest) for candidate in choice.candidates]
    for metric, left in rounds(measured, precision):
        if len({choice.candidates[i].action for i in left}) == 1:
            return metric
    return Metric.CHANCE


def _course(plays: Sequence[ExpertPlay], rng: random.Random) -> PlayDecisions:
    """All decisions of some deals under the 48 relabellings, in random order."""
    lessons = varied(encode(Deals.of([(play.start, play.cards) for play in plays])))
    order = list(range(len(lessons)))
    rng.shuffle(order)
    return lessons[np.array(order)]
