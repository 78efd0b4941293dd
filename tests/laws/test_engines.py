"""One process, two processes and a Dask cluster do the same; a worker that dies costs only time."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clusters import Cluster, running_cluster
from coached import write_untrained
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.memory import learn_memory
from kibitz.bidding.openings.store import save_memory
from kibitz.cardplay import learning
from kibitz.cardplay.sibl import case_files
from kibitz.cardplay.sibl.features import SCHEMA, WINDOW
from kibitz.cardplay.similarity.learned import SHIPPED, Similarity
from kibitz.cardplay.store import Cases
from kibitz.precedents.sequences import shards
from kibitz.precedents.sequences.distance import Sequences
from kibitz.precedents.sequences.nearest import SequenceMemory
from kibitz.precedents.sequences.store import Batch, SequenceStore
from kibitz.precedents.shelf import Shelf
from kibitz.records.formats.lines import write_lines
from kibitz.records.importing import game_files, import_files
from kibitz.records.library import Library
from kibitz.records.record import Source
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from opened import house_cases, house_records
from played import strong_record

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'kibitz[cluster]'")

TABLES = 70
"""More than one block of those that a process describes at a time."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def everything(engine: Engine, archive: Path, similarity: Path, folder: Path) -> dict[str, Any]:
    """A little of all that repeats, done by one engine."""
    files = list(game_files([archive]))
    with Library.open(folder / "library.kibitz") as library:
        imported = list(import_files(library, files, engine=engine))
        tables = library.tally("SELECT * FROM tables ORDER BY id")
        sources = library.tally("SELECT * FROM sources ORDER BY id")
        described_by = [Similarity.at(similarity)]
        learned = learning.learn(library, folder / "cards", described_by, engine=engine)
    cards = Shelf.open(Cases, folder / "cards").everything()
    assert cards is not None
    store = SequenceStore.create(folder / "cases", SCHEMA, WINDOW)
    built = case_files.build(store, files, engine=engine)
    asked = case_files.questions_of(files[:1], 40).asked
    found = shards.nearest(store, asked, 3, engine=engine, most=1)
    dealt = house_cases(300, random.Random(1))
    memory = save_memory(folder, learn_memory(HOUSE, dealt, engine=engine))
    counts = [(each.kept, each.duplicates, each.refused) for each in imported]
    return {
        "import": (counts, tables, sources),
        "learned": (learned, [column.tobytes() for column in (cards.codes, cards.records)]),
        "build": (built, [path.read_bytes() for path in sorted(store.folder.glob("*.safe*"))]),
        "queries": (found.cases.tolist(), found.squares.tolist()),
        "memory": memory.read_bytes(),
    }


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, rng = tmp_path_factory.mktemp("archive"), random.Random(1)
    strong = [strong_record(rng, f"event {number}") for number in range(TABLES)]
    (folder / "a.jsonl").write_text("".join(write_lines(strong)))
    (folder / "b.jsonl").write_text("".join(write_lines(house_records(60, seed=2))))
    (folder / "c.jsonl").write_bytes((folder / "a.jsonl").read_bytes())  # a copy brings nothing
    (folder / "d.pbn").write_text("no table at all")
    return folder


@pytest.fixture(scope="module")
def similarity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_untrained(tmp_path_factory.mktemp("similarity") / SHIPPED)


@pytest.mark.process
def test_results_are_identical_for_any_engine(
    cluster: Cluster, archive: Path, similarity: Path, tmp_path: Path
) -> None:
    engines = {"one": Engine(), "two": Engine(2), "dask": cluster.engine}
    results = {}
    for name, engine in engines.items():
        (tmp_path / name).mkdir()
        results[name] = everything(engine, archive, similarity, tmp_path / name)
    for part in results["one"]:
        assert results["one"][part] == results["two"][part] == results["dask"][part], part
    assert len(results["one"]["import"][1]) == TABLES + 60
    assert results["one"]["import"][0][2][:2] == (0, TABLES)
    assert results["one"]["learned"][0].tables == TABLES
    assert len(results["one"]["build"][1]) == 1


SHARDS, CASES, QUESTIONS = 24, 10_000, 600


