"""Does SIBL's similarity learn from more deals? Real agreement from 24 training deals to all.

Run:      kibitz lab scale --records FILE
Writes:   sibl-scale.json and sibl-scale.svg, from which docs/results.md is made
Method:   every training decision is stored once, under its canonical names (not as 48 copies); the
nearest cases of legal suits vote, each for the closest holding; equal cards share their
votes, and a tie goes to the nearest case's card
Splits:   by event; testing decisions are real ones, and intervals are over testing events
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.scoring import Marks, are_equal, is_real
from kibitz.cardplay.sibl.encoding import PlayDecisions, encode
from kibitz.cardplay.sibl.features import SCHEMA, WINDOW, decisions
from kibitz.cardplay.sibl.symbols import SYMBOLS, closest_holding
from kibitz.cardplay.sibl.symmetry import canonical, named_back, renamed
from kibitz.forms import Said
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.precedents.sequences.columns import NONE
from kibitz.precedents.sequences.distance import Sequences
from kibitz.precedents.sequences.nearest import SequenceMemory
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.options import Device
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.splits import held_out
from kibitz_lab.harness.statistics import MeanEstimate, clustered
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.sibl.deals import Material, Records, material_of

SIZES = (24, 72, 240, 720, 2_400, 7_200, 24_000)
"""Numbers of training deals; the last point has all there are."""

NEIGHBOURS = 20
SECONDS_A_CASE = 1e-7  # about, per deal and question; most training sets are small
_DRAWS = 5  # draws of each training set under a thousand deals

VOTERS = ("1 neighbour", "20 neighbours", "20 neighbours of each length")


@dataclass(frozen=True, slots=True)
class ScaleQuestion:
    """An expert's real decision for declarer's side."""

    state: Play
    expert: Card
    group: int

    def card_for(self, symbols: Sequence[int]) -> Card | None:
        """The card elected by votes for *symbols*, nearest case first."""
        legal = self.state.legal_actions
        ballots = [card for number in symbols if (card := closest_holding(number, legal))]
        support = {
            card: sum(are_equal(self.state, card, other) for other in ballots)
            for card in dict.fromkeys(ballots)
        }
        return max(support, key=support.__getitem__, default=None)

    def agrees(self, symbols: Sequence[int]) -> bool:
        card = self.card_for(symbols)
        return card is not None and are_equal(self.state, card, self.expert)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Real agreement of SIBL's similarity from 24 training deals to all there are.

    Example: kibitz lab scale --records 3nt.jsonl.gz --seed 1
    """

    records: Records = None
    testing: Annotated[int, Said("Deals held out for testing.", bounds=(1, None))] = 1000
    questions: Annotated[int, Said("Decisions of them that are asked.", bounds=(1, None))] = 2000
    device: Device = None
    seed: int = 1

    name: ClassVar = "sibl-scale"

    @property
    def extent(self) -> Extent:
        return Extent(testing_deals=self.testing, questions=self.questions)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The deals to draw from, and where finished points of the curve are kept."""

    task: Task
    material: Material
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        seconds = SECONDS_A_CASE * len(self.material.plays) * self.task.questions
        points = steps(self.material, self.task.extent)
        return [Stage(points, min(points, len(self.parts)), seconds)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the deals."""
    material = material_of(task.records, partial(watch, "reading records", None, 1))
    parts = parts_of("scale", material.sha256, task.seed, task.testing, task.questions)
    return Prepared(task, material, parts)


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """The whole curve."""
    task, material = ready.task, ready.material
    return measure(
        material,
        seed=task.seed,
        extent=task.extent,
        engine=engine,
        device=task.device,
        parts=ready.parts,
        tell=begun(watch, "learning and testing", steps(material, task.extent)),
    )


@dataclass(frozen=True, slots=True)
class Extent:
    """The points of the curve, and the size of its test."""

    sizes: tuple[int, ...] = SIZES
    testing_deals: int = 1_000
    questions: int = 2_000

    def points(self, deals: int) -> tuple[int, ...]:
        """The sizes of the curve for *deals* training deals; the last is all of them."""
        return (*(size for size in self.sizes if size < deals), deals)


