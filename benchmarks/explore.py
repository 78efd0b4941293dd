"""How long does the explorer take over 850,000 tables, and how long is its index made once?

The first tables of RECORDS (record lines, perhaps compressed) are put into a fresh library; its
index is made and timed. Then the rows of the index are repeated, each time as other boards, until
it holds as many tables as are asked for: real auctions, as often as they come, but the same ones
again. Opening the index and answering are timed apart. Times are of the processor, one core: the
machine may be shared; the time of the clock stands beside.

Run: python benchmarks/explore.py RECORDS... [--recorded 40000] [--tables 850000] [--repeats 5]
     [--into docs/results]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from kibitz.asking import Kibitz
from kibitz.explorer.adviser import ExplorerAdviser
from kibitz.explorer.learning import learn
from kibitz.explorer.question import ExplorerQuestion, Whose
from kibitz.explorer.store import ROW, AuctionIndex, names_of
from kibitz.places import Places
from kibitz.records.formats.reading import read_path
from kibitz.records.library import Library
from kibitz.records.record import Record
from kibitz_lab.harness.results import result_of, write_result

QUESTIONS = {
    "first call": ExplorerQuestion(),
    "P": ExplorerQuestion.parse("P"),
    "1N P": ExplorerQuestion.parse("1N P"),
    "1N P 2C P 2H P": ExplorerQuestion.parse("1N P 2C P 2H P"),
    "1S, any seat": ExplorerQuestion.of("1S", any_seat=True),
    "first call, everybody vulnerable": ExplorerQuestion.of(
        "", whose=Whose.of(vulnerability="both")
    ),
    "first call, apart by pair": ExplorerQuestion.of("", by="pair"),
    "1N P, apart by event": ExplorerQuestion.of("1N P", by="event"),
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


def keep_tables(library: Library, records: list[Path], most: int) -> int:
    """Put the first tables of the files into the library; how many there are."""
    found = (one for path in records for one in read_path(path) if isinstance(one, Record))
    with library.writing() as writer:
        file = writer.begin_file(b"explore", records[0].name)
        return sum(writer.add(record, file) for record in islice(found, most))


def a_player(path: Path) -> str:
    """Who sits at most tables of the index; empty where nobody is named."""
    with Library.open(path) as library:
        names, players = names_of(library), AuctionIndex.load(library).rows["players"]
    counts = np.bincount(players.ravel())
    seated = [one for one in np.argsort(-counts).tolist() if counts[one]]
    return next((names[one] for one in seated if names.get(one)), "")


def fresh(path: Path, question: ExplorerQuestion) -> None:
    """What one command does: open the index, and answer once."""
    Kibitz(Places.of(path)).explorer.ask(question)


def measured(adviser: ExplorerAdviser, repeats: int) -> list[dict[str, Any]]:
    rows, player = [], a_player(adviser.library)
    questions = dict(QUESTIONS)
    if player:
        questions["first call, one player"] = ExplorerQuestion.of("", whose=Whose.of(player=player))
    for name, question in questions.items():
        answer = adviser.ask(question)
        again = timed(partial(adviser.ask, question), repeats)
        once = timed(partial(fresh, adviser.library, question), repeats)
        rows.append({"question": name, "tables": answer.tables, "opened": again, "whole": once})
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--recorded", type=int, default=40_000)
    parser.add_argument("--tables", type=int, default=850_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "library.kibitz")
        with Library.open(path) as library:
            kept = keep_tables(library, given.records, given.recorded)
            making = timed(lambda: learn(library), 1)
        print(f"{kept:,} tables indexed", making)
        tables = repeat_rows(path, given.tables)
        rows = measured(Kibitz(Places.of(path)).explorer, given.repeats)
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
