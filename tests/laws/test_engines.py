"""One process, two processes and a Dask cluster do the same; a worker that dies costs only time."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coached import fill
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.memory import learn_memory
from kibitz.bidding.openings.store import save_memory
from kibitz.cardplay import learning
from kibitz.cardplay.sibl import case_files
from kibitz.cardplay.sibl.features import SCHEMA, WINDOW
from kibitz.cardplay.similarity.learned import SHIPPED, Similarity
from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.store import Cases
from kibitz.precedents.sequences import shards
from kibitz.precedents.sequences.distance import Sequences
from kibitz.precedents.sequences.nearest import SequenceMemory
from kibitz.precedents.sequences.store import Batch, SequenceStore
from kibitz.precedents.shelf import Shelf
from kibitz.records.formats.lines import write_lines
from kibitz.records.importing import game_files, import_files
from kibitz.records.library import Library
from kibitz.records.record import Record, Source
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, EngineKind
from kibitz_lab.cardplay import cases as cardplay_cases
from kibitz_lab.cardplay import run as cardplay_run
from kibitz_lab.cbridge import experiment as cbridge
from kibitz_lab.declare import run as declaring_run
from kibitz_lab.harness import generated, seen_deals
from kibitz_lab.house import starter
from kibitz_lab.lookahead import experiment as lookahead
from kibitz_lab.openings.experiment import Part, over_seeds, split
from kibitz_lab.routing import experiment as routing
from kibitz_lab.seqlearner import experiment as seqlearner
from kibitz_lab.sibl import experiment as sibl
from kibitz_lab.sibl.deals import read_material
from kibitz_lab.sibl.readings import PAPER
from kibitz_lab.suits import experiment as suits
from opened import house_cases
from played import strong_record

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'kibitz[cluster]'")


@dataclass(frozen=True)
class Cluster:
    """A real scheduler and its workers, each a process of its own on loopback."""

    address: str
    workers: list[subprocess.Popen[bytes]]

    @property
    def engine(self) -> Engine:
        return Engine(kind=EngineKind.DASK, address=self.address)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    told = folder / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    common = ["--scheduler-file", str(told), "--no-dashboard"]
    here = ["--host", "127.0.0.1"]
    started = [_start([*dask, "scheduler", *here, "--port", "0", *common], folder)]
    try:
        one = [*dask, "worker", *here, "--nthreads", "1", "--no-nanny", *common]
        started += [_start(one, folder) for _ in range(2)]
        yield Cluster(_address(told, started), started[1:])
    finally:
        for process in started:
            process.kill()
            process.wait()


def _start(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, cwd=folder, **quiet)


def _address(told: Path, started: list[subprocess.Popen[bytes]]) -> str:
    """Where the scheduler listens, once both workers have found it."""
    from distributed import Client

    deadline = time.monotonic() + 120
    while not told.is_file() or not told.read_text():
        assert time.monotonic() < deadline
        assert started[0].poll() is None
        time.sleep(0.05)
    address = str(json.loads(told.read_text())["address"])
    with Client(address, timeout=60, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=120)
    return address


def everything(engine: Engine, archive: Path, folder: Path) -> dict[str, Any]:
    """A little of all that repeats, done by one engine."""
    files = list(game_files([archive]))
    with Library.open(folder / "library.kibitz") as library:
        told = list(import_files(library, files, engine=engine))
        tables = library.tally("SELECT * FROM tables ORDER BY id")
        sources = library.tally("SELECT * FROM sources ORDER BY id")
    store = SequenceStore.create(folder / "cases", SCHEMA, WINDOW)
    built = case_files.build(store, files, engine=engine)
    asked = case_files.questions_of(files[:1], 40).asked
    found = shards.nearest(store, asked, 3, engine=engine, most=1)
    material = read_material(archive / "a.jsonl").longest(sibl.RECORDED)
    small = sibl.Protocol(models=2, training=1, testing=2, tenths=2)
    runs = sibl.runs(material, [PAPER], 2, 1, protocol=small, engine=engine)
    dealt = house_cases(300, random.Random(1))
    rows = over_seeds(
        lambda seed: split(Part.of(dealt), seed), ["rules", "cbridge1"], seeds=[1, 2], engine=engine
    )
    memory = save_memory(folder, learn_memory(HOUSE, dealt, engine=engine))
    strategies = list(seqlearner.runs("paper", "lose-tic-tac-toe", 1, 1, engine=engine))
    return {
        "import": ([(each.kept, each.duplicates, each.refused) for each in told], tables, sources),
        "build": (built, [path.read_bytes() for path in sorted(store.folder.glob("*.safe*"))]),
        "queries": (found.cases.tolist(), found.squares.tolist()),
        "sibl": [run.plain() for run in runs],
        "openings": _untimed(rows),
        "memory": memory.read_bytes(),
        "cbridge": cbridge.tables(dealt, engine=engine),
        "tournaments": _untimed(strategies),
        "routing": routing.towns([1, 2], days=16, engine=engine),
        "suits": suits.experiment(problems=4, seed=2, engine=engine),
    }


def _untimed(told: Any) -> Any:
    """The same without processor times, which differ from run to run."""
    if isinstance(told, dict):
        return {key: _untimed(each) for key, each in told.items() if "second" not in key}
    return [_untimed(each) for each in told] if isinstance(told, list | tuple) else told


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    generated.write_tables(folder / "a.jsonl", "3N", 30, seed=1)
    generated.write_openings(folder / "b.jsonl", 60, seed=2)
    (folder / "c.jsonl").write_bytes((folder / "a.jsonl").read_bytes())  # a copy brings nothing
    (folder / "d.pbn").write_text("no table at all")
    return folder


def test_results_are_identical_for_any_engine(
    cluster: Cluster, archive: Path, tmp_path: Path
) -> None:
    engines = {"one": Engine(), "two": Engine(2), "dask": cluster.engine}
    told = {}
    for name, engine in engines.items():
        (tmp_path / name).mkdir()
        told[name] = everything(engine, archive, tmp_path / name)
    for part in told["one"]:
        assert told["one"][part] == told["two"][part] == told["dask"][part], part
    assert len(told["one"]["import"][1]) == 90
    assert told["one"]["import"][0][2][:2] == (0, 30)
    assert len(told["one"]["build"][1]) == 1


@pytest.fixture(scope="module")
def similarity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that has learned nothing, in a file, beside the deals it has seen: none."""
    folder = tmp_path_factory.mktemp("similarity")
    drawn = Network.drawn(np.random.default_rng(1), width=16, layers=1, heads=2)
    told = {"trust": [0.0, 1.0, 0.0]}
    content = Network(drawn.weights, drawn.layers, drawn.heads, told).packed()
    (folder / SHIPPED).write_bytes(content)
    (folder / seen_deals.SHIPPED).write_bytes(seen_deals.SeenDeals.of([]).packed())
    return folder / SHIPPED


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Record], Path]:
    rng = random.Random(11)
    records = [strong_record(rng, f"event {n}", 48 + n % 5) for n in range(270)]
    file = tmp_path_factory.mktemp("played") / "played.jsonl"
    file.write_text("".join(write_lines(records[:80])))
    return records, file


