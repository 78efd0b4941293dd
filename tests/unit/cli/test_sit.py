"""``kibitz sit``: a deal at the table, typed; kept, gone on with, remembered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app, main
from kibitz.mygame.store import PracticeStore

DEALT = ["sit", "--seed", "21"]
"""A deal in 3NT on which the ace of hearts at the first trick gives up the hold-up."""


@pytest.mark.long
@pytest.mark.process
def test_a_wrong_card_is_asked_about_taken_back_and_kept_for_practice(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*DEALT, "--moves", "1H, 3NT, 7, 1, HA, back, H2, claim 11"]) == 0
    told = capsys.readouterr().out
    assert "You are South. North dealt, North-South vulnerable." in told
    assert "How many winners can you count on top? 7" in told
    assert "What if " in told
    assert "With ♥2: made" in told
    assert "Not yet: play on. On no layout that I tried" in told
    assert told.rstrip().endswith("Kept: kibitz sit --resume goes on.")
    assert main(["sit", "--resume", "--json", "--moves", "claim 0"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["decisions"] == [{"card": 4, "did": "HA", "best": "H2", "verdict": "wrong"}]
    assert set(again["seen"]["hands"]) == {"N", "E", "S", "W"}  # the end
    assert again["asks"] == "nothing"
    assert any(
        line.startswith("The lesson: ♥2 was better. When East gets in with a club,")
        for line in again["said"]
    )
    with PracticeStore.open(bare_home / "mygame.kibitz") as store:
        kept = [one.content for one in store.cards("me")]
    assert (4, "H2") in [(one.get("number"), one.get("experts")) for one in kept]


@pytest.mark.process
def test_what_is_typed_elsewhere_is_read_line_by_line(bare_home: Path) -> None:
    told = CliRunner().invoke(app, ["sit", "--seed", "5", "--json"], input="7NT\n?\nquit\n")
    answer = json.loads(told.output)
    assert answer["asks"] == "other call"
    assert answer["said"][-len("?") :] != []
    assert "> 7NT" in answer["said"]
    assert list(answer["seen"]["hands"]) == ["S"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--resume"], "no deal to go on with"),
        (["--resume", "--today"], "Name one deal"),
        (["--seed", "2", "--role", "dummy"], "declarer or defender"),
        (["--deal", "sit:xxx"], "damaged"),
        (["--deal", "starter:99999"], "there is no board"),
    ],
)
@pytest.mark.process
def test_what_is_wrong_is_said_in_one_line(
    words: list[str], said: str, bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sit", *words]) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert said in line
