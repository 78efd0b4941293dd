import json
import re
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.cli import main
from kibitz.suits.answer import SuitAnswer, suit


def test_the_answer_is_a_value_that_prints_itself() -> None:
    answer = kibitz.suit("AKQ9", "xxx")
    content = answer.to_json()
    assert content["targets"][3] == {"tricks": 4, "chance": 549 / 1150, "exact": "549/1150"}
    assert content["expected"] == {"tricks": 3999 / 1150, "exact": "3999/1150"}
    assert content["plan"]["goal"] == "tricks"
    assert content["plan"]["first_plays"] == ["cash A"]
    assert "47.74 %" in str(answer)


def test_the_three_goals_are_three_plans() -> None:
    plans = [
        kibitz.suit("AQT98", "5432", **goal).plan.first_plays
        for goal in ({"tricks": 4}, {"goal": "average"}, {"goal": "matchpoints"})
    ]
    assert plans == [("cash A",), ("low to the Q",), ("low to the T",)]


def test_the_command_prints_what_the_value_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suit", "AQ", "xx"]) == 0
    assert capsys.readouterr().out.strip() == str(kibitz.suit("AQ", "xx"))


def test_json_is_the_value_s_content(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suit", "AJ9", "K32", "--west", "Q", "--vacant", "9-13", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == kibitz.suit("AJ9", "K32", west="Q", vacant=(9, 13)).to_json()


def test_every_part_of_the_answer_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suit", "AQ", "32", "--tree", "--layouts", "--all-lines"]) == 0
    text = capsys.readouterr().out
    assert "South plays the 2" in text
    assert "West shows out" in text
    assert re.search(r"low to the Q .*50\.00 %", text)


def test_a_file_of_problems_is_answered_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "problems.txt"
    file.write_text("AQ xx\n\n# a comment\nKJ xx # another\n")
    assert main(["suit", "--file", str(file), "--json"]) == 0
    assert [row["north"] for row in json.loads(capsys.readouterr().out)] == ["AQ", "KJ"]


def test_a_file_is_answered_alike_by_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    file = tmp_path / "problems.txt"
    file.write_text("AQ xx\nKJ xx\nAJ10 xxx\n")
    for form in ([], ["--json"]):
        told = []
        for jobs in ("1", "2"):
            assert main(["suit", "--file", str(file), "--jobs", jobs, *form]) == 0
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]


def test_problems_answered_before_a_stop_are_not_solved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    file = tmp_path / "problems.txt"
    file.write_text("AQ xx\nKJ xx\nAJ10 xxx\n")
    words = ["suit", "--file", str(file), "--jobs", "1", "--json"]
    solved: list[tuple[str, str]] = []

    def stops(north: str, south: str, **known: Any) -> SuitAnswer:
        if len(solved) == 2:
            raise KeyboardInterrupt
        return counted(north, south, **known)

    def counted(north: str, south: str, **known: Any) -> SuitAnswer:
        solved.append((north, south))
        return suit(north, south, **known)

    monkeypatch.setattr("kibitz.suits.answer.suit", stops)
    assert main(words) == 130
    monkeypatch.setattr("kibitz.suits.answer.suit", counted)
    capsys.readouterr()
    assert main([*words, "--dry-run"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tasks"], told["finished_before"]) == (3, 2)
    assert main(words) == 0
    resumed = capsys.readouterr().out
    assert solved == [("AQ", "xx"), ("KJ", "xx"), ("AJ10", "xxx")]
    assert main(words) == 0
    assert len(solved) == 6  # what is finished is forgotten once all is told
    assert capsys.readouterr().out == resumed


def test_a_problem_that_is_none_is_named_before_any_is_solved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "problems.txt"
    file.write_text("AQ xx\nAA xx\n")
    assert main(["suit", "--file", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "problems.txt:2: the ace is twice in North" in told.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["AA", "x"], "the ace is twice in North"),
        (["AQ"], "name North's and South's cards"),
        (["AQ", "x", "--goal", "fame"], "the goal is one of"),
        (["AQ", "x", "--tricks", "14"], "a number of tricks is from 1 to 13"),
        (["AQ", "x", "--vacant", "many"], "like 9-13"),
        (["--file", "no such file"], "cannot be read"),
        (["AQ", "x", "--time-limit", "0"], "a time limit is"),
    ],
)
def test_misuse_is_one_line_and_exit_code_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["suit", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_suit_that_wins_nothing_has_a_plan_that_says_so() -> None:
    answer = kibitz.suit("2", "-")
    assert answer.to_json()["plan"]["tree"] == {"tricks": 0}
    assert "No play wins a trick." in str(answer)


def test_a_defender_s_played_cards_take_vacant_places(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suit", "AQ", "43", "--west-played", "2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["targets"][1]["exact"] == "12/25"
