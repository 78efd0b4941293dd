"""How soon does the page answer: the first time of all, after a start, warm, and under load?

*First of all* has no compiled code on disk and an empty home; *after a start* is the first question
of its kind to a page just started, while it still warms itself up, as a user meets it; *then* are
twenty more questions of the kind, each new. The load is fifty clients with no pause between their
questions, far more than one table of players, so that what blocks would show.

Run: python benchmarks/page.py [--seconds 60] [--clients 50] [--starts 5] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kibitz.games.bridge.cards import DECK, Hand
from kibitz.lab.harness.results import result_of, write_result
from kibitz.lab.suits.combinations import encyclopedia_like
from page_load import Load

MORE = 20
DEAL = "n=sak2hq43dkj98cq52&s=sqj4hak2daq7ck943&w=st987hjt98d65cj87&e=s653h765dt432cat6"
LINK = f"https://www.bridgebase.com/tools/handviewer.html?{DEAL}&d=s&v=o&a=1np3nppp&p=stsas3s4"


@contextmanager
def served(home: Path, compiled: Path | None) -> Iterator[tuple[str, float]]:
    """A page over *home*; its address, and how long it took to print it."""
    environment = {**os.environ, "KIBITZ_HOME": str(home)}
    if compiled is not None:
        environment["NUMBA_CACHE_DIR"] = str(compiled)
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--json"]
    start = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        started = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")
        yield started["address"].rstrip("/"), time.perf_counter() - start
        server.terminate()


def asked(address: str) -> tuple[float, Any]:
    """How long an answer took, work that was under way waited for; and the answer."""
    start = time.perf_counter()
    while True:
        with urllib.request.urlopen(address, timeout=300) as answer:
            content = answer.read()
            if answer.status != 202 and b'"job":' not in content:
                return time.perf_counter() - start, json.loads(content)
        time.sleep(0.05)


def brought(address: str) -> str:
    """The address of a table laid on the desk."""
    body = json.dumps({"text": LINK}).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}/api/play", body, headers)
    with urllib.request.urlopen(request) as answer:
        place: str = json.loads(answer.read())["tables"][0]["address"]
    return place


def kinds(address: str, rng: random.Random) -> dict[str, Callable[[], str]]:
    """An address of each kind of question, new whenever it is asked for."""
    table = brought(address)
    moment = asked(f"{address}/api{table}?at=1")[1]

    def suit() -> str:
        north, south = encyclopedia_like(rng)
        return f"/api/suit?north={north}&south={south}"

    def opening() -> str:
        return f"/api/opening?hand={Hand.of(rng.sample(DECK, 13))}&seat={rng.randint(1, 4)}"

    def play() -> str:
        return f"/api{table}?at=1&said={rng.choice(moment['legal'])}"

    def games() -> str:
        return f"/api/games/contest?moves={rng.randint(1, 9)}&seed={rng.randrange(10_000)}"

    return {
        "how do I play this suit": suit,
        "what do I open": opening,
        "which card": play,
        "what is the plan": games,
    }


def spread(times: list[float]) -> dict[str, float]:
    ranked = sorted(times)
    return {
        "answers": len(ranked),
        "median_s": statistics.median(ranked),
        "p95_s": ranked[int(0.95 * (len(ranked) - 1))],
        "most_s": ranked[-1],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--compiled", action="store_true", help="use the code compiled before")
    parser.add_argument("--into", type=Path, help="a folder for the result file")
    given = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        home, compiled = Path(folder, "home"), None if given.compiled else Path(folder, "compiled")
        questions: dict[str, dict[str, Any]] = {}
        with served(home, compiled) as (address, first):
            for name, kind in kinds(address, rng).items():
                questions[name] = {"first_s": asked(address + kind())[0]}
        starts = []
        for _ in range(given.starts):
            with served(home, compiled) as (address, seconds):
                starts.append(seconds)
                for name, kind in kinds(address, rng).items():
                    questions[name].setdefault("cold", []).append(asked(address + kind())[0])
        with served(home, compiled) as (address, _):
            for name, kind in kinds(address, rng).items():
                asked(address + kind())
                times = [asked(address + kind())[0] for _ in range(MORE)]
                questions[name]["warm"] = spread(times)
                questions[name]["cold_s"] = statistics.median(questions[name].pop("cold"))
            tables = [brought(address)]
            found = Load(address, given.clients, given.seconds, tables=tables, moments=1).run()
    measured = {
        "start": {
            "first_s": first,
            "starts": len(starts),
            "median_s": statistics.median(starts),
            "least_s": min(starts),
            "most_s": max(starts),
        },
        "questions": questions,
        "load": {
            "clients": given.clients,
            "seconds": given.seconds,
            "errors": sum(one.is_error for one in found),
            "under_way": sum(one.status == 202 for one in found),
            **spread([one.seconds for one in found]),
        },
    }
    result = result_of("page", measured, seed=1)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
