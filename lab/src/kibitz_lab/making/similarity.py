"""Makes a learned similarity from tables: splits them, trains in stages, fits the confidence.

Run:      kibitz lab train-similarity --records FILE... --into FOLDER --setting NAME
Writes:   the similarity of declarer's side or of the defenders, the deals it has seen (as a
          filter), and how each stage went
Splits:   by event, the frozen split of `harness.splits`: tables for testing are never looked at
here; confidence is fitted on tables for validation; the rest is for training
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity, codes
from kibitz.cardplay.similarity.network import FORM, Network
from kibitz.cardplay.similarity.positions import Rows, Views
from kibitz.cardplay.similarity.sights import DECLARER, DEFENCE, TokenSight
from kibitz.cardplay.voting import elected
from kibitz.errors import UsageError
from kibitz.runtime import storage
from kibitz.runtime.arrays import unpack
from kibitz.runtime.running import Stage, cores
from kibitz_lab.cardplay.precedent_votes import Precedents
from kibitz_lab.harness.splits import SplitPart
from kibitz_lab.harness.statistics import fit_trust
from kibitz_lab.harness.study import StageWatch
from kibitz_lab.making.lessons import CardLessons, torch_module, training_device
from kibitz_lab.making.snapshots import Snapshots
from kibitz_lab.making.tables import PackedTables
from kibitz_lab.making.training import CardLearner, CardSetting, train

_LARGE = CardSetting(width=512, layers=6, heads=8, epochs=6, batch=4096, rate=7e-4, dropout=0.15)
_SMALL = CardSetting(
    width=256, layers=4, heads=8, epochs=13, batch=4096, rate=1.5e-3, dropout=0.03, trusted=0.7
)
_MODEST = CardSetting(width=128, layers=3, heads=4, epochs=2.5, batch=512, rate=2e-3, dropout=0.0)

_TEACHER = CardSetting(
    width=512, layers=6, heads=8, epochs=7, batch=4096, rate=8e-4, dropout=0.12, holders=0.2
)
_SECOND = CardSetting(
    width=512, layers=8, heads=8, epochs=7, batch=4096, rate=7e-4, dropout=0.1, holders=0.2
)
_PUPIL = CardSetting(
    width=256, layers=4, heads=8, epochs=14, batch=4096, rate=1.5e-3, dropout=0.02,
    trusted=0.7, holders=0.1,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardCourse:
    """Whose decisions are learned, and in which stages; each has the one before as teacher."""

    sight: TokenSight
    stages: tuple[CardSetting, ...]


SETTINGS: dict[str, CardCourse] = {
    "shipped": CardCourse(DECLARER, (_LARGE, _SMALL)),
    "two-cores": CardCourse(DECLARER, (_MODEST,)),
    "defence": CardCourse(DEFENCE, (_TEACHER, _SECOND, _PUPIL)),
    "defence-two-cores": CardCourse(DEFENCE, (_MODEST,)),
}
"""The network of the last stage is kept."""

_CASES, _QUESTIONS = 50_000, 12_000  # used to fit the confidence
_SECONDS_A_WEIGHT = 6.5e-10  # about, per decision and core
_SECONDS_A_DECISION = 6e-6  # about, on a graphics processor, whatever the width


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Tables, the decisions for training and validation, and the snapshots."""

    packed: PackedTables
    course: CardCourse
    seed: int
    device: str
    views: Views
    taught: Rows
    checked: Rows
    snapshots: Snapshots

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        found, before = [], 0
        for number, setting in enumerate(self.course.stages):
            cost = _SECONDS_A_DECISION
            if self.device == "cpu":
                cost = _SECONDS_A_WEIGHT * (setting.weights + before / 3) / cores()
            steps = setting.steps(len(self.taught))
            done = self.snapshots.steps(number)
            found.append(Stage(steps, done, cost * setting.batch))
            before = setting.weights
        return found


