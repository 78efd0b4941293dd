"""The experiment of the house system, in small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.bidding.judging.contracts import north_south
from kibitz.cli import main
from kibitz.games.bridge.auction import Contract, Strain
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DealTricks, DoubleDummy
from kibitz_lab.catalogue.generated import write_openings

SLAM = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")


def test_a_deal_is_solved_for_every_declarer_and_its_par() -> None:
    with DoubleDummy() as solver:
        [solved] = solver.solve_deals([(SLAM, Seat.NORTH, Vulnerability.NONE)])
    assert isinstance(solved, DealTricks)
    assert len(solved.tricks) == 20
    assert solved.tricks[Strain.NOTRUMP, Seat.NORTH] == 13
    assert solved.tricks[Strain.NOTRUMP, Seat.EAST] == 0
    assert solved.par == 1520  # seven no-trump
    assert "7N by N" in [str(one) for one in solved.best]


def test_a_contract_is_scored_for_north_south() -> None:
    solved = DealTricks({(Strain.SPADES, seat): 10 for seat in Seat}, 420)
    none = Vulnerability.NONE
    assert north_south(None, solved, none) == 0
    assert north_south(Contract.parse("4S by N"), solved, none) == 420
    assert north_south(Contract.parse("4S by E"), solved, none) == -420


def test_the_experiment_counts_boards_and_agreement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = tmp_path / "openings.jsonl"
    write_openings(records, 30, seed=1)
    words = ["lab", "system", "--boards", "4", "--records", str(records), "--tables", "6"]
    assert main([*words, "--solved", "2", "--jobs", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["dealt"]["boards"] == 4
    assert result["dealt"]["contradictions"] == 0
    assert result["dealt"]["solved"] == 2
    assert 0 <= result["tables"][0]["all"] <= 1
