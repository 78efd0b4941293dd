"""The house's match: made in the cache when they are first needed, and marked as the house's."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from coached import SIMILARITY, answered_card, memory, table, tables, untrained
from kibitz.cardplay import adviser, learning
from kibitz.cardplay.adviser import CardAdviser, open_adviser
from kibitz.cardplay.describing import cases_of
from kibitz.cardplay.explain.precedents import cited
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.similarity.learned import name_of
from kibitz.cardplay.similarity.positions import Tables
from kibitz.cardplay.starter import (
    HOUSE_CASES,
    PACK,
    make_house_memory,
    starter_waiting,
)
from kibitz.cli import main
from kibitz.errors import StorageError
from kibitz.places import Places
from kibitz.records.formats.lines import write_lines
from kibitz.records.starter import HOUSE_FILE, unpressed
from kibitz.runtime.arrays import unpack
from kibitz.runtime.storage import shipped
from kit import ROOT
from match import match, played

DATA = ROOT / "src" / "kibitz" / "data"


@pytest.fixture
def content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    return "".join(write_lines(tables(5))).encode()


def test_the_first_time_describes_and_the_next_only_opens(content: bytes) -> None:
    steps: list[tuple[int, int]] = []
    first = make_house_memory(
        Places.of(), content, [SIMILARITY], watch=lambda *step: steps.append(step)
    )
    assert steps[-1] == (5, 5)
    again = make_house_memory(
        Places.of(), content, [SIMILARITY], watch=lambda *step: steps.append((0, 0))
    )
    assert (0, 0) not in steps
    assert len(first) == len(again) > 50
    assert first.is_house


def test_another_similarity_describes_them_anew(content: bytes) -> None:
    make_house_memory(Places.of(), content, [SIMILARITY])
    other = untrained(1)
    assert make_house_memory(Places.of(), content, [other]).shelf.by == other.name


def test_shipped_descriptions_are_taken_over(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_house_memory(Places.of(), content, [SIMILARITY])
    described = PACK.pack(made.shelf)
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "another"))
    steps: list[tuple[int, int]] = []
    taken = make_house_memory(
        Places.of(),
        content,
        [SIMILARITY],
        described=described,
        watch=lambda *step: steps.append(step),
    )
    assert steps == []
    assert taken.shelf.folder != made.shelf.folder
    assert taken.shelf.keys() == made.shelf.keys()
    for name in ("codes", "trumps", "cards", "records", "plies", "kinds"):
        ours, theirs = (getattr(one.shelf.parts[0].cases, name) for one in (taken, made))
        assert ours.tobytes() == theirs.tobytes()


def test_descriptions_by_another_similarity_are_not(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = PACK.pack(make_house_memory(Places.of(), content, [SIMILARITY]).shelf)
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "another"))
    other = untrained(1)
    steps: list[tuple[int, int]] = []
    taken = make_house_memory(
        Places.of(), content, [other], described=described, watch=lambda *step: steps.append(step)
    )
    assert steps[-1] == (5, 5)
    assert taken.shelf.by == other.name


def test_damaged_descriptions_are_named(content: bytes) -> None:
    described = PACK.pack(make_house_memory(Places.of(), content, [SIMILARITY]).shelf)
    other = content.replace(b"made.lin", b"more.lin")  # another file, so nothing is in the cache
    with pytest.raises(StorageError, match=r"house-cards\.xz is damaged"):
        make_house_memory(Places.of(), other, [SIMILARITY], described=described[:-20])


def test_what_ships_is_described_by_the_similarity_that_ships() -> None:
    if not all((DATA / name).is_file() for name in (HOUSE_FILE, HOUSE_CASES)):
        pytest.skip("the package is built without the house's match")
    ships = unpack(PACK.form, unpressed(shipped(HOUSE_CASES), HOUSE_CASES), name=HOUSE_CASES)
    codes, numbers = ships.arrays["codes"], ships.arrays["records"]
    both = learning.shipped()
    assert ships.about["similarity"] == name_of(both), "run 'kibitz lab starter-cases'"
    [first] = islice(played(), 1)
    again = cases_of(both, Tables.of_records([first])).codes
    assert np.array_equal(again, codes[numbers == 0])  # on every processor


def test_the_command_says_beforehand_that_nothing_is_left_to_describe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    words = ["lab", "starter-cases", "--into", str(tmp_path), "--json"]
    assert main([*words, "--dry-run"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == 0
    different = {(record.deal, record.auction, record.play) for record in match() if record.play}
    assert starter_waiting(Places.of(), [SIMILARITY]) == len(different)
    assert starter_waiting(Places.of(), learning.shipped()) == 0


def test_house_cases_are_marked(content: bytes, tmp_path: Path) -> None:
    house = make_house_memory(Places.of(), content, [SIMILARITY])
    own = memory(tmp_path / "own.kibitz", tables(5, first=30))
    asked = table(70)
    both = CardAdviser(SIMILARITY, (own, house))
    advice = both.ask(CardQuestion.of(asked, answered_card(asked, both)))
    assert {one.is_house for one in advice.precedents} == {True, False}
    for one in advice.precedents:
        assert cited(one).startswith("house case, ") == one.is_house


def test_an_adviser_opens_ones_own_cases_before_the_houses(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = make_house_memory(Places.of(), content, [SIMILARITY])
    monkeypatch.setattr(adviser, "make_starter_memory", lambda *_: house)
    monkeypatch.setattr(adviser, "shipped", lambda: [SIMILARITY])
    places = Places.of(tmp_path / "library.kibitz")
    assert open_adviser(places).memories == (house,)
    own = memory(places.library, tables(4))
    both = open_adviser(places)
    assert [one.is_house for one in both.memories] == [False, True]
    assert both.known == len(own) + len(house)
