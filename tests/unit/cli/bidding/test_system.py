"""``kibitz system`` and ``kibitz tell`` at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli import main

DEAL = "N:J4.Q764.K52.T986 875.T93.763.Q532 KT932.82.AQT94.A AQ6.AKJ5.J8.KJ74"


def test_an_auction_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tell", "1h pass 2h", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [act["call"] for act in answer["acts"]] == ["1H", "P", "2H"]
    assert answer["acts"][2]["grounds"][0]["name"] == "single raise"


@pytest.mark.parametrize("auction", ["1H 1C", "1Q", "X"])
def test_an_auction_that_is_none_is_one_clear_error(
    auction: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tell", auction]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "auction" in line or "not a call" in line


def test_a_hand_is_bid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["system", "bid", "--hand", "AQ7.KJ985.K2.T43"]) == 0
    assert capsys.readouterr().out.startswith("1♥ (one of a major)")


def test_a_deal_is_bid_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["system", "bid", "--deal", DEAL, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["auction"].endswith("P P P")
    assert answer["contract"]


def test_a_hand_or_a_deal_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["system", "bid"]) == 2
    assert "either a hand or a deal" in capsys.readouterr().err


def test_the_card_lists_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    from kibitz.bidding.systems.file import house_system

    assert main(["system", "card", "--json"]) == 0
    card = json.loads(capsys.readouterr().out)
    lines = [line for heading in card["situations"] for line in heading["rules"]]
    assert len(lines) == len(house_system().rules)
    assert main(["system", "card"]) == 0
    assert "Stayman: asks for a four-card major" in capsys.readouterr().out


def test_a_check_counts_boards_and_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["system", "check", "--boards", "5", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["boards"] == 5
    assert answer["contradictions"] == []


def test_a_bad_file_is_told_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[situation]]\nname = "A"\nwhen = "never"\n')
    assert main(["system", "check", str(path)]) == 2
    assert "line 3: 'never' does not describe an auction." in capsys.readouterr().err
    assert main(["system", "check", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"][0]["line"] == 3
