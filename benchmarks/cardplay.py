"""How long does one advice take on two cores with 15 million cases, cold and warm, in each chair?

15 million decisions are what half a million tables of experts hold. The memory is made of three
quarters of the house's match, described by the shipped similarities: its decisions over and over,
each time a little changed (every number of a description by up to 8 of 255), because describing so
many tables would take most of an hour. Kinds, plies and cards stay as they were; the library holds
each table once. The questions are decisions of the other quarter. With --library a library that was
learned is asked instead. Cold is a new process, its imports and the opening of the files included;
warm is the next question to the same adviser; the reason, which follows the answer, is timed by
itself. How long it takes to learn a session of 24 boards is measured besides, and how many
decisions of each side are described in a second. Many questions at once, on a GPU, are
`benchmarks/cardplay_gpu.py`.

Run: python benchmarks/cardplay.py [--cases 15000000] [--library FILE] [--rounds 30] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

from kibitz.asking import Kibitz
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.describing import cases_of
from kibitz.cardplay.learning import learn, shipped
from kibitz.cardplay.memory import CardMemory
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Tables
from kibitz.cardplay.starter import make_starter_memory
from kibitz.cardplay.store import Cases
from kibitz.places import Places
from kibitz.precedents.manifest import KeptRecord
from kibitz.precedents.shelf import Shelf
from kibitz.records.formats.lines import write_lines
from kibitz.records.library import Library
from kibitz.records.lookup import tables_with_keys
from kibitz.records.record import Record, Source
from kibitz_lab.harness.results import result_of, write_result

SESSION = 24  # boards
COLD = 5  # new processes
CHANGED = 8  # by so many 255ths at most


def fill(path: Path, records: list[Record]) -> None:
    with Library.open(path) as library, library.writing() as writer:
        file = writer.begin_file(f"{len(library)} {len(records)}".encode(), "drawn.jsonl")
        for each in records:
            writer.add(each, file)


def house() -> CardMemory:
    """The house's match: its library, and its decisions as the similarities describe them."""
    memory = make_starter_memory(Places.of(), shipped())
    assert memory is not None
    return memory


def asked_tables(memory: CardMemory) -> list[Record]:
    """The quarter of the match that questions come from."""
    keys = memory.shelf.keys()
    with Library.open(memory.library) as library:
        found = tables_with_keys(library, keys[3 * len(keys) // 4 :])
    return [entry.record for entry in found.values() if len(entry.record.play) >= 40]


def described(similarity: Similarity, records: list[Record]) -> dict[str, Any]:
    """How long describing the decisions of some tables takes one core."""
    tables = Tables.of_records(records)
    cases_of([similarity], tables[:1])
    before, used = time.perf_counter(), time.process_time()
    found = cases_of([similarity], tables)
    seconds, spent = time.perf_counter() - before, time.process_time() - used
    return {
        "decisions": len(found),
        "a_second": round(len(found) / seconds),
        "processor_milliseconds": round(1000 * spent / len(found), 3),
    }


def spread(path: Path, memory: CardMemory, size: int) -> None:
    """A library of three quarters of the match, and *size* decisions as if of many more tables."""
    shutil.copyfile(memory.library, path)
    keys, every = memory.shelf.keys(), memory.shelf.everything()
    assert every is not None
    known = memory.shelf.records(range(3 * len(keys) // 4))
    cases = every[np.flatnonzero(every.records < len(known))]
    base = Shelf.create(Cases, Places.of(path).cards, memory.shelf.by)
    base.add(cases[np.arange(min(len(cases), size))], list(known.values()))
    rng, made = np.random.default_rng(0), min(len(cases), size)
    while made < size:
        rows = np.arange(min(len(cases), size - made))
        codes = cases.codes[rows].astype(np.int16)
        codes += rng.integers(-CHANGED, CHANGED + 1, codes.shape, dtype=np.int16) * (codes > 0)
        # a file counts its records from the first that is new: these are the old ones again
        again = (cases.records[rows].astype(np.int64) - len(base.keys())).astype(np.uint32)
        changed = replace(cases[rows], codes=np.clip(codes, 0, 255).astype(np.uint8), records=again)
        base.add(changed, [KeptRecord(Source("again", made))])
        made += len(rows)


def timed(answer: Callable[[Any], CardAnswer], asked: list[Any]) -> tuple[list[float], list[float]]:
    """Seconds by the clock and of the processors, which a busy machine does not disturb."""
    seconds, spent = [], []
    for each in asked:
        before, used = time.perf_counter(), time.process_time()
        answer(each).to_json()
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


def session(folder: Path, records: list[Record]) -> float:
    """Seconds to learn what is new after a session's boards were imported."""
    path = folder / "session.kibitz"
    fill(path, records[:SESSION])
    before = time.perf_counter()
    with Library.open(path) as library:
        learn(library, Places.of(path).cards, shipped())
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


def questions_in(chairs: tuple[Chair, ...], records: list[Record]) -> list[CardQuestion]:
    """Of each table a real decision from the middle of those of some chairs."""
    found = []
    for each in records:
        states = [each.opening_state()]
        for card in each.play[:-1]:
            states.append(states[-1].after(card))
        real = [state for state in states if Chair.of(state) in chairs and is_real(state)]
        found.append(CardQuestion(real[len(real) // 2], each.auction, each))
    return found


def measured(path: Path, folder: Path, rounds: int, tables: list[Record]) -> dict[str, Any]:
    records = tables[:rounds]
    asked = folder / "asked.jsonl"
    asked.write_text("".join(write_lines(records[:1])))
    adviser = Kibitz(Places.of(path)).cards
    chairs, reasons = {}, {}
    for chair, seats in CHAIRS.items() if adviser.defence is not None else [*CHAIRS.items()][:1]:
        questions = questions_in(seats, records)
        timed(adviser.ask, questions[:3])
        chairs[chair] = [spread_of(each) for each in timed(adviser.ask, questions)]
        answers = [adviser.ask(each) for each in questions]
        timed(adviser.explained, answers[:1])
        reasons[chair] = [spread_of(each) for each in timed(adviser.explained, answers)]
    return {
        "cases": adviser.known,
        "cases_of_defenders": sum(memory.of_defenders for memory in adviser.memories),
        "warm_seconds": chairs[DECLARING][0],
        "warm_processor_seconds": chairs[DECLARING][1],
        "chairs": {
            chair: {"seconds": seconds, "processor_seconds": spent}
            for chair, (seconds, spent) in chairs.items()
        },
        "reasons": {
            chair: {"seconds": seconds, "processor_seconds": spent}
            for chair, (seconds, spent) in reasons.items()
        },
        "described": {
            one.network.sight.name: described(one, tables[:SESSION]) for one in shipped()
        },
        "cold_seconds": spread_of(cold(path, asked)),
        "session_boards": SESSION,
        "session_seconds": round(session(folder, tables), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=15_000_000)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        path = given.library or folder / "library.kibitz"
        shelf = house()
        if given.library is None:
            spread(path, shelf, given.cases)
        found = measured(path, folder, given.rounds, asked_tables(shelf))
        result = result_of("cardplay-speed", found, seed=0)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
