"""The plan of a deal from the command line; what is wrong is said in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.plans.work import PlanWork

TWO = "S:AK3.AK4.AQ5.A742,N:Q72.Q52.K84.KQ65"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))


@pytest.mark.long
def test_a_plan_is_numbered_steps_for_a_person_and_data_for_a_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["plan", "--hands", TWO, "--contract", "3NT", "--declarer", "S", "--lead", "HJ"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "1. Play" in printed
    assert "2. Count" in printed
    assert "3NT by South" in printed
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["seconds"] > 0
    texts = [" ".join(step["text"].split()) for step in answer["steps"]]
    assert all(text in " ".join(printed.split()) for text in texts)


@pytest.mark.long
def test_an_interrupt_leaves_the_steps_that_were_proved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(work: PlanWork, *given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PlanWork, "_total", interrupted)
    words = ["plan", "--hands", TWO, "--contract", "3NT", "--declarer", "S", "--lead", "HJ"]
    assert main(words) == 130
    assert "2. Count 12 tricks: 3♠ + 3♥ + 3♦ + 3♣ = 12" in capsys.readouterr().out
    assert main([*words, "--json"]) == 130
    answer = json.loads(capsys.readouterr().out)
    assert answer["stopped"]
    assert [step["kind"] for step in answer["steps"]] == ["card", "tricks", "take"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["plan"], "or give two hands"),
        (["plan", "starter:1", "--hands", TWO], "or give two hands"),
        (["plan", "starter:1", "--card", "1"], "no plan before card 1"),
        (["plan", "starter:1", "--card", "51"], "finished"),
        (["plan", "starter:1", "--scoring", "rubber"], "teams or matchpoints"),
        (["plan", "--hands", TWO, "--contract", "3NT", "--declarer", "S"], "opening lead"),
        (["plan", "--hands", TWO, "--lead", "HJ"], "Name the contract"),
        (["plan", "--hands", TWO, "--lead", "H1", "--contract", "3NT"], "declarer"),
        (
            ["plan", "--hands", TWO, "--lead", "H1", "--contract", "3NT", "--declarer", "S"],
            "not a card",
        ),
        (
            ["plan", "--hands", TWO, "--lead", "HA", "--contract", "3NT", "--declarer", "S"],
            "HA was played by West, but is South's",
        ),
        (
            ["plan", "--hands", TWO, "--lead", "HJ", "--contract", "3NT", "--declarer", "E"],
            "East's is missing",
        ),
        (
            ["plan", "--hands", "S:AK3.AK4.AQ5.A742,N:AQ2.Q52.K84.KQ65", "--lead", "HJ",
             "--contract", "3NT", "--declarer", "S"],
            "SA is in two hands",
        ),
        (
            ["plan", "--hands", f"{TWO},E:J65.J6.J62.JT983", "--lead", "HT", "--contract", "3NT",
             "--declarer", "S"],
            "Give two hands, declarer's and dummy's",
        ),
        (
            ["plan", "--hands", "S:AK3.AK4.AQ5.A742", "--lead", "HJ", "--contract", "3NT",
             "--declarer", "S"],
            "North's is missing",
        ),
        (
            ["plan", "--hands", TWO, "--lead", "HJ", "--contract", "3NT", "--declarer", "S",
             "--auction", "1N P 4N"],
            "The auction ends in 4NT by North",
        ),
    ],
)  # fmt: skip
def test_misuse_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
