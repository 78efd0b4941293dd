"""What to call, what a call means and who holds what, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli import main

HAND = "KJ4.Q85.A962.T73"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_meaning_is_charts_for_a_person_and_bars_for_a_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = asked(capsys, "meaning", "1N", "P", "2D")
    assert answer["call"] == "2D"
    assert len(answer["whole"]["lengths"]["hearts"]["shares"]) == 14
    assert main(["meaning", "1N P 2D"]) == 0
    printed = capsys.readouterr().out
    assert "█" in printed
    assert "♥" in printed


def test_who_holds_what_names_every_card_that_is_out(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "belief", "starter:111", "--seat", "W", "--card", "9")
    assert [hand["seat"] for hand in answer["hands"]] == ["S", "E"]
    for places in answer["cards"].values():
        assert sum(places.values()) == pytest.approx(1, abs=0.001)
    assert "The calls: South 1NT, North 2♦ (a transfer to hearts)" in answer["text"]


def test_a_table_is_drawn_with_the_names_of_its_calls(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "starter:111"]) == 0
    assert "North 2♦ (a transfer to hearts), South 2♥" in capsys.readouterr().out


def test_it_is_said_where_the_next_best_call_leads(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "call", HAND, "--auction", "1H P")
    assert answer["ahead"]["other"]["call"] != answer["call"]
    assert answer["ahead"]["imps"] is None
    assert answer["ahead"]["text"].startswith("The next best call is ")


def test_a_convention_is_data_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert [one["name"] for one in asked(capsys, "convention", "Smolen")] == ["Smolen"]
    calls = asked(capsys, "convention", "1N P 2C")["calls"]
    assert [one and one["name"] for one in calls] == ["one no-trump opening", None, "Stayman"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["meaning", "1S 1H"], "insufficient bid"),
        (["meaning", "1S", "--system", "blue"], "No system"),
        (["meaning", "1S", "--pair", "A, B"], "no pair A, B"),
        (["meaning", "P P P P P"], "calls after end"),
        (["belief", "starter:111", "--seat", "Q"], "not a seat"),
        (["belief", "starter:111", "--seat", "W", "--card", "99"], "There is no card 99"),
        (["play", "starter:111", "--card", "99"], "There is no card 99: 52 were played."),
        (["call", HAND, "--auction", "1H 1D"], "insufficient bid: 1D over 1H"),
        (["call", HAND, "--auction", "1H P", "--seat", "N"], "it is South's call, not North's"),
        (["call", HAND[:-1], "--auction", "1H P"], "a hand has 13 cards, not 12"),
        (["call", HAND, "--auction", "1H P", "--pair", "A, B"], "No auctions were learned yet"),
        (["call", HAND, "--auction", "1H P P P"], "the auction is over"),
        (["call", HAND, "--auction", "1H P", "--system", "blue"], "blue cannot be asked"),
    ],
)
def test_misuse_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
