"""How does cost grow: a question, a learned case, an imported table, from ten thousand up?

Cases are drawn at random over the ranges of the card-play features, because time does not hang on
what they are; tables are generated. With --device the questions go to a graphics processor, over
cases that are drawn there, up to a hundred million; every size is checked against a plain count of
whole numbers. That half needs numpy and torch alone.

Run: python benchmarks/growth.py [--sizes 10000,...] [--tables 10000,...] [--into FOLDER]
     python benchmarks/growth.py --jobs 16 [--tables 10000,...,10000000] [--into FOLDER]
     python benchmarks/growth.py --device cuda [--sizes 100000,...,100000000] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from kibitz.cardplay.sibl.features import SCHEMA
from kibitz.precedents.sequences.device import DeviceMemory
from kibitz.precedents.sequences.distance import Sequences
from kibitz.runtime.devices import Tensor, torch_on
from kibitz.runtime.running import Engine, cores
from kibitz_lab.harness.results import result_of, source, write_result

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
DEVICE_SIZES = (100_000, 1_000_000, 10_000_000, 100_000_000)
TABLES = (10_000, 100_000, 1_000_000)
STATES = (1, 5)
BATCH, DEVICE_BATCH, NEIGHBOURS = 64, 1024, 20
ROUNDS = 5
A_FILE = 100_000  # tables in a generated file
CHUNK = 100_000  # cases that are drawn and learnt at a time
VALUES = (29, 29, 29, 29, 2, 29, 3)  # of each symbol
CHECKED = 4  # questions of each size that are counted by hand


def drawn(rng: np.random.Generator, rows: int, states: int) -> Sequences:
    codes = np.empty((rows, states, len(SCHEMA.features)), np.uint8)
    codes[..., : SCHEMA.counts] = rng.binomial(34, 0.2, (rows, states, SCHEMA.counts))
    for column, values in enumerate(VALUES):
        codes[..., SCHEMA.counts + column] = rng.integers(0, values, (rows, states))
    return Sequences.of_codes(codes, np.full(rows, states, np.uint8))


def timed(run: Callable[[], object], rounds: int = ROUNDS) -> dict[str, float]:
    """Seconds of the median round, with the fastest and the slowest."""
    took = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        took.append(time.perf_counter() - start)
    return {"seconds": median(took), "fastest": min(took), "slowest": max(took)}


def over(seconds_of: dict[str, float], number: int) -> dict[str, float]:
    return {name: seconds / number for name, seconds in seconds_of.items()}


def exponent(points: list[tuple[float, float]]) -> float:
    """The slope of cost against size, both as logarithms, by least squares."""
    xs, ys = ([math.log(value) for value in column] for column in zip(*points, strict=True))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    rise = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return round(rise / sum((a - x) ** 2 for a in xs), 3)


def cases_row(size: int, states: int) -> dict[str, Any]:
    """Learn *size* cases in memory and on disk, then ask: alone, and many at a time."""
    from kibitz.precedents.sequences.nearest import SequenceMemory
    from kibitz.precedents.sequences.store import Batch, SequenceStore
    from kibitz.records.record import Source

    rng = np.random.default_rng((0, size, states))
    memory, learning, keeping = SequenceMemory(SCHEMA, states), 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        store = SequenceStore.create(Path(folder) / "cases", SCHEMA, states)
        for first in range(0, size, CHUNK):
            rows = min(CHUNK, size - first)
            cases, actions = drawn(rng, rows, states), rng.integers(0, 28, rows).astype(np.uint16)
            start = time.perf_counter()
            memory.add(cases, actions)
            learning += time.perf_counter() - start
            records, cards = np.zeros(rows, np.uint32), np.ones(rows, np.uint16)
            start = time.perf_counter()
            store.append(Batch(cases, actions, (Source("drawn"),), records, cards))
            keeping += time.perf_counter() - start
        disk = sum(path.stat().st_size for path in store.folder.iterdir())
    one, many = drawn(rng, 1, states), drawn(rng, BATCH, states)
    memory.nearest(one, NEIGHBOURS)
    return {
        "cases": size,
        "states": states,
        "question": timed(lambda: memory.nearest(one, NEIGHBOURS)),
        "question_in_batch": over(timed(lambda: memory.nearest(many, NEIGHBOURS), 3), BATCH),
        "learned_case_seconds": learning / size,
        "kept_case_seconds": keeping / size,
        "memory_bytes_a_case": memory.nbytes / size,
        "disk_bytes_a_case": disk / size,
    }


def tables_row(tables: int, jobs: int) -> dict[str, Any]:
    """Import generated record lines in a process of its own."""
    run = subprocess.run(
        [sys.executable, __file__, "--import", str(tables), "--jobs", str(jobs)],
        check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    measured: dict[str, Any] = json.loads(run.stdout)
    print(json.dumps(measured), flush=True)
    return measured


def _import(tables: int, engine: Engine) -> None:
    from kibitz.records.importing import GameFile, import_files
    from kibitz.records.library import Library

    with tempfile.TemporaryDirectory() as folder:
        firsts = range(0, tables, A_FILE)
        asked = [(str(Path(folder, f"{n}.jsonl")), min(A_FILE, tables - n), n) for n in firsts]
        files = [GameFile(path, path.name) for path in map(Path, engine.run(_generated, asked))]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with Library.open(Path(folder) / "library.kibitz") as library:
            start = time.perf_counter()
            kept = sum(done.kept for done in import_files(library, files, engine=engine))
            seconds = time.perf_counter() - start
        size = (Path(folder) / "library.kibitz").stat().st_size
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    measured = {
        "tables": tables,
        "kept": kept,
        "processes": engine.jobs,
        "imported_table_seconds": seconds / tables,
        "disk_bytes_a_table": size / tables,
        "peak_mb": peak / 1024,
        "grown_mb": (peak - before) / 1024,
    }
    print(json.dumps(measured))


def _generated(asked: tuple[str, int, int]) -> str:
    """A file of tables that no other has; its path."""
    from many_tables import many_lines

    path, tables, seed = asked
    with Path(path).open("w", encoding="utf-8") as file:
        file.writelines(many_lines(tables, seed=seed))
    return path


def imported(tables: list[int], jobs: int) -> dict[str, Any]:
    """Imports of several sizes, and how their cost grows."""
    rows = [tables_row(number, jobs) for number in tables]
    exponents = {
        what: exponent([(row["tables"], row[key]) for row in rows])
        for what, key in (("imported table", "imported_table_seconds"), ("peak memory", "peak_mb"))
    }
    return {"tables": rows, "exponents": exponents}


def on_processor(sizes: list[int], tables: list[int]) -> dict[str, Any]:
    of_tables = imported(tables, 1)  # first: a process sees the peak of the one that started it
    rows = []
    for states in STATES:
        for size in sizes:
            rows.append(cases_row(size, states))
            print(json.dumps(rows[-1]), flush=True)
    exponents = {
        f"{what}, {states} states" if states > 1 else what: exponent(
            [(row["cases"], _seconds(row[key])) for row in rows if row["states"] == states]
        )
        for states in STATES
        for what, key in (
            ("question", "question"),
            ("question in a batch", "question_in_batch"),
            ("learned case", "learned_case_seconds"),
            ("kept case", "kept_case_seconds"),
            ("memory of a case", "memory_bytes_a_case"),
        )
    }
    return {
        "batch": BATCH,
        "neighbours": NEIGHBOURS,
        "rounds": ROUNDS,
        "rows": rows,
        "tables": of_tables["tables"],
        "exponents": {**exponents, **of_tables["exponents"]},
    }


def _seconds(found: Any) -> float:
    return float(found["seconds"] if isinstance(found, dict) else found)


def held(memory: DeviceMemory, torch: Any, size: int, states: int, seed: int) -> Tensor:
    """Cases drawn on the device, their columns returned."""
    generator = torch.Generator(device=memory.device).manual_seed(seed)
    codes = torch.empty(
        (states * len(SCHEMA.features), size), dtype=torch.uint8, device=memory.device
    )
    for row in range(codes.shape[0]):
        column = row % len(SCHEMA.features)
        for first in range(0, size, 1 << 24):
            part = codes[row, first : first + (1 << 24)]
            if column < SCHEMA.counts:
                shape = torch.randn(part.shape, generator=generator, device=memory.device)
                part.copy_((shape * 2.33 + 6.8).clamp(0, 34).to(torch.uint8))
            else:
                most = VALUES[column - SCHEMA.counts]
                part.copy_(
                    torch.randint(0, most, part.shape, generator=generator, device=memory.device)
                )
    spans = torch.full((size,), states, dtype=torch.uint8, device=memory.device)
    actions = torch.zeros(size, dtype=torch.int32, device=memory.device)
    memory.hold(codes, spans, actions)
    return codes


def counted(torch: Any, codes: Tensor, asked: Sequences, k: int) -> tuple[Any, Any]:
    """The nearest cases by all states, counted in whole numbers, case by case."""
    cases, squares = [], []
    cost, width = SCHEMA.unit**2, len(SCHEMA.features)
    for row in range(len(asked)):
        total = torch.zeros(codes.shape[1], dtype=torch.int64, device=codes.device)
        for state in range(asked.window):
            for column in range(width):
                gap = codes[state * width + column].to(torch.int32)
                gap -= int(asked.codes[row, state, column])
                total += gap * gap if column < SCHEMA.counts else (gap != 0) * cost
        keys = (total << 38) | torch.arange(len(total), device=codes.device)
        nearest = keys.topk(k, largest=False, sorted=True).values.cpu().numpy()
        cases.append(nearest & ((1 << 38) - 1))
        squares.append(nearest >> 38)
    return np.array(cases), np.array(squares)


def device_row(torch: Any, device: str, size: int, states: int) -> dict[str, Any]:
    memory = DeviceMemory(SCHEMA, states, device)
    codes = held(memory, torch, size, states, seed=size + states)
    rng = np.random.default_rng((0, size))
    one, many = drawn(rng, 1, states), drawn(rng, DEVICE_BATCH, states)
    found = memory.nearest(many[:CHECKED], NEIGHBOURS)
    cases, squares = counted(torch, codes, many[:CHECKED], NEIGHBOURS)
    np.testing.assert_array_equal(found.cases[:, -1], cases)
    np.testing.assert_array_equal(found.squares[:, -1], squares)
    if device.startswith("cuda"):
        torch.cuda.reset_peak_memory_stats()
    memory.nearest(many, NEIGHBOURS)
    row = {
        "cases": size,
        "states": states,
        "question": timed(lambda: memory.nearest(one, NEIGHBOURS)),
        "question_in_batch": over(timed(lambda: memory.nearest(many, NEIGHBOURS), 3), DEVICE_BATCH),
        "checked": CHECKED,
        "memory_bytes_a_case": codes.numel() / size + 5,
    }
    if device.startswith("cuda"):
        row["peak_mb"] = torch.cuda.max_memory_allocated() / (1 << 20)
    return row


def on_device(device: str, sizes: list[int]) -> dict[str, Any]:
    torch = torch_on(device)
    rows = []
    for states in STATES:
        for size in sizes:
            rows.append(device_row(torch, device, size, states))
            print(json.dumps(rows[-1]), flush=True)
            if device.startswith("cuda"):
                torch.cuda.empty_cache()
    exponents = {
        f"{what}, {states} states" if states > 1 else what: exponent(
            [(row["cases"], row[key]["seconds"]) for row in rows if row["states"] == states]
        )
        for states in STATES
        for what, key in (("question", "question"), ("question in a batch", "question_in_batch"))
    }
    return {
        "torch": str(torch.__version__),
        "batch": DEVICE_BATCH,
        "neighbours": NEIGHBOURS,
        "rounds": ROUNDS,
        "rows": rows,
        "exponents": exponents,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device")
    parser.add_argument("--sizes")
    parser.add_argument("--tables", default=",".join(map(str, TABLES)))
    parser.add_argument("--jobs", type=int, help="import alone, so many processes; 0: one a core")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--import", dest="imported", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.imported:
        _import(given.imported, Engine(given.jobs))
        return
    usual = DEVICE_SIZES if given.device else SIZES
    sizes = [int(size) for size in given.sizes.split(",")] if given.sizes else list(usual)
    tables = [int(number) for number in given.tables.split(",")]
    if given.jobs is not None:
        found, name, device = imported(tables, given.jobs or cores()), "growth-tables", ""
    elif given.device:
        found, name = on_device(given.device, sizes), "growth-gpu"
        device = torch_on(given.device).cuda.get_device_name() if given.device != "cpu" else ""
    else:
        found, name, device = on_processor(sizes, tables), "growth", ""
    result = result_of(name, found, seed=0, device=device)
    print(source(result))
    if given.into:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
