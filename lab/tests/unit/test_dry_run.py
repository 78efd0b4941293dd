"""Every long command of the lab says beforehand what it would do and about how long."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli import app, main
from kibitz.cli.reference import commands
from kibitz_lab.catalogue.generated import write_openings, write_tables

LONG = {
    "lab all": "--quick",
    "lab sibl": "--records 3nt.jsonl",
    "lab scale": "--records 3nt.jsonl --testing 4",
    "lab suits": "",
    "lab cbridge": "openings.jsonl",
    "lab openings": "--train openings.jsonl",
    "lab seqlearner": "",
    "lab routing": "",
    "lab locality": "",
    "lab house": "--records 3nt.jsonl --boards 2",
    "lab starter": "",
    "lab table": "--deals 2",
    "lab match": "--boards 2",
    "lab starter-cases": "",
    "lab ladder": "",
    "lab declare": "--records 3nt.jsonl --deals 2",
    "lab lookahead": "--train 3nt.jsonl --test 3nt.jsonl --sample 2",
    "lab cardplay": "--train 3nt.jsonl --test 3nt.jsonl --limit-test 40",
    "lab leads": "--train 3nt.jsonl --test 3nt.jsonl --limit-test 10",
    "lab defence": "--train 3nt.jsonl --test 3nt.jsonl --limit-test 40",
    "lab defend": "--records 3nt.jsonl --deals 2",
    "lab calls": "--train 3nt.jsonl --test 3nt.jsonl --limit-test 40",
    "lab belief": "--train 3nt.jsonl --test 3nt.jsonl --limit-test 40",
    "lab system": "--boards 4",
    "lab plans": "--records 3nt.jsonl --deals 1",
    "lab lessons": "",
    "lab steady": "--records 3nt.jsonl --deals 1 --seeds 2",
    "lab slips": "--records 3nt.jsonl --tables 2",
    "lab halves": "--records 3nt.jsonl --players 2",
    "lab meanings": "--train 3nt.jsonl --test 3nt.jsonl",
    "lab conventions": "--records 3nt.jsonl",
    "lab inferences": "--records 3nt.jsonl",
    "lab reasons": "--records 3nt.jsonl --deals 1 --decisions 2",
    "lab train-similarity": "--records 3nt.jsonl --into made",
    "lab train-calls": "--records 3nt.jsonl --into made",
}
"""What takes long, each with words that would make it do something."""


def test_every_long_command_can_be_asked_beforehand() -> None:
    options = {
        name.removeprefix("kibitz "): {option for each in command.params for option in each.opts}
        for name, command in commands(app)
        if name.startswith("kibitz lab ")
    }
    assert {name for name, known in options.items() if "--dry-run" in known} == set(LONG)
    split = {name for name, known in options.items() if "--jobs" in known}
    assert split == set(LONG) - {"lab train-similarity", "lab train-calls"}
    assert all({"--engine", "--address"} <= options[name] for name in split)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of generated records."""
    place = tmp_path_factory.mktemp("place")
    write_tables(place / "3nt.jsonl", "3N", 40, seed=1)
    write_openings(place / "openings.jsonl", 60, seed=2)
    return place


def _held(place: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() if path.is_file() else b"" for path in place.rglob("*")}


@pytest.mark.parametrize("name", LONG)
def test_a_dry_run_tells_a_time_and_changes_nothing(
    name: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(place)
    monkeypatch.setenv("KIBITZ_HOME", str(place / "home"))
    monkeypatch.delenv("KIBITZ_LIBRARY", raising=False)
    before = _held(place)
    assert main([*name.split(), *LONG[name].split(), "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["about_seconds"] >= 0
    assert _held(place) == before
