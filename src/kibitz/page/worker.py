"""Work done beside the server, in processes of their own, so that no request has to wait.

A process starts when it is first needed and is replaced when it dies. Only plain data crosses over.
A `Signal` tells the work that it was cancelled, and carries its progress and first lines back.
"""

from __future__ import annotations

import os
import signal as signals
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError as NeverStartedError
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import Any, NamedTuple

from kibitz.errors import KibitzError, SolverError, UsageError
from kibitz.page.words import for_players

PLACES = 64
"""How many pieces of work may wait or run at a time in one group of processes."""

LINES = 4096
"""How many bytes of lines a piece of work can send before it is finished."""

GRACE = 3.0
"""Seconds after which a process that ignores its cancelled signal is ended."""

_CELLS = 5  # of a signal: cancelled, done, total, begun, bytes of lines
_CLOSING = _CELLS * PLACES  # the cell that says the server is shutting down
_CONTEXT = get_context("spawn")
_shared: _Shared | None = None  # in a process: the arrays it shares with the server
_place: int | None = None  # in a process: the place of its current work


class CancelledError(Exception):
    """The work was cancelled."""


class DiedError(SolverError):
    """The process died over this work, or over other work."""


class _Shared(NamedTuple):
    """Arrays that the server and its processes share: cells of numbers, and lines of text."""

    cells: Any
    lines: Any


@dataclass(frozen=True, slots=True)
class Signal:
    """Signals between the server and its work: cancel, progress, lines so far."""

    shared: _Shared
    place: int

    @property
    def cancelled(self) -> bool:
        """Whether the work was cancelled."""
        return bool(self.shared.cells[_CELLS * self.place])

    def cancel(self) -> None:
        self.shared.cells[_CELLS * self.place] = 1

    @property
    def begun(self) -> bool:
        """Whether a process has begun the work."""
        return bool(self.shared.cells[_CELLS * self.place + 3])

    def begin(self) -> None:
        """Mark the work as begun, then check for a cancel: one side always sees the other."""
        self.shared.cells[_CELLS * self.place + 3] = 1
        self._check()

    def tell(self, done: float, total: float) -> None:
        """Report progress; raise CancelledError if the work was cancelled."""
        self.show(done, total)
        self._check()

    def show(self, done: float, total: float) -> None:
        """Report progress, and go on even if the work was cancelled."""
        first = _CELLS * self.place
        self.shared.cells[first + 1], self.shared.cells[first + 2] = done, total

    @property
    def progress(self) -> tuple[float, float]:
        first = _CELLS * self.place
        return self.shared.cells[first + 1], self.shared.cells[first + 2]

    def add_line(self, line: str) -> None:
        """Send a line of the answer ahead; lines that no longer fit are dropped.

        The length is written last, so that the server only ever reads whole lines.
        """
        used, text = int(self.shared.cells[_CELLS * self.place + 4]), f"{line}\n".encode()
        if used + len(text) <= LINES:
            start = LINES * self.place + used
            self.shared.lines[start : start + len(text)] = text
            self.shared.cells[_CELLS * self.place + 4] = used + len(text)

    @property
    def lines(self) -> list[str]:
        start, used = LINES * self.place, int(self.shared.cells[_CELLS * self.place + 4])
        text: bytes = self.shared.lines[start : start + used]
        return text.decode().splitlines()

    def clear(self) -> None:
        self.shared.cells[_CELLS * self.place : _CELLS * (self.place + 1)] = [0] * _CELLS

    def _check(self) -> None:
        if self.cancelled:
            raise CancelledError


Task = Callable[..., Any]
"""Called beside the server with a signal and its arguments."""


@dataclass(frozen=True, slots=True)
class _Failure:
    """An error of ours on its way back: whether the user is to blame, and the words."""

    misuse: bool
    words: str


class _Cancelled:
    """Comes back from work that was cancelled."""


