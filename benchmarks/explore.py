"""How long does the explorer take over 850,000 tables, and how long is its index made once?

RECORDS (record lines, perhaps compressed) are imported into a fresh library; its index is made
and timed. Then the rows of the index are repeated, each time as other boards, until it holds as
many tables as are asked for: real auctions, as often as they come, but the same ones again. Opening
the index and answering are timed apart. Times are of the processor, one core: the machine may be
shared; the time of the clock stands beside.

Run: python benchmarks/explore.py RECORDS... [--tables 850000] [--repeats 5] [--into docs/results]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from kibitz.explorer.adviser import ExplorerAdviser, open_adviser
from kibitz.explorer.learning import learn
from kibitz.explorer.question import ExplorerQuestion, Whose
from kibitz.explorer.store import ROW
from kibitz.lab.harness.results import result_of, write_result
from kibitz.records.importing import game_files, import_files
from kibitz.records.library import Library

QUESTIONS = {
    "first call": ExplorerQuestion(),
    "P": ExplorerQuestion.parse("P"),
    "1N P": ExplorerQuestion.parse("1N P"),
    "1N P 2C P 2H P": ExplorerQuestion.parse("1N P 2C P 2H P"),
    "1S, any seat": ExplorerQuestion.of("1S", any_seat=True),
    "first call, everybody vulnerable": ExplorerQuestion.of("", whose=Whose.of(vul="both")),
    "first call, one player": ExplorerQuestion.of("", whose=Whose.of(player="helgemo")),
    "lead against 1N P 3N": ExplorerQuestion.parse("lead against 1N P 3N"),
}


def timed(run: Callable[[], object], repeats: int) -> dict[str, float]:
    """The median of the processor's seconds, and of the clock's."""
    seconds = []
    for _ in range(repeats):
        clock, processor = perf_counter(), process_time()
        run()
        seconds.append((process_time() - processor, perf_counter() - clock))
    return {
        name: round(median(column), 4)
        for name, column in zip(("processor", "clock"), zip(*seconds, strict=True), strict=True)
    }


def repeat_rows(path: Path, tables: int) -> int:
    """Write the parts of the index again as other boards, until there are so many tables."""
    with Library.open(path) as library:
        parts = library.tally("SELECT version, last, tables, calls FROM explored ORDER BY part")
        held = sum(len(rows) // ROW.itemsize for _, _, rows, _ in parts)
        turn = 0
        while held < tables:
            turn += 1
            for number, (version, last, content, calls) in enumerate(parts):
                rows = np.frombuffer(content, ROW).copy()
                rows["board"] += turn
                keep = min(len(rows), max(0, tables - held))
                held += keep
                spoken = calls[: int(rows["length"][:keep].sum())]
                with library.writing() as writer:
                    writer.run(
                        "INSERT INTO explored VALUES (?, ?, ?, ?, ?)",
                        *(turn * 10_000 + number, version, last, rows[:keep].tobytes(), spoken),
                    )
    return held


def fresh(path: Path, question: ExplorerQuestion) -> None:
    """What one command does: open the index, and answer once."""
    open_adviser(path).ask(question)


def measured(adviser: ExplorerAdviser, repeats: int) -> list[dict[str, Any]]:
    rows = []
    for name, question in QUESTIONS.items():
        answer = adviser.ask(question)
        again = timed(partial(adviser.ask, question), repeats)
        once = timed(partial(fresh, adviser.library, question), repeats)
        rows.append({"question": name, "tables": answer.tables, "opened": again, "whole": once})
        print(rows[-1])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--tables", type=int, default=850_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "library.kibitz")
        with Library.open(path) as library:
            kept = sum(done.kept for done in import_files(library, game_files(given.records)))
            making = timed(lambda: learn(library), 1)
        print(f"{kept:,} tables indexed", making)
        tables = repeat_rows(path, given.tables)
        rows = measured(open_adviser(path), given.repeats)
    slowest = max(row["whole"]["processor"] for row in rows)
    found = {
        "recorded": kept,
        "making": making,
        "tables": tables,
        "slowest": slowest,
        "repeats": given.repeats,
        "rows": rows,
    }
    if given.into:
        write_result(given.into, result_of("explore", found, seed=None, records=given.records))


if __name__ == "__main__":
    main()
