"""How long does one question take, and a batch of 256, over 100,000 to ten million cases?

Beside a flat faiss index and scikit-learn's brute force over the same cases, one-hot coded so that
their distance is ours (symbols divided by the root of two). Cases are drawn at random over the
ranges of the card-play features, because time does not hang on what they are; sizes go to where a
user's archive would end (65,000 deals make a million cases). Each round asks every program the
same fresh questions, one after the other, so that a busy machine disturbs all alike.

Run: python benchmarks/nearest.py [--sizes 100000,1000000] [--states 1,5] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.sibl.features import SCHEMA
from kibitz.precedents.sequences.distance import Sequences
from kibitz.precedents.sequences.nearest import SequenceMemory
from kibitz_lab.harness.results import result_of, source, write_result

SYMBOLS = (29, 29, 29, 29, 2, 29, 3)  # values of each discrete feature
ONE_HOT = SCHEMA.counts + sum(SYMBOLS)
BATCH = 256
CHUNK = 50_000  # rows that are drawn and coded at a time

Floats = npt.NDArray[np.float32]


def drawn(rng: np.random.Generator, rows: int, states: int) -> Sequences:
    codes = np.empty((rows, states, len(SCHEMA.features)), np.uint8)
    for first in range(0, rows, CHUNK):
        part = codes[first : first + CHUNK]
        part[..., : SCHEMA.counts] = rng.binomial(34, 0.2, (len(part), states, SCHEMA.counts))
        for column, values in enumerate(SYMBOLS):
            part[..., SCHEMA.counts + column] = rng.integers(0, values, (len(part), states))
    return Sequences.of_codes(codes, np.full(rows, states, np.uint8))


def one_hot(rows: Sequences) -> Floats:
    """The coding under which Euclidean distance is ours."""
    size, states = len(rows), rows.window
    coded = np.zeros((size, states, ONE_HOT), np.float32)
    coded[..., : SCHEMA.counts] = rows.codes[..., : SCHEMA.counts] / np.float32(SCHEMA.unit)
    first = SCHEMA.counts
    for column, values in enumerate(SYMBOLS):
        places = first + rows.codes[..., SCHEMA.counts + column].astype(np.int64)
        np.put_along_axis(coded, places[..., None], np.float32(0.5**0.5), axis=2)
        first += values
    return coded.reshape(size, -1)


Ask = Callable[[Sequences, Floats], npt.NDArray[np.float64]]


def programs(cases: Sequences, room: int) -> tuple[dict[str, Ask], dict[str, int]]:
    """Each program as a function from questions to the squared distances of the nearest.

    Peers are left out where their coding would take more than *room* bytes.
    """
    import faiss
    from sklearn.neighbors import NearestNeighbors

    memory = SequenceMemory(SCHEMA, cases.window)
    memory.add(cases, np.zeros(len(cases), np.uint16))

    def ours(asked: Sequences, _: Floats) -> npt.NDArray[np.float64]:
        found = memory.search(asked, 1).squares[:, -1, 0]
        return found.astype(np.float64) / SCHEMA.unit**2

    asks: dict[str, Ask] = {"kibitz": ours}
    sizes = {"kibitz": memory.nbytes}
    width = ONE_HOT * cases.window
    if len(cases) * width * 4 > room:
        return asks, sizes
    coded = np.empty((len(cases), width), np.float32)
    for first in range(0, len(cases), CHUNK):
        coded[first : first + CHUNK] = one_hot(cases[first : first + CHUNK])
    index = faiss.IndexFlatL2(width)
    index.add(coded)
    brute = NearestNeighbors(n_neighbors=1, algorithm="brute", n_jobs=-1).fit(coded)
    asks["faiss flat"] = lambda _, hot: index.search(hot, 1)[0][:, 0].astype(np.float64)
    asks["scikit-learn brute"] = lambda _, hot: brute.kneighbors(hot)[0][:, 0] ** 2
    sizes |= {"faiss flat": coded.nbytes, "scikit-learn brute": coded.nbytes}
    return asks, sizes


def measured(cases: int, states: int, rounds: int, room: int) -> list[dict[str, Any]]:
    rng = np.random.default_rng((0, cases, states))
    asks, sizes = programs(drawn(rng, cases, states), room)
    rows = []
    for questions in (1, BATCH):
        seconds: dict[str, list[float]] = {name: [] for name in asks}
        cpu: dict[str, list[float]] = {name: [] for name in asks}
        for turn in range(rounds + 1):
            asked = drawn(rng, questions, states)
            hot = one_hot(asked)
            nearest = {}
            for name, ask in asks.items():
                start, used = time.perf_counter(), time.process_time()
                nearest[name] = ask(asked, hot)
                if turn:  # the first round warms up
                    seconds[name].append(time.perf_counter() - start)
                    cpu[name].append(time.process_time() - used)
            for name, squares in nearest.items():
                np.testing.assert_allclose(squares, nearest["kibitz"], rtol=1e-3, err_msg=name)
        rows += [
            {
                "program": name,
                "cases": cases,
                "states": states,
                "questions": questions,
                "queries_per_second": questions / median(times),
                "slowest": questions / max(times),
                "fastest": questions / min(times),
                "cpu_ms_per_query": 1000 * median(cpu[name]) / questions,
                "bytes": sizes[name],
            }
            for name, times in seconds.items()
        ]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100000,1000000")
    parser.add_argument("--states", default="1,5")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--room", type=float, default=4, help="gigabytes for the peers' coding")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--name", default="nearest", help="of the result file")
    given = parser.parse_args()
    rows = []
    for size in map(int, given.sizes.split(",")):
        for states in map(int, given.states.split(",")):
            for row in measured(size, states, given.rounds, int(given.room * 2**30)):
                rows.append(row)
                print(
                    f"{row['cases']:>10,} cases x {row['states']}  {row['questions']:>3} at a time"
                    f"  {row['program']:<18} {row['queries_per_second']:>9.1f}/s"
                    f" ({row['slowest']:.1f} to {row['fastest']:.1f})"
                    f" {row['cpu_ms_per_query']:>8.2f} ms CPU {row['bytes'] / 1e6:>8.0f} MB",
                    flush=True,
                )
    found = {"rounds": given.rounds, "room_gb": given.room, "rows": rows}
    result = result_of(given.name, found, seed=0)
    print(source(result))
    if given.into:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
