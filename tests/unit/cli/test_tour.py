"""The tour asks every kind of question; the starter's deals are named directly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coach import needs_house_cases
from kibitz.cli import main
from kibitz.cli.tour import QUESTIONS
from kibitz.errors import KibitzError, UsageError
from kibitz.records.lookup import tables_at
from match import match

FOUR = ("Which card?", "How do I play this suit?", "What do I open?", "What is the plan?")


def test_the_tour_asks_each_of_the_four_questions() -> None:
    assert all(any(asked.startswith(one) for asked in QUESTIONS) for one in FOUR)


@needs_house_cases
def test_the_tours_card_is_answered_from_the_starters_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    monkeypatch.delenv("KIBITZ_LIBRARY", raising=False)
    assert main([*QUESTIONS["Which card?"], "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["card"] in {one["card"] for one in told["candidates"] if one["count"]}
    assert told["precedents"]
    assert all(one["board"] != "111" for one in told["precedents"])


def test_the_tours_plan_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUESTIONS["What is the plan?"], "--json"]) == 0
    [plan] = json.loads(capsys.readouterr().out)
    assert plan["standing"] == "proved"


def test_a_board_of_the_starters_deals_is_named_directly(tmp_path: Path) -> None:
    one, other, *_ = match()
    [entry] = tables_at("starter:1", tmp_path / "none.kibitz")
    assert entry.record == one
    [entry] = tables_at("starter:1-closed", tmp_path / "none.kibitz")
    assert entry.record == other
    for missing in ("starter:", "starter:0", "starter:x", "starter:1-attic"):
        with pytest.raises(UsageError, match="there is no board"):
            tables_at(missing, tmp_path / "none.kibitz")


def test_a_file_of_that_name_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("starter:1").write_text("nothing")
    with pytest.raises(KibitzError, match="no sound table in starter:1"):
        tables_at("starter:1", tmp_path / "none.kibitz")
