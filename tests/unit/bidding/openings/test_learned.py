"""Similarities that are learned: the forest as arrays, weights, calibration, files."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.bidding.openings import learning
from kibitz.bidding.openings.adviser import OpeningAdviser
from kibitz.bidding.openings.cases import OpeningCase, OpeningSystem
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.memory import TASKS, OpeningMemory, learn_memory
from kibitz.bidding.openings.similarity.calibration import Calibration, cross_vote
from kibitz.bidding.openings.similarity.columns import columns_of
from kibitz.bidding.openings.similarity.features import FEATURES, describe
from kibitz.bidding.openings.similarity.forest import MissingExtraError, Proximity, grow
from kibitz.bidding.openings.similarity.voters import FOREST, POWERS, VOTERS, by_deal, teach
from kibitz.bidding.openings.store import load_memory, memory_path, save_memory, stored_memories
from kibitz.errors import StorageError
from kibitz.runtime.parts import Parts
from opened import house_cases

CASES = house_cases(400, random.Random(3))
COLUMNS, CALLS = columns_of(CASES)
ROWS = describe(COLUMNS)[1]


@pytest.fixture(scope="module")
def memory() -> OpeningMemory:
    return learn_memory(HOUSE, CASES)


def test_the_trees_as_arrays_find_scikit_learns_leaves() -> None:
    from sklearn.ensemble import ExtraTreesClassifier

    forest = grow(ROWS, CALLS, seed=5, trees=6)
    theirs = ExtraTreesClassifier(6, max_features=1.0, random_state=5).fit(ROWS, CALLS).apply(ROWS)
    assert (forest.leaves(ROWS) - forest.roots == theirs).all()


def test_proximity_is_the_share_of_trees_that_agree() -> None:
    forest = grow(ROWS, CALLS, seed=5, trees=8)
    found = Proximity.over(COLUMNS, forest).nearest(COLUMNS[:10], 7)
    leaves = forest.leaves(ROWS)
    for row in range(10):
        shares = (leaves == leaves[row]).mean(axis=1)
        best = np.argsort(-shares, kind="stable")[:7]
        assert found.cases[row].tolist() == best.tolist()
        assert found.similarities[row].tolist() == pytest.approx(shares[best].tolist())


@pytest.mark.process
def test_the_same_seed_grows_the_same_forest_on_any_number_of_cores() -> None:
    one, two = (grow(ROWS, CALLS, seed=9, trees=4, jobs=jobs) for jobs in (1, 2))
    assert (one.thresholds == two.thresholds).all()
    assert (one.features == two.features).all()


@pytest.mark.parametrize("method", VOTERS)
def test_every_way_to_ask_learns_something(method: str) -> None:
    fold = by_deal(np.array([case.deal for case in CASES]), 2, seed=1)
    train, test = np.flatnonzero(fold == 0), np.flatnonzero(fold == 1)
    votes = teach(method, COLUMNS[train], CALLS[train], seed=1).votes(COLUMNS[test])
    right = votes.calls == CALLS[test]
    assert right.mean() > (CALLS[test] == 0).mean()
    assert ((votes.shares > 0) & (votes.shares <= 1)).all()


def test_features_are_named_once_and_finite() -> None:
    assert len(set(FEATURES)) == len(FEATURES) == ROWS.shape[1]
    assert np.isfinite(ROWS).all()


def test_features_see_only_what_the_opener_sees() -> None:
    """The call made is no part of them: shuffled calls change nothing."""
    shuffled = [OpeningCase(c.situation, CASES[0].call, c.source, c.system) for c in CASES]
    assert (describe(columns_of(shuffled)[0])[1] == ROWS).all()


def test_confidence_never_falls_as_the_share_grows() -> None:
    rng = np.random.default_rng(1)
    shares = rng.random(4000)
    scale = Calibration.measured(shares, rng.random(4000) < shares)
    told = [scale.chance(share) for share in np.linspace(0, 1, 50)]
    assert told == sorted(told)
    assert scale.chance(0.7) == pytest.approx(0.7, abs=0.06)


def test_the_power_is_the_one_that_is_right_most_often_on_other_deals() -> None:
    deals, rng = np.arange(len(CASES)), np.random.default_rng(1)
    at_odds = np.where(rng.random(len(CALLS)) < 0.4, rng.permutation(CALLS), CALLS)
    fold = by_deal(deals, 2, seed=1)
    for calls in (CALLS, at_odds):
        right = {power: np.zeros(len(calls), np.bool_) for power in POWERS}
        for half in (0, 1):
            test, train = np.flatnonzero(fold == half), np.flatnonzero(fold != half)
            voter = teach(FOREST, COLUMNS[train], calls[train], seed=1)
            for power in POWERS:
                votes = replace(voter, power=power).votes(COLUMNS[test])
                right[power][test] = votes.calls == calls[test]
        crossed = cross_vote(COLUMNS, calls, deals, seed=1)
        assert crossed.right.sum() == max(found.sum() for found in right.values())
        assert (crossed.right == right[crossed.power]).all()


def test_who_contradict_each_other_are_weighed_evenly(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    places = np.where(rng.random(len(CASES)) < 0.4, rng.permutation(len(CASES)), range(len(CASES)))
    odd = [replace(case, call=CASES[i].call) for case, i in zip(CASES, places, strict=True)]
    memory = learn_memory(HOUSE, odd)
    assert memory.voter.power == POWERS[-1]
    assert load_memory(save_memory(tmp_path, memory)).voter.power == POWERS[-1]


@pytest.mark.usefixtures("few_house_hands")
def test_systems_learned_before_a_stop_are_not_learned_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [OpeningSystem(name) for name in ("one", "two")]
    taught = {name: [replace(case, system=name) for case in CASES[:120]] for name in names}
    parts, begun = Parts(tmp_path / "parts"), list[str]()

    def stops(system: OpeningSystem, cases: list[OpeningCase], **told: Any) -> OpeningMemory:
        if len(begun) == 1:
            raise KeyboardInterrupt
        return counted(system, cases, **told)

    def counted(system: OpeningSystem, cases: list[OpeningCase], **told: Any) -> OpeningMemory:
        begun.append(str(system))
        return learn_memory(system, cases, **told)

    monkeypatch.setattr(learning, "learn_memory", stops)
    with pytest.raises(KeyboardInterrupt):
        learning.learn(tmp_path, taught, parts=parts)
    assert [stage.left for stage in learning.stages(tmp_path, taught, parts)] == [0, TASKS]
    monkeypatch.setattr(learning, "learn_memory", counted)
    steps: list[tuple[int, int]] = []
    done = learning.learn(tmp_path, taught, parts=parts, watch=lambda *step: steps.append(step))
    assert begun == ["one", "two"]
    assert steps[-1] == (2 * TASKS * 120, 2 * TASKS * 120)
    assert (
        [one.system for one in stored_memories(tmp_path)] == [one.system for one in done] == names
    )
    other = {names[0]: taught[names[0]][:110]}
    learning.learn(tmp_path, other)
    learning.learn(tmp_path, taught, parts=parts)
    assert begun == ["one", "two", "one", "one"]  # another memory had taken its place


def test_a_memory_survives_the_disk(memory: OpeningMemory, tmp_path: Path) -> None:
    path = save_memory(tmp_path, memory)
    again = load_memory(path)
    assert again.cases == memory.cases
    for case in CASES[:5]:
        first, second = (OpeningAdviser(one).ask(case.situation) for one in (memory, again))
        assert first.opening == second.opening
    [listed] = stored_memories(tmp_path)
    assert (listed.system, listed.cases) == (HOUSE, len(CASES))


@pytest.mark.parametrize("place", [10, 200, -1])
def test_a_damaged_memory_is_refused_by_name(
    memory: OpeningMemory, tmp_path: Path, place: int
) -> None:
    path = save_memory(tmp_path, memory)
    content = bytearray(path.read_bytes())
    content[place] ^= 0xFF
    path.write_bytes(bytes(content))
    with pytest.raises(StorageError, match=path.name):
        load_memory(path)


def test_without_scikit_learn_learning_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(MissingExtraError, match=r"kibitz\[learn\]"):
        grow(ROWS, CALLS, seed=1, trees=2)


def test_systems_with_like_names_have_files_of_their_own(tmp_path: Path) -> None:
    names = {memory_path(tmp_path, OpeningSystem(name)) for name in ("2/1", "2 1", "2-1")}
    assert len(names | {memory_path(tmp_path, OpeningSystem("2/1", inferred=True))}) == 4
