"""Makes a network of calls from tables: splits them, trains in stages, fits the confidence.

Run:      kibitz lab train-calls --records FILE... --into FOLDER --setting NAME
Writes:   calls.kibitz, the network in eight bits with the habits of all pairs and the reliability
          of its chances, and calls.json, the story of its training
Splits:   by event, the frozen split of `harness.splits`; a single event by deal. Tables for testing
          are never looked at here; confidence is fitted on tables for validation; the rest is for
          training
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import Floats, Rows
from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.bidding.calls.network import SHIPPED, CallNetwork
from kibitz.errors import UsageError
from kibitz.runtime import storage
from kibitz.runtime.running import Engine, Stage, cores
from kibitz_lab.calls.sample import CallDraw, CallSample, ForeseenCalls, draw, foresee
from kibitz_lab.harness.splits import SplitPart
from kibitz_lab.harness.statistics import fit_trust
from kibitz_lab.harness.study import StageWatch
from kibitz_lab.making.calls.lessons import Known, PackedAuctions
from kibitz_lab.making.calls.training import (
    Before,
    CallLearner,
    CallSetting,
    judged,
    steps_of,
    train_calls,
)
from kibitz_lab.making.lessons import torch_module, training_device
from kibitz_lab.making.snapshots import Snapshots

_TEACHER = CallSetting(width=512, layers=6, heads=8, epochs=11, rate=8e-4, dropout=0.2)
_PUPIL = CallSetting(width=256, layers=5, heads=8, epochs=18, rate=1.5e-3, dropout=0.03)


@dataclass(frozen=True, slots=True)
class CallCourse:
    """The stages of a training, each with the one before as teacher; the last is kept."""

    stages: tuple[CallSetting, ...]
    goes_on: bool = False
    """Whether the first stage continues from the shipped network."""


SETTINGS: dict[str, CallCourse] = {
    "shipped": CallCourse((_TEACHER, _PUPIL)),
    "two-cores": CallCourse(
        (CallSetting(width=128, layers=3, heads=8, epochs=1, tables=128, rate=2e-3),)
    ),
    "alone": CallCourse(
        (CallSetting(width=128, layers=4, heads=8, epochs=30, tables=64, rate=2e-3),)
    ),
    "one-system": CallCourse(
        (
            CallSetting(
                width=256, layers=5, heads=8, epochs=14, tables=64, rate=2e-4, strangers=1.0
            ),
        ),
        goes_on=True,
    ),
}
"""*alone* and *one-system* are for the few thousand deals of one program."""

PROGRAM = "kibitz lab train-calls"
LESSONS, QUESTIONS = 20_000, 40_000
"""The tables of precedents, and the decisions, used to fit the confidence."""
_FEW = 200  # the fewest decisions of a kind to fit three numbers on
_PLAIN = [0.0, 1.0, 0.0]
_SECONDS_A_WEIGHT = 1e-8  # about, per table and core
_SECONDS_A_TABLE = 5e-5  # about, on a graphics processor, whatever the width


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Tables, and those for training and for validation."""

    packed: PackedAuctions
    course: CallCourse
    taught: Rows
    checked: Rows
    seed: int
    device: str
    snapshots: Snapshots

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        found = []
        for number, setting in enumerate(self.course.stages):
            cost = _SECONDS_A_TABLE
            if self.device == "cpu":
                cost = _SECONDS_A_WEIGHT * setting.weights / cores()
            steps = steps_of(self.packed.auctions[self.taught], setting, self.seed + number)
            found.append(Stage(steps, self.snapshots.steps(number), cost * setting.tables))
        return found


def prepared(packed: PackedAuctions, course: CallCourse, *, limit: int, seed: int) -> Prepared:
    """Find the tables for training and for validation."""
    taught, checked = (
        np.flatnonzero(packed.parts == part) for part in (SplitPart.TEACHES, SplitPart.VALIDATES)
    )
    if limit:
        taught = np.sort(np.random.default_rng(seed).permutation(taught)[:limit])
    if not len(taught) or not len(checked):
        raise UsageError("too few events to teach from some and validate on others")
    device, used = training_device(), [asdict(setting) for setting in course.stages]
    snapshots = Snapshots.of(
        "train-calls", packed.records, used, course.goes_on, limit, seed, device
    )
    return Prepared(packed, course, taught, checked, seed, device, snapshots)


