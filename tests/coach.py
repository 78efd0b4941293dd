"""The page asked without a socket, for its tests."""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any, Self

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from kibitz.page import shelves
from kibitz.page.server import create_app
from kibitz.page.table.playthrough import Playthrough
from kibitz.page.worker import PLACES, Signal, Task, Workers, run_here
from kibitz.places import Places
from kibitz.records.record import Record
from kit import ROOT, random_record

SCRIPT = "<script>alert(1)</script>"


def played(least: int) -> Iterator[Record]:
    """Random tables with so many cards or more, whose auction tells the contract."""
    for seed in range(1000):
        record = random_record(random.Random(seed))
        if len(record.play) >= least:
            yield record


HOUSE_CASES = ROOT / "src" / "kibitz" / "data" / "house-cards.xz"
needs_house_cases = pytest.mark.skipif(
    not HOUSE_CASES.exists(), reason="the house cases are not shipped: describing them takes long"
)
LONG = next(played(52))


def decisions(record: Record) -> list[int]:
    moment = Playthrough.of(record, len(record.play), "")
    return [len(state.played) for state in moment.decisions]


@contextmanager
def opened(folder: Path) -> Iterator[TestClient]:
    """The page over an empty library in *folder*, which is also its home."""
    app = create_app(Places.of(folder / "library.kibitz", folder), workers=InThreads)
    with pytest.MonkeyPatch.context() as home:
        home.setenv("KIBITZ_HOME", str(folder))
        with TestClient(app, base_url="http://localhost") as client:
            yield client


@contextmanager
def still(folder: Path, now: datetime) -> Iterator[TestClient]:
    """The same on a day that does not pass; all work is done at once, in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_HOME", str(folder))
        patch.setattr(shelves, "date", _day(now))
        places = Places.of(folder / "library.kibitz", folder)
        app = create_app(places, now=lambda: now, workers=_AtOnce)
        with TestClient(app, base_url="http://localhost") as client:
            yield client


def _day(now: datetime) -> type[date]:
    class Today(date):
        @classmethod
        def today(cls) -> Self:
            return cls.fromordinal(now.toordinal())

    return Today


class InThreads(Workers):
    """Work is done in threads of this process, which hear the same signals."""

    def __init__(self, processes: int = 1) -> None:
        super().__init__(processes)
        self._threads = ThreadPoolExecutor(processes)

    def submit(self, task: Task, signal: Signal, arguments: tuple[Any, ...]) -> Future[Any]:
        return self._threads.submit(run_here, task, signal, arguments)

    def close(self) -> None:
        """End the threads, each as soon as its work hears that it is cancelled."""
        for place in range(PLACES):
            Signal(self._shared, place).cancel()
        self._threads.shutdown(cancel_futures=True)


class _AtOnce(Workers):
    """Work is done when it is started, by whoever starts it."""

    def submit(self, task: Task, signal: Signal, arguments: tuple[Any, ...]) -> Future[Any]:
        future = Future[Any]()
        try:
            future.set_result(run_here(task, signal, arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def ask(page: TestClient, path: str, asked: dict[str, Any] | None = None) -> Response:
    """What is answered in the end: work that takes long is asked for again."""
    for _ in range(6000):
        told = page.get(path, params=asked)
        if told.status_code != 202:
            return told
        time.sleep(0.05)
    raise AssertionError(f"{path} is never answered")


def looked_after(page: TestClient, shown: Response) -> str:
    """The page of a job once it is at its end, as a reader without scripts comes to it."""
    assert shown.url.path.startswith("/jobs/")
    for _ in range(4000):
        if "data-follow" not in shown.text:
            return shown.text
        time.sleep(0.03)
        shown = page.get(shown.url.path)
    raise AssertionError("the work does not end")


def ended(page: TestClient, started: Response) -> dict[str, Any]:
    """The job that was started, once it is at its end."""
    assert started.status_code == 202
    for _ in range(4000):
        job: dict[str, Any] = page.get(f"/api/jobs/{started.json()['id']}").json()
        if job["state"] != "running":
            return job
        time.sleep(0.05)
    raise AssertionError("the work does not end")


def bring(page: TestClient, text: str, name: str = "a.lin") -> dict[str, Any]:
    """Import a file."""
    return ended(page, page.post("/api/library", files=[("files", (name, text.encode()))]))


def awaited(answer: Coroutine[Any, Any, Any]) -> Any:
    """What it brings; in a thread of its own, because a browser may hold the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, answer).result()


def patient(signal: Signal, seconds: float) -> str:
    """Work that reports its progress and can be cancelled."""
    for done in range(int(seconds * 20)):
        signal.tell(done, seconds * 20)
        time.sleep(0.05)
    return "done"


def reciting(signal: Signal, lines: Sequence[str]) -> str:
    """Work that sends its lines and goes on until it is cancelled."""
    for line in lines:
        signal.add_line(line)
    while True:
        signal.tell(1, 2)
        time.sleep(0.01)


def gated(signal: Signal, gate: Path) -> str:
    """Work that ends when the gate is there, and counts in it how often it ended."""
    while not gate.exists():
        signal.tell(1, 2)
        time.sleep(0.01)
    with gate.open("a") as visitors:
        visitors.write("done ")
    return gate.read_text()


def deaf(signal: Signal) -> str:
    """Work that ignores its cancelled signal."""
    while True:
        time.sleep(0.05)


def deadly(signal: Signal) -> str:
    """Work that kills its process."""
    os._exit(1)


def loaded(shown: str) -> int:
    """The bytes of what a page loads: its style sheets, its scripts, the icon."""
    names = set(re.findall(r'(?:href|src)="/static/([^"]+)"', shown))
    return sum((ROOT / "src/kibitz/page/static" / name).stat().st_size for name in names)
