import json
import re
from pathlib import Path

import pytest

import kibitz
from kibitz.advice import Proof
from kibitz.cli import main
from kibitz.suits.adviser import SuitAdviser
from kibitz.suits.answer import SuitAnswer
from kibitz.suits.goal import at_least
from kibitz.suits.plans.plan import SuitPlanner
from kibitz.suits.question import SuitQuestion
from kibitz.suits.solver.exact import SuitLine, SuitSolver


def test_the_answer_is_a_value_that_prints_itself() -> None:
    answer = kibitz.suit("AKQ9", "xxx")
    content = answer.to_json()
    assert content["targets"][3] == {"tricks": 4, "chance": 549 / 1150, "exact": "549/1150"}
    assert content["expected"] == {"tricks": 3999 / 1150, "exact": "3999/1150"}
    assert content["plan"]["goal"] == "average"
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
    assert main(["suits", str(file), "--json"]) == 0
    assert [row["north"] for row in json.loads(capsys.readouterr().out)] == ["AQ", "KJ"]


@pytest.mark.process
def test_a_file_is_answered_alike_by_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    file = tmp_path / "problems.txt"
    file.write_text("AQ xx\nKJ xx\nAJ10 xxx\n")
    for form in ([], ["--json"]):
        said = []
        for jobs in ("1", "2"):
            assert main(["suits", str(file), "--jobs", jobs, *form]) == 0
            said.append(capsys.readouterr().out)
        assert said[0] == said[1]


