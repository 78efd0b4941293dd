"""Crash safety of the worker processes, with questions that really kill them."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.workers import SolverPool

DEADLY = "deadly"


def load_doubler() -> Callable[[str], str]:
    """Doubles a number; dies of one question, and fails at what is no number."""

    def double(question: str) -> str:
        if question == DEADLY:
            os.kill(os.getpid(), signal.SIGSEGV)
        verb, _, file = question.partition(" ")
        match verb:
            case "touch":
                Path(file).touch()
            case "await":
                while not Path(file).exists():
                    time.sleep(0.001)
            case "visit" if not Path(file).exists():
                Path(file).touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return "done" if file else str(2 * int(question))

    return double


def load_nothing() -> Callable[[str], str]:
    raise ImportError("no native code here")


def die_at_once() -> Callable[[str], str]:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@pytest.fixture(params=[1, 2])
def workers(request: pytest.FixtureRequest) -> Iterator[SolverPool]:
    workers = SolverPool(load_doubler, request.param)
    yield workers
    workers.close()


@pytest.mark.process
def test_answers_come_in_the_order_asked(workers: SolverPool) -> None:
    questions = [str(n) for n in range(300)]
    assert list(workers.answers(questions)) == [str(2 * n) for n in range(300)]
    assert list(workers.answers([])) == []


@pytest.mark.process
def test_a_question_that_kills_every_worker_is_given_up_and_the_rest_are_answered(
    workers: SolverPool,
) -> None:
    answers = list(workers.answers(["1", "2", DEADLY, "3", "4"]))
    assert [answer for answer in answers if isinstance(answer, str)] == ["2", "4", "6", "8"]
    assert isinstance(answers[2], SolverError)
    assert str(answers[2]) == "the solver died 3 times over this question"


@pytest.mark.process
def test_a_worker_killed_once_costs_no_answer(workers: SolverPool, tmp_path: Path) -> None:
    questions = ["1", f"visit {tmp_path / 'grave'}", "2"]
    assert list(workers.answers(questions)) == ["2", "done", "4"]
    assert (tmp_path / "grave").exists()


@pytest.mark.process
def test_a_worker_killed_while_idle_is_replaced(workers: SolverPool) -> None:
    assert list(workers.answers(["1"])) == ["2"]
    [old] = workers.pids
    os.kill(old, signal.SIGKILL)
    assert list(workers.answers(["2"])) == ["4"]
    assert old not in workers.pids


@pytest.mark.process
def test_a_failure_stands_in_the_place_of_its_answer(workers: SolverPool) -> None:
    first, second = workers.answers(["many", "2"])
    assert isinstance(first, SolverError)
    assert "ValueError: invalid literal" in str(first)
    assert second == "4"


@pytest.mark.process
def test_a_slow_question_holds_up_a_thousand_answers_and_then_all_come(tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    questions = [f"await {sign}", *["1"] * 999, f"touch {sign}", *["2"] * 500]
    workers = SolverPool(load_doubler, 2)
    answers = list(workers.answers(questions))
    workers.close()
    assert answers == ["done", *["2"] * 999, "done", *["4"] * 500]


@pytest.mark.process
def test_questions_are_taken_as_they_are_needed(workers: SolverPool) -> None:
    taken = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(1)
            yield "1"

    answers = workers.answers(endless())
    assert [next(answers) for _ in range(5)] == ["2"] * 5
    assert len(taken) <= 1010
    with pytest.raises(UsageError, match="busy with another batch"):
        next(workers.answers(["1"]))
    answers.close()
    assert list(workers.answers(["3"])) == ["6"]


@pytest.mark.process
def test_closing_ends_a_batch_and_its_processes(workers: SolverPool) -> None:
    answers = workers.answers(["1", *["2"] * 2000])
    assert next(answers) == "2"
    workers.close()
    assert workers.pids == ()
    with pytest.raises(UsageError, match="the solver is closed"):
        list(answers)
    with pytest.raises(UsageError, match="the solver is closed"):
        list(workers.answers(["1"]))


@pytest.mark.process
def test_a_solver_that_cannot_be_loaded_says_why() -> None:
    with pytest.raises(SolverError, match="does not start: ImportError: no native code here"):
        list(SolverPool(load_nothing, 1).answers(["1"]))


@pytest.mark.process
def test_a_solver_that_dies_while_loading_is_no_fault_of_the_question() -> None:
    with pytest.raises(SolverError, match="does not start: its process dies at once"):
        list(SolverPool(die_at_once, 1).answers(["1"]))


def test_at_least_one_worker_is_needed() -> None:
    with pytest.raises(UsageError, match="at least one worker"):
        SolverPool(load_doubler, 0)
