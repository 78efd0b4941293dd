"""Answers worked out beside the server, in processes of their own, so that no request waits.

A process is started when it is first needed and replaced when it dies. What crosses over is plain
data; a bell tells the work that nobody wants its answer any more, and takes its progress back.
"""

from __future__ import annotations

import os
import signal
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

SLATE = 4096
"""Bytes that a piece of work can say of its answer before it is finished."""

_CELLS = 5  # of a bell: rung, done, total, begun, bytes on its slate
_CLOSING = _CELLS * PLACES  # in the array of bells: the server ends
_CONTEXT = get_context("spawn")
_bells: _Shared | None = None  # in a process beside the server: what it shares with the server
_at: int | None = None  # and the place of the work it is at


GRACE = 3.0
"""Seconds after the bell before a process that does not listen to it is ended."""


class CancelledError(Exception):
    """The work was asked to stop."""


class DiedError(SolverError):
    """The process died over its work, or over that of another."""


class _Shared(NamedTuple):
    """Arrays that the server and its processes see: cells of numbers, and slates of text."""

    cells: Any
    slates: Any


@dataclass(frozen=True, slots=True)
class Bell:
    """The thread between a piece of work and whoever asked for it."""

    shared: _Shared
    place: int

    @property
    def rung(self) -> bool:
        """Whether the asker wants no more work done."""
        return bool(self.shared.cells[_CELLS * self.place])

    def ring(self) -> None:
        self.shared.cells[_CELLS * self.place] = 1

    @property
    def begun(self) -> bool:
        """Whether a process is at the work."""
        return bool(self.shared.cells[_CELLS * self.place + 3])

    def begin(self) -> None:
        """Said before the work looks whether the bell was rung: so one of both sees the other."""
        self.shared.cells[_CELLS * self.place + 3] = 1
        if self.rung:
            raise CancelledError

    def tell(self, done: float, total: float) -> None:
        """Say how far the work is; this is also where it stops when the bell was rung."""
        self.show(done, total)
        if self.rung:
            raise CancelledError

    def show(self, done: float, total: float) -> None:
        """Say how far the work is, and go on."""
        first = _CELLS * self.place
        self.shared.cells[first + 1], self.shared.cells[first + 2] = done, total

    @property
    def progress(self) -> tuple[float, float]:
        first = _CELLS * self.place
        return self.shared.cells[first + 1], self.shared.cells[first + 2]

    def say(self, line: str) -> None:
        """Put a line on the slate, where whoever waits can read it; a full slate takes no more.

        How far it is written is said last: a reader sees whole lines only.
        """
        written, text = int(self.shared.cells[_CELLS * self.place + 4]), f"{line}\n".encode()
        if written + len(text) <= SLATE:
            start = SLATE * self.place + written
            self.shared.slates[start : start + len(text)] = text
            self.shared.cells[_CELLS * self.place + 4] = written + len(text)

    @property
    def said(self) -> list[str]:
        start, written = SLATE * self.place, int(self.shared.cells[_CELLS * self.place + 4])
        text: bytes = self.shared.slates[start : start + written]
        return text.decode().splitlines()

    def clear(self) -> None:
        self.shared.cells[_CELLS * self.place : _CELLS * (self.place + 1)] = [0] * _CELLS


Work = Callable[..., Any]
"""Called beside the server with a bell and its arguments."""


@dataclass(frozen=True, slots=True)
class _Failure:
    """An error of ours on its way back: whether the asker is to blame, and the words."""

    misuse: bool
    words: str


class _Cancelled:
    """What comes back from work that stopped at the bell."""


@dataclass(slots=True)
class Errand:
    """A piece of work under way."""

    future: Future[Any]
    bell: Bell
    cancelled: bool = False
    dropped: bool = False
    """Whether it was cancelled before a process was at it."""

    def cancel(self) -> None:
        """Ask for no more of it; what was found by then may still come back."""
        if not self.ended:
            self.cancelled = True
            self.bell.ring()
            self.dropped = not self.bell.begun
            self.future.cancel()

    @property
    def ended(self) -> bool:
        return self.dropped or self.future.done()

    @property
    def progress(self) -> tuple[float, float]:
        """How much is done of how much, as far as was said."""
        return (0.0, 0.0) if self.ended else self.bell.progress

    @property
    def said(self) -> list[str]:
        """What is known of its answer by now."""
        return [] if self.ended else self.bell.said

    def result(self) -> Any:
        """What it brought; our errors are raised as they were, a death as one clear line."""
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
        slates: Any = _CONTEXT.Array("c", SLATE * PLACES, lock=False)
        self._shared = _Shared(cells, slates)
        self._free = list(range(PLACES))

    def start(self, work: Work, *arguments: Any) -> Errand:
        """Call *work* there, as soon as a process is free."""
        with self._lock:
            if not self._free:
                raise KibitzError(f"{PLACES} questions are waiting already. Please ask again soon.")
            bell = Bell(self._shared, self._free.pop())
            bell.clear()
            future = self.submit(work, bell, arguments)
        future.add_done_callback(lambda _: self._free.append(bell.place))
        return Errand(future, bell)

    def submit(self, work: Work, bell: Bell, arguments: tuple[Any, ...]) -> Future[Any]:
        """Hand the work over to a process; tests hand it over to a thread that calls `run_here`."""
        try:
            return self._open_pool().submit(_work, work, bell.place, arguments)
        except BrokenProcessPool:
            self._pool = None
            return self._open_pool().submit(_work, work, bell.place, arguments)

    def _open_pool(self) -> ProcessPoolExecutor:
        self._pool = self._pool or ProcessPoolExecutor(
            self.processes,
            mp_context=_CONTEXT,
            initializer=_begin,
            initargs=(self._shared,),
        )
        return self._pool

    def close(self) -> None:
        """End the processes, whatever they are at."""
        with self._lock:
            self._shared.cells[_CLOSING] = 1
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)


def _begin(bells: _Shared) -> None:
    """However the server ends, even by a kill, the process beside it ends too."""
    global _bells
    _bells = bells
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the server's to handle
    os.nice(5)  # the page itself goes first
    threading.Thread(target=_watch_the_server, daemon=True).start()


def _watch_the_server() -> None:
    assert _bells is not None
    server, patience = parent_process(), GRACE
    while server is not None and server.is_alive() and not _bells.cells[_CLOSING] and patience > 0:
        server.join(0.2)
        deaf = _at is not None and Bell(_bells, _at).rung
        patience = patience - 0.2 if deaf else GRACE
    os._exit(0)


def _work(work: Work, place: int, arguments: tuple[Any, ...]) -> Any:
    """In the process: do the work."""
    global _at
    assert _bells is not None
    _at = place
    try:
        return run_here(work, Bell(_bells, place), arguments)
    finally:
        _at = None


def run_here(work: Work, bell: Bell, arguments: tuple[Any, ...]) -> Any:
    """Do the work here; an error of ours comes back as a value."""
    try:
        bell.begin()
        return work(bell, *arguments)
    except CancelledError:
        return _Cancelled()
    except KibitzError as error:
        return _Failure(isinstance(error, UsageError), for_players(str(error)))
