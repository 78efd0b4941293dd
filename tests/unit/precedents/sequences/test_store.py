import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import StorageError, UsageError
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences
from kibitz.precedents.sequences.nearest import SequenceMemory
from kibitz.precedents.sequences.store import Batch, SequenceStore
from kibitz.records.record import Source

SCHEMA = Schema(
    (
        Feature("height", FeatureKind.COUNT, 30),
        Feature("colour", FeatureKind.SYMBOL),
        Feature("speed", FeatureKind.NUMBER, 4.0),
        Feature("weight", FeatureKind.NUMBER, 4.0),
    )
)
WINDOW = 3


def batch(seed: int, rows: int) -> Batch:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 31, (rows, WINDOW, 2)).astype(np.uint8)
    reals = rng.normal(size=(rows, WINDOW, 2)).astype(np.float32)
    return Batch(
        Sequences(codes, reals, rng.integers(1, WINDOW + 1, rows).astype(np.uint8)),
        rng.integers(0, 9, rows).astype(np.uint16),
        (Source(f"{seed}.lin", 1), Source(f"{seed}.lin", 2, "archive")),
        rng.integers(0, 2, rows).astype(np.uint32),
        np.arange(rows).astype(np.uint16) % 52 + 1,
    )


def filled(folder: Path, *sizes: int) -> tuple[SequenceStore, SequenceMemory, list[Batch]]:
    """A store, and the same cases in a memory that was never on disk."""
    store, memory = SequenceStore.create(folder, SCHEMA, WINDOW), SequenceMemory(SCHEMA, WINDOW)
    batches = [batch(seed, rows) for seed, rows in enumerate(sizes)]
    for each in batches:
        store.append(each)
        memory.add(each.cases, each.actions)
    return SequenceStore.open(folder), memory, batches


@pytest.mark.parametrize("sizes", [(1,), (64, 1), (7, 1000, 13), (100, 0, 5)])
def test_what_is_mapped_is_found_like_what_was_learnt(tmp_path: Path, sizes: tuple[int]) -> None:
    store, memory, _ = filled(tmp_path / "memory", *sizes)
    mapped, asked = store.memory(), batch(99, 8).cases
    one, other = mapped.nearest(asked, 4), memory.nearest(asked, 4)
    np.testing.assert_array_equal(one.cases, other.cases)
    np.testing.assert_array_equal(one.squares, other.squares)
    np.testing.assert_array_equal(mapped.actions(one.cases), memory.actions(one.cases))
    assert len(store) == len(mapped) == sum(sizes)


def test_columns_are_mapped_and_not_copied(tmp_path: Path) -> None:
    store, _, _ = filled(tmp_path, 500)
    [(_, _, segment)] = list(store.memory()._parts())
    for matrix in (segment.codes, segment.reals):
        assert not matrix.flags.owndata
        assert not matrix.flags.writeable


def test_a_mapped_memory_learns_on(tmp_path: Path) -> None:
    store, memory, _ = filled(tmp_path, 50, 20)
    mapped, more, asked = store.memory(), batch(7, 30), batch(8, 5).cases
    for each in (mapped, memory):
        each.add(more.cases, more.actions)
    np.testing.assert_array_equal(mapped.nearest(asked, 9).cases, memory.nearest(asked, 9).cases)


def test_every_case_knows_its_record_and_card(tmp_path: Path) -> None:
    store, _, batches = filled(tmp_path, 10, 20)
    for case in (0, 9, 10, 29):
        each, place = (batches[0], case) if case < 10 else (batches[1], case - 10)
        source = store.source(case)
        assert source.record == each.records[each.record_of[place]]
        assert source.card == each.cards[place]
    assert str(store.source(0)).endswith("card 1")
    with pytest.raises(UsageError, match="there is no case 30"):
        store.source(30)


def test_an_unlearnt_case_is_gone_and_its_removal_on_record(tmp_path: Path) -> None:
    store, memory, batches = filled(tmp_path, 40)
    asked = batches[0].cases[5:6]
    assert store.memory().nearest(asked).cases[0, 0, 0] == 5
    store.remove(5, "the card was mistyped")
    memory.remove(5)
    again = SequenceStore.open(tmp_path)
    np.testing.assert_array_equal(
        again.memory().nearest(asked, 3).cases, memory.nearest(asked, 3).cases
    )
    [removal] = again.removals()
    assert (removal.case, removal.reason) == (5, "the card was mistyped")
    assert removal.source == str(store.source(5))
    with pytest.raises(UsageError, match="already been removed"):
        again.remove(5, "twice")