def measure(
    material: Material,
    *,
    seed: int,
    extent: Extent | None = None,
    engine: Engine | None = None,
    device: str | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """The whole curve as plain data; on a *device*, torch looks up the nearest cases."""
    rng, extent = random.Random(seed), extent or Extent()
    grouped = material.groups
    group_of = {deal: number for number, group in enumerate(grouped) for deal in group}
    training, testing = held_out(grouped, extent.testing_deals, rng)
    rng.shuffle(training)
    exam = _exam(material, testing, group_of, extent.questions, rng)
    lessons = encode(material.arrays()[np.array(training)])
    draws = [(size, draw) for size in extent.points(len(training)) for draw in range(_draws(size))]
    asked = (
        _Course((size, draw), _drawn(lessons, len(training), size, draw, rng), exam, device)
        for size, draw in draws
    )
    run = (engine or Engine()).run(
        _agreement, asked, tell=tell, parts=parts, key=lambda course: course.drawn, ahead=1
    )
    votes: dict[int, list[dict[str, Any]]] = {}
    for (size, _), found in zip(draws, run, strict=True):
        votes.setdefault(size, []).append(found)
    return {
        "records": [material.cited],
        "testing_deals": len(testing),
        "testing_events": len({question.group for question in exam.questions}),
        "questions": len(exam.questions),
        "neighbours": NEIGHBOURS,
        "lengths": WINDOW,
        "random_legal": _random_legal(exam.questions),
        "points": [_point(size, found, exam.questions) for size, found in votes.items()],
    }


def steps(material: Material, extent: Extent | None = None) -> int:
    """About the number of training sets of the curve; events are held out whole."""
    extent = extent or Extent()
    deals = max(1, len(material.plays) - extent.testing_deals)
    return sum(_draws(size) for size in extent.points(deals))


def _draws(size: int) -> int:
    return _DRAWS if size < 1000 else 1


@dataclass(frozen=True, slots=True, eq=False)
class ScaleExam:
    """The real decisions to test, and their states."""

    questions: list[ScaleQuestion]
    asked: Sequences


@dataclass(frozen=True, slots=True, eq=False)
class _Course:
    """One training set, and the test after it."""

    drawn: tuple[int, int]
    lessons: PlayDecisions
    exam: ScaleExam
    device: str | None


def _exam(
    material: Material,
    testing: Sequence[int],
    group_of: dict[int, int],
    count: int,
    rng: random.Random,
) -> ScaleExam:
    every, rows = [], []
    plays = [material.plays[deal] for deal in testing]
    encoded = encode(material.arrays()[np.array(testing)])
    row = 0
    for deal, play in zip(testing, plays, strict=True):
        for state, card in decisions(play.start, play.cards):
            if is_real(state):
                every.append(ScaleQuestion(state, card, group_of[deal]))
                rows.append(row)
            row += 1
    picked = sorted(rng.sample(range(len(every)), min(count, len(every))))
    chosen = np.array([rows[index] for index in picked])
    return ScaleExam([every[index] for index in picked], encoded.sequences[chosen])


def _drawn(
    lessons: PlayDecisions, available: int, size: int, draw: int, rng: random.Random
) -> PlayDecisions:
    """The decisions of the first training deals, or of random ones for further draws."""
    chosen = range(size) if draw == 0 else rng.sample(range(available), size)
    if size == available:
        return lessons
    return lessons[np.flatnonzero(np.isin(lessons.deals, np.array(sorted(chosen))))]


def _agreement(course: _Course) -> dict[str, Any]:
    """Whether each voter agrees on each question, and how many cases were stored."""
    questions, used = course.exam.questions, course.lessons
    memory = SequenceMemory(SCHEMA, WINDOW)
    stored, names = canonical(used.sequences)
    memory.append(stored, renamed(used.actions, names))
    wanted, suits = canonical(course.exam.asked)
    admitted = _admitted(questions, suits)
    found = memory.search(wanted, NEIGHBOURS, admitted=admitted, device=course.device)
    symbols = named_back(
        memory.actions(found.cases).reshape(len(questions), -1).astype(np.int64), suits
    ).reshape(found.cases.shape)
    agreed = np.zeros((len(VOTERS), len(questions)))
    for row, question in enumerate(questions):
        ranked = [
            symbols[row, length][found.cases[row, length] != NONE].tolist()
            for length in range(WINDOW)
        ]
        ballots = (ranked[0][:1], ranked[0], [number for each in ranked for number in each])
        agreed[:, row] = [question.agrees(ballot) for ballot in ballots]
    return {"agreed": agreed.tolist(), "cases": len(memory)}


def _admitted(
    questions: Sequence[ScaleQuestion], suits: npt.NDArray[np.uint8]
) -> npt.NDArray[np.bool_]:
    """Which canonical symbols are of a legal suit."""
    admitted = np.zeros((len(questions), SYMBOLS), np.bool_)
    for row, question in enumerate(questions):
        for suit in {card.suit for card in question.state.legal_actions}:
            first = 7 * int(suits[row, suit])
            admitted[row, first : first + 7] = True
    return admitted


def _point(
    size: int, votes: Sequence[dict[str, Any]], questions: Sequence[ScaleQuestion]
) -> dict[str, Any]:
    agreed = np.mean([np.array(vote["agreed"]) for vote in votes], axis=0)
    cases = votes[0]["cases"]
    groups = [question.group for question in questions]
    voters = {}
    for voter, values in zip(VOTERS, agreed.tolist(), strict=True):
        estimate = clustered(values, groups)
        voters[voter] = {"mean": estimate.mean, "within": estimate.within}
    return {"deals": size, "cases": cases, "real_agreement": voters}


def _random_legal(questions: Sequence[ScaleQuestion]) -> dict[str, float]:
    shares = []
    for question in questions:
        marks = Marks.of(question.state, question.expert)
        shares.append(float((marks.share * marks.agrees).sum()))
    estimate: MeanEstimate = clustered(shares, [question.group for question in questions])
    return {"mean": estimate.mean, "within": estimate.within}
