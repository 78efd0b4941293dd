"""How soon does the page answer: the first time of all, after a start, warm, and under load?

*First of all* has no compiled code on disk and an empty home; *after a start* is the first question
of its kind to a page just started, while it still warms itself up, as a user meets it; *then* are
twenty more questions of the kind, each new. Readers are fifty clients who read an answer for about
a second before they ask again; the load is as many without any pause, far more than one table of
players, so that what blocks would show. A *card* is a guess
at a house table, its page with what each card is worth; *with the experts* is the same page once
their votes stand on the cards; *own line* is a card played on and the replies to it; *beside* is a
step through a table while an evening is reviewed. *Weight* is a page with all that it loads.

Run: python benchmarks/page.py [--seconds 60] [--clients 50] [--starts 5] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

from kibitz.games.bridge.cards import DECK, Hand
from kibitz_lab.harness.results import result_of, write_result
from kibitz_lab.suits.combinations import encyclopedia_like
from page_load import Load

MORE = 20
PAUSE = 1.0
"""Seconds that a reader takes over an answer, on average."""
TABLES = 6
EVENING = f"/review/session?shelf=starter&tables={','.join(map(str, range(1, 25)))}"
PLACES = (
    "/", "/play", "/play/starter/1?at=5", "/play/starter/1?at=3&said=--", "/play/starter/1?at=52",
    "/suit?north=KJ95&south=A732&tricks=4", "/suit?north=AQT98&south=5432", "/suit/practice",
    "/opening?hand=AQ7.KJ985.K2.T43", "/call?hand=KJ4.Q85.A962.T73&auction=1H+P",
    "/meaning?auction=1N+P+2D", "/lead?hand=KQT94.73.862.J54&auction=1N+P+3N", "/deal",
    "/deal?south=AK4.K43.AQ72.K42&north=Q52.A65.KJT3.953&auction=1N+P+3N&dealer=S&played=HQ",
    "/plan", "/review", "/review/starter/3", "/review/session?shelf=starter&tables=1,2,3",
    EVENING, f"{EVENING}&whole=1", f"{EVENING}&whole=1&part=2", "/explore?auction=1N+P",
    "/plan?hand=A83.A64.KQ5.T852&dummy=K72.52.A74.AQJ94&contract=3NT&lead=HK",
    "/me", "/practice", "/library", "/explore", "/games", "/games?game=five-in-a-row", "/api",
)  # fmt: skip
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
        try:
            yield started["address"].rstrip("/"), time.perf_counter() - start
        finally:
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


def shown(address: str) -> tuple[float, str]:
    """How long a page took, as it came first; and the page."""
    start = time.perf_counter()
    with urllib.request.urlopen(address, timeout=300) as answer:
        return time.perf_counter() - start, answer.read().decode()


def weights(address: str) -> dict[str, int]:
    """Each place with its style sheet, its scripts and its icon, in bytes."""
    page = shown(address)[1]
    loaded = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    static = sum(len(shown(address + one)[1].encode()) for one in loaded)
    for path in PLACES:
        while "data-follow" in shown(address + path)[1]:
            time.sleep(0.5)
    return {path: static + len(shown(address + path)[1].encode()) for path in PLACES}


def cards(address: str, rng: random.Random) -> dict[str, Any]:
    """House tables guessed card by card, and played on with the own card."""
    found: dict[str, list[float]] = {"step": [], "card": [], "experts": [], "own line": []}
    for number in rng.sample(range(1, 400), TABLES):
        for at in range(1, 20):
            seconds, page = shown(f"{address}/play/starter/{number}?at={at}")
            found["step"].append(seconds)
            links = re.findall(r'<a class="card [^"]*" id="[^"]+" href="([^"]+)"', page)
            if not links:
                continue
            here = address + unescape(rng.choice(links))
            start = time.perf_counter()
            seconds, page = shown(here)
            found["card"].append(seconds)
            while "data-follow" in page:
                time.sleep(0.05)
                page = shown(here)[1]
            found["experts"].append(time.perf_counter() - start)
            own = re.search(r'id="step-own" href="([^"]+)"', page)
            if own is not None:
                found["own line"].append(shown(address + unescape(own[1]))[0])
    return {name: spread(times) for name, times in found.items()}


def beside(address: str) -> dict[str, float]:
    """Steps through a table while an evening of house tables is reviewed."""
    evening = f"{address}/review/session?shelf=starter&tables={','.join(map(str, range(40, 60)))}"
    times = []
    for at in range(60):
        if at % 10 == 0 and "data-follow" not in shown(evening)[1]:
            break
        times.append(shown(f"{address}/play/starter/7?at={at % 40}")[0])
        time.sleep(0.1)
    return spread(times)


def spread(times: list[float]) -> dict[str, float]:
    ranked = sorted(times)
    return {
        "answers": len(ranked),
        "median_s": statistics.median(ranked),
        "p95_s": ranked[int(0.95 * (len(ranked) - 1))],
        "most_s": ranked[-1],
    }


def under(load: Load) -> dict[str, Any]:
    """What became of all questions of a load."""
    found = load.run()
    return {
        "clients": load.clients,
        "seconds": load.seconds,
        "pause": load.pause,
        "errors": sum(one.is_error for one in found),
        "under_way": sum(one.status == 202 for one in found),
        **spread([one.seconds for one in found]),
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
            heavy = weights(address)
            played = cards(address, rng)
            reviewing = beside(address)
            tables = [brought(address)]
            load = Load(address, given.clients, given.seconds, tables=tables, moments=1)
            readers = under(replace(load, pause=PAUSE))
            crowd = under(replace(load, seed=2))
    measured = {
        "start": {
            "first_s": first,
            "starts": len(starts),
            "median_s": statistics.median(starts),
            "least_s": min(starts),
            "most_s": max(starts),
        },
        "questions": questions,
        "weight": {"heaviest": max(heavy.values()), "of": max(heavy, key=heavy.__getitem__)},
        "cards": played,
        "beside": reviewing,
        "readers": readers,
        "load": crowd,
    }
    result = result_of("page", measured, seed=1)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
