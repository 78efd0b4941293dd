"""``kibitz lab openings`` and ``kibitz lab cbridge`` on records of the house rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli import main
from opened import write_house_records


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "made.jsonl.gz"
    write_house_records(path, 90, seed=1)
    return path


def test_measuring_prints_a_row_for_each_method(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = asked(
        capsys, "lab", "openings", "--train", str(records), "--runs", "2",
        "--method", "always-pass", "--method", "rules", "--method", "cbridge1",
    )  # fmt: skip
    by_name = {row["method"]: row for row in rows}
    assert by_name["rules"]["accuracy"] == 1
    assert by_name["always-pass"]["non_pass"] == 0
    assert by_name["cbridge1"]["accuracy"] > by_name["always-pass"]["accuracy"]
    keys = {"method", "decisions", "accuracy", "non_pass", "balanced", "balanced20", "interval"}
    assert all(keys | {"seconds_per_decision"} <= set(row) for row in rows)


def test_no_deal_is_on_both_sides(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tested on the very file it learned from, nothing is left to learn."""
    both = ["--train", str(records), "--test", str(records), "--method", "cbridge1"]
    assert main(["lab", "openings", *both]) == 2
    assert "no cases to learn from" in capsys.readouterr().err


def test_the_dissertations_tables_are_printed(
    records: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = asked(capsys, "lab", "cbridge", str(records), "--into", str(tmp_path))
    assert [row["k"] for row in found["tables"]["cbridge1"]] == list(range(1, 61))
    kept = json.loads((tmp_path / "cbridge.json").read_text())
    assert kept["tables"] == found["tables"]
    assert str(tmp_path) not in json.dumps(kept)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["--by", "moon"], "by deal or by event, not by 'moon'"),
        (["--method", "magic"], "There is no method 'magic'"),
    ],
)
def test_misuse_is_one_clear_line(
    option: list[str], said: str, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "openings", "--train", str(records), *option]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.startswith("kibitz:")
    assert told.count("\n") == 1
