"""``kibitz lab seqlearner``: what it prints and keeps, and how it is misused."""

import json
from pathlib import Path

import pytest

from kibitz.cli import main


def test_questions_that_exclude_each_other_are_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "seqlearner", "--beyond", "--controls"]) == 2
    assert capsys.readouterr().err.startswith("kibitz:")


def test_the_tables_stand_beside_the_papers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    assert main(["lab", "seqlearner", "--runs", "1", "--seed", "3", "--into", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "the paper" in said
    assert "66.0" in said
    kept = json.loads((tmp_path / "seqlearner-lose-tic-tac-toe-paper.json").read_text())
    assert kept["teachers"]["uniform"]["rows"]["Version 1"]["perfect"]["reliability"]["mean"] >= 0
