"""The desk of the page: every question is worked out beside the server, once, and followed.

A question that takes longer than its asker's patience becomes a job that can be looked after and
cancelled; asked again meanwhile, or soon after, it is the same job.
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
from kibitz.page.worker import CancelledError, DiedError, Errand, Work, Workers

Words = Callable[[Any], list[str]]
"""What became of work, said for a person."""

State = Literal["running", "done", "failed", "cancelled"]
KEPT = 1000
"""How many jobs and their answers are remembered: an evening reviewed, and the play after it."""

ROOMS = {
    **{"suits": 2, "openings": 1, "boards": 1, "play": 1, "experts": 1, "explorer": 1},
    **{"library": 1, "mygame": 1, "reviews": 1, "plans": 1},
}
"""The processes of each room: a slow question holds up its own room at most."""

A_MOMENT = 1.5
"""Seconds a reader waits for a page before it says that work is under way."""

PATIENTLY = 25.0
"""Seconds a program waits for its answer before it gets the job instead."""


class StillWorkingError(Exception):
    """The answer is not there yet; *job* says how far it is."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.title)
        self.job = job


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work, to be asked how far it is."""

    id: str
    title: str
    room: str
    errand: Errand
    words: Words

    @property
    def state(self) -> State:
        if not self.errand.ended:
            return "running"
        try:
            self.errand.result()
        except CancelledError:
            return "cancelled"
        except Exception:
            return "failed"
        return "done"

    @property
    def is_settled(self) -> bool:
        """Whether asking again would end in the same way: in an answer, or as no question."""
        try:
            self.errand.result()
        except UsageError:
            return True
        except Exception:
            return False
        return True

    @property
    def page(self) -> str:
        """Where a reader without scripts looks after it."""
        return f"/jobs/{self.id}"

    def cancel(self) -> None:
        self.errand.cancel()

    def to_json(self) -> dict[str, Any]:
        state = self.state
        done, total = self.errand.progress
        return {
            "id": self.id,
            "title": self.title,
            "state": state,
            "done": done,
            "total": total,
            "said": self.errand.said,
            "problem": self._problem() if state == "failed" else "",
            "result": self.errand.future.result() if state == "done" else None,
            "words": self.words(self.errand.future.result()) if state == "done" else [],
        }

    def _problem(self) -> str:
        try:
            self.errand.result()
        except KibitzError as error:
            return str(error)
        except Exception as error:
            return f"Something went wrong here, and it is our fault ({type(error).__name__})."
        return ""


class Desk:
    """The processes of every room, and the jobs they do."""

    def __init__(self, workers: Callable[[int], Workers] = Workers) -> None:
        """*workers* makes a room's processes; tests have their work done in threads."""
        self._rooms = {name: workers(processes) for name, processes in ROOMS.items()}
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._questions: dict[Any, str] = {}
        self._lock = threading.Lock()

    def start(
        self,
        room: str,
        title: str,
        work: Work,
        *arguments: Any,
        words: Words = lambda result: [],
    ) -> Job:
        """Work to follow by its number; *words* say what became of it."""
        errand = self._rooms[room].start(work, *arguments)
        job = Job(secrets.token_urlsafe(9), title, room, errand, words)
        with self._lock:
            self._jobs[job.id] = job
            ended = [key for key, one in self._jobs.items() if one.errand.future.done()]
            for key in ended[: max(0, len(self._jobs) - KEPT)]:
                del self._jobs[key]
        return job

    async def answer(
        self,
        room: str,
        title: str,
        work: Work,
        *arguments: Any,
        stamp: int = 0,
        patience: float = A_MOMENT,
        died: bool = False,
    ) -> Any:
        """The result of *work*; StillWorkingError if it takes longer than *patience* seconds.

        The same work on the same arguments is done once for as long as the *stamp* of what was
        learned stays the same.
        """
        question = (work.__module__, work.__qualname__, arguments, stamp)
        job = self._jobs.get(self._questions.get(question, ""))
        if job is None:
            job = self.start(room, title, work, *arguments)
            self._questions = {
                one: key for one, key in self._questions.items() if key in self._jobs
            }
            self._questions[question] = job.id
        await _ended(job.errand, patience)
        if not job.errand.ended:
            raise StillWorkingError(job)
        if job.errand.cancelled or not job.is_settled:
            self._questions.pop(question, None)  # asked again, it is worked out anew
        try:
            return job.errand.result()
        except CancelledError:
            raise KibitzError(
                f"{title.capitalize()}: this was cancelled. Ask again if you like."
            ) from None
        except DiedError:
            if died:
                raise
        # the process may have died over another question: this one deserves a second chance
        return await self.answer(
            room, title, work, *arguments, stamp=stamp, patience=patience, died=True
        )

    def under_way(self, room: str) -> Job | None:
        """The work that a room is at, the latest first."""
        running = (job for job in reversed(self._jobs.values()) if job.room == room)
        return next((job for job in running if not job.errand.ended), None)

    def find(self, name: str) -> Job | None:
        return self._jobs.get(name)

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()


async def _ended(errand: Errand, patience: float) -> None:
    """Wait for the end of work, or for so many seconds; how it ended is asked for elsewhere."""
    if errand.ended:
        return
    loop, end = asyncio.get_running_loop(), asyncio.Event()

    def tell(_: Future[Any]) -> None:
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(end.set)

    errand.future.add_done_callback(tell)
    with suppress(TimeoutError):
        await asyncio.wait_for(end.wait(), patience)
