"""Processes that answer questions with native code, which may die without losing anything.

Each worker has one question at a time, so that a death points at its question. That question is
put to a fresh worker; it is given up only if it kills that one and another. The other workers, and
the answers already there, are not affected.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import connection, get_context
from typing import Any

import __main__
from kibitz.errors import SolverError, UsageError

Answerer = Callable[[str], str]

_ATTEMPTS = 3
"""How many workers may die of a question before it is given up: the first may be a coincidence."""

_AHEAD = 1000
"""How many answers may wait for a slower one before them."""

_ANSWER, _FAILURE = "=", "!"


class SolverPool:
    """Up to *size* processes, each started when it is first needed and replaced when it dies.

    *load* runs once in each process and returns the function that answers there.
    """

    def __init__(self, load: Callable[[], Answerer], size: int) -> None:
        if size < 1:
            raise UsageError(f"at least one worker is needed, not {size}")
        self._load = load
        self._size = size
        self._workers: list[_Worker] = []
        self._false_starts = 0
        self._is_closed = False
        self._asking = threading.Lock()

    def answers(self, questions: Iterable[str]) -> Generator[str | SolverError, None, None]:
        """Answer in the order asked, as soon as that order allows."""
        self._check_open()
        if not self._asking.acquire(blocking=False):
            raise UsageError("these workers are busy with another batch: finish or close it first")
        batch = _Batch(questions)
        try:
            while True:
                self._hand_out(batch)
                answers = batch.due_answers()
                yield from answers
                self._check_open()
                if batch.at:
                    spoken = connection.wait([worker.pipe for worker in batch.at])
                    for worker in [worker for worker in batch.at if worker.pipe in spoken]:
                        self._listen(worker, batch)
                elif not answers:
                    return
        finally:
            for worker in batch.at:
                self._dismiss(worker)  # what it would still answer is nobody's any more
            self._asking.release()

    def close(self) -> None:
        """End the processes, for good."""
        self._is_closed = True
        for worker in self._workers[:]:
            self._dismiss(worker)

    @property
    def pids(self) -> tuple[int, ...]:
        """The process numbers of the workers now alive."""
        return tuple(worker.process.pid or 0 for worker in self._workers)

    def _check_open(self) -> None:
        if self._is_closed:
            raise UsageError("the solver is closed")

    def _hand_out(self, batch: _Batch) -> None:
        while len(batch.at) < self._size and (task := batch.next_task()):
            idle = (worker for worker in self._workers if worker not in batch.at)
            batch.give(next(idle, None) or self._hire(), task)

    def _hire(self) -> _Worker:
        worker = _Worker(self._load)
        self._workers.append(worker)
        return worker

    def _dismiss(self, worker: _Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
            worker.stop()

    def _listen(self, worker: _Worker, batch: _Batch) -> None:
        try:
            text = worker.pipe.recv_bytes().decode()
        except (EOFError, OSError):
            self._dismiss(worker)
            task = batch.at.pop(worker)
            if worker.is_ready:
                batch.blame(task)
            else:
                self._retry_start(batch, task)
            return
        kind, text = text[0], text[1:]
        if worker.is_ready:
            batch.done[batch.at.pop(worker).index] = (
                text if kind == _ANSWER else SolverError(f"the solver failed: {text}")
            )
        elif kind == _ANSWER:
            worker.is_ready, self._false_starts = True, 0
        else:
            raise SolverError(f"the solver does not start: {text}")

    def _retry_start(self, batch: _Batch, task: _Task) -> None:
        """A worker died before it could look at its task, so the task is not to blame."""
        batch.again.append(task)
        self._false_starts += 1
        if self._false_starts == _ATTEMPTS:
            self._false_starts = 0
            raise SolverError("the solver does not start: its process dies at once")


@dataclass(slots=True)
class _Task:
    """A question, its place in the batch, and how many workers have died of it."""

    index: int
    question: str
    deaths: int = 0


class _Batch:
    """The tasks that wait, those that workers are *at*, and the answers not yet due."""

    def __init__(self, questions: Iterable[str]) -> None:
        self.waiting: Iterator[_Task] = map(_Task, count(), questions)
        self.again: deque[_Task] = deque()
        self.at: dict[_Worker, _Task] = {}
        self.done: dict[int, str | SolverError] = {}
        self.due = 0

    def next_task(self) -> _Task | None:
        if self.again:
            return self.again.popleft()
        return next(self.waiting, None) if len(self.done) < _AHEAD else None

    def give(self, worker: _Worker, task: _Task) -> None:
        self.at[worker] = task
        with suppress(OSError):  # it died while idle; listening finds that out
            worker.pipe.send_bytes(task.question.encode())

    def blame(self, task: _Task) -> None:
        task.deaths += 1
        if task.deaths < _ATTEMPTS:
            self.again.append(task)
        else:
            problem = f"the solver died {_ATTEMPTS} times over this question"
            self.done[task.index] = SolverError(problem)

    def due_answers(self) -> list[str | SolverError]:
        """The answers that come next in the order asked."""
        answers = []
        while self.due in self.done:
            answers.append(self.done.pop(self.due))
            self.due += 1
        return answers


class _Worker:
    """One process, and whether it has loaded what it answers with."""

    def __init__(self, load: Callable[[], Answerer]) -> None:
        context = get_context("spawn")
        self.is_ready = False
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=_serve, args=(far, load), daemon=True)
        with _main_script_hidden():
            self.process.start()
        far.close()

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def _serve(pipe: connection.Connection, load: Callable[[], Answerer]) -> None:
    """The life of a worker: say that it is ready, then answer until the caller hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the caller's to handle
    with suppress(EOFError, OSError):
        try:
            answer = load()
        except Exception as error:
            pipe.send_bytes(_failure(error))
            return
        pipe.send_bytes(_ANSWER.encode())
        while True:
            question = pipe.recv_bytes().decode()
            try:
                reply = (_ANSWER + answer(question)).encode()
            except Exception as error:
                reply = _failure(error)
            pipe.send_bytes(reply)


def _failure(error: Exception) -> bytes:
    return f"{_FAILURE}{type(error).__name__}: {error}".encode()


_HIDING = threading.Lock()


@contextmanager
def _main_script_hidden() -> Iterator[None]:
    """Keep a starting process from running the caller's script a second time."""
    with _HIDING:
        file: Any = __main__.__dict__.pop("__file__", None)
        spec, __main__.__spec__ = __main__.__spec__, None
        try:
            yield
        finally:
            __main__.__spec__ = spec
            if file is not None:
                __main__.__file__ = file
