"""A network of calls from tables to a file: split, taught, its confidence fitted.

Run:      kibitz lab train-calls --records FILE... --into FOLDER --setting NAME
Writes:   calls.kibitz, the network in eight bits with what all pairs do and how far its chances
          can be trusted, and calls.json, how it went
Splits:   by event, the frozen split of `harness.splits`; one event alone by deal. Tables for
          testing, which nothing here looks at; tables for validation, on which confidence is
          fitted; the rest teaches
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.bidding.calls.auctions import Floats, Rows
from kibitz.bidding.calls.likeness.decisions import Kind
from kibitz.bidding.calls.network import SHIPPED, CallNetwork
from kibitz.errors import UsageError
from kibitz.lab.calls.sample import Draw, Foreseen, Sample, draw, foresee
from kibitz.lab.cardplay.cases import Watch
from kibitz.lab.harness.splits import Part
from kibitz.lab.harness.statistics import fit_trust
from kibitz.lab.making.calls.lessons import Known, PackedAuctions
from kibitz.lab.making.calls.training import CallLearner, Setting, judged, steps_of, train_calls
from kibitz.lab.making.lessons import torch_module, training_device
from kibitz.runtime import storage
from kibitz.runtime.running import Engine, Stage, cores

SETTINGS: dict[str, Setting] = {
    "shipped": Setting(width=256, layers=5, heads=8, epochs=15),
    "two-cores": Setting(width=128, layers=3, heads=8, epochs=1, tables=128, rate=2e-3),
    "wbridge5": Setting(width=128, layers=4, heads=8, epochs=30, tables=64, rate=2e-3),
}

PROGRAM = "kibitz lab train-calls"
LESSONS, QUESTIONS = 20_000, 40_000
"""Tables of precedents, and decisions, that confidence is fitted on."""
_FEW = 200  # decisions of a kind on which three numbers can be fitted
_PLAIN = [0.0, 1.0, 0.0]
_SECONDS_A_WEIGHT = 1e-8  # for each table and core, about
_SECONDS_A_TABLE = 5e-5  # on a graphics processor, whatever the width, about


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Tables, and those of them that teach and validate."""

    packed: PackedAuctions
    setting: Setting
    taught: Rows
    checked: Rows
    seed: int
    device: str

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        setting = self.setting
        cost = _SECONDS_A_TABLE
        if self.device == "cpu":
            cost = _SECONDS_A_WEIGHT * setting.weights / cores()
        steps = steps_of(self.packed.auctions[self.taught], setting, self.seed)
        return [Stage(steps, 0, cost * setting.tables)]


def prepared(packed: PackedAuctions, setting: Setting, *, limit: int, seed: int) -> Prepared:
    """Find the tables that teach and those that validate."""
    taught, checked = (
        np.flatnonzero(packed.parts == part) for part in (Part.TEACHES, Part.VALIDATES)
    )
    if limit:
        taught = np.sort(np.random.default_rng(seed).permutation(taught)[:limit])
    if not len(taught) or not len(checked):
        raise UsageError("too few events to teach from some and validate on others")
    return Prepared(packed, setting, taught, checked, seed, training_device())


def make(ready: Prepared, into: Path, *, watch: Watch) -> dict[str, Any]:
    """Teach, judge, fit, write; returns the story."""
    torch_module()
    packed, known = ready.packed, Known.of(ready.packed, ready.taught)
    learner, went = train_calls(
        packed, known, ready.taught, ready.setting,
        seed=ready.seed, device=ready.device, watch=partial(watch, "teaching"),
    )  # fmt: skip
    story = {
        "program": PROGRAM,
        "records": list(packed.records),
        "split": "harness.splits",
        **went,
        "validation": {
            name: judged(
                learner, packed, known, ready.checked, device=ready.device, strangers=strangers
            )
            for name, strangers in (("known", False), ("unknown", True))
        },
    }
    network = read_again(CallNetwork(_arrays(learner), *_form(ready.setting), known.usual, story))
    if find_spec("numba") is not None:
        story["trust"] = fitted(network, packed, seed=ready.seed, watch=watch)
    write(into, network, story)
    return story


def write(into: Path, network: CallNetwork, story: dict[str, Any]) -> None:
    """The network with its story, and the story by itself."""
    storage.write_atomically(into / SHIPPED, replace(network, about=story).packed())
    text = json.dumps(story, indent=1)
    storage.write_atomically((into / SHIPPED).with_suffix(".json"), text.encode())


def read_again(network: CallNetwork) -> CallNetwork:
    """A network as its file has it: in eight bits."""
    return CallNetwork.read(network.packed(), name="the network")


def _form(setting: Setting) -> tuple[int, int]:
    return setting.layers, setting.heads


def _arrays(learner: CallLearner) -> dict[str, Floats]:
    return {name: weight.detach().float().cpu().numpy() for name, weight in learner.weights.items()}


def fitted(
    network: CallNetwork, packed: PackedAuctions, *, seed: int, watch: Watch
) -> dict[str, list[list[float]]]:
    """How often the elected call is right, by kind, where the caller's pair is known and where not.

    Precedents of the events that taught elect it on those that validate.
    """
    network = replace(network, about={"trust": {"known": 5 * [_PLAIN], "unknown": 5 * [_PLAIN]}})
    wanted = Draw(limit_train=LESSONS, limit_test=QUESTIONS, part=Part.VALIDATES, seed=seed)
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
    network: CallNetwork, sample: Sample, asked: Foreseen, lessons: Foreseen, watch: Watch
) -> list[list[float]]:
    from kibitz.lab.calls.answers import precedents

    if not len(asked):
        return [_PLAIN for _ in Kind]
    strangers = np.zeros(len(asked), np.bool_)
    given = precedents(network, asked, sample.tested, strangers, lessons, watch)
    chances = asked.chances[np.arange(len(asked)), given.calls]
    right = given.calls == asked.chosen
    whole = fit_trust(chances, right)
    return [
        fit_trust(chances[here], right[here]) if here.sum() >= _FEW else whole
        for here in (asked.kinds == kind for kind in Kind)
    ]
