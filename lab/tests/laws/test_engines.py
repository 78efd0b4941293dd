"""Experiments find the same on one process, on two, and on a Dask cluster."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clusters import Cluster, running_cluster
from coached import write_untrained
from kibitz.cardplay.similarity.learned import SHIPPED, Similarity
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Record
from kibitz.runtime.running import Engine
from kibitz_lab.cardplay import cases as cardplay_cases
from kibitz_lab.cardplay import run as cardplay_run
from kibitz_lab.catalogue import generated
from kibitz_lab.cbridge import experiment as cbridge
from kibitz_lab.declare import run as declaring_run
from kibitz_lab.harness import seen_deals
from kibitz_lab.house import starter
from kibitz_lab.lookahead import experiment as lookahead
from kibitz_lab.openings.experiment import OpeningSide, over_seeds, split
from kibitz_lab.routing import experiment as routing
from kibitz_lab.seqlearner import experiment as seqlearner
from kibitz_lab.sibl import experiment as sibl
from kibitz_lab.sibl.deals import read_material
from kibitz_lab.sibl.readings import PAPER
from kibitz_lab.suits import experiment as suits
from opened import house_cases
from played import strong_record

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'kibitz[cluster]'")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def engines(cluster: Cluster) -> dict[str, Engine]:
    return {"one": Engine(), "two": Engine(2), "dask": cluster.engine}


def untimed(found: Any) -> Any:
    """The same without processor times, which differ from run to run."""
    if isinstance(found, dict):
        return {key: untimed(each) for key, each in found.items() if "second" not in key}
    return [untimed(each) for each in found] if isinstance(found, list | tuple) else found


def small_experiments(engine: Engine, deals: Path) -> dict[str, Any]:
    """A little of every experiment that needs no card play, done by one engine."""
    material = read_material(deals).longest(sibl.RECORDED)
    small = sibl.Protocol(models=2, training=1, testing=2, tenths=2)
    runs = sibl.runs(material, [PAPER], 2, 1, protocol=small, engine=engine)
    dealt = house_cases(300, random.Random(1))
    rows = over_seeds(
        lambda seed: split(OpeningSide.of(dealt), seed),
        ["rules", "cbridge1"],
        seeds=[1, 2],
        engine=engine,
    )
    strategies = list(seqlearner.runs("paper", "lose-tic-tac-toe", 1, 1, engine=engine))
    return {
        "sibl": [run.plain() for run in runs],
        "openings": untimed(rows),
        "cbridge": cbridge.tables(dealt, engine=engine),
        "tournaments": untimed(strategies),
        "routing": routing.towns([1, 2], days=16, engine=engine),
        "suits": suits.experiment(problems=4, seed=2, engine=engine),
    }


def test_experiments_are_identical_for_any_engine(cluster: Cluster, tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    generated.write_tables(deals, "3N", 30, seed=1)
    one, *others = (small_experiments(engine, deals) for engine in engines(cluster).values())
    for part, found in one.items():
        assert all(other[part] == found for other in others), part


@pytest.fixture(scope="module")
def similarity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of one that has learned nothing, beside the deals it has seen: none."""
    folder = tmp_path_factory.mktemp("similarity")
    (folder / seen_deals.SHIPPED).write_bytes(seen_deals.SeenDeals.of([]).packed())
    return write_untrained(folder / SHIPPED)


def card_play(
    engine: Engine, records: list[Record], file: Path, similarity: Path
) -> dict[str, Any]:
    """A little of every experiment of card play, done by one engine."""
    learned = Similarity.at(similarity)
    views = cardplay_cases.decisions_of(records, learned)
    files: dict[str, Any] = {"train": [file], "test": [file]}
    methods = ("network", "learned", "double-dummy")
    task = cardplay_run.Task(
        **files, methods=methods, limit_test=800, sample=4, similarity=similarity
    )
    of_cards = cardplay_run.prepared(task, unwatched)
    ahead = lookahead.Task(**files, sample=3, layouts=2, similarity=similarity)
    of_lookahead = lookahead.prepared(ahead, unwatched)
    declared = declaring_run.Task(records=[file], deals=2)
    of_declaring = declaring_run.prepared(declared, unwatched)
    return {
        "described": cardplay_cases.described(views, learned, engine=engine).tobytes(),
        "cardplay": untimed(cardplay_run.run(of_cards, engine=engine, watch=unwatched)),
        "lookahead": lookahead.run(of_lookahead, engine=engine, watch=unwatched),
        "declare": declaring_run.run(of_declaring, engine=engine, watch=unwatched),
        "starter": starter.finish(9, seed=1, engine=engine),
    }


def unwatched(stage: str, total: int | None, done: int) -> None:
    pass


def test_card_play_is_identical_for_any_engine(
    cluster: Cluster, similarity: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, file = random.Random(11), tmp_path / "played.jsonl"
    records = [strong_record(rng, f"event {number}", 48 + number % 5) for number in range(140)]
    file.write_text("".join(write_lines(records[:40])))
    found = {}
    for name, engine in engines(cluster).items():
        monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / name))  # none finds what another kept
        found[name] = card_play(engine, records, file, similarity)
    for part in found["one"]:
        assert found["one"][part] == found["two"][part] == found["dask"][part], part
    assert len(found["one"]["starter"]) == 9
