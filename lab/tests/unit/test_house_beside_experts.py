"""The house beside experts: what is counted, on boards of events that nothing was taught on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli import main
from kibitz.errors import UsageError
from kibitz_lab.catalogue.generated import write_tables
from kibitz_lab.harness.results import read_result
from kibitz_lab.house.experiment import draw
from kibitz_lab.house.page import page
from kibitz_lab.house.scores import summary
from kit import ROOT
from match import played


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("house")
    write_tables(folder / "3nt.jsonl", "3N", 160, seed=1)
    words = ["lab", "house", "--records", str(folder / "3nt.jsonl"), "--boards", "2"]
    assert main([*words, "--jobs", "1", "--into", str(folder)]) == 0
    found: dict[str, Any] = json.loads((folder / "house.json").read_text("utf-8"))
    return found


def test_a_board_is_bid_played_judged_and_asked_about(result: dict[str, Any]) -> None:
    assert result["boards"] == 2
    assert {row["chair"] for row in result["rows"]} == {"declarer", "defence", "lead"}
    for row in result["rows"]:
        assert row["house_decisions"] > 0
        assert row["house_lost"] >= 0
    assert {row["kind"] for row in result["answers"]} >= {"declarer", "defence", "lead", "call"}
    for row in result["answers"]:
        assert 0 <= row["close"] <= 1
    for who in ("house", "experts"):
        assert 0 <= result["leads"][who]["addolar"] <= 1


def test_both_tables_of_a_deal_are_one_board() -> None:
    some = [record for _, record in zip(range(6), played(), strict=False)]
    boards = draw([*some, some[0]], 6, seed=1)
    assert sorted(len(board.tables) for board in boards) == [1, 1, 1, 1, 1, 2]
    with pytest.raises(UsageError, match="7 boards of unseen events are needed, not 6"):
        draw(some, 7, seed=1)


def test_points_are_counted_for_the_side_that_declared() -> None:
    board = {
        "contract": "3N by N",
        "experts_contract": "4H by E",
        "score": 400,
        "experts_scores": [-420, 100],
        "declarer": 1,
        "tricks": 9,
        "experts_tricks": 10,
        "target": 10,
        "losses": {
            who: {"declarer": [10, lost], "defence": [8, 0], "lead": [1, 0]}
            for who, lost in (("house", 1), ("experts", 2))
        },
        "leads": {who: {"ddolar": 1.0, "addolar": 0.5} for who in ("house", "experts")},
    }
    found = summary([board, board], ["one", "two"])
    assert found["imps"]["declarers"] == -13  # 820 points, which East and West would have lost
    assert found["imps"]["apart"] == 13
    assert found["imps"]["experts_apart"] == 11  # 520 points
    assert found["contracts"] == {
        "same": 0.0, "same_strain": 0.0, "games": 1.0, "experts_games": 1.0,
    }  # fmt: skip
    assert found["tricks"]["more"] == -1
    [declarer, *_] = found["rows"]
    assert (declarer["house_lost"], declarer["experts_lost"]) == (0.1, 0.2)
    assert declarer["more_a_deal"] == -1


def test_the_page_about_the_starter_library_is_made_from_its_result() -> None:
    made = page(read_result(Path(ROOT / "docs" / "results" / "starter.json")))
    assert (ROOT / "docs" / "starter.md").read_text("utf-8") == made, "run 'kibitz lab starter'"
