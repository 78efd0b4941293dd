"""All experiments with one command: what is done is not done again, what fails is named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz_lab.catalogue import generated, registry, run_all
from kibitz_lab.catalogue.run_all import RunOutcome, RunPlan
from kibitz_lab.harness.experiment import Chapter, Experiment
from kibitz_lab.harness.results import read_result
from kit import ROOT
from many_tables import many_lines


def experiment(result: str, command: str, quick: str, needs: str = "") -> Experiment:
    chapter = Chapter("Tried")
    return Experiment(
        result=result,
        command=command,
        quick=quick,
        chapter=chapter,
        report=lambda _: (),
        needs=needs,
    )


ROUTING = experiment("routing", "lab routing", "lab routing --runs 2 --days 8")
FOREIGN = experiment("growth", "benchmarks/growth.py", "benchmarks/growth.py", needs="nowhere")
BROKEN = experiment("broken", "lab dance", "lab dance")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))


def test_what_is_finished_is_not_run_again_until_all_is_done(tmp_path: Path) -> None:
    alone = {"KIBITZ_JOBS": "1"}
    plan = RunPlan(
        (ROUTING, FOREIGN, BROKEN), tmp_path / "docs", tmp_path, quick=True, environment=alone
    )
    first = list(run_all.run(plan))
    assert [one.state for one in first] == ["made", "left out", "failed"]
    assert "dance" in first[2].why
    made = tmp_path / "docs" / "results" / "routing.json"
    assert json.loads(made.read_text())["made_by"]["seconds"] > 0
    assert "Truck routing" in (tmp_path / "docs" / "results.md").read_text()
    before = made.stat().st_mtime_ns
    assert [one.state for one in run_all.run(plan)] == ["made before", "left out", "failed"]
    assert made.stat().st_mtime_ns == before
    made.unlink()
    whole = RunPlan((ROUTING,), tmp_path / "docs", tmp_path, quick=True, environment=alone)
    assert list(run_all.run(whole)) == [RunOutcome("routing", "made")]
    assert not len(plan.parts)


def test_in_earnest_each_has_a_process_of_its_own(tmp_path: Path) -> None:
    earnest = [
        experiment("routing", ROUTING.quick, ""),
        experiment("broken", "lab dance", ""),
    ]
    plan = RunPlan(
        tuple(earnest), tmp_path / "docs", tmp_path, quick=False, environment={"KIBITZ_JOBS": "1"}
    )
    first, second = run_all.run(plan)
    assert first == RunOutcome("routing", "made")
    assert second.state == "failed"
    assert "dance" in second.why


def test_a_result_of_before_is_not_taken_for_one_of_this_run(tmp_path: Path) -> None:
    mistaken = experiment("other", ROUTING.command, ROUTING.quick)
    old = tmp_path / "docs" / "results" / "other.json"
    old.parent.mkdir(parents=True)
    old.write_text("of before")
    plan = RunPlan(
        (mistaken,), tmp_path / "docs", tmp_path, quick=True, environment={"KIBITZ_JOBS": "1"}
    )
    assert list(run_all.run(plan)) == [RunOutcome("other", "failed", "wrote no other.json")]
    assert old.read_text() == "of before"


def test_what_cannot_be_run_says_why(tmp_path: Path) -> None:
    [sibl] = registry.select(["sibl"])
    plan = RunPlan((sibl,), tmp_path, tmp_path, quick=False)
    assert plan.missing(sibl) == f"needs human_3nt_made.jsonl.gz in {tmp_path}"
    (tmp_path / "human_3nt_made.jsonl.gz").touch()
    assert plan.missing(sibl) == ""
    [words] = sibl.commands(False, plan.found)
    assert str(tmp_path / "human_3nt_made.jsonl.gz") in words
    assert plan.missing(FOREIGN) == "needs nowhere"


def test_every_quick_command_is_one_of_ours_on_generated_records() -> None:
    for experiment in registry.EXPERIMENTS:
        assert set(experiment.records(quick=True)) <= generated.GENERATED
        for told in (experiment.command, experiment.quick):
            for command in told.split(";"):
                assert command.split()[0] == "lab" or command.startswith("benchmarks/")


def test_what_one_command_makes_for_the_next_is_no_record_that_is_missing(tmp_path: Path) -> None:
    [chained] = registry.select(["cardplay-two-cores"])
    plan = RunPlan((chained,), tmp_path, tmp_path, quick=False)
    making, using = chained.commands(False, plan.found)
    made = making[making.index("--into") + 1]
    assert using[using.index("--similarity") + 1].startswith(f"{made}/")
    assert not any("made-" in name for name in chained.records(quick=False))


def test_every_file_that_is_asked_for_in_small_is_generated(tmp_path: Path) -> None:
    generated.generate(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == generated.GENERATED


def test_a_dry_run_says_what_would_be_done_and_does_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "all", "--quick", "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["experiments"]) == len(registry.EXPERIMENTS)
    assert told["about_seconds"] > 0
    docs = tmp_path / "docs"
    (docs / "results").mkdir(parents=True)
    arguments = ["lab", "all", "--dry-run", "--data", str(tmp_path), "--into", str(docs)]
    assert main([*arguments, "--only", "sibl"]) == 0
    assert "left out" in capsys.readouterr().out
    assert main([*arguments, "--only", "nothing"]) == 2
    assert main(["lab", "all", "--into", str(tmp_path / "gone")]) == 2
    assert not list((docs / "results").iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ["sibl", "--records", "3nt.jsonl"],
        ["scale", "--records", "3nt.jsonl", "--testing", "4"],
        ["suits"],
        ["seqlearner"],
        ["routing"],
        ["cbridge", "openings.jsonl"],
        ["openings", "--train", "openings.jsonl"],
    ],
    ids=lambda words: words[0],
)
def test_every_experiment_says_beforehand_how_long_it_takes(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generated.write_tables(tmp_path / "3nt.jsonl", "3N", 12, seed=1)
    generated.write_openings(tmp_path / "openings.jsonl", 12, seed=2)
    monkeypatch.chdir(tmp_path)
    assert main(["lab", *words, "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tasks"] > 0
    assert told["about_seconds"] >= 0


MEASURED = [
    experiment
    for experiment in registry.EXPERIMENTS
    if experiment.command.startswith("lab") and not experiment.records(quick=False)
]


@pytest.mark.parametrize("experiment", MEASURED, ids=lambda experiment: experiment.result)
def test_what_is_said_beforehand_is_about_what_it_took(
    experiment: Experiment, capsys: pytest.CaptureFixture[str]
) -> None:
    result = read_result(ROOT / "docs" / "results" / f"{experiment.result}.json")
    assert result["made_by"]["machine"].startswith("2 cores")
    if "seconds" not in result["made_by"]:
        pytest.skip("it was run beside other work, and not timed")
    assert main([*experiment.command.split(), "--dry-run", "--json", "--jobs", "2"]) == 0
    said = json.loads(capsys.readouterr().out)["about_seconds"]
    assert 1 / 3 < said / result["made_by"]["seconds"] < 3


def test_every_benchmark_is_registered() -> None:
    files = (ROOT / "benchmarks").glob("*.py")
    scripts = {path.name for path in files if "__main__" in path.read_text("utf-8")}
    commands = " ".join(experiment.command for experiment in registry.EXPERIMENTS)
    assert scripts == set(re.findall(r"benchmarks/(\w+\.py)", commands))


def test_all_commands_of_a_result_stand_in_it(tmp_path: Path) -> None:
    chained = experiment(
        "routing", "", "lab suits --problems 1 --into {made-suits};" + ROUTING.quick
    )
    plan = RunPlan(
        (chained,), tmp_path / "docs", tmp_path, quick=True, environment={"KIBITZ_JOBS": "1"}
    )
    assert list(run_all.run(plan)) == [RunOutcome("routing", "made")]
    made = read_result(tmp_path / "docs" / "results" / "routing.json")["made_by"]
    assert made["command"] == "kibitz lab suits --problems 1; kibitz lab routing --runs 2 --days 8"


def test_generated_tables_are_sound_and_distinct(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(many_lines(60, seed=1)))
    found = list(read_path(path))
    assert len(found) == 60
    assert all(isinstance(one, Record) for one in found)
    assert len({str(one.deal) for one in found if isinstance(one, Record)}) == 60
