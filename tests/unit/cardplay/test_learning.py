"""Tables become precedents by being imported, once, and cease to be when they are withdrawn."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from coached import SIMILARITY, fill, tables, taught, untrained
from kibitz.cardplay.describing import BLOCK
from kibitz.cardplay.learning import learn, stage, waiting
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.store import Cases
from kibitz.errors import StorageError, UsageError
from kibitz.places import Places
from kibitz.precedents import learning
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables
from kibitz.records.record import Record


def count(records: list[Record]) -> int:
    return sum(is_real(s) for r in records for s, _ in decisions(r.opening_state(), r.play))


def withdraw(library: Library, folder: Path, numbers: Sequence[int], reason: str) -> int:
    keys = played_tables(library)
    return learning.withdraw(Shelf.open(Cases, folder), library, keys, numbers, reason)


def restore(library: Library, folder: Path, numbers: Sequence[int]) -> int:
    return learning.restore(Shelf.open(Cases, folder), library, played_tables(library), numbers)


def codes_of(shelf: Shelf[Cases]) -> bytes:
    return b"".join(part.cases.codes.tobytes() for part in shelf.parts)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.kibitz"


def test_every_real_decision_of_every_contract_and_length_is_learned(path: Path) -> None:
    records = tables(9)
    fill(path, records)
    steps: list[tuple[int, int]] = []
    with Library.open(path) as library:
        learned = learn(
            library, Places.of(path).cards, [SIMILARITY], lambda *step: steps.append(step)
        )
    assert (learned.tables, learned.cases, learned.known) == (9, count(records), count(records))
    assert steps[-1] == (9, 9)
    assert Shelf.open(Cases, Places.of(path).cards).by == SIMILARITY.name


def test_learning_twice_adds_nothing_and_what_is_new_is_added(path: Path) -> None:
    fill(path, tables(5))
    taught(path)
    with Library.open(path) as library:
        again = learn(library, Places.of(path).cards, [SIMILARITY])
    assert (again.tables, again.cases) == (0, 0)
    more = tables(3, first=5)
    fill(path, more, "more.lin")
    with Library.open(path) as library:
        learned = learn(library, Places.of(path).cards, [SIMILARITY])
    assert (learned.tables, learned.cases) == (3, count(more))
    assert learned.known == count(tables(8))


def test_stopped_it_keeps_what_was_described_and_goes_on_from_there(path: Path) -> None:
    records = tables(2 * BLOCK + 3)
    fill(path, records)
    steps: list[float] = []

    def stop(done: float, of: float) -> None:
        steps.append(done)
        if done == 2 * BLOCK:
            raise KeyboardInterrupt

    with Library.open(path) as library:
        assert waiting(library, Places.of(path).cards, SIMILARITY.name) == len(records)
        with pytest.raises(KeyboardInterrupt):
            learn(library, Places.of(path).cards, [SIMILARITY], stop)
        assert len(Shelf.open(Cases, Places.of(path).cards)) == count(records[:BLOCK])
        assert waiting(library, Places.of(path).cards, SIMILARITY.name) == BLOCK + 3
        assert waiting(library, Places.of(path).cards, "another") == len(records)
        learned = learn(library, Places.of(path).cards, [SIMILARITY], lambda *step: None)
        assert waiting(library, Places.of(path).cards, SIMILARITY.name) == 0
    assert steps == [BLOCK, 2 * BLOCK]
    assert (learned.tables, learned.known) == (BLOCK + 3, count(records))
    assert stage(BLOCK + 3).tasks == 2


def test_a_table_that_was_withdrawn_stays_so(path: Path) -> None:
    records = tables(4)
    fill(path, records)
    taught(path)
    with Library.open(path) as library:
        gone = withdraw(library, Places.of(path).cards, [2], "not an expert")
        assert gone == count(records[1:2])
        again = learn(library, Places.of(path).cards, [SIMILARITY])
    assert (again.tables, again.known) == (0, count(records) - gone)
    base = Shelf.open(Cases, Places.of(path).cards)
    assert {removal.reason for removal in base.removals()} == {"not an expert"}


def test_a_table_that_was_withdrawn_can_be_brought_back(path: Path) -> None:
    records = tables(4)
    fill(path, records)
    before = codes_of(taught(path))
    with Library.open(path) as library:
        folder = Places.of(path).cards
        gone = withdraw(library, folder, [2, 3], "not an expert")
        assert restore(library, folder, [2, 2, 1]) == count(records[1:2])
        assert len(Shelf.open(Cases, folder)) == count(records) - count(records[2:3])
        assert withdraw(library, folder, [2], "after all") == count(records[1:2])
        assert len(Shelf.open(Cases, folder)) == count(records) - gone
        assert restore(library, folder, [2, 3]) == gone
        with pytest.raises(UsageError, match="Nothing was learned from table 9"):
            restore(library, folder, [9])
    base = Shelf.open(Cases, folder)
    assert not base.removals()
    assert codes_of(base) == before


def test_what_was_never_learned_cannot_be_withdrawn(path: Path) -> None:
    fill(path, tables(2))
    with Library.open(path) as library:
        with pytest.raises(StorageError, match="holds no store of cases"):
            withdraw(library, Places.of(path).cards, [1], "")
        learn(library, Places.of(path).cards, [SIMILARITY])
        with pytest.raises(UsageError, match="Nothing was learned from table 7"):
            withdraw(library, Places.of(path).cards, [1, 7], "")
    assert len(Shelf.open(Cases, Places.of(path).cards)) == count(tables(2))


def test_another_similarity_describes_all_cases_anew(path: Path, tmp_path: Path) -> None:
    records = tables(6)
    fill(path, records[:4])
    taught(path)
    fill(path, records[4:], "more.lin")
    taught(path)
    other = untrained(1)
    with Library.open(path) as library:
        withdraw(library, Places.of(path).cards, [3], "unwanted")
        learned = learn(library, Places.of(path).cards, [other])
    assert (learned.tables, learned.described_anew) == (0, count(records))
    fresh = tmp_path / "fresh.kibitz"
    fill(fresh, records)
    expected, found = taught(fresh, other), Shelf.open(Cases, Places.of(path).cards)
    found.verify()
    assert found.by == other.name
    assert len(found) == len(expected) - count(records[2:3])
    kept = [part.cases for part in found.parts]
    [plain] = [part.cases for part in expected.parts]
    rows = plain.records != 2
    assert b"".join(part.codes.tobytes() for part in kept) == plain.codes[rows].tobytes()


def test_cases_whose_table_is_gone_are_withdrawn_when_described_anew(
    path: Path, tmp_path: Path
) -> None:
    records = tables(3)
    fill(path, records)
    taught(path)
    other = tmp_path / "other.kibitz"
    fill(other, records[:2])
    with Library.open(other) as library:
        learned = learn(library, Places.of(path).cards, [untrained(1)])
    assert learned.withdrawn == count(records[2:])
    assert learned.known == count(records[:2])
    fill(other, records[2:], "found-again.lin")
    with Library.open(other) as library:
        again = learn(library, Places.of(path).cards, [untrained(1)])
    assert (again.tables, again.known) == (1, count(records))