class TestDamage:
    def test_a_changed_byte_is_found_and_named(self, tmp_path: Path) -> None:
        store, _, _ = filled(tmp_path, 30, 40)
        store.verify()
        path = tmp_path / "cases-000001.safetensors"
        content = bytearray(path.read_bytes())
        content[random.Random(0).randrange(len(content))] ^= 1
        path.write_bytes(bytes(content))
        with pytest.raises(StorageError, match=r"cases-000001.* is damaged: its checksum"):
            SequenceStore.open(tmp_path).verify()

    def test_a_file_cut_short_is_found_when_opened(self, tmp_path: Path) -> None:
        filled(tmp_path, 30)
        path = tmp_path / "cases-000000.safetensors"
        path.write_bytes(path.read_bytes()[:-8])
        with pytest.raises(StorageError, match=r"cases-000000\.safetensors is damaged: it has"):
            SequenceStore.open(tmp_path)

    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        filled(tmp_path, 30)
        (tmp_path / "cases-000000.safetensors").unlink()
        with pytest.raises(StorageError, match=r"cases-000000\.safetensors is missing"):
            SequenceStore.open(tmp_path)

    def test_a_manifest_that_is_none_is_named(self, tmp_path: Path) -> None:
        filled(tmp_path, 30)
        (tmp_path / "manifest.sqlite").write_bytes(b"no database " * 100)
        with pytest.raises(StorageError, match=r"manifest\.sqlite is damaged"):
            SequenceStore.open(tmp_path)

    def test_another_version_is_refused(self, tmp_path: Path) -> None:
        filled(tmp_path, 30)
        with sqlite3.connect(tmp_path / "manifest.sqlite") as manifest:
            manifest.execute("UPDATE about SET value = '3' WHERE key = 'version'")
        manifest.close()
        with pytest.raises(StorageError, match="has version '3', not 2"):
            SequenceStore.open(tmp_path)

    def test_a_file_of_other_features_is_refused(self, tmp_path: Path) -> None:
        filled(tmp_path / "one", 5)
        other = SequenceStore.create(tmp_path / "two", SCHEMA, WINDOW + 1)
        foreign = (tmp_path / "one" / "cases-000000.safetensors").read_bytes()
        (tmp_path / "two" / "cases-000000.safetensors").write_bytes(foreign)
        with sqlite3.connect(tmp_path / "two" / "manifest.sqlite") as manifest:
            manifest.execute(
                "INSERT INTO files VALUES (0, 'cases-000000.safetensors', 0, 5, ?, 'x', 'now')",
                (len(foreign),),
            )
        manifest.close()
        with pytest.raises(StorageError, match="has other features"):
            other.memory()


def test_an_append_that_fails_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    store, _, _ = filled(tmp_path, 30)
    wrong = batch(4, 3)
    wrong.cases.codes[0, 0, 0] = 31
    with pytest.raises(UsageError, match="height goes up to 30"):
        store.append(wrong)
    (tmp_path / "cases-000001.safetensors").mkdir()  # the place is taken: the move cannot succeed
    with pytest.raises(StorageError, match="cannot be written"):
        store.append(batch(5, 3))
    (tmp_path / "cases-000001.safetensors").rmdir()
    again = SequenceStore.open(tmp_path)
    again.verify()
    assert len(again) == 30
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_several_may_add_to_a_store_at_once(tmp_path: Path) -> None:
    filled(tmp_path, 30)

    def add(seed: int) -> None:
        SequenceStore.open(tmp_path).append(batch(seed, seed))

    with ThreadPoolExecutor(8) as writers:
        list(writers.map(add, range(1, 41)))
    again = SequenceStore.open(tmp_path)
    again.verify()
    assert len(again) == 30 + sum(range(1, 41))


def test_a_folder_holds_one_store_or_none(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="holds no store of cases"):
        SequenceStore.open(tmp_path)
    SequenceStore.create(tmp_path, SCHEMA, WINDOW)
    with pytest.raises(StorageError, match="already holds a store of cases"):
        SequenceStore.create(tmp_path, SCHEMA, WINDOW)


def test_a_batch_is_whole() -> None:
    whole = batch(0, 4)
    with pytest.raises(UsageError, match="has an action, a record and a card"):
        Batch(whole.cases, whole.actions[:3], whole.records, whole.record_of, whole.cards)
    with pytest.raises(UsageError, match="a record that is not in it"):
        Batch(whole.cases, whole.actions, (), whole.record_of, whole.cards)
