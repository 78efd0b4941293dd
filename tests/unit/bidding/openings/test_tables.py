"""The tables of opening precedents: found by hand and source, in the library or the house's."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace
from html import unescape
from itertools import islice
from pathlib import Path

import pytest

from coach import ask, bring, ended, opened
from coached import fill
from kibitz.bidding.openings.cases import cases_of, cited
from kibitz.bidding.openings.house import shipped_cases
from kibitz.bidding.openings.tables import TablePlace, calls_of_the_case, places_of, table_at
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Sign
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Record
from kit import random_record


def tables(count: int) -> list[Record]:
    """Random tables of one club, whose auctions are told."""
    records = (random_record(random.Random(seed)) for seed in itertools.count())
    told = (one for one in records if one.is_witness)
    return [
        replace(one, citation=replace(one.citation, system="club")) for one in islice(told, count)
    ]


def test_every_case_of_a_library_is_found_at_its_table(tmp_path: Path) -> None:
    library, records = tmp_path / "library.kibitz", tables(20)
    fill(library, records)
    cases = [(case.situation.hand, case.source) for case in cases_of(records)]
    found = places_of(library, cases)
    assert len(found) == len(set(cases))
    for (hand, source), place in found.items():
        record = table_at(library, place).record
        assert record.deal[place.seat] == hand
        assert cited(record, place.seat) == source


def test_the_houses_cases_are_found_with_the_calls_that_mean_something(tmp_path: Path) -> None:
    cases = list(islice(shipped_cases(), 40, 60))
    keys = [(case.situation.hand, case.source) for case in cases]
    found = places_of(tmp_path / "none.kibitz", keys)
    for case, key in zip(cases, keys, strict=True):
        place = found[key]
        record = table_at(tmp_path / "none.kibitz", place).record
        assert (place.shelf, record.deal[place.seat]) == ("house", case.situation.hand)
        calls = calls_of_the_case(record)
        assert calls[case.situation.seat - 1] == case.call
        assert all(call is Sign.PASS for call in calls[:-1])
    assert not (tmp_path / "none.kibitz").exists()


def test_the_same_hand_from_elsewhere_is_not_found(tmp_path: Path) -> None:
    library, [record] = tmp_path / "library.kibitz", tables(1)
    fill(library, [record])
    assert places_of(library, [(record.deal.north, "my own correction")]) == {}


@pytest.mark.parametrize("text", ["", "library", "library-x-S", "cellar-1-S", "house-1-X"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="There is no table"):
        TablePlace.parse(text)


def test_a_house_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no table"):
        table_at(tmp_path / "none.kibitz", TablePlace.parse("house-999999-S"))


def test_the_page_opens_the_table_of_a_house_precedent(home: Path) -> None:
    asked = {"hand": "AQ7.KJ985.K2.T43"}
    with opened(home) as page:
        first = ask(page, "/api/opening", asked).json()["precedents"][0]
        assert first["at"].startswith("house-")
        record = table_at(home / "none.kibitz", TablePlace.parse(first["at"])).record
        shown = unescape(ask(page, "/opening", asked).text)
        assert f"beside={first['at']}" in shown
        assert 'id="beside"' not in shown
        beside = unescape(ask(page, "/opening", {**asked, "beside": first["at"]}).text)
        assert first["bid"] == "1H"
        assert f"{first['in_seat']} opened 1♥." in re.sub("<[^>]+>", "", beside)
        assert str(record.citation) in beside
        assert beside.count('class="hand ') == 4
        assert '<table class="auction">' in beside
        assert "Ask about this hand" in beside
        stray = ask(page, "/opening", {**asked, "beside": "house-1-S"}).text
        assert 'id="beside"' not in stray


@pytest.mark.usefixtures("few_house_hands")
def test_the_page_opens_the_table_of_a_precedent_in_the_library(home: Path) -> None:
    records = tables(100)
    with opened(home) as page:
        bring(page, "".join(write_lines(records)), name="club.jsonl")
        [learned] = ended(page, page.post("/api/learn/openings"))["result"]
        assert learned["kept"]
        assert "learned; it was not known before" in learned["text"]
        asked = {"hand": str(records[0].deal[records[0].dealer]), "system": "club"}
        precedents = ask(page, "/api/opening", asked).json()["precedents"]
        own = [one for one in precedents if one["origin"] == "watched"]
        assert own[0]["hand"] == asked["hand"]
        assert all(one["at"].startswith("library-") for one in own)
        at = own[0]["at"]
        beside = unescape(ask(page, "/opening", {**asked, "beside": at}).text)
        assert f'href="/library/{at.split("-")[1]}"' in beside
        assert beside.count('class="hand ') == 4