def make(ready: Prepared, into: Path, *, watch: StageWatch) -> dict[str, Any]:
    """Train, judge, fit and write; returns the story. After a stop, finished training is kept."""
    torch_module()
    packed, known = ready.packed, Known.of(ready.packed, ready.taught)
    learner, stories = _taught(ready, known, watch)
    story = {
        "program": PROGRAM,
        "records": list(packed.records),
        "split": "harness.splits",
        **({"goes_on": "the network that ships"} if ready.course.goes_on else {}),
        "stages": stories,
        "validation": {
            name: judged(
                learner, packed, known, ready.checked, device=ready.device, strangers=strangers
            )
            for name, strangers in (("known", False), ("unknown", True))
        },
    }
    form = learner.setting.layers, learner.setting.heads
    network = read_again(CallNetwork(_arrays(learner), *form, known.usual, story))
    if find_spec("numba") is not None:
        story["trust"] = fitted(network, packed, seed=ready.seed, watch=watch)
    write(into, network, story)
    ready.snapshots.clear()
    return story


def _taught(
    ready: Prepared, known: Known, watch: StageWatch
) -> tuple[CallLearner, list[dict[str, Any]]]:
    """The learner of the last stage, and how each stage went."""
    learner: CallLearner | None = None
    stories = []
    for stage, setting in enumerate(ready.course.stages):
        first = None
        if ready.course.goes_on and stage == 0:
            first = CallLearner.of(CallNetwork.shipped(), setting, ready.device)
        learner, story = train_calls(
            ready.packed, known, ready.taught, setting, seed=ready.seed + stage,
            device=ready.device, watch=partial(watch, f"stage {stage + 1}"),
            before=Before(teacher=learner, first=first, snapshots=ready.snapshots, stage=stage),
        )  # fmt: skip
        stories.append(story)
    assert learner is not None
    return learner, stories


def write(into: Path, network: CallNetwork, story: dict[str, Any]) -> None:
    """Write the network with its story, and the story by itself."""
    storage.write_atomically(into / SHIPPED, replace(network, about=story).packed())
    text = json.dumps(story, indent=1)
    storage.write_atomically((into / SHIPPED).with_suffix(".json"), text.encode())


def read_again(network: CallNetwork) -> CallNetwork:
    """The network as read back from its file, in eight bits."""
    return CallNetwork.read(network.packed(), name="the network")


def _arrays(learner: CallLearner) -> dict[str, Floats]:
    return {name: weight.detach().float().cpu().numpy() for name, weight in learner.weights.items()}


def fitted(
    network: CallNetwork, packed: PackedAuctions, *, seed: int, watch: StageWatch
) -> dict[str, list[list[float]]]:
    """Fit how often the elected call is right, by kind, with the caller's pair known and unknown.

    It is elected by precedents of the training events, on the validation events.
    """
    network = replace(network, about={"trust": {"known": 5 * [_PLAIN], "unknown": 5 * [_PLAIN]}})
    wanted = CallDraw(
        train=(), test=(), limit_train=LESSONS, limit_test=QUESTIONS, validation=True, seed=seed
    )
    sample = draw(packed, packed, wanted)
    look = partial(foresee, network, engine=Engine(), watch=watch)
    lessons = look(sample.lessons, partial(sample.of_taught, network.usual))
    found = {}
    for name, knows in (("known", partial(sample.of_tested, network.usual)), ("unknown", None)):
        asked = look(sample.tested, knows)
        if knows is not None:
            asked = asked[np.flatnonzero(sample.are_known(asked.table, asked.place))]
        found[name] = _fit_each(network, sample, asked, lessons, watch)
    return found


def _fit_each(
    network: CallNetwork,
    sample: CallSample,
    asked: ForeseenCalls,
    lessons: ForeseenCalls,
    watch: StageWatch,
) -> list[list[float]]:
    from kibitz_lab.calls.answers import precedents

    if not len(asked):
        return [_PLAIN for _ in CallKind]
    strangers = np.zeros(len(asked), np.bool_)
    given = precedents(network, asked, sample.tested, strangers, lessons, watch)
    chances = asked.chances[np.arange(len(asked)), given.calls]
    right = given.calls == asked.chosen
    whole = fit_trust(chances, right)
    return [
        fit_trust(chances[here], right[here]) if here.sum() >= _FEW else whole
        for here in (asked.kinds == kind for kind in CallKind)
    ]