@dataclass(slots=True)
class Work:
    """A piece of work, waiting, running or ended."""

    future: Future[Any]
    signal: Signal
    cancelled: bool = False
    dropped: bool = False
    """Whether it was cancelled before a process began it."""

    def cancel(self) -> None:
        """Cancel the work; results it has already found may still come back."""
        if not self.ended:
            self.cancelled = True
            self.signal.cancel()
            self.dropped = not self.signal.begun
            self.future.cancel()

    @property
    def ended(self) -> bool:
        return self.dropped or self.future.done()

    @property
    def progress(self) -> tuple[float, float]:
        """How much is done, of how much."""
        return (0.0, 0.0) if self.ended else self.signal.progress

    @property
    def lines(self) -> list[str]:
        """The lines of the answer so far."""
        return [] if self.ended else self.signal.lines

    def result(self) -> Any:
        """The result; raises our errors as they were, and one clear line for a dead process."""
        if self.dropped:
            raise CancelledError
        try:
            outcome = self.future.result()
        except BrokenProcessPool:
            if self.cancelled:
                raise CancelledError from None
            raise DiedError("The work on this broke off. Please ask again.") from None
        except NeverStartedError:
            raise CancelledError from None
        if isinstance(outcome, _Failure):
            raise (UsageError if outcome.misuse else KibitzError)(outcome.words)
        if isinstance(outcome, _Cancelled):
            raise CancelledError
        return outcome


class Workers:
    """A few processes beside the server."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()
        cells: Any = _CONTEXT.Array("d", _CELLS * PLACES + 1, lock=False)
        lines: Any = _CONTEXT.Array("c", LINES * PLACES, lock=False)
        self._shared = _Shared(cells, lines)
        self._free = list(range(PLACES))

    def start(self, task: Task, *arguments: Any) -> Work:
        """Call *task* in a process, as soon as one is free."""
        with self._lock:
            if not self._free:
                raise KibitzError(f"{PLACES} questions are waiting already. Please ask again soon.")
            signal = Signal(self._shared, self._free.pop())
            signal.clear()
            future = self.submit(task, signal, arguments)
        future.add_done_callback(lambda _: self._free.append(signal.place))
        return Work(future, signal)

    def submit(self, task: Task, signal: Signal, arguments: tuple[Any, ...]) -> Future[Any]:
        """Hand the task to a process. Tests hand it to a thread instead, which calls `run_here`."""
        try:
            return self._open_pool().submit(_run, task, signal.place, arguments)
        except BrokenProcessPool:
            self._pool = None
            return self._open_pool().submit(_run, task, signal.place, arguments)

    def _open_pool(self) -> ProcessPoolExecutor:
        self._pool = self._pool or ProcessPoolExecutor(
            self.processes,
            mp_context=_CONTEXT,
            initializer=_begin,
            initargs=(self._shared,),
        )
        return self._pool

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        with self._lock:
            self._shared.cells[_CLOSING] = 1
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)


def _begin(shared: _Shared) -> None:
    """Set up a process: it ends when the server does, even if the server is killed."""
    global _shared
    _shared = shared
    signals.signal(signals.SIGINT, signals.SIG_IGN)  # an interrupt is the server's to handle
    os.nice(5)  # the page itself goes first
    threading.Thread(target=_watch_the_server, daemon=True).start()


def _watch_the_server() -> None:
    assert _shared is not None
    server, patience = parent_process(), GRACE
    while server is not None and server.is_alive() and not _shared.cells[_CLOSING] and patience > 0:
        server.join(0.2)
        ignored = _place is not None and Signal(_shared, _place).cancelled
        patience = patience - 0.2 if ignored else GRACE
    os._exit(0)


def _run(task: Task, place: int, arguments: tuple[Any, ...]) -> Any:
    """Run a task in a process."""
    global _place
    assert _shared is not None
    _place = place
    try:
        return run_here(task, Signal(_shared, place), arguments)
    finally:
        _place = None


def run_here(task: Task, signal: Signal, arguments: tuple[Any, ...]) -> Any:
    """Run a task in this process; an error of ours comes back as a value."""
    try:
        signal.begin()
        return task(signal, *arguments)
    except CancelledError:
        return _Cancelled()
    except KibitzError as error:
        return _Failure(isinstance(error, UsageError), for_players(str(error)))
