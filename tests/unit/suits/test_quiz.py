"""Practice problems: dealt by seed, judged by the solver."""

import json
import random

import pytest
from typer.testing import CliRunner

from kibitz.cli import app, main
from kibitz.suits.quiz import deal_problem


def test_a_quiz_has_right_and_wrong_choices_and_says_what_they_cost() -> None:
    problem = deal_problem(random.Random(5))
    rights = [choice.right for choice in problem.choices]
    assert True in rights
    assert False in rights
    assert problem.explain(rights.index(True))[0].startswith("Right: ")
    assert " costs " in problem.explain(rights.index(False))[0]
    assert deal_problem(random.Random(5)).question == problem.question


def test_the_player_names_a_first_play_and_hears_about_it() -> None:
    result = CliRunner().invoke(app, ["quiz", "--problems", "1", "--seed", "3"], input="99\n1\n")
    assert result.exit_code == 0, result.output
    assert "please" in result.output
    assert "of 1 right" in result.output


def test_a_quiz_as_json_has_the_worth_of_every_choice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", "--problems", "2", "--json"]) == 0
    for problem in json.loads(capsys.readouterr().out):
        assert any(choice["right"] for choice in problem["choices"])


def test_a_quiz_has_a_sensible_length() -> None:
    assert main(["quiz", "--problems", "0"]) == 2
