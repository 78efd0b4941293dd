"""The learned similarity from records to a file: split, taught in stages, its confidence fitted.

Run:      kibitz lab train-similarity --records FILE... --into FOLDER --setting shipped|two-cores
Writes:   similarity.kibitz, the deals it has seen (as a filter), and how each stage went
Splits:   by event: 5 % of the tables for testing, which nothing here looks at; 3 % for validation,
          on which confidence is fitted; the rest teaches
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.cardplay.similarity.learned import SHIPPED, Similarity, codes, evidence
from kibitz.cardplay.similarity.network import FORM, Network
from kibitz.cardplay.similarity.positions import Rows, Views
from kibitz.cardplay.similarity.tokens import classes, pooled, tokens
from kibitz.cardplay.similarity.voting import elected
from kibitz.errors import UsageError
from kibitz.lab.cardplay.cases import Watch, read_tables
from kibitz.lab.cardplay.precedent_votes import Precedents
from kibitz.lab.harness import seen_deals
from kibitz.lab.harness.results import cited, contents_of
from kibitz.lab.harness.seen_deals import SeenDeals
from kibitz.lab.harness.splits import event_of, groups
from kibitz.lab.making.snapshots import Snapshots
from kibitz.lab.making.training import (
    Learner,
    Lessons,
    Setting,
    torch_module,
    train,
    training_device,
)
from kibitz.records.record import Record
from kibitz.runtime import storage
from kibitz.runtime.arrays import unpack
from kibitz.runtime.running import Stage, cores

_LARGE = Setting(width=512, layers=6, heads=8, epochs=5, batch=4096, rate=6e-4, dropout=0.2)
_SMALL = Setting(width=256, layers=6, heads=8, epochs=6, batch=4096, rate=1.2e-3, dropout=0.1)
_AGAIN = Setting(width=512, layers=6, heads=8, epochs=8, batch=4096, rate=6e-4, dropout=0.15)
_FINAL = Setting(width=256, layers=6, heads=8, epochs=10, batch=4096, rate=1.2e-3, dropout=0.1)
_MODEST = Setting(width=128, layers=3, heads=4, epochs=2.5, batch=512, rate=2e-3, dropout=0.0)

SETTINGS: dict[str, tuple[Setting, ...]] = {
    "shipped": (_LARGE, _SMALL, _AGAIN, _FINAL),
    "two-cores": (_MODEST,),
}
"""Stages; each is taught by the one before it, and the last one is kept."""

_SPLIT_SEED = 7
_TESTING, _VALIDATION = 0.05, 0.03
_CASES, _QUESTIONS = 50_000, 12_000  # what confidence is fitted on
_SECONDS_A_WEIGHT = 6.5e-10  # for each decision and core, about
_SECONDS_A_DECISION = 6e-6  # on a graphics processor, whatever the width, about


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Tables and the part of each, the decisions that teach and validate, and what was kept."""

    paths: Sequence[Path]
    settings: Sequence[Setting]
    seed: int
    device: str
    tables: Sequence[Record]
    part: np.ndarray[Any, np.dtype[np.uint8]]
    views: Views
    taught: Rows
    checked: Rows
    snapshots: Snapshots

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        found, before = [], 0
        for number, setting in enumerate(self.settings):
            cost = _SECONDS_A_DECISION
            if self.device == "cpu":
                cost = _SECONDS_A_WEIGHT * (setting.weights + before / 3) / cores()
            steps = setting.steps(len(self.taught))
            done = self.snapshots.steps(number)
            found.append(Stage(steps, done, cost * setting.batch))
            before = setting.weights
        return found


def prepared(
    paths: Sequence[Path],
    settings: Sequence[Setting],
    *,
    limit: int,
    seed: int,
    watch: Watch,
) -> Prepared:
    """Read the files and split what they hold."""
    tables = read_tables(paths, seen=partial(watch, "reading records", None))
    part = parts([event_of(table) for table in tables], [table.deal for table in tables])
    views, _ = Views.of_records(tables)
    roles = part[views.table]
    taught, checked = np.flatnonzero(roles == 0), np.flatnonzero(roles == 1)
    if limit:
        chosen = np.random.default_rng(seed).permutation(np.flatnonzero(part == 0))[:limit]
        taught = taught[np.isin(views.table[taught], chosen)]
    if not len(taught) or not len(checked):
        raise UsageError("too few events to teach from some and validate on others")
    device, used = training_device(), [asdict(setting) for setting in settings]
    return Prepared(
        paths=paths, settings=settings, seed=seed, device=device, tables=tables, part=part,
        views=views, taught=taught, checked=checked,
        snapshots=Snapshots.of("train-similarity", contents_of(paths), used, limit, seed, device),
    )  # fmt: skip


