"""``kibitz carding``: files or the library, words or JSON, and one clear line for bad input."""

from __future__ import annotations

import json
import lzma
import random
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.records.formats.known import FORMATS
from kibitz.records.record import Citation, Players
from kit import random_record

SEATED = Citation(players=Players("Ann", "x", "Bob", "y"))
TABLES = [replace(random_record(random.Random(seed)), citation=SEATED) for seed in range(30)]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_LIBRARY", str(tmp_path / "library.kibitz"))
    path = tmp_path / "games.jsonl.xz"
    path.write_bytes(lzma.compress("".join(FORMATS["jsonl"].write(TABLES)).encode()))
    return path


def test_the_tables_of_files_and_of_the_library_tell_the_same(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["carding", "--pair", "Bob - Ann", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pair"] == ["Ann", "Bob"]
    assert told["tables"] == len(TABLES)
    assert main(["import", str(file), "--json"]) == 0
    capsys.readouterr()
    assert main(["carding", "--pair", "Ann - Bob", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == told


def test_the_words_begin_with_the_pair(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["carding", "--pair", "Ann - Bob", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Ann - Bob: 30 tables, ")


@pytest.mark.parametrize(
    ("pair", "line"),
    [
        ("Ann - x", "Ann and x never sat as partners. These did: Ann - Bob (30 tables) and"),
        ("Cid - Dan", "Cid and Dan never sat as partners.\n"),
        ("Ann", "A pair is two names, as in 'Helgemo - Helness'.\n"),
        ("", "A pair is two names, as in 'Helgemo - Helness'.\n"),
    ],
)
def test_a_pair_that_there_is_not_is_one_clear_line(
    file: Path, capsys: pytest.CaptureFixture[str], pair: str, line: str
) -> None:
    assert main(["carding", "--pair", pair, str(file)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"kibitz: {line}")
    assert error.count("\n") == 1


def test_a_damaged_file_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(file.read_bytes()[:-100])
    assert main(["carding", "--pair", "Ann - Bob", str(file)]) == 2
    assert "damaged xz" in capsys.readouterr().err
