"""How long does the first answer of each kind take on a fresh machine?

Each question is one command in a process of its own, with an empty cache and no library, so that
whatever has to be made first is made there; then the same command again, from what was kept. Both
clocks are read: processor seconds hold on a machine that does other work too.

Run: python benchmarks/first_answers.py [--only KIND...] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz_lab.harness.results import result_of, write_result

QUESTIONS: dict[str, tuple[str, ...]] = {
    "suit": ("suit", "AQT98", "5432"),
    "other-suit": ("suit", "AQT9", "432", "--west", "5"),  # not in the shipped table
    "declarer": ("play", "starter:111", "--card", "2"),
    "defender": ("play", "starter:111", "--card", "3"),
    "lead": ("lead", "KJ752 84 Q93 T62", "--auction", "1N P 3N"),
    "opening": ("open", "AQ7 KJ985 K2 T43"),
    "call": ("call", "AQ7 KJ985 K2 T43", "--auction", "1C P"),
    "meaning": ("meaning", "1N P 2D"),
    "belief": ("belief", "starter:111", "--card", "9", "--seat", "W"),
    "explore": ("explore", "1N P"),
    "plan": ("plan", "starter:111"),
    "review": ("review", "starter:111"),
    "game": ("game", "ask", "lose-tic-tac-toe", "5", "2"),
}
Row = dict[str, str | float]


def asked(words: tuple[str, ...], environment: Mapping[str, str]) -> tuple[float, float]:
    """Seconds by the clock and of the processors that one command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    command = [sys.executable, "-m", "kibitz", *words, "--json"]
    subprocess.run(command, env={**environment}, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(kind: str) -> Row:
    """The first answer of a kind, and the second."""
    with TemporaryDirectory() as folder:
        homes = {
            "XDG_DATA_HOME": f"{folder}/data",
            "XDG_CACHE_HOME": f"{folder}/cache",
            "NUMBA_CACHE_DIR": f"{folder}/compiled",  # else it lies beside the sources
        }
        environment = {**os.environ, **homes}
        environment.pop("KIBITZ_HOME", None)
        first, first_processor = asked(QUESTIONS[kind], environment)
        second, second_processor = asked(QUESTIONS[kind], environment)
    return {
        "kind": kind,
        "command": " ".join(("kibitz", *QUESTIONS[kind])),
        "first": first,
        "first_processor": first_processor,
        "second": second,
        "second_processor": second_processor,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=QUESTIONS, default=list(QUESTIONS))
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    rows = []
    for kind in given.only:
        rows.append(measured(kind))
        print({key: round(v, 2) if isinstance(v, float) else v for key, v in rows[-1].items()})
    if given.into:
        write_result(given.into, result_of("first-answers", {"rows": rows}, seed=None))


if __name__ == "__main__":
    main()