def make(ready: Prepared, into: Path, *, watch: Watch) -> dict[str, Any]:
    """Teach, fit, write; returns the story. What was taught before a stop is not taught again."""
    torch_module()
    views, taught, checked, seed = ready.views, ready.taught, ready.checked, ready.seed
    lessons, validation = (Lessons.of(views[rows], ready.device) for rows in (taught, checked))
    learner: Learner | None = None
    stories = []
    for stage, setting in enumerate(ready.settings):
        learner, story = train(
            lessons, validation, setting,
            seed=seed + stage % 2, teacher=learner, snapshots=ready.snapshots, stage=stage,
            watch=partial(watch, f"stage {stage + 1} of {len(ready.settings)}"),
        )  # fmt: skip
        stories.append(story)
    assert learner is not None
    small = unpack(FORM, learner.network({}).packed(), name="the network")
    network = Network.unpacked(small, name="the network")
    story = {
        "program": "kibitz lab train-similarity",
        "records": [cited(path) for path in ready.paths],
        "split_seed": _SPLIT_SEED,
        "stages": stories,
        "trust": fitted(network, views, taught, checked, seed),
    }
    content = Network(network.weights, network.layers, network.heads, story).packed()
    storage.write_atomically(into / SHIPPED, content)
    seen = SeenDeals.of(
        seen_deals.digest(t.deal)
        for t, role in zip(ready.tables, ready.part, strict=True)
        if role < 2
    )
    storage.write_atomically(into / seen_deals.SHIPPED, seen.packed())
    storage.write_atomically(into / "similarity.json", json.dumps(story, indent=1).encode())
    ready.snapshots.clear()
    return story


def parts(events: Sequence[Any], deals: Sequence[Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Of each table: 0 teaches, 1 validates, 2 is kept for testing; never two roles an event."""
    grouped = groups(events, deals)
    order = np.random.default_rng(_SPLIT_SEED).permutation(len(grouped))
    sizes = np.array([len(group) for group in grouped])
    share = np.cumsum(sizes[order]) / len(events)
    role = np.zeros(len(events), np.uint8)
    for place, group in enumerate(order):
        before = share[place]
        role[grouped[group]] = 2 if before < _TESTING else before < _TESTING + _VALIDATION
    return role


def fitted(network: Network, views: Views, taught: Rows, checked: Rows, seed: int) -> list[float]:
    """How often the elected card is right, as a logistic function of the chance it is given.

    Precedents of the events that taught, of the kind of each decision, elect it on others.
    """
    from scipy.optimize import minimize

    similarity = Similarity(network, "")
    rng = np.random.default_rng(seed)
    cases, asked = (
        views[np.sort(rng.permutation(rows)[:count])]
        for rows, count in ((taught, _CASES), (checked, _QUESTIONS))
    )
    chances = similarity.chances(asked)
    held = Precedents.described(cases, similarity.describe(cases))
    near, answered = held.electorate(codes(chances), asked)
    legal, equal = tokens(asked).legal, classes(asked)
    first = elected(legal, equal, near, cases.chosen).order[:, 0]
    rows, expert = np.arange(len(asked)), asked.chosen.astype(np.int64)
    numbers = equal[rows, expert // 13]
    same = numbers[rows, expert % 13] == numbers[rows, first % 13]
    same |= (expert % 13 <= 6) & (first % 13 <= 6)
    right = (first // 13 == expert // 13) & same
    own = pooled(np.maximum(chances.reshape(-1, 4, 13), 1e-6 * legal).astype(np.float32), equal)
    given = own.reshape(-1, 52)[rows, first]
    inputs, right = np.array([evidence(float(one)) for one in given])[answered], right[answered]

    def loss(weights: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        odds = inputs @ weights
        surprise = float((np.logaddexp(0, odds) - right * odds).sum())
        return surprise, inputs.T @ (1 / (1 + np.exp(-odds)) - right)

    found = minimize(loss, np.zeros(inputs.shape[1]), jac=True)
    return [round(float(weight), 4) for weight in found.x]
