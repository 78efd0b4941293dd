"""The library from the command line, as a new user types it."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.records.formats.known import FORMATS
from kibitz.records.formats.lin import write_lin
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kit import random_record

TABLES = [random_record(random.Random(seed)) for seed in range(12)]


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_LIBRARY", str(tmp_path / "library.kibitz"))
    folder = tmp_path / "archive"
    folder.mkdir()
    bad = "qx|o1|md|1SAKQ,,|mb|1S|\n"
    (folder / "a.lin").write_text("".join(write_lin(TABLES)) + bad)
    return folder


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(arguments) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_import_prints_its_counts_as_json_alone(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = archive.parent / "refused.txt"
    told = run(["import", str(archive), "--json", "--report", str(report)], capsys)
    refused = {"deal:not 13 cards": 1}
    assert json.loads(told) == {
        "files": 1,
        "tables": 13,
        "kept": 12,
        "duplicates": 0,
        "refused": refused,
    }
    lines = len((archive / "a.lin").read_text().splitlines())
    assert report.read_text().startswith(f"a.lin:{lines}: board 1: deal:not 13 cards (N holds 0)")


def test_import_reads_standard_input(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO((archive / "a.lin").read_bytes()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert json.loads(run(["import", "-", "--json"], capsys))["kept"] == 12


def test_the_place_of_the_library_stands_whole_on_its_own_line(
    archive: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = tmp_path / ("a long [red]name " * 9) / "library.kibitz"
    assert "kept" in run(["import", str(archive), "--library", str(place)], capsys)
    assert run(["library", "--library", str(place)], capsys).splitlines()[0] == str(place)


def test_what_was_imported_is_listed_found_shown_and_exported(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "kept" in run(["import", str(archive)], capsys)
    assert json.loads(run(["library", "--json"], capsys))["tables"] == 12
    assert "12" in run(["library"], capsys)
    found = json.loads(run(["find", "--result", "made", "--json"], capsys))
    assert found["found"] == sum(record.made is True for record in TABLES)
    assert f"{found['found']} found" in run(["find", "--result", "made"], capsys)
    drawn = run(["show", str(found["tables"][0]["id"])], capsys)
    assert "North" in drawn
    assert "♠" in drawn
    [shown] = json.loads(run(["show", "1", "--json"], capsys))
    assert shown["hands"]["N"] == str(TABLES[0].deal.north)


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_exported_can_be_imported_again(
    form: str, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["import", str(archive)], capsys)
    path = archive.parent / f"out{FORMATS[form].suffix}"
    told = run(["export", "--format", form, "--output", str(path), "--json"], capsys)
    assert json.loads(told) == {"written": 12, "left_out": 0}
    back = [one for one in read_path(path) if isinstance(one, Record)]
    assert [(r.deal, r.auction, r.play, r.tricks) for r in back] == [
        (r.deal, r.auction, r.play, r.tricks) for r in TABLES
    ]
    assert run(["export", "--format", form], capsys) == path.read_text()


def test_show_draws_a_board_of_a_file_and_a_link(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = TABLES[0].citation.board
    assert f"board {board}" in run(["show", f"{archive / 'a.lin'}:{board}"], capsys)
    link = run(["import", str(archive)], capsys) and run(["export", "--format", "links"], capsys)
    assert "dealt;" in run(["show", link.splitlines()[0]], capsys)


def test_markup_in_a_name_is_shown_as_it_is(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (archive / "a.lin").read_text().splitlines()[1]
    (archive / "b.lin").write_text(f"vg|[bold]Cup[/nonsense] :smile:,,I,1,1,,0,,0|\n{text}")
    assert "[bold]Cup[/nonsense] :smile:" in run(["show", str(archive / "b.lin")], capsys)
    run(["import", str(archive / "b.lin")], capsys)
    assert "[bold]Cup[/nonsense]" in run(["find", "--event", "cup"], capsys)
