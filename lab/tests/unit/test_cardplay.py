"""The experiment of card play on generated records; training where torch is there."""

import copy
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from coached import untrained
from kibitz.cardplay.similarity.learned import Similarity, _again
from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.positions import Views
from kibitz.cli import app
from kibitz.errors import StorageError, UsageError
from kibitz.games.bridge.play import Play
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Citation, Record
from kibitz.runtime.running import Engine
from kibitz_lab.cardplay.baselines import RoleHabit, by_rules, role
from kibitz_lab.cardplay.cases import decisions_of, described, split
from kibitz_lab.cardplay.experiment import METHODS
from kibitz_lab.cardplay.precedent_votes import Precedents
from kibitz_lab.catalogue.results_page import page
from kibitz_lab.harness.seen_deals import SeenDeals, digest
from kibitz_lab.harness.splits import SplitPart
from kibitz_lab.making.similarity import SETTINGS, Prepared, make, prepared
from kibitz_lab.making.tables import PackedTables
from kit import ROOT, random_play, random_record

NONE = SeenDeals.of([])


def tables(seed: int, count: int) -> list[Record]:
    rng = random.Random(seed)
    found: list[Record] = []
    while len(found) < count:
        record = random_record(rng, Citation(event=f"event {seed} {len(found) % 10}"))
        if record.contract is not None and len(record.play) >= 8:
            found.append(record)
    return found


def test_events_never_stand_on_both_sides() -> None:
    everything = tables(1, 60)
    chosen = split(everything, everything, NONE, limit_train=0, limit_test=60, seed=1)
    events = {record.citation.event for record in chosen.tested}
    assert events
    assert events.isdisjoint(record.citation.event for record in chosen.learned)
    assert chosen.refused == 0


def test_deals_that_made_the_similarity_are_refused() -> None:
    known, fresh = tables(1, 20), tables(2, 20)
    seen = SeenDeals.of(digest(record.deal) for record in known)
    chosen = split(tables(3, 5), known + fresh, seen, limit_train=0, limit_test=0, seed=1)
    assert chosen.refused == 20
    assert {record.deal for record in chosen.tested} == {record.deal for record in fresh}
    with pytest.raises(UsageError, match="all 20 tables"):
        split(fresh, known, seen, limit_train=0, limit_test=0, seed=1)


def test_the_shipped_filter_knows_few_strangers() -> None:
    from kibitz_lab.cardplay.run import open_similarity

    _, seen = open_similarity(None)
    rng = random.Random(9)
    assert sum(seen.has(rng.getrandbits(64)) for _ in range(20_000)) <= 4


def test_described_positions_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    similarity, records = untrained(1), tables(4, 12)
    views = decisions_of(records, similarity)
    first = described(views, similarity)
    asked = []
    monkeypatch.setattr(Similarity, "describe", lambda self, views: asked.append(views))
    again = described(views, similarity)
    assert not asked
    assert np.array_equal(first, again)
    assert len(first) == len(views)


def test_precedents_on_a_device_are_found_as_without_one() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    precedents = Precedents.of(tables(4, 12), untrained(1))
    asked, trumps = precedents.codes[::7], precedents.trumps[::7]
    rows = np.flatnonzero(precedents.kinds)
    plain, on_device = (precedents.nearest(asked, trumps, rows, on) for on in (None, "cpu"))
    for one, other in zip(plain, on_device, strict=True):
        assert one.matches.cases.tolist() == other.matches.cases.tolist()
        assert one.matches.suits.tolist() == other.matches.suits.tolist()


def test_a_device_that_is_not_there_is_refused() -> None:
    precedents = Precedents.of(tables(4, 2), untrained(1))
    with pytest.raises(UsageError, match="torch"):
        precedents.nearest(precedents.codes, precedents.trumps, np.arange(3), "nowhere")


