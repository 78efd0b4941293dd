"""Cases of card play on disk: found like in a plain scan, withdrawn, described anew, checked."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.cardplay.memory import CardMemory
from kibitz.cardplay.similarity.index import Among, Found
from kibitz.cardplay.similarity.neighbours import nearest
from kibitz.cardplay.similarity.positions import Bytes, Rows
from kibitz.cardplay.store import Cases
from kibitz.errors import StorageError, UsageError
from kibitz.precedents.manifest import KeptRecord
from kibitz.precedents.sequences.store import SequenceStore
from kibitz.precedents.shelf import MOST_SMALL, Shelf
from kibitz.records.record import Source


def drawn(seed: int, tables: int, each: int = 20) -> tuple[Cases, list[KeptRecord]]:
    rng = np.random.default_rng(seed)
    size = tables * each
    codes = rng.integers(0, 256, (size, 52)).astype(np.uint8)
    codes[rng.random((size, 52)) < 0.8] = 0
    cases = Cases(
        codes,
        rng.integers(0, 5, size).astype(np.uint8),
        rng.integers(0, 52, size).astype(np.uint8),
        np.repeat(np.arange(tables, dtype=np.uint32), each),
        np.tile(np.arange(each, dtype=np.uint8), tables),
        rng.integers(1, 29, size).astype(np.uint8),
    )
    return cases, [KeptRecord(Source(f"{seed}.lin", i + 1), f"{seed} {i}") for i in range(tables)]


def all_of(kinds: Bytes, plies: Bytes) -> Rows:
    return np.arange(len(kinds))


def nearest_on(shelf: Shelf[Cases], code: Bytes, trumps: int, k: int, among: Among) -> Found:
    memory = CardMemory(shelf, shelf.folder / "library.kibitz")
    [found] = memory.nearest(code[None], np.array([trumps], np.uint8), k, among)
    return found


def coded(cases: Cases, value: int) -> Cases:
    return replace(cases, codes=np.full((len(cases), 52), value, np.uint8))


def filled(folder: Path, *sizes: int) -> Shelf[Cases]:
    base = Shelf.create(Cases, folder, "one")
    for seed, tables in enumerate(sizes):
        base.add(*drawn(seed, tables))
    return Shelf.open(Cases, folder)


@pytest.mark.parametrize("sizes", [(1,), (3, 1), (2, 5, 4)])
@pytest.mark.parametrize("trumps", [4, 2])
def test_several_files_are_searched_like_one(
    tmp_path: Path, sizes: tuple[int, ...], trumps: int
) -> None:
    base = filled(tmp_path, *sizes)
    parts = [drawn(seed, tables)[0] for seed, tables in enumerate(sizes)]
    codes = np.concatenate([part.codes for part in parts])
    asked = drawn(99, 1)[0].codes[0].reshape(4, 13)
    found = nearest_on(base, asked, trumps, 9, all_of)
    suits = np.concatenate([part.trumps for part in parts])
    plain = nearest(asked, trumps, codes.reshape(-1, 4, 13), suits, 9)
    np.testing.assert_array_equal(found.matches.cases, plain.cases)
    np.testing.assert_array_equal(found.matches.squares, plain.squares)
    np.testing.assert_array_equal(found.matches.suits, plain.suits)
    cards = np.concatenate([part.cards for part in parts])
    np.testing.assert_array_equal(found.cards, cards[plain.cases])


def test_only_the_cases_that_are_asked_for_are_looked_at(tmp_path: Path) -> None:
    base = filled(tmp_path, 3, 2)
    asked = drawn(99, 1)[0].codes[0].reshape(4, 13)
    found = nearest_on(base, asked, 4, 99, lambda kinds, plies: np.flatnonzero(plies % 4 == 2))
    everything = nearest_on(base, asked, 4, 99, all_of)
    rows = everything.plies % 4 == 2
    assert rows.any()
    np.testing.assert_array_equal(found.matches.cases, everything.matches.cases[rows])


def test_every_case_knows_its_record_and_ply(tmp_path: Path) -> None:
    base = filled(tmp_path, 3, 2)
    cases, records = drawn(1, 2)
    found = nearest_on(base, cases.codes[25].reshape(4, 13), int(cases.trumps[25]), 1, all_of)
    assert found.matches.cases.tolist() == [3 * 20 + 25]
    assert (found.matches.squares[0], found.plies[0]) == (0, 5)
    assert base.records(found.records.tolist()) == {3 + 1: records[1]}


def test_codes_are_mapped_and_not_copied(tmp_path: Path) -> None:
    [part] = filled(tmp_path, 4).parts
    assert not part.cases.codes.flags.owndata
    assert not part.cases.codes.flags.writeable


def test_what_is_withdrawn_is_not_found_and_stays_on_record(tmp_path: Path) -> None:
    base = filled(tmp_path, 3, 2)
    cases, _ = drawn(0, 3)
    asked, trumps = cases.codes[20].reshape(4, 13), int(cases.trumps[20])
    assert nearest_on(base, asked, trumps, 1, all_of).records.tolist() == [1]
    assert base.withdraw([1], "mistyped") == 20
    for each in (base, Shelf.open(Cases, tmp_path)):
        assert 1 not in nearest_on(each, asked, trumps, 100, all_of).records
        assert len(each) == 80
    removals = base.removals()
    assert {removal.reason for removal in removals} == {"mistyped"}
    assert [removal.case for removal in removals] == list(range(20, 40))
    assert removals[4].source == "0.lin, table 2, card 5"
    assert base.withdraw([1], "again") == 0


def test_cases_keep_their_numbers_when_earlier_ones_are_withdrawn(tmp_path: Path) -> None:
    base = filled(tmp_path, 3)
    cases, _ = drawn(0, 3)
    asked, trumps = cases.codes[45].reshape(4, 13), int(cases.trumps[45])
    base.withdraw([0, 1], "unwanted")
    found = nearest_on(base, asked, trumps, 1, all_of)
    assert found.matches.cases.tolist() == [45]
    assert (found.records[0], found.plies[0]) == (2, 5)


def test_a_record_is_kept_once(tmp_path: Path) -> None:
    base = filled(tmp_path, 3)
    with pytest.raises(UsageError, match="already holds one of these records"):
        base.add(*drawn(0, 3))
    assert len(Shelf.open(Cases, tmp_path)) == 60


def test_cases_described_anew_replace_the_old_ones_at_once(tmp_path: Path) -> None:
    base = filled(tmp_path, 2, 1)
    before = sorted(path.name for path in tmp_path.glob("*.safetensors"))
    base.withdraw([0], "unwanted")
    base.redescribe("two", lambda old: coded(old, 7))
    for each in (base, Shelf.open(Cases, tmp_path)):
        assert each.by == "two"
        assert len(each) == 40
        assert {int(part.cases.codes.max()) for part in each.parts} == {7}
    base.verify()
    after = sorted(path.name for path in tmp_path.glob("*.safetensors"))
    assert len(after) == len(before)
    assert not set(after) & set(before)


def test_a_failure_while_describing_anew_changes_nothing(tmp_path: Path) -> None:
    base = filled(tmp_path, 2, 1)

    def fails_at_the_second(old: Cases) -> Cases:
        if len(old) == 20:
            raise KeyboardInterrupt
        return coded(old, 0)

    with pytest.raises(KeyboardInterrupt):
        base.redescribe("two", fails_at_the_second)
    again = Shelf.open(Cases, tmp_path)
    again.verify()
    assert again.by == "one"
    assert again.parts[0].cases.codes.max() > 0
    again.redescribe("two", lambda old: coded(old, 0))
    assert Shelf.open(Cases, tmp_path).by == "two"


def test_a_changed_byte_is_found_and_named(tmp_path: Path) -> None:
    filled(tmp_path, 2)
    path = tmp_path / "cases-000000.safetensors"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(StorageError, match=r"cases-000000\.safetensors is damaged: its checksum"):
        Shelf.open(Cases, tmp_path).verify()


def test_a_store_of_other_cases_is_refused(tmp_path: Path) -> None:
    from kibitz.cardplay.sibl.features import SCHEMA

    SequenceStore.create(tmp_path, SCHEMA, 5)
    with pytest.raises(StorageError, match="holds no cases of card play"):
        Shelf.open(Cases, tmp_path)


def test_an_empty_case_base_finds_nothing(tmp_path: Path) -> None:
    base = Shelf.create(Cases, tmp_path, "one")
    assert len(base) == len(nearest_on(base, np.zeros((4, 13), np.uint8), 4, 5, all_of).cards) == 0


def test_many_small_files_are_put_together_with_the_same_cases(tmp_path: Path) -> None:
    sizes = [1] * (MOST_SMALL + 1)
    base = filled(tmp_path, *sizes)
    base.withdraw([2], "unwanted")
    asked = drawn(99, 1)[0].codes[3].reshape(4, 13)
    before = nearest_on(base, asked, 4, 50, all_of)
    base.tidy()
    assert len(list(tmp_path.glob("*.safetensors"))) == 1
    for each in (base, Shelf.open(Cases, tmp_path)):
        each.verify()
        after = nearest_on(each, asked, 4, 50, all_of)
        np.testing.assert_array_equal(before.matches.cases, after.matches.cases)
        np.testing.assert_array_equal(before.records, after.records)
    base.add(*drawn(50, 2))
    base.tidy()
    assert len(list(tmp_path.glob("*.safetensors"))) == 2
    assert len(Shelf.open(Cases, tmp_path)) == 20 * (len(sizes) - 1 + 2)
    for seed in range(60, 60 + MOST_SMALL):
        base.add(*drawn(seed, 1))
    base.tidy()
    assert len(list(tmp_path.glob("*.safetensors"))) == 1
    Shelf.open(Cases, tmp_path).verify()