def test_problems_answered_before_a_stop_are_not_solved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    file = tmp_path / "problems.txt"
    file.write_text("AQ xx\nKJ xx\nAJ10 xxx\n")
    words = ["suits", str(file), "--jobs", "1", "--json"]
    solved: list[str] = []
    ask = SuitAdviser.ask

    def stops(self: SuitAdviser, question: SuitQuestion) -> SuitAnswer:
        if len(solved) == 2:
            raise KeyboardInterrupt
        return counted(self, question)

    def counted(self: SuitAdviser, question: SuitQuestion) -> SuitAnswer:
        solved.append(question.north)
        return ask(self, question)

    monkeypatch.setattr(SuitAdviser, "ask", stops)
    assert main(words) == 130
    monkeypatch.setattr(SuitAdviser, "ask", counted)
    capsys.readouterr()
    assert main([*words, "--dry-run"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["tasks"], said["finished_before"]) == (3, 2)
    assert main(words) == 0
    resumed = capsys.readouterr().out
    assert solved == ["AQ", "KJ", "AJT"]
    assert main(words) == 0
    assert len(solved) == 6  # what is finished is forgotten once all is said
    assert capsys.readouterr().out == resumed


def test_a_problem_that_is_none_is_named_before_any_is_solved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "problems.txt"
    file.write_text("AQ xx\nAA xx\n")
    assert main(["suits", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "problems.txt:2: the ace is twice in North" in said.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["AA", "x"], "the ace is twice in North"),
        (["AQ", "x", "--goal", "fame"], "A goal is one of average, matchpoints, most"),
        (["AQ", "x", "--tricks", "14"], "A number of tricks is from 1 to 13"),
        (
            ["AQ", "x", "--tricks", "2", "--goal", "average"],
            "Give either a number of tricks from 1 to 13 or a goal, not both.",
        ),
        (["AQ", "x", "--vacant", "many"], "like 9-13"),
        (["AQ", "x", "--time-limit", "0"], "A time limit is"),
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


def test_a_file_line_is_a_whole_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "suits.txt"
    file.write_text("AJ9 K32, West holds Q, vacant places 9-13\nAQ opposite xx, for 2 tricks\n")
    assert main(["suits", str(file), "--json"]) == 0
    one, other = json.loads(capsys.readouterr().out)
    assert one == kibitz.suit("AJ9", "K32", west="Q", vacant=(9, 13)).to_json()
    assert other["plan"]["tricks"] == 2


def test_a_file_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suits", "no such file"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_nothing_is_solved_once_the_answer_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    question = SuitQuestion.of("AQT98", "5432", all_lines=True)
    answer = SuitAdviser().ask(question)

    def refuse(*_: object, **__: object) -> SuitLine:
        raise AssertionError("solved after the answer was given")

    monkeypatch.setattr(SuitSolver, "_solve", refuse)
    monkeypatch.setattr(SuitSolver, "best", refuse)
    assert answer.to_json()["lines"]
    assert str(answer)
    assert answer._repr_html_()
    assert answer.layouts_json()
    assert answer == answer


def test_choices_are_first_plays_best_first_with_their_proof() -> None:
    answer = kibitz.suit("AQT98", "5432", tricks=4)
    solver = SuitSolver(answer.suit)
    weights = [choice.weight for choice in answer.choices]
    assert weights == sorted(weights, reverse=True)
    assert [each.action for each in answer.choices][: len(answer.plan.first_plays)] == list(
        answer.plan.first_plays
    )
    assert weights[0] == float(solver.best(at_least(4)).worth)
    assert {play.action for play in answer.choices} == set(
        map(SuitPlanner(solver).name, solver.first_plays)
    )
    [proof] = answer.choices[0].grounds
    assert proof == Proof("layouts of the missing cards", 12)


@pytest.mark.parametrize(("north", "south"), [("KT9", "Axx"), ("AQT98", "5432")])
def test_without_a_number_the_plan_is_for_the_average_and_each_number_stands_beside(
    north: str, south: str
) -> None:
    answer = kibitz.suit(north, south)
    content = answer.to_json()
    assert content["plan"]["goal"] == "average"
    assert content["plan"]["tricks"] == content["expected"]["tricks"]
    beside = {one["tricks"]: one for one in content["changes"] if one["goal"] == "tricks"}
    assert list(beside) == [one["tricks"] for one in content["targets"] if one["chance"]]
    assert sum(one["plan_chance"] for one in beside.values()) == pytest.approx(
        content["expected"]["tricks"]
    )
    for number, one in beside.items():
        assert one["chance"] == content["targets"][number - 1]["chance"] >= one["plan_chance"]
        if not one["same_plan"]:
            assert one["first_plays"]
            assert f"For {number} tricks ({100 * one['chance']:.2f} %)" in str(answer)


def test_finesse_s_goal_stays_as_one_to_ask_for() -> None:
    content = kibitz.suit("AQT98", "5432", goal="most").to_json()
    assert (content["plan"]["goal"], content["plan"]["tricks"]) == ("tricks", 5)


@pytest.mark.parametrize(
    ("pair", "tricks", "said"),
    [
        (("AQ", "xx"), 5, "5 tricks are impossible: neither hand has more than 2 cards."),
        (("Q987", "A432"), 4, "No line wins 4 tricks against best defence."),
    ],
)
def test_an_impossible_number_of_tricks_is_called_so(
    pair: tuple[str, str], tricks: int, said: str
) -> None:
    answer = kibitz.suit(*pair, tricks=tricks)
    assert (answer.why_not, answer.choices) == (said, ())
    assert said in str(answer)


def test_what_matchpoints_count_is_said_and_a_long_plan_is_told_by_what_to_watch() -> None:
    answer = kibitz.suit("AQT98", "5432", goal="matchpoints")
    assert "wins more tricks than the line with the best average" in str(answer)
    assert len(answer.text()) > 4
    first, *watch = answer.brief()
    assert first == "finesse the ten"
    assert 2 <= len(watch) <= 3
    assert all(line.startswith("then watch whether ") for line in watch)
    beside = str(kibitz.suit("AQT98", "5432"))
    assert (
        "At matchpoints (51.83 % against the line with the best average): finesse the ten" in beside
    )


def test_no_answer_ends_in_a_flag_or_a_python_word() -> None:
    for known in ({}, {"entries_south": 1}, {"entries_north": 0}, {"goal": "matchpoints"}):
        said = str(kibitz.suit("AQ9", "xxx", **known))
        assert "--" not in said
        assert "None" not in said