def all_of_card_play(
    engine: Engine, played: tuple[list[Record], Path], similarity: Path, folder: Path
) -> dict[str, Any]:
    """A little of all that repeats in card play, done by one engine."""
    records, file = played
    learned = Similarity.at(similarity)
    fill(folder / "library.kibitz", records[:150])
    with Library.open(folder / "library.kibitz") as library:
        told = learning.learn(library, folder / "cases", [learned], engine=engine)
    cases = Shelf.open(Cases, folder / "cases").everything()
    assert cases is not None
    views = cardplay_cases.decisions_of(records, learned)
    codes = cardplay_cases.described(views, learned, engine=engine)
    files: dict[str, Any] = {"train": [file], "test": [file]}
    methods = ("network", "learned", "double-dummy")
    task = cardplay_run.Task(
        **files, methods=methods, limit_test=1700, sample=4, similarity=similarity
    )
    ahead = lookahead.Task(**files, sample=3, layouts=2)
    declared = declaring_run.Task(records=[file], deals=2)
    ready = declaring_run.prepared(declared, watch=_unwatched)
    return {
        "learned": (told, [column.tobytes() for column in (cases.codes, cases.records)]),
        "described": codes.tobytes(),
        "cardplay": _untimed(
            cardplay_run.run(
                cardplay_run.prepared(task, _unwatched), engine=engine, watch=_unwatched
            )
        ),
        "lookahead": lookahead.run(
            lookahead.prepared(ahead, watch=_unwatched, similarity=similarity),
            engine=engine,
            watch=_unwatched,
        ),
        "declare": declaring_run.run(ready, engine=engine, watch=_unwatched),
        "starter": starter.finish(9, seed=1, engine=engine),
    }


def _unwatched(stage: str, total: int | None, done: int) -> None:
    pass


def test_card_play_is_identical_for_any_engine(
    cluster: Cluster,
    played: tuple[list[Record], Path],
    similarity: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines = {"one": Engine(), "two": Engine(2), "dask": cluster.engine}
    told = {}
    for name, engine in engines.items():
        monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / name))  # none finds what another kept
        told[name] = all_of_card_play(engine, played, similarity, tmp_path / name)
    for part in told["one"]:
        assert told["one"][part] == told["two"][part] == told["dask"][part], part
    assert told["one"]["learned"][0].tables == 150
    assert len(told["one"]["starter"]) == 9


SHARDS, CASES, QUESTIONS = 24, 10_000, 600


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
    assert first.tables == 30
    assert again.tables == 0  # a copy brings nothing, and the other tables were not played
    assert len(store) == first.cases > 500
