"""The house's deals: made in the cache when they are first needed, and marked as the house's."""

from pathlib import Path

import pytest

from coached import SIMILARITY, real_card, shelf, table, tables
from kibitz.cardplay.adviser import Adviser
from kibitz.cardplay.casebase import CaseBase
from kibitz.cardplay.desk import advise, opened
from kibitz.cardplay.similarity import Similarity
from kibitz.cardplay.starter import house_shelf
from kibitz.cardplay.wording import cited
from kibitz.records.lines import write_lines


@pytest.fixture
def content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    return "".join(write_lines(tables(5))).encode()


def test_the_first_time_describes_and_the_next_only_opens(content: bytes) -> None:
    steps: list[tuple[int, int]] = []
    first = house_shelf(content, SIMILARITY, lambda *step: steps.append(step))
    assert steps[-1] == (5, 5)
    again = house_shelf(content, SIMILARITY, lambda *step: steps.append((0, 0)))
    assert (0, 0) not in steps
    assert len(first.base) == len(again.base) > 50
    assert first.is_house


def test_another_similarity_describes_them_anew(content: bytes) -> None:
    house_shelf(content, SIMILARITY, lambda *step: None)
    other = Similarity.untrained(1)
    assert house_shelf(content, other, lambda *step: None).base.similarity == other.name


def test_house_cases_are_marked(content: bytes, tmp_path: Path) -> None:
    house = house_shelf(content, SIMILARITY, lambda *step: None)
    own = shelf(tmp_path / "own.kibitz", tables(5, first=30))
    asked = table(70)
    advice = advise(asked, real_card(asked), adviser=Adviser(SIMILARITY, [own, house]))
    assert {one.is_house for one in advice.precedents} == {True, False}
    for one in advice.precedents:
        assert cited(one).startswith("house case, ") == one.is_house


def test_an_adviser_opens_what_there_is(content: bytes, tmp_path: Path) -> None:
    assert content
    path = tmp_path / "library.kibitz"
    before = opened(path, SIMILARITY).known
    shelf(path, tables(4))
    assert opened(path, SIMILARITY).known == before + len(
        CaseBase.open(tmp_path / "library.kibitz.cardplay")
    )
