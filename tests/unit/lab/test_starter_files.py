"""The shipped starter library: how much it holds, that it is the house's, and can be made again."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest

from kibitz.bidding.openings.cases import Origin, cases_of
from kibitz.bidding.openings.house import shipped_cases
from kibitz.bidding.openings.rules import HOUSE_SYSTEM
from kibitz.cli import main
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.lab.making.house_deals import GAME
from kibitz.lab.making.house_openings import house_record
from kibitz.lab.making.starter import SEED, Finished, parts, played, record_of
from kibitz.lab.making.starter_library import OPENINGS
from kibitz.records.formats.lines import write_lines
from kibitz.records.starter import HOUSE_DEALS, HOUSE_OPENINGS, is_house, starter_records
from kibitz.runtime.storage import shipped

LARGEST = 3_000_000


def lines(name: str) -> list[str]:
    return gzip.decompress(shipped(name)).decode().splitlines(keepends=True)


def test_the_files_are_small_enough_for_the_wheel() -> None:
    assert len(shipped(HOUSE_OPENINGS)) + len(shipped(HOUSE_DEALS)) <= LARGEST


def test_fifteen_hundred_deals_that_made_are_there_and_say_that_they_are_the_houses() -> None:
    found = list(starter_records(HOUSE_DEALS))
    assert len(found) == len(lines(HOUSE_DEALS)) >= 1500
    assert len({record.deal for record in found}) == len(found)
    for record in found:
        assert record.contract is not None
        assert (record.contract.bid, record.made) == (GAME, True)
        assert len(record.play) == 52
        assert is_house(record)
        assert "house" in str(record.citation)
        assert record.citation.players[record.contract.declarer] == "house player"


def test_twenty_thousand_openings_are_there_and_say_that_they_are_the_houses() -> None:
    cases = list(shipped_cases())
    assert sum(case.call is not Sign.PASS for case in cases) >= 20_000
    assert {case.system.name for case in cases} == {HOUSE_SYSTEM}
    assert {case.origin for case in cases} == {Origin.GENERATED}
    assert all("house" in case.source for case in cases)
    assert len(lines(HOUSE_OPENINGS)) == OPENINGS


def test_the_quick_way_to_the_openings_gives_what_reading_their_records_gives() -> None:
    read = list(cases_of(islice(starter_records(HOUSE_OPENINGS), 300)))
    assert read == list(islice(shipped_cases(), len(read)))


def test_a_library_takes_the_deals_in_as_it_takes_any_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / HOUSE_DEALS
    file.write_bytes(shipped(HOUSE_DEALS))
    assert main(["import", str(file), "--library", str(tmp_path / "l.kibitz"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["kept"], told["refused"]) == (len(lines(HOUSE_DEALS)), {})


@pytest.mark.parametrize("number", [1, 7, 4_321, OPENINGS])
def test_an_opening_follows_from_the_seed_and_its_number(number: int) -> None:
    [line] = write_lines([house_record(SEED, number)])
    assert lines(HOUSE_OPENINGS)[number - 1] == line


@pytest.mark.parametrize("place", [700, -1])
def test_a_deal_follows_from_the_seed_and_its_number(place: int, solver: DoubleDummy) -> None:
    line = lines(HOUSE_DEALS)[place]
    again = record_of(SEED, played(SEED, json.loads(line)["game"], solver))
    assert next(write_lines([again])) == line


def test_the_command_packs_what_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = json.loads(lines(HOUSE_DEALS)[0])
    finished = Finished(told["game"], 9, told["tricks"], tuple(map(Card.parse, told["play"])))
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    parts(SEED).keep(finished.number, finished.plain())
    words = ["lab", "starter", "--first", str(told["game"]), "--deals", "1", "--jobs", "1"]
    assert main([*words, "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["finished_before"] == 1
    assert main([*words, "--library", str(tmp_path), "--into", str(tmp_path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["deals"]["played"], result["deals"]["made"]) == (1, 1)
    assert json.loads((tmp_path / "starter.json").read_text()) == result
    assert gzip.decompress((tmp_path / HOUSE_DEALS).read_bytes()).decode() == lines(HOUSE_DEALS)[0]
    assert (tmp_path / HOUSE_OPENINGS).read_bytes() == shipped(HOUSE_OPENINGS)