def test_to_a_worker_a_similarity_goes_as_its_place(tmp_path: Path) -> None:
    drawn = untrained(1).network
    told = {"trust": [0.0, 1.0, 0.0]}
    content = Network(drawn.weights, drawn.layers, drawn.heads, told).packed()
    path = tmp_path / "own.kibitz"
    path.write_bytes(content)
    for similarity in (Similarity.shipped(), Similarity.at(path)):
        assert similarity.__reduce__()[1] == (similarity.place, similarity.name)
        received = copy.copy(similarity)  # as a worker would: by what __reduce__ tells
        assert received.name == similarity.name
        assert received is copy.copy(similarity)  # read once
    whole = copy.copy(untrained(1))  # one that is kept nowhere
    assert whole.name == untrained(1).name
    with pytest.raises(StorageError, match="own.kibitz is another similarity here"):
        _again(str(path), "otherwise")
    with pytest.raises(StorageError, match="cannot be read"):
        Similarity.at(tmp_path / "nowhere")


def test_a_habit_plays_what_was_played() -> None:
    rng = random.Random(2)
    record = tables(5, 1)[0]
    state = Play.start(record.deal, record.opening_state().contract)
    state = random_play(rng, record.deal, state.contract, 1)
    wanted = state.legal_actions[-1]
    habit = RoleHabit.of([(state, wanted)] * 5)
    assert role(state, habit.ranked(state)[0][1]) == role(state, wanted)
    assert by_rules(state) in state.legal_actions


