"""``kibitz explore``: words or JSON, leads, and one clear line for bad input."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.records.formats.lines import write_lines
from kit import random_record

TABLES = [random_record(random.Random(seed)) for seed in range(60)]
PLAYED = next(record for record in TABLES if len(record.play) >= 20)
AUCTION = " ".join(map(str, PLAYED.auction.calls)).removesuffix(" P P P")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.kibitz"
    monkeypatch.setenv("KIBITZ_LIBRARY", str(path))
    (tmp_path / "games.jsonl").write_text("".join(write_lines(TABLES)))
    assert main(["import", str(tmp_path / "games.jsonl"), "--json"]) == 0
    return path


def test_the_same_is_said_in_words_and_as_data(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["explore", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(one["tables"] for one in told["next"]) == told["tables"]
    assert main(["explore"]) == 0
    assert capsys.readouterr().out == told["text"] + "\n"
    assert told["text"].startswith("The first calls: ")


def test_a_lead_is_asked_about_with_the_closing_passes_left_out(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["explore", "--lead", AUCTION, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["lead"]
    assert told["auction"] == f"{AUCTION} P P P"
    assert {one["next"] for one in told["next"]} >= {str(PLAYED.play[0].suit)}


@pytest.mark.parametrize("by", ["pair", "player", "event"])
def test_the_same_tables_are_told_apart_by_pair_player_or_event(
    by: str, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["explore", "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["by"], whole["groups"]) == ("", [])
    assert main(["explore", "--by", by, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["next"] == whole["next"]
    sizes = [group["tables"] for group in told["groups"]]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) <= told["tables"]
    for group in told["groups"]:
        assert group["name"]
        assert sum(one["tables"] for one in group["next"]) <= group["tables"]
        assert f"{group['name']}, {group['tables']} table" in told["text"]
    first = told["groups"][0]
    named = ", ".join(first["name"].split(" and ")) if by == "pair" else first["name"]
    assert main(["explore", f"--{by}", named, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tables"] >= first["tables"]


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (["--by", "colour"], 2, "kibitz: Group by pair, player or event, not by 'colour'."),
        (["1S", "1H"], 2, "kibitz: the auction is not legal: insufficient bid: 1H over 1S"),
        (["--pair", "Ann"], 2, "kibitz: A pair is two names, as in 'Helgemo, Helness'."),
        (["--player", "Xyz"], 2, "kibitz: No player in the library has 'Xyz' in the name."),
        (["--library", "none.kibitz"], 1, "kibitz: There is no library at none.kibitz: "),
    ],
)
def test_bad_input_is_one_clear_line(
    library: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    code: int,
    line: str,
) -> None:
    capsys.readouterr()
    assert main(["explore", *words]) == code
    said = capsys.readouterr().err
    assert said.startswith(line)
    assert said.count("\n") == 1
