"""How long until an archive can be asked: imported from LIN, and every decision in it described?

The beginning of a file of records is written as LIN, as many tables in a file as vugraph has, and
imported into fresh libraries: by one process, and by as many as there are cores. From the second
library it is learned, by these processes, or by networks on a --device. Seconds are those of the
clock and, so that a busy machine can be told, those of the processors in this process and its
workers, which are started before. What an archive of 850,000 tables would take is in proportion.

Run: python benchmarks/archive.py FILE [--tables 100000] [--jobs N] [--device cuda] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from kibitz.cardplay.learning import learn, shipped
from kibitz.places import Places
from kibitz.records.formats.export import follows_auction
from kibitz.records.formats.lin import write_lin
from kibitz.records.formats.reading import read_path
from kibitz.records.importing import GameFile, import_files
from kibitz.records.library import Library
from kibitz.records.record import Record
from kibitz.runtime.running import Engine, cores
from kibitz_lab.harness.results import result_of, write_result

ARCHIVE = 850_000
A_FILE = 21  # tables: 884,592 of them in 42,369 files of vugraph


def write_archive(file: Path, tables: int, folder: Path) -> list[GameFile]:
    """The first tables of a file as LIN files."""
    sound = (one for one in read_path(file) if isinstance(one, Record) and follows_auction(one))
    first, files = islice(sound, tables), list[GameFile]()
    while some := list(islice(first, A_FILE)):
        path = folder / f"{len(files):06}.lin"
        path.write_text("".join(write_lin(some)), "utf-8")
        files.append(GameFile(path, path.name))
    return files


def spent() -> float:
    """Seconds of the processors, of this process and of the workers that it has."""
    ticks, own = os.sysconf("SC_CLK_TCK"), os.getpid()
    total = 0.0
    for process in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            said = (process / "stat").read_text().rpartition(")")[2].split()
            if own in (int(process.name), int(said[1])):
                total += sum(map(int, said[11:15])) / ticks
    return total


def timed(work: Callable[[], int], what: str) -> dict[str, Any]:
    """How many things *work* did, and in how long."""
    before, used = time.perf_counter(), spent()
    count = work()
    seconds, processors = time.perf_counter() - before, spent() - used
    return {
        what: count,
        "seconds": round(seconds, 1),
        "processor_seconds": round(processors, 1),
        "a_second": round(count / seconds),
    }


def measured(files: list[GameFile], folder: Path, jobs: int, device: str | None) -> dict[str, Any]:
    list(Engine(jobs).run(abs, range(4 * jobs)))  # workers are started once
    imported = {}
    for name, engine in (("alone", Engine()), ("imported", Engine(jobs))):
        with Library.open(folder / f"{name}.kibitz") as library:
            imported[name] = timed(partial(_import, library, files, engine), "tables")
    place, similarities = folder / "imported.kibitz", shipped()
    cases = Places.of(place).cards
    with Library.open(place) as library:
        learned = timed(
            lambda: learn(library, cases, similarities, engine=Engine(jobs), device=device).cases,
            "decisions",
        )
    whole = ARCHIVE / imported["imported"]["tables"] / 60
    return {
        "files": len(files),
        "imported_by_one": imported["alone"],
        "imported": imported["imported"],
        "learned": learned,
        "archive_tables": ARCHIVE,
        "archive_minutes": {
            "imported": round(whole * imported["imported"]["seconds"], 1),
            "learned": round(whole * learned["seconds"], 1),
        },
    }


def _import(library: Library, files: list[GameFile], engine: Engine) -> int:
    return sum(done.kept for done in import_files(library, files, engine=engine))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--device")
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        files = write_archive(given.file, given.tables, folder)
        found = measured(files, folder, given.jobs, given.device)
    answer = {"jobs": given.jobs, **found}
    device = given.device or ""
    result = result_of("archive", answer, seed=None, records=[given.file], device=device)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
