"""``kibitz convention``: by a name, and of an auction."""

from __future__ import annotations

import json

import pytest

from kibitz.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["convention", *words]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_a_convention_is_told_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "Stayman")
    assert told.startswith("Stayman: asks for a four-card major.")
    assert "Usual answers: 2♦ no four-card major; 2♥ four hearts" in told


def test_a_part_of_a_name_lists_those_that_have_it(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "lebensohl")
    assert told.startswith("Several are called so: ")
    assert "Lebensohl after a reverse" in told


def test_the_calls_of_an_auction_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "1N P 2S")
    assert "2♠, a transfer to clubs. It shows six or more clubs" in told
    assert "Some play the last call otherwise: minor-suit Stayman" in told
    assert said(capsys, "1N", "P", "2S") == told
    assert said(capsys, "P").startswith("pass has no name here.")


def test_json_has_every_call_and_what_else_it_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convention", "1N P 2C", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one and one["name"] for one in told["calls"]] == [
        "one no-trump opening",
        None,
        "Stayman",
    ]
    assert told["also"]
    assert main(["convention", "Drury", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == "Drury"


def test_an_unknown_name_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convention", "Nobody's"]) == 2
    assert "No convention is called" in capsys.readouterr().err