def test_the_command_compares_every_method(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    files = []
    for seed in (1, 2):
        path = tmp_path / f"{seed}.jsonl"
        path.write_text("".join(write_lines(tables(seed, 30))))
        files.append(str(path))
    told = ["lab", "cardplay", "--train", files[0], "--test", files[1], "--sample", "5", "--json"]
    told += ["--limit-test", "100", "--jobs", "1"]
    announced = json.loads(CliRunner().invoke(app, [*told, "--dry-run"]).stdout)
    assert (announced["tasks"], announced["finished_before"]) == (1 + 1 + 5, 0)
    answer = CliRunner().invoke(app, told)
    assert answer.exit_code == 0, answer.output
    rows = json.loads(answer.stdout)
    assert [row["method"] for row in rows] == list(METHODS)
    for row in rows:
        assert 0 <= row["agreement_real"] <= row["agreement_all"] <= 1
        assert row["interval"][0] <= row["agreement_real"] <= row["interval"][1]
    announced = json.loads(CliRunner().invoke(app, [*told, "--dry-run"]).stdout)
    assert announced["finished_before"] == 1  # the positions learned from
    by_name = {row["method"]: row for row in rows}
    assert by_name["double-dummy"]["tricks_lost"] == 0
    assert by_name["double-dummy"]["seconds_per_decision"] is None
    assert by_name["rules"]["seconds_per_decision"] > 0
    assert by_name["learned"]["top2"] >= by_name["learned"]["agreement_real"]


def test_what_was_not_measured_is_a_dash_in_the_report() -> None:
    told = page(ROOT / "docs" / "results")
    rows = [line.split(" | ") for line in told.splitlines() if line.startswith("| double-dummy ")]
    assert rows
    assert all(row[-2:] == ["–", "– |"] for row in rows)


def test_answers_given_before_a_stop_are_not_worked_out_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kibitz_lab.cardplay import run as cardplay_run

    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    lessons, path = tmp_path / "lessons.jsonl", tmp_path / "tables.jsonl"
    lessons.write_text("".join(write_lines(tables(3, 2))))
    path.write_text("".join(write_lines(tables(1, 150))))
    task = cardplay_run.Task(train=[lessons], test=[path], methods=("network", "learned"), sample=0)

    steps: list[str] = []

    def stops(stage: str, total: int | None, done: int) -> None:
        steps.extend([stage] * done)
        if steps.count("answering") == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cardplay_run.run(cardplay_run.prepared(task, stops), engine=Engine(), watch=stops)
    ready = cardplay_run.prepared(task, lambda *told: None)
    assert [(stage.tasks, stage.done) for stage in ready.stages] == [(0, 0), (3, 2), (1, 1)]
    answered: list[int] = []
    chances = Similarity.chances

    def counted(self: Similarity, views: Views) -> Any:
        answered.append(len(views))
        return chances(self, views)

    monkeypatch.setattr(Similarity, "chances", counted)
    resumed = cardplay_run.run(ready, engine=Engine(), watch=lambda *told: None)
    assert len(answered) == 2  # the block that was left, and the sample of those compared
    ready.clear()
    whole = cardplay_run.run(
        cardplay_run.prepared(task, lambda *told: None), engine=Engine(), watch=lambda *told: None
    )
    for result in (resumed, whole):
        for row in result["rows"]:
            del row["seconds_per_decision"]
    assert resumed == whole


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    path = tmp_path / "tables.jsonl"
    path.write_text("".join(write_lines([*tables(1, 60), *tables(2, 60), *tables(3, 60)])))
    return path


def ready_to_teach(lessons: Path, setting: str = "two-cores") -> Prepared:
    """Two tiny stages."""
    course = SETTINGS[setting]
    [modest] = course.stages
    tiny = replace(modest, width=16, layers=1, heads=2, batch=64, dropout=0.1)
    packed = PackedTables.of_files([lessons], lambda tables: None)
    return prepared(packed, replace(course, stages=(tiny, tiny)), limit=0, seed=1)


def unwatched(stage: str, total: int | None, done: int) -> None:
    """Nobody looks."""


def test_a_similarity_is_trained_and_used(lessons: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed (extra 'learn')")
    from kibitz_lab.cardplay.run import open_similarity

    story = make(ready_to_teach(lessons), tmp_path / "made", watch=unwatched)
    assert len(story["stages"]) == 2
    similarity, seen = open_similarity(tmp_path / "made" / "similarity.kibitz")
    assert len(similarity.trust) == 3
    assert tables(1, 1)[0].deal in seen


def test_a_similarity_of_defenders_is_trained_and_refuses_what_it_saw(
    lessons: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is not installed (extra 'learn')")
    from kibitz_lab.defending.experiment import open_defence
    from kibitz_lab.defending.sample import are_seen

    ready = ready_to_teach(lessons, "defence-two-cores")
    story = make(ready, tmp_path / "made", watch=unwatched)
    assert len(story["trust"]) == len(story["trust_in_leads"]) == 3
    similarity, seen = open_defence(tmp_path / "made" / "defence.kibitz")
    assert similarity is not None
    assert seen is not None
    assert similarity.trust_in_leads == tuple(story["trust_in_leads"])
    packed = ready.packed
    refused = are_seen(packed.events, packed.deals, seen)
    assert np.array_equal(refused, packed.parts != SplitPart.TESTS)


def test_a_training_that_was_stopped_goes_on_to_the_same_weights(
    lessons: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is not installed (extra 'learn')")
    from kibitz_lab.cardplay.run import open_similarity

    def ready() -> Prepared:
        return ready_to_teach(lessons)

    totals: dict[str, int | None] = {}

    def hears(stage: str, total: int | None, done: int) -> None:
        totals[stage] = total

    whole = make(ready(), tmp_path / "whole", watch=hears)
    steps = next(iter(totals.values()))
    assert steps is not None
    taken: list[int] = []

    def stops(stage: str, total: int | None, done: int) -> None:
        taken.append(done)
        if sum(taken) == steps + steps // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(ready(), tmp_path / "stopped", watch=stops)
    first, second = ready().stages
    assert first.done == steps
    assert 0 < second.done <= steps // 2
    resumed = make(ready(), tmp_path / "stopped", watch=unwatched)
    made, again = (
        open_similarity(tmp_path / way / "similarity.kibitz")[0] for way in ("whole", "stopped")
    )
    assert made.network.weights.keys() == again.network.weights.keys()
    for name, weight in made.network.weights.items():
        assert np.array_equal(weight, again.network.weights[name])
    assert resumed["trust"] == whole["trust"]
    assert [stage.done for stage in ready().stages] == [0, 0]


def test_how_long_a_training_takes_is_said_without_torch_or_a_trace(
    lessons: Path, tmp_path: Path
) -> None:
    told = ["lab", "train-similarity", "--records", str(lessons), "--into", str(tmp_path / "made")]
    before = sorted(tmp_path.rglob("*"))
    answer = CliRunner().invoke(app, [*told, "--dry-run", "--json"])
    assert answer.exit_code == 0, answer.output
    announced = json.loads(answer.stdout)
    assert announced["tasks"] > announced["finished_before"] == 0
    assert announced["about_seconds"] > 0
    assert sorted(tmp_path.rglob("*")) == before
