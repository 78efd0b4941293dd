"""The tiers of the tests are kept by what a test does, not by a clock.

A test without the mark `process` may start no process. Two are let through everywhere: the worker
of a double-dummy solver, because endplay's native code never runs in the process that asks; and
whatever Python asks where a C library lies, which happens once, when endplay is imported. One
worker serves all these tests, one after the other, because that import takes a second.
"""

from __future__ import annotations

import ctypes.util
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge import double_dummy, workers
from kibitz.games.bridge.workers import Answerer, SolverPool

_STARTS = frozenset(
    {
        "_winapi.CreateProcess",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.system",
        "subprocess.Popen",
    }
)
"""What Python tells those who listen to its audit."""

_start = BaseProcess.start
_find_library = ctypes.util.find_library
_alone = False
"""Whether the test that runs may start no process."""
_excepted = threading.local()
"""Of each thread, whether it is at one of the exceptions."""


def listen() -> None:
    """From now on every start is heard; multiprocessing and joblib do not tell of theirs."""
    sys.addaudithook(_heard)
    for where, name, ours in (
        (BaseProcess, "start", _begun),
        (ctypes.util, "find_library", _found),
        (double_dummy, "SolverPool", _pool),
    ):
        setattr(where, name, ours)


@contextmanager
def alone(is_so: bool = True) -> Iterator[None]:
    """Meanwhile starting a process fails the test, however the code under test takes errors."""
    global _alone
    before, _alone = _alone, is_so
    try:
        yield
    finally:
        _alone = before


@contextmanager
def _exception() -> Iterator[None]:
    _excepted.now = True
    try:
        yield
    finally:
        _excepted.now = False


def _heard(event: str, told: tuple[Any, ...]) -> None:
    if _alone and event in _STARTS and not getattr(_excepted, "now", False):
        _refuse(f"{event} {told[:2]}")


def _begun(process: BaseProcess) -> None:
    if _alone and not _solves(process):
        _refuse(str(process))
    with _exception():
        _start(process)


def _found(name: str) -> str | None:
    with _exception():
        return _find_library(name)


def _solves(process: Any) -> bool:
    """Whether it is to be a worker of a double-dummy solver."""
    is_ours = process._target is workers._serve
    return is_ours and process._args[1] is double_dummy._load_solver


def _refuse(what: str) -> None:
    pytest.fail(f"this starts a process, so mark this test `process`: {what}")


_idle: list[SolverPool] = []
"""Solvers that nobody has at the moment: one, unless a test asked two at the same time."""


class _Lent:
    """A solver of one worker, which goes back when it is closed, and stays alive."""

    def __init__(self, load: Callable[[], Answerer]) -> None:
        self._pool: SolverPool | None = _idle.pop() if _idle else SolverPool(load, 1)
        self._batches: list[Generator[str | SolverError, None, None]] = []

    @property
    def pids(self) -> tuple[int, ...]:
        return self._open().pids

    def answers(self, questions: Iterable[str]) -> Generator[str | SolverError, None, None]:
        self._batches = [self._open().answers(questions)]
        return self._batches[0]

    def close(self) -> None:
        if self._pool is not None:
            for batch in self._batches:
                batch.close()
            _idle.append(self._pool)
            self._pool = None

    def _open(self) -> SolverPool:
        if self._pool is None:
            raise UsageError("the solver is closed")
        return self._pool


def _pool(load: Callable[[], Answerer], size: int) -> SolverPool | _Lent:
    return _Lent(load) if _alone else SolverPool(load, size)
