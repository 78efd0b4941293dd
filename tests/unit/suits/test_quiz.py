"""Practice problems: dealt by seed, judged by the solver."""

import json
import random
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from kibitz.cli import app, main
from kibitz.suits.explain import draw
from kibitz.suits.plans.plan import SuitPlanner
from kibitz.suits.quiz import deal_problem
from kibitz.suits.solver.exact import SuitSolver


@pytest.mark.parametrize("level", [1, 2, 3])
def test_problems_are_worth_asking_and_a_wrong_answer_is_shown_its_layout(level: int) -> None:
    for seed in range(4):
        problem = deal_problem(random.Random(seed), level)
        answer, goal = problem.answer, problem.answer.plan.goal
        wrong = answer.reasons.wrong_start
        assert wrong is not None
        assert answer.plan.line.worth - wrong.chance >= Fraction(3, 100)
        assert 0.15 <= answer.plan.line.worth <= 0.95
        assert f"you need {'one trick' if goal.tricks == 1 else f'{goal.tricks} tricks'}" in (
            problem.question
        )
        assert wrong.name in [choice.play for choice in problem.choices]
        for at, choice in enumerate(problem.choices):
            said = problem.explain(at)
            if choice.right:
                assert said[0].startswith("Right: ")
                continue
            assert " costs " in said[0]
            assert choice.layout is not None
            assert answer.plan.line.sure[choice.layout] >= goal.tricks
            drawn = draw(answer, choice.layout).splitlines()
            assert [line.strip() for line in said[1:4]] == [line.strip() for line in drawn]
        assert deal_problem(random.Random(seed), level).question == problem.question


def test_the_likeliest_layout_that_punishes_is_one_the_choice_loses() -> None:
    problem = deal_problem(random.Random(1), 1)
    suit, goal = problem.answer.suit, problem.answer.plan.goal
    solver = SuitSolver(suit)
    planner = SuitPlanner(solver)
    for choice in problem.choices:
        if choice.layout is not None:
            lines = [
                solver.best(goal, play)
                for play in solver.first_plays
                if planner.name(play) == choice.play
            ]
            best = max(lines, key=lambda line: line.worth)
            assert best.sure[choice.layout] < goal.tricks


def test_levels_go_from_bare_finesses_to_plans_with_conditions() -> None:
    first = deal_problem(random.Random(2), 1).answer.text()
    assert first[0].startswith(("finesse", "lead low", "run"))
    assert not any(line.strip().startswith("if") for line in first)
    classic = deal_problem(random.Random(2), 3).answer.text()
    assert sum(line.strip().startswith(("if", "otherwise")) for line in classic) >= 2


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
