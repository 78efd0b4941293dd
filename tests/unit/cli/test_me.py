"""``kibitz me``, ``players``, ``drill`` and ``--like``: whose game, and what is said of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app, main
from kibitz.mygame.store import PracticeStore
from kibitz.records.formats.lines import write_lines
from kibitz.records.lookup import table
from kibitz.records.record import Players

NAMES = Players.of(("G Helgemo", "Secret East", "T Helness", "Secret West"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    records = [
        replace(found, citation=replace(found.citation, players=NAMES))
        for found in (table("starter:1"), table("starter:4"))
    ]
    (tmp_path / "games.jsonl").write_text("".join(write_lines(records)))
    return tmp_path


def test_a_report_of_a_folder_is_made_kept_and_forgotten(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, html = str(home / "games.jsonl"), home / "report.html"
    assert main(["me", games, "--player", "Helgemo", "--json", "--html", str(html)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tables"] == 2
    assert told["written"] == ["G Helgemo"]
    assert told["few"]
    low, high = told["total"]["interval"]
    assert low <= told["total"]["a_hundred"] <= high
    page = html.read_text()
    assert page.startswith("<!doctype html>")
    assert "Secret" not in page + json.dumps(told)
    assert main(["me", games, "--player", "HELGEMO"]) == 0
    assert "are few" in capsys.readouterr().out
    assert main(["me", "forget", "--player", "Helgemo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reviews"] == 2
    with PracticeStore.open(home / "mygame.kibitz") as store:
        assert store.players() == []


def test_the_library_is_asked_where_no_file_is_named(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(home / "games.jsonl")]) == 0
    assert main(["players"]) == 0
    assert "G Helgemo" in capsys.readouterr().out
    assert main(["players", "helness", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"player": "T Helness", "tables": 2, "written": ["T Helness"]}
    ]
    (home / "aliases.txt").write_text("Geir Helgemo = G Helgemo, T Helness\n")
    assert main(["players", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0] == {
        "player": "Geir Helgemo", "tables": 4, "written": ["G Helgemo", "T Helness"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["me"], "Say whose game"),
        (["me", "--player", "Nobody"], "Nobody called Nobody sat in the library"),
        (["play", "starter:1", "--like", "Nobody"], "No decision of Nobody was learned"),
        (["call", "AQ7.KJ985.K2.T43", "--like", "Nobody"], "Nobody cannot be asked"),
    ],
)
def test_whoever_is_not_there_is_one_clear_line(
    home: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["import", str(home / "games.jsonl")]) == 0
    capsys.readouterr()
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_one_player_alone_is_asked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(home / "games.jsonl")]) == 0
    assert main(["learn", "cardplay", "--jobs", "1"]) == 0
    assert main(["learn", "calls", "--jobs", "1"]) == 0
    capsys.readouterr()
    assert main(["play", "starter:5", "--card", "2", "--like", "Helgemo", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["like"] == "Helgemo, 1 table"  # he was dummy at the other
    assert {one["player"] for one in told["precedents"]} <= {"G Helgemo"}
    hand = ["AQ7.KJ985.K2.T43", "--auction", "1S P", "--like", "Helgemo"]
    assert main(["call", *hand]) == 0
    assert "Only Helgemo is asked, watched at 2 tables." in " ".join(
        capsys.readouterr().out.split()
    )


def test_a_drill_is_answered_at_the_keyboard(home: Path) -> None:
    runner = CliRunner()
    asked = runner.invoke(app, ["drill", "--suits", "1"], input="nonsense\n1\n")
    assert asked.exit_code == 0, asked.output
    assert "1 card due" in asked.output
    assert "please" in asked.output
    assert "It comes back on" in asked.output
    told = json.loads(runner.invoke(app, ["drill", "--json"]).output)
    assert told["cards"] == 1
    assert told["answered_today"] == 1
    assert told["streak"] == 1
