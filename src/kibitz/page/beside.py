"""Answers worked out beside the server, in a process of their own, so that no request waits.

It is started when it is first needed and replaced when it dies; what it returns is plain data.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from kibitz.errors import KibitzError, SolverError


class Beside:
    """One process beside the server."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def ask(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call *work* there; our errors come back as they are, a death as one clear line."""
        with self._lock:
            self._pool = self._pool or ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            pool = self._pool
        try:
            outcome = pool.submit(_told, work, arguments).result()
        except BrokenProcessPool:
            with self._lock:
                self._pool = None
            raise SolverError("the work died; ask again") from None
        if isinstance(outcome, KibitzError):
            raise outcome
        return outcome

    def close(self) -> None:
        with self._lock:
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)


def _told(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return work(*arguments)
    except KibitzError as error:
        return error