@pytest.mark.process
def test_a_killed_worker_costs_time_and_not_correctness(cluster: Cluster, tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    store = SequenceStore.create(tmp_path / "cases", SCHEMA, WINDOW)
    for _ in range(SHARDS):
        store.append(_batch(rng, CASES))
    asked = _batch(rng, QUESTIONS).cases
    done: list[float] = []

    def tell() -> None:
        if not done:
            assert victim.poll() is None
            victim.send_signal(signal.SIGKILL)
        done.append(time.monotonic())

    victim = cluster.workers[0]
    found = shards.nearest(store, asked, 4, engine=cluster.engine, most=CASES, tell=tell)
    assert len(done) == SHARDS
    assert victim.wait(timeout=10) == -signal.SIGKILL
    expected = store.memory().nearest(asked, 4)
    np.testing.assert_array_equal(found.cases, expected.cases)
    np.testing.assert_array_equal(found.squares, expected.squares)


def _batch(rng: np.random.Generator, rows: int) -> Batch:
    """Few values, so that many cases are equally near."""
    codes = rng.integers(0, 3, (rows, WINDOW, len(SCHEMA.features)), dtype=np.uint8)
    return Batch(
        Sequences.of_codes(codes, rng.integers(1, WINDOW + 1, rows).astype(np.uint8)),
        rng.integers(0, 28, rows).astype(np.uint16),
        (Source("drawn"),),
        np.zeros(rows, np.uint32),
        np.ones(rows, np.uint16),
    )


def test_shards_find_what_one_memory_finds_and_not_what_was_removed(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    store = SequenceStore.create(tmp_path / "cases", SCHEMA, WINDOW)
    for rows in (50, 1, 700, 20):
        store.append(_batch(rng, rows))
    store.remove(3, "wrong")
    store.remove(60, "wrong")
    asked = _batch(rng, 30).cases
    admitted = rng.random((30, 28)) < 0.5
    expected = store.memory().nearest(asked, 5, admitted=admitted)
    for most in (1, 60, 10**9):
        found = shards.nearest(store, asked, 5, admitted=admitted, most=most)
        np.testing.assert_array_equal(found.cases, expected.cases)
        np.testing.assert_array_equal(found.squares, expected.squares)
        assert not np.isin([3, 60], found.cases).any()
    sizes = [shard.cases for shard in shards.shards(store, 60)]
    assert sizes == [51, 700, 20]


def test_a_search_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    store = SequenceStore.create(tmp_path / "cases", SCHEMA, WINDOW)
    for rows in (3, 50, 20):
        store.append(_batch(rng, rows))
    asked, parts = _batch(rng, 30).cases, Parts(tmp_path / "parts")
    done: list[int] = []

    def stops() -> None:
        done.append(1)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shards.nearest(store, asked, 5, most=1, parts=parts, tell=stops)
    assert len(parts) == 2
    opened: list[int] = []
    memory = shards.Shard.memory

    def counted(shard: shards.Shard) -> SequenceMemory:
        opened.append(shard.first)
        return memory(shard)

    monkeypatch.setattr(shards.Shard, "memory", counted)
    found = shards.nearest(store, asked, 5, most=1, parts=parts)
    assert opened == [53]
    expected = store.memory().nearest(asked, 5)
    np.testing.assert_array_equal(found.cases, expected.cases)
    np.testing.assert_array_equal(found.squares, expected.squares)
    assert found.squares.dtype == expected.squares.dtype


def test_a_search_is_known_by_all_that_decides_its_answer(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    store = SequenceStore.create(tmp_path / "cases", SCHEMA, WINDOW)
    store.append(_batch(rng, 30))
    asked = _batch(rng, 4).cases
    told = [shards.asking(store, asked, 2), shards.asking(store, asked, 3)]
    told.append(shards.asking(store, _batch(rng, 4).cases, 2))
    assert shards.asking(SequenceStore.open(store.folder), asked, 2) == told[0]
    store.remove(3, "wrong")
    told.append(shards.asking(store, asked, 2))
    store.append(_batch(rng, 5))
    told.append(shards.asking(store, asked, 2))
    assert len(set(told)) == len(told)


def test_building_goes_on_where_it_stopped(archive: Path, tmp_path: Path) -> None:
    files = list(game_files([archive]))
    store = SequenceStore.create(tmp_path / "cases", SCHEMA, WINDOW)
    first = case_files.build(store, files[:1])
    again = case_files.build(store, files)
    assert first.tables == TABLES
    assert again.tables == 0  # a copy brings nothing, and the other tables were not played
    assert len(store) == first.cases > 500
