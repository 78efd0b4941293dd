"""How long does one advice take on two cores with 1.4 million cases, cold and warm?

1.4 million decisions are what the expert records of three no-trump hold. Tables are played at
random; the descriptions of some of them, by the shipped similarity and a little changed, stand for
those of all, because describing them all would take half an hour and the time of a question does
not hang on it. With --library a library that was learned is asked instead. Cold is a new process,
its imports and the opening of the files included; warm is the next question to the same adviser.
How long it takes to learn a session of 24 boards is measured besides. Many questions at once, on a
GPU, are `benchmarks/cardplay_gpu.py`.

Run: python benchmarks/cardplay.py [--cases 1400000] [--library FILE] [--rounds 30] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

from kibitz.cardplay.adviser import Adviser, open_adviser
from kibitz.cardplay.learning import cases_folder, learn
from kibitz.cardplay.question import Question
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.kinds import kinds
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Views
from kibitz.cardplay.store import CaseBase, Cases
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.lab.harness.results import result_of, write_result
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.formats.lines import write_lines
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables, tables_with_keys
from kibitz.records.record import Citation, Record, Source

A_FILE = 5_000  # tables in a file of cases, as `learn` writes them
POOL = 500  # tables that are described
SESSION = 24  # boards
COLD = 5  # new processes


def record(seed: int) -> Record:
    """A table played at random to trick ten; three in ten are no-trump, as in archives."""
    rng = random.Random(seed)
    deal = Deal.shuffled(rng)
    contract = Contract.parse(f"{rng.choice(('3N', '3N', '3N', *7 * ('4S',)))} by S")
    state = Play.start(deal, contract)
    while state.tricks < 10:
        state = state.after(rng.choice(state.legal_actions))
    return Record(
        source=Source("drawn.jsonl", seed + 1),
        deal=deal,
        auction=Auction(Seat.SOUTH),
        vulnerability=Vulnerability.NONE,
        contract=contract,
        play=state.played,
        citation=Citation(event="Drawn", board=str(seed + 1)),
    )


def fill(path: Path, records: list[Record]) -> None:
    with Library.open(path) as library, library.writing() as writer:
        file = writer.begin_file(f"{len(library)} {len(records)}".encode(), "drawn.jsonl")
        for each in records:
            writer.add(each, file)


def spread(path: Path, similarity: Similarity, size: int) -> None:
    """A library of random tables with *size* decisions, and their cases."""
    rng = np.random.default_rng(0)
    views, _ = Views.of_records([record(seed) for seed in range(POOL)])
    pool, no_trump = similarity.describe(views).reshape(-1, 52), views.trumps == NO_TRUMPS
    base = CaseBase.create(cases_folder(path), similarity.name)
    made = 0
    while made < size:
        known = len(base.keys())
        fill(path, [record(seed) for seed in range(known, known + A_FILE)])
        with Library.open(path) as library:
            keys = list(played_tables(library))[known:]
            found = tables_with_keys(library, keys)
        records = [KeptRecord(found[key].record.source, key) for key in keys]
        views, cards = Views.of_records([found[key].record for key in keys])
        codes = np.empty((len(views), 52), np.int16)
        for kind in (False, True):
            rows = np.flatnonzero((views.trumps == NO_TRUMPS) == kind)
            codes[rows] = pool[rng.choice(np.flatnonzero(no_trump == kind), len(rows))]
        codes += rng.integers(-8, 9, codes.shape, dtype=np.int16) * (codes > 0)
        changed = np.clip(codes, 0, 255).astype(np.uint8)
        of = views.table.astype(np.uint32)
        base.add(Cases(changed, views.trumps, cards, of, views.plies, kinds(views)), records)
        made += len(views)


def timed(adviser: Adviser, questions: list[Question]) -> tuple[list[float], list[float]]:
    """Seconds by the clock and of the processors, which a busy machine does not disturb."""
    seconds, spent = [], []
    for each in questions:
        before, used = time.perf_counter(), time.process_time()
        adviser.ask(each).to_json()
        seconds.append(time.perf_counter() - before)
        spent.append(time.process_time() - used)
    return seconds, spent


def cold(path: Path, asked: Path) -> list[float]:
    """Seconds of whole new processes."""
    command = [sys.executable, "-m", "kibitz", "play", str(asked), "--library", str(path), "--json"]
    seconds = []
    for _ in range(COLD):
        before = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - before)
    return seconds


def session(folder: Path, similarity: Similarity) -> float:
    """Seconds to learn what is new after a session's boards were imported."""
    path = folder / "session.kibitz"
    fill(path, [record(seed) for seed in range(900_000, 900_000 + SESSION)])
    before = time.perf_counter()
    with Library.open(path) as library:
        learn(library, cases_folder(path), [similarity])
    return time.perf_counter() - before


def spread_of(seconds: list[float]) -> dict[str, float]:
    tenths = quantiles(seconds, n=10)
    spread = {"median": median(seconds), "tenth": tenths[0], "nine_tenths": tenths[-1]}
    return {name: round(value, 3) for name, value in spread.items()}


def measured(path: Path, folder: Path, rounds: int) -> dict[str, Any]:
    similarity = Similarity.shipped()
    records = [record(seed) for seed in range(800_000, 800_000 + rounds)]
    asked = folder / "asked.jsonl"
    asked.write_text("".join(write_lines(records[:1])))
    adviser = open_adviser(path)
    questions = []
    for each in records:
        states = [s for s, _ in decisions(each.opening_state(), each.play) if is_real(s)]
        questions.append(Question(states[len(states) // 2], each.auction, each))
    timed(adviser, questions[:3])
    seconds, spent = timed(adviser, questions)
    return {
        "cases": adviser.known,
        "warm_seconds": spread_of(seconds),
        "warm_processor_seconds": spread_of(spent),
        "cold_seconds": spread_of(cold(path, asked)),
        "session_boards": SESSION,
        "session_seconds": round(session(folder, similarity), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1_400_000)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        path = given.library or folder / "library.kibitz"
        if given.library is None:
            spread(path, Similarity.shipped(), given.cases)
        found = measured(path, folder, given.rounds)
        result = result_of("cardplay-speed", found, seed=0)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
