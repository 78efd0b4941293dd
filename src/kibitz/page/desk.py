"""The page's desk: it has every question answered beside the server, once, and follows the work.

A question that takes too long becomes a job that can be followed and cancelled. Asked again
meanwhile, or soon after, it is the same job.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from kibitz.errors import KibitzError, UsageError
from kibitz.page.worker import CancelledError, DiedError, Task, Work, Workers

Words = Callable[[Any], list[str]]
"""Describes the result of work for a person."""

State = Literal["running", "done", "failed", "cancelled"]
KEPT = 1000
"""How many jobs and answers are kept: enough for an evening reviewed and then played."""

ROOMS = {
    **{"suits": 2, "openings": 1, "boards": 1, "play": 1, "experts": 1, "reasons": 1},
    **{"explorer": 1, "library": 1, "mygame": 1, "reviews": 1, "plans": 1, "table": 1},
}
"""The number of processes of each room; a slow question delays only its own room."""

A_MOMENT = 1.5
"""Seconds before a page says that its answer takes longer."""

PATIENTLY = 25.0
"""Seconds before a program gets the job instead of its answer."""


class StillWorkingError(Exception):
    """The answer is not ready; *job* knows the progress."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.title)
        self.job = job


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work with its title, which can be followed by its id."""

    id: str
    title: str
    room: str
    work: Work
    words: Words

    @property
    def state(self) -> State:
        if not self.work.ended:
            return "running"
        try:
            self.work.result()
        except CancelledError:
            return "cancelled"
        except Exception:
            return "failed"
        return "done"

    @property
    def is_settled(self) -> bool:
        """Whether asking again would end the same way: with an answer, or as a bad question."""
        try:
            self.work.result()
        except UsageError:
            return True
        except Exception:
            return False
        return True

    @property
    def page(self) -> str:
        """The page that follows the job without scripts."""
        return f"/jobs/{self.id}"

    def cancel(self) -> None:
        self.work.cancel()

    def to_json(self) -> dict[str, Any]:
        state = self.state
        done, total = self.work.progress
        return {
            "id": self.id,
            "title": self.title,
            "state": state,
            "done": done,
            "total": total,
            "said": self.work.lines,
            "problem": self._problem() if state == "failed" else "",
            "result": self.work.future.result() if state == "done" else None,
            "words": self.words(self.work.future.result()) if state == "done" else [],
        }

    def _problem(self) -> str:
        try:
            self.work.result()
        except KibitzError as error:
            return str(error)
        except Exception as error:
            return f"Something went wrong here, and it is our fault ({type(error).__name__})."
        return ""


class Desk:
    """The processes of every room, and their jobs."""

    def __init__(self, workers: Callable[[int], Workers] = Workers) -> None:
        """*workers* makes a room's processes from their number; tests use threads instead."""
        self._rooms = {name: workers(processes) for name, processes in ROOMS.items()}
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._questions: dict[Any, str] = {}
        self._lock = threading.Lock()

    def start(
        self,
        room: str,
        title: str,
        task: Task,
        *arguments: Any,
        words: Words = lambda result: [],
    ) -> Job:
        """Start a job; *words* describe its result."""
        work = self._rooms[room].start(task, *arguments)
        job = Job(secrets.token_urlsafe(9), title, room, work, words)
        with self._lock:
            self._jobs[job.id] = job
            ended = [key for key, one in self._jobs.items() if one.work.future.done()]
            for key in ended[: max(0, len(self._jobs) - KEPT)]:
                del self._jobs[key]
        return job

    async def answer(
        self,
        room: str,
        title: str,
        task: Task,
        *arguments: Any,
        stamp: int = 0,
        patience: float = A_MOMENT,
        died: bool = False,
    ) -> Any:
        """The result of *task*; StillWorkingError if it takes longer than *patience* seconds.

        The same task with the same arguments is done once for each *stamp* of what was learned.
        """
        question = (task.__module__, task.__qualname__, arguments, stamp)
        job = self._jobs.get(self._questions.get(question, ""))
        if job is None:
            job = self.start(room, title, task, *arguments)
            self._questions = {
                one: key for one, key in self._questions.items() if key in self._jobs
            }
            self._questions[question] = job.id
        await _ended(job.work, patience)
        if not job.work.ended:
            raise StillWorkingError(job)
        if job.work.cancelled or not job.is_settled:
            self._questions.pop(question, None)  # do it anew when asked again
        try:
            return job.work.result()
        except CancelledError:
            raise KibitzError(
                f"{title.capitalize()}: this was cancelled. Ask again if you like."
            ) from None
        except DiedError:
            if died:
                raise
        # the process may have died over another question, so this one gets a second chance
        return await self.answer(
            room, title, task, *arguments, stamp=stamp, patience=patience, died=True
        )

    def under_way(self, room: str) -> Job | None:
        """The latest running job of a room, if any."""
        running = (job for job in reversed(self._jobs.values()) if job.room == room)
        return next((job for job in running if not job.work.ended), None)

    def find(self, name: str) -> Job | None:
        return self._jobs.get(name)

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()


async def _ended(work: Work, patience: float) -> None:
    """Wait until work has ended, however it ended, but no longer than *patience* seconds."""
    if work.ended:
        return
    loop, end = asyncio.get_running_loop(), asyncio.Event()

    def tell(_: Future[Any]) -> None:
        with suppress(RuntimeError):  # the waiting request is gone
            loop.call_soon_threadsafe(end.set)

    work.future.add_done_callback(tell)
    with suppress(TimeoutError):
        await asyncio.wait_for(end.wait(), patience)
