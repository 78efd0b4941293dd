"""Answers worked out beside the server, in a process of their own, so that no request waits.

It is started when it is first needed and replaced when it dies; what it returns is plain data.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
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
            self._pool = self._pool or ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_end_with_the_server
            )
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


def _end_with_the_server() -> None:
    """However the server ends, even by a kill, the process beside it ends too."""
    threading.Thread(target=_watch_the_server, daemon=True).start()


def _watch_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _told(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return work(*arguments)
    except KibitzError as error:
        return error
