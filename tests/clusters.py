"""A real Dask cluster for the tests: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.runtime.running import Engine, EngineKind


@dataclass(frozen=True)
class Cluster:
    """A running cluster on loopback."""

    address: str
    workers: list[subprocess.Popen[bytes]]

    @property
    def engine(self) -> Engine:
        return Engine(kind=EngineKind.DASK, address=self.address)


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster that keeps its files in *folder* and is stopped at the end."""
    contact = folder / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    common = ["--scheduler-file", str(contact), "--no-dashboard"]
    here = ["--host", "127.0.0.1"]
    started = [_start([*dask, "scheduler", *here, "--port", "0", *common], folder)]
    try:
        one = [*dask, "worker", *here, "--nthreads", "1", "--no-nanny", *common]
        started += [_start(one, folder) for _ in range(2)]
        yield Cluster(_address(contact, started), started[1:])
    finally:
        for process in started:
            process.kill()
            process.wait()


def _start(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, cwd=folder, **quiet)


def _address(contact: Path, started: list[subprocess.Popen[bytes]]) -> str:
    """Where the scheduler listens, once both workers have found it."""
    from distributed import Client

    deadline = time.monotonic() + 120
    while not contact.is_file() or not contact.read_text():
        assert time.monotonic() < deadline
        assert started[0].poll() is None
        time.sleep(0.05)
    address = str(json.loads(contact.read_text())["address"])
    with Client(address, timeout=60, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=120)
    return address
