"""How long does it take to open ten million cases on disk, and to answer the first question?

Ten appends of a million single states each. Opening reads the manifest, compares the sizes of the
files and maps them; the first question touches every page, so it shows what mapping put off. The
compiled loop is warmed up on a small memory before, because it is compiled once per installation.

Run: python benchmarks/opening.py [--cases 10000000] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from kibitz.cardplay.sibl.features import SCHEMA
from kibitz.precedents.sequences.distance import Sequences
from kibitz.precedents.sequences.store import Batch, SequenceStore
from kibitz.records.record import Source
from kibitz_lab.harness.results import result_of, write_result

FILES = 10
ROUNDS = 5


def batch(rng: np.random.Generator, rows: int) -> Batch:
    codes = rng.integers(0, 29, (rows, 1, len(SCHEMA.features)), dtype=np.uint8)
    return Batch(
        Sequences.of_codes(codes, np.ones(rows, np.uint8)),
        rng.integers(0, 28, rows, dtype=np.uint16),
        (Source("archive.lin", 1),),
        np.zeros(rows, np.uint32),
        np.full(rows, 2, np.uint16),
    )


def timed(folder: Path, store: SequenceStore, asked: Sequences) -> dict[str, float]:
    start = time.perf_counter()
    memory = SequenceStore.open(folder).memory()
    opened = time.perf_counter()
    memory.nearest(asked)
    first = time.perf_counter()
    memory.nearest(asked)
    following = time.perf_counter()
    store.verify()
    return {
        "open_seconds": opened - start,
        "first_question_seconds": first - opened,
        "next_question_seconds": following - first,
        "verify_seconds": time.perf_counter() - following,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000_000)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    asked = batch(rng, 1).cases
    with tempfile.TemporaryDirectory() as temporary:
        for name, cases in (("small", 1_000), ("large", given.cases)):
            folder = Path(temporary) / name
            store = SequenceStore.create(folder, SCHEMA, 1)
            start = time.perf_counter()
            for _ in range(FILES):
                store.append(batch(rng, cases // FILES))
            written = time.perf_counter() - start
            rounds = [timed(folder, store, asked) for _ in range(ROUNDS)]
            seconds_of = {what: sorted(one[what] for one in rounds) for what in rounds[0]}
            size = sum(path.stat().st_size for path in folder.iterdir())
            print(f"{cases:,} cases, {size / 1e6:,.0f} MB, written in {written:.1f} s:", seconds_of)
    if given.into:
        found = {
            "cases": given.cases,
            "bytes": size,
            "write_seconds": written,
            **{what: seconds[ROUNDS // 2] for what, seconds in seconds_of.items()},
            "spread": {what: [seconds[0], seconds[-1]] for what, seconds in seconds_of.items()},
        }
        write_result(given.into, result_of("opening", found, seed=0))


if __name__ == "__main__":
    main()
