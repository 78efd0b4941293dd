"""Every long command says beforehand what it would do and about how long, and changes nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from kibitz.cli import app, main
from kibitz.cli.reference import commands
from kibitz.records.formats.lines import write_lines
from opened import house_records
from played import strong_record

LONG = {
    "import": "3nt.jsonl",
    "suits": "problems.txt",
    "review": "3nt.jsonl",
    "cases build": "3nt.jsonl --store other",
    "cases ask": "3nt.jsonl --store cases --most 20",
    "learn strategies": "lose-tic-tac-toe",
    "learn openings": "openings.jsonl",
    "learn cardplay": "",
    "learn calls": "",
}
"""What takes long, each with words that would make it do something."""


def test_every_long_command_can_be_asked_beforehand() -> None:
    options = {
        name.removeprefix("kibitz "): {option for each in command.params for option in each.opts}
        for name, command in commands(app)
        if not name.startswith("kibitz lab ")
    }
    assert {name for name, known in options.items() if "--dry-run" in known} == set(LONG)
    split = {name for name, known in options.items() if "--jobs" in known}
    assert split == set(LONG) - {"learn strategies"}
    assert all({"--engine", "--address"} <= options[name] for name in split)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of records, problems and cases, with a home in it that has a library."""
    place = tmp_path_factory.mktemp("place")
    rng = random.Random(1)
    strong = [strong_record(rng, f"event {number}") for number in range(40)]
    (place / "3nt.jsonl").write_text("".join(write_lines(strong)))
    (place / "openings.jsonl").write_text("".join(write_lines(house_records(60, seed=2))))
    (place / "problems.txt").write_text("AQ xx\nKJ xx\n")
    with pytest.MonkeyPatch.context() as patch:
        _go(patch, place)
        assert main(["import", "3nt.jsonl", "--jobs", "1"]) == 0
        assert main(["cases", "build", "3nt.jsonl", "--store", "cases", "--jobs", "1"]) == 0
    return place


def _go(patch: pytest.MonkeyPatch, place: Path) -> None:
    patch.chdir(place)
    patch.setenv("KIBITZ_HOME", str(place / "home"))
    patch.delenv("KIBITZ_LIBRARY", raising=False)


def _held(place: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() if path.is_file() else b"" for path in place.rglob("*")}


@pytest.mark.parametrize("name", LONG)
def test_a_dry_run_tells_a_time_and_changes_nothing(
    name: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _go(monkeypatch, place)
    before = _held(place)
    assert main([*name.split(), *LONG[name].split(), "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["about_seconds"] >= 0
    assert _held(place) == before
