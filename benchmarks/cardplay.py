"""How long does one advice take on two cores with 1.4 million cases, cold and warm, in each chair?

1.4 million decisions are what the expert records of three no-trump hold. Tables are played at
random; the descriptions of some of them, by the shipped similarity and a little changed, stand for
those of all, because describing them all would take half an hour and the time of a question does
not hang on it. With --library a library that was learned is asked instead. Cold is a new process,
its imports and the opening of the files included; warm is the next question to the same adviser.
How long it takes to learn a session of 24 boards is measured besides, and how many decisions of
each side are described in a second. Defenders are asked where the package has a similarity of
theirs. Many questions at once, on a GPU, are `benchmarks/cardplay_gpu.py`.

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
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.learning import cases_folder, learn
from kibitz.cardplay.question import Question
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.learned import Similarity, name_of
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bytes, Rows, Tables, Views
from kibitz.cardplay.store import CaseBase, Cases
from kibitz.games.bridge.auction import Auction
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
    auction = Auction.of(Seat.SOUTH, f"{rng.choice(('3N', '3N', '3N', *7 * ('4S',)))} P P P")
    contract = auction.contract
    assert contract is not None
    state = Play.start(deal, contract)
    while state.tricks < 10:
        state = state.after(rng.choice(state.legal_actions))
    return Record(
        source=Source("drawn.jsonl", seed + 1),
        deal=deal,
        auction=auction,
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


def shipped() -> list[Similarity]:
    """The similarities that the package has: declarer's and, where it was built, the defenders'."""
    return [one for one in (Similarity.shipped(), Similarity.shipped_defence()) if one is not None]


def decided(similarity: Similarity, tables: Tables) -> tuple[Views, Bytes]:
    """The real decisions of a similarity's side, and the kind of each."""
    views = Views.of_tables(tables, similarity.network.sight.side)
    numbers = kinds(views)
    real = np.flatnonzero(numbers != NO_DECISION)
    return views[real], numbers[real]


def class_of(views: Views) -> Rows:
    """Whether a decision is at no-trump, and whether it is the opening lead."""
    found: Rows = (views.trumps == NO_TRUMPS) + 2 * (views.plies == 0).astype(np.int64)
    return found


class Pool:
    """Decisions of one side that were described, which stand for those of all tables."""

    def __init__(self, similarity: Similarity, records: list[Record]) -> None:
        self.similarity = similarity
        views, _ = decided(similarity, Tables.of_records(records))
        before, used = time.perf_counter(), time.process_time()
        self.codes = similarity.describe(views).reshape(-1, 52)
        self.a_second = len(views) / (time.perf_counter() - before)
        self.milliseconds = 1000 * (time.process_time() - used) / len(views)
        self.classes = class_of(views)

    def cases(self, tables: Tables, rng: np.random.Generator) -> Cases:
        """Those of other tables, with codes of the pool a little changed."""
        views, numbers = decided(self.similarity, tables)
        codes = np.empty((len(views), 52), np.int16)
        for one in np.unique(self.classes):
            rows = np.flatnonzero(class_of(views) == one)
            codes[rows] = self.codes[rng.choice(np.flatnonzero(self.classes == one), len(rows))]
        codes += rng.integers(-8, 9, codes.shape, dtype=np.int16) * (codes > 0)
        changed, of = np.clip(codes, 0, 255).astype(np.uint8), views.table.astype(np.uint32)
        return Cases(changed, views.trumps, views.chosen, of, views.plies, numbers)


def spread(path: Path, pools: list[Pool], size: int) -> None:
    """A library of random tables with *size* decisions, and their cases."""
    rng = np.random.default_rng(0)
    base = CaseBase.create(cases_folder(path), name_of([pool.similarity for pool in pools]))
    made = 0
    while made < size:
        known = len(base.keys())
        fill(path, [record(seed) for seed in range(known, known + A_FILE)])
        with Library.open(path) as library:
            keys = list(played_tables(library))[known:]
            found = tables_with_keys(library, keys)
        records = [KeptRecord(found[key].record.source, key) for key in keys]
        tables = Tables.of_records([found[key].record for key in keys])
        cases = Cases.joined([pool.cases(tables, rng) for pool in pools])
        base.add(cases, records)
        made += len(cases)


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


def session(folder: Path, similarities: list[Similarity]) -> float:
    """Seconds to learn what is new after a session's boards were imported."""
    path = folder / "session.kibitz"
    fill(path, [record(seed) for seed in range(900_000, 900_000 + SESSION)])
    before = time.perf_counter()
    with Library.open(path) as library:
        learn(library, cases_folder(path), similarities)
    return time.perf_counter() - before


def spread_of(seconds: list[float]) -> dict[str, float]:
    tenths = quantiles(seconds, n=10)
    spread = {"median": median(seconds), "tenth": tenths[0], "nine_tenths": tenths[-1]}
    return {name: round(value, 3) for name, value in spread.items()}


DECLARING = "declarer"
CHAIRS = {
    DECLARING: (Chair.DECLARER, Chair.DUMMY),
    "opening lead": (Chair.OPENING_LEAD,),
    "defender": (Chair.BEFORE_DUMMY, Chair.AFTER_DUMMY),
}


def questions_in(chairs: tuple[Chair, ...], records: list[Record]) -> list[Question]:
    """Of each table a real decision from the middle of those of some chairs."""
    found = []
    for each in records:
        states = [each.opening_state()]
        for card in each.play[:-1]:
            states.append(states[-1].after(card))
        real = [state for state in states if Chair.of(state) in chairs and is_real(state)]
        found.append(Question(real[len(real) // 2], each.auction, each))
    return found


def measured(path: Path, folder: Path, rounds: int, pools: list[Pool]) -> dict[str, Any]:
    records = [record(seed) for seed in range(800_000, 800_000 + rounds)]
    asked = folder / "asked.jsonl"
    asked.write_text("".join(write_lines(records[:1])))
    adviser = open_adviser(path)
    chairs = {}
    for chair, seats in CHAIRS.items() if adviser.defence is not None else [*CHAIRS.items()][:1]:
        questions = questions_in(seats, records)
        timed(adviser, questions[:3])
        chairs[chair] = [spread_of(each) for each in timed(adviser, questions)]
    return {
        "cases": adviser.known,
        "cases_of_defenders": sum(shelf.base.of_defenders for shelf in adviser.shelves),
        "warm_seconds": chairs[DECLARING][0],
        "warm_processor_seconds": chairs[DECLARING][1],
        "chairs": {
            chair: {"seconds": seconds, "processor_seconds": spent}
            for chair, (seconds, spent) in chairs.items()
        },
        "described": {
            pool.similarity.network.sight.name: {
                "decisions": len(pool.codes),
                "a_second": round(pool.a_second),
                "processor_milliseconds": round(pool.milliseconds, 3),
            }
            for pool in pools
        },
        "cold_seconds": spread_of(cold(path, asked)),
        "session_boards": SESSION,
        "session_seconds": round(session(folder, [pool.similarity for pool in pools]), 2),
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
        pools = [Pool(one, [record(seed) for seed in range(POOL)]) for one in shipped()]
        if given.library is None:
            spread(path, pools, given.cases)
        found = measured(path, folder, given.rounds, pools)
        result = result_of("cardplay-speed", found, seed=0)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
