"""The shipped starter library: how much it holds, that it is the house's, and can be made again."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from kibitz.bidding.calls.starter import HOUSE_CALLS
from kibitz.bidding.openings.cases import Origin, cases_of
from kibitz.bidding.openings.house import shipped_cases
from kibitz.bidding.openings.rules import HOUSE_SYSTEM
from kibitz.cardplay.starter import HOUSE_CASES
from kibitz.cli import main
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.deal import Seat
from kibitz.records.formats.lines import read_lines, write_lines
from kibitz.records.record import Record
from kibitz.records.starter import HOUSE_FILE, HOUSE_OPENINGS, is_house, unpressed
from kibitz.runtime.storage import shipped
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.house.library import OPENINGS
from kibitz_lab.house.matches import dealt, play_boards
from kibitz_lab.house.starter import DEALS, SEED
from kibitz_lab.making.house_openings import house_record
from match import match

LARGEST = 5_000_000
TABLES = 4_000


def openings() -> list[str]:
    return gzip.decompress(shipped(HOUSE_OPENINGS)).decode().splitlines(keepends=True)


def lines() -> list[str]:
    return unpressed(shipped(HOUSE_FILE), HOUSE_FILE).decode().splitlines(keepends=True)


def test_the_files_are_small_enough_for_the_wheel() -> None:
    files = (HOUSE_FILE, HOUSE_CASES, HOUSE_CALLS, HOUSE_OPENINGS)
    assert sum(len(shipped(name)) for name in files) <= LARGEST


def test_four_thousand_tables_are_there_and_say_that_they_are_the_houses() -> None:
    found = list(match())
    assert len(found) == len(lines()) == 2 * DEALS >= TABLES
    assert len({record.deal for record in found}) == DEALS
    assert len({(r.deal, r.auction, r.play) for r in found}) >= 0.9 * len(found)
    for record in found:
        assert is_house(record)
        assert "house" in str(record.citation)
        assert {record.citation.players[seat] for seat in Seat} == {"house"}
        assert record.contract == record.auction.contract
        assert len(record.play) == (52 if record.contract is not None else 0)


def test_every_kind_of_contract_is_there_made_and_failed() -> None:
    contracts = [(r.contract, r.made) for r in match() if r.contract is not None]
    kinds = Counter((str(c.bid.strain), bool(made)) for c, made in contracts)
    assert all(kinds[strain, made] > 50 for strain in "CDHSN" for made in (False, True))
    assert {c.bid.level for c, _ in contracts} >= {1, 2, 3, 4, 5, 6}
    assert any(c.doubling for c, _ in contracts)
    assert 0.5 < sum(bool(made) for _, made in contracts) / len(contracts) < 0.8


def test_no_auction_is_absurd() -> None:
    """A side that comes to a game uncontested has the cards for it, and to a slam more."""
    for record in match():
        contract = record.contract
        if contract is None or contract.bid.level < 6 or contract.doubling:
            continue
        own = record.deal[contract.declarer], record.deal[contract.dummy]
        assert sum(hand.points for hand in own) >= 20


def test_twenty_thousand_openings_are_there_and_say_that_they_are_the_houses() -> None:
    cases = list(shipped_cases())
    assert sum(case.call is not Sign.PASS for case in cases) >= 20_000
    assert {case.system.name for case in cases} == {HOUSE_SYSTEM}
    assert {case.origin for case in cases} == {Origin.GENERATED}
    assert all("house" in case.source for case in cases)
    assert len(openings()) == OPENINGS


def test_the_quick_way_to_the_openings_gives_what_reading_their_records_gives() -> None:
    file = HOUSE_OPENINGS.removesuffix(".gz")
    records = (r for r in read_lines(openings()[:300], file=file) if isinstance(r, Record))
    read = list(cases_of(records))
    assert read == list(islice(shipped_cases(), len(read)))


def test_a_library_takes_the_match_in_as_it_takes_any_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / HOUSE_FILE
    file.write_bytes(shipped(HOUSE_FILE))
    assert main(["import", str(file), "--library", str(tmp_path / "l.kibitz"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    different = {(record.deal, record.auction, record.play) for record in match()}
    assert (told["kept"], told["refused"]) == (len(different), {})


@pytest.mark.parametrize("number", [1, 7, 4_321, OPENINGS])
def test_an_opening_follows_from_the_seed_and_its_number(number: int) -> None:
    [line] = write_lines([house_record(SEED, number)])
    assert openings()[number - 1] == line


@pytest.mark.parametrize("number", [1, 700, DEALS])
def test_a_deal_follows_from_the_seed_and_its_number(number: int) -> None:
    both = [json.loads(line) for line in lines()[2 * number - 2 : 2 * number]]
    for told, again in zip(both, play_boards(dealt(SEED, number)), strict=True):
        assert told["auction"] == [str(call) for call in again.auction.calls]
        assert told["play"] == [str(card) for card in again.cards]


def test_the_command_packs_what_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [json.loads(line) for line in lines()[:2]]
    plain = [
        {"calls": " ".join(o["auction"]), "play": "".join(o["play"]), "tricks": o["tricks"]}
        for o in both
    ]
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    parts_of("starter", SEED).keep((1, 1), [plain])
    words = ["lab", "starter", "--deals", "1", "--jobs", "1"]
    assert main([*words, "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["finished_before"] == 1
    assert main([*words, "--library", str(tmp_path), "--into", str(tmp_path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["match"]["deals"], result["match"]["tables"]) == (1, 2)
    assert json.loads((tmp_path / "starter.json").read_text()) == result
    made = unpressed((tmp_path / HOUSE_FILE).read_bytes(), HOUSE_FILE).decode()
    assert made == "".join(lines()[:2])
    assert (tmp_path / HOUSE_OPENINGS).read_bytes() == shipped(HOUSE_OPENINGS)
    assert all((tmp_path / name).is_file() for name in (HOUSE_CASES, HOUSE_CALLS))
