"""How fast is an archive read, and in how much memory? Against bridgebots, on the same LIN files.

    python benchmarks/import.py ARCHIVE... [--lines FILE...] [--repeats 5] [--into FOLDER]

ARCHIVE are LIN files or folders of them. Both readers get the same files in the same process, turn
by turn; ours judges every table (deal, auction, play, claim), theirs does what it does. Tables a
second are counted over the tables each reader returns; files it fails on are named. Then the same
files are imported into a fresh library (made before the clock starts). With --lines, 200,000 record
lines are imported, the files given repeated with altered names and deals, watching the memory.
"""

from __future__ import annotations

import argparse
import json
import logging
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kibitz.records.formats.reading import read_path
from kibitz.records.importing import GameFile, game_files, import_file
from kibitz.records.library import Library
from kibitz.records.record import Record
from kibitz_lab.harness.results import result_of, write_result

LINES = 200_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", nargs="+", type=Path)
    parser.add_argument("--lines", nargs="*", type=Path, default=[])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--into", type=Path)
    arguments = parser.parse_args()
    files = [file for file in game_files(arguments.archive) if file.path.suffix == ".lin"]
    logging.disable(logging.CRITICAL)  # bridgebots logs every doubt
    rates: dict[str, list[float]] = {
        "kibitz reads": [],
        "bridgebots reads": [],
        "kibitz imports": [],
    }
    failed: set[str] = set()
    for _ in range(arguments.repeats):
        rates["bridgebots reads"].append(_rate(lambda: _theirs(files, failed)))
        rates["kibitz reads"].append(_rate(lambda: _ours(files)))
        rates["kibitz imports"].append(_import_rate(files))
    answer = {
        "repeats": arguments.repeats,
        "files": len(files),
        "tables_a_second": {name: _spread(values) for name, values in rates.items()},
        "ratio": _ratio(rates, "kibitz reads"),
        "ratio_with_library": _ratio(rates, "kibitz imports"),
        "bridgebots_fails_on": sorted(failed),
    }
    if arguments.lines:
        answer["record_lines"] = _memory(arguments.lines)
    used = [*(file.path for file in files), *arguments.lines]
    result = result_of("import", answer, seed=None, records=used)
    print(json.dumps(result, indent=1))
    if arguments.into:
        write_result(arguments.into, result)


def _ratio(rates: dict[str, list[float]], name: str) -> dict[str, float]:
    return _spread([a / b for a, b in zip(rates[name], rates["bridgebots reads"], strict=True)])


def _rate(run: Callable[[], int]) -> float:
    start = time.perf_counter()
    tables = run()
    return tables / (time.perf_counter() - start)


def _spread(values: list[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(values), 2),
        "least": round(min(values), 2),
        "most": round(max(values), 2),
    }


def _ours(files: list[GameFile]) -> int:
    return sum(isinstance(found, Record) for file in files for found in read_path(file.path))


def _theirs(files: list[GameFile], failed: set[str]) -> int:
    from bridgebots import parse_multi_lin, parse_single_lin

    tables = 0
    for file in files:
        many = file.path.read_bytes()[:3] == b"vg|"
        try:
            deals = (parse_multi_lin if many else parse_single_lin)(file.path)
        except Exception:  # a peer's reader may raise anything
            failed.add(file.name)
        else:
            tables += sum(len(deal.board_records) for deal in deals)
    return tables


def _import_rate(files: list[GameFile]) -> float:
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "l") as library:
        return _rate(lambda: sum(import_file(library, file).kept for file in files))


def _memory(sources: list[Path]) -> dict[str, float]:
    """Import 200,000 lines in a process of its own and see how large it grew."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.jsonl"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(_altered(sources))
        start = time.perf_counter()
        run = subprocess.run(
            [sys.executable, __file__, "--grow", folder], check=True, capture_output=True, text=True
        )
        seconds = time.perf_counter() - start
        fields = json.loads(run.stdout)
    return {
        **fields,
        "seconds": round(seconds, 1),
        "tables_a_second": round(fields["kept"] / seconds),
    }


def _altered(sources: list[Path]) -> Iterator[str]:
    """Lines over and over, each time with the suits of the deal exchanged and other names."""
    import gzip
    import itertools

    orders = list(itertools.permutations(range(4)))
    written = 0
    for turn, order in enumerate(orders):
        for source in sources:
            with gzip.open(source, "rt", encoding="utf-8") as lines:
                for line in lines:
                    fields = json.loads(line)
                    _exchange(fields, order)
                    fields["event"], fields["file"] = (
                        f"{fields['event']} ({turn})",
                        f"{turn}-{source.name}",
                    )
                    yield json.dumps(fields) + "\n"
                    written += 1
                    if written == LINES:
                        return


def _exchange(fields: dict[str, object], order: tuple[int, ...]) -> None:
    """Another deal of the same shapes; play at trumps no longer fits, and is left out."""
    hands = fields["hands"]
    assert isinstance(hands, dict)
    for seat, hand in hands.items():
        suits = hand.split(".")
        hands[seat] = ".".join(suits[place] for place in order)
    play, new = fields["play"], "SHDC"
    assert isinstance(play, list)
    if str(fields["contract"])[1:2] == "N":
        names = {new[place]: new[index] for index, place in enumerate(order)}
        fields["play"] = [names[card[0]] + card[1] for card in play]
    elif order != (0, 1, 2, 3):
        fields["play"], fields["claim"], fields["tricks"] = [], None, None


def _grow(folder: Path) -> None:
    with Library.open(folder / "library.kibitz") as library:
        done = import_file(library, GameFile(folder / "many.jsonl", "many.jsonl"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        json.dumps({"kept": done.kept, "refused": done.tables - done.kept, "peak_mb": round(peak)})
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--grow"]:
        _grow(Path(sys.argv[2]))
    else:
        main()
