"""``kibitz sit``: a deal at the table, typed; kept, gone on with, remembered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app, main
from kibitz.mygame.store import PracticeStore

pytestmark = [pytest.mark.long, pytest.mark.process]
TWO = ["sit", "--seed", "2", "--role", "declarer"]
"""A deal on which the eight of clubs at the second trick loses the contract."""


def test_a_wrong_card_is_asked_about_taken_back_and_kept_for_practice(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TWO, "--moves", "4, C8, why, show, back, CJ, claim 11"]) == 0
    told = capsys.readouterr().out
    assert "You are South. East dealt, North-South vulnerable." in told
    assert "How many winners can you count on top? 4" in told
    assert "What if " in told
    assert "With ♣J" in told
    assert "Not yet: play on." in told or "from the top" in told
    assert "Kept: kibitz sit --resume goes on." in told
    assert main(["sit", "--resume", "--json", "--moves", "table"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["decisions"][0]["did"] == "C8"
    assert again["decisions"][0]["verdict"] == "wrong"
    assert set(again["seen"]["hands"]) == {"N", "S"}
    assert again["asks"] == "card"


def test_a_deal_is_played_to_its_end_and_mistakes_become_cards(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = CliRunner().invoke(app, TWO, input="4\nC8\non\n" + "on\nhint\nhint\nhint\n" * 3)
    assert result.exit_code == 0, result.output
    moves = _best_moves(result.output)
    assert moves or "The lesson:" in result.output
    assert main(["sit", "--resume"]) in (0, 2)
    with PracticeStore.open(bare_home / "mygame.kibitz") as store:
        assert store is not None


def _best_moves(told: str) -> list[str]:
    return [line for line in told.splitlines() if line.startswith("Play ")]


def test_what_is_wrong_is_said_in_one_line(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, said in (
        (["sit", "--resume"], "no deal to go on with"),
        (["sit", "--resume", "--today"], "Name one deal"),
        (["sit", "--seed", "2", "--role", "dummy"], "declarer or defender"),
        (["sit", "--deal", "sit:xxx"], "damaged"),
        (["sit", "--deal", "starter:99999"], "there is no board"),
    ):
        assert main(words) != 0
        assert said in capsys.readouterr().err