def prepared(packed: PackedTables, course: CardCourse, *, limit: int, seed: int) -> Prepared:
    """Find the decisions for training and for validation; forced cards are left out."""
    views = Views.of_tables(packed.tables, course.sight.side)
    parts = packed.parts[views.table]
    taught, checked = (
        np.flatnonzero(parts == one) for one in (SplitPart.TEACHES, SplitPart.VALIDATES)
    )
    if limit:
        teaching = np.flatnonzero(packed.parts == SplitPart.TEACHES)
        chosen = np.random.default_rng(seed).permutation(teaching)[:limit]
        taught = taught[np.isin(views.table[taught], chosen)]
    if not len(taught) or not len(checked):
        raise UsageError("too few events to teach from some and validate on others")
    device, used = training_device(), [asdict(setting) for setting in course.stages]
    circumstances = (packed.records, course.sight.name, used, limit, seed, device)
    return Prepared(
        packed=packed, course=course, seed=seed, device=device, views=views,
        taught=taught, checked=checked,
        snapshots=Snapshots.of("train-similarity", *circumstances),
    )  # fmt: skip


def make(ready: Prepared, into: Path, *, watch: StageWatch) -> dict[str, Any]:
    """Train, fit and write; returns the story. Finished training is not repeated after a stop."""
    torch_module()
    sight, seed = ready.course.sight, ready.seed
    lessons, validation = (
        CardLessons.of(ready.views[rows], sight, ready.device)
        for rows in (ready.taught, ready.checked)
    )
    lessons, validation = lessons.with_a_choice(), validation.with_a_choice()
    learner: CardLearner | None = None
    stories = []
    for stage, setting in enumerate(ready.course.stages):
        learner, story = train(
            lessons, validation, setting, sight,
            seed=seed + stage % 2, teacher=learner, snapshots=ready.snapshots, stage=stage,
            watch=partial(watch, f"stage {stage + 1} of {len(ready.course.stages)}"),
        )  # fmt: skip
        stories.append(story)
    assert learner is not None
    story = {
        "program": "kibitz lab train-similarity",
        "records": ready.packed.records,
        "split": "harness.splits",
        "stages": stories,
    }
    write(into, ready, learner.network({}), story)
    return story


def write(into: Path, ready: Prepared, network: Network, story: dict[str, Any]) -> None:
    """Write the similarity (in eight bits, with its confidence), its seen deals and its story."""
    name = {DECLARER.name: "similarity", DEFENCE.name: "defence"}[ready.course.sight.name]
    story["file"] = f"{name}.kibitz"
    small = unpack(FORM, network.packed(), name="the network")
    network = Network.unpacked(small, name="the network")
    views, taught, checked = ready.views, ready.taught, ready.checked
    for trust, is_lead in (("trust", False), ("trust_in_leads", True)):
        lessons, asked = (some[(views.plies[some] == 0) == is_lead] for some in (taught, checked))
        if len(lessons) and len(asked):
            story[trust] = fitted(network, views, lessons, asked, ready.seed)
    content = Network(network.weights, network.layers, network.heads, story, network.sight).packed()
    storage.write_atomically(into / f"{name}.kibitz", content)
    storage.write_atomically(into / f"{name}-deals.kibitz", ready.packed.seen.packed())
    storage.write_atomically(into / f"{name}.json", json.dumps(story, indent=1).encode())
    ready.snapshots.clear()


def fitted(network: Network, views: Views, taught: Rows, checked: Rows, seed: int) -> list[float]:
    """Fit how often the elected card is right, as a logistic function of its chance.

    It is elected by precedents of the same kind from the training events, on other events.
    """
    similarity = Similarity(network, "")
    rng = np.random.default_rng(seed)
    cases, asked = (
        views[np.sort(rng.permutation(rows)[:count])]
        for rows, count in ((taught, _CASES), (checked, _QUESTIONS))
    )
    chances = similarity.chances(asked)
    held = Precedents.described(cases, similarity.describe(cases))
    near, answered = held.electorate(codes(chances), asked)
    choices = Choices.of(asked)
    first = elected(choices, near, cases.chosen).order[:, 0]
    right = choices.are_alike(asked.chosen, first.astype(np.uint8))
    own = np.maximum(chances.reshape(-1, 4, 13), 1e-6 * choices.legal).astype(np.float32)
    given = choices.pooled(own).reshape(-1, 52)[np.arange(len(asked)), first]
    return fit_trust(given[answered], right[answered])
