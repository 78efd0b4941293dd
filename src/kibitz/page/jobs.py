"""Long work beside the requests: it tells its progress, can be cancelled, and blocks nobody."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz.errors import KibitzError

State = Literal["running", "done", "failed", "cancelled"]
KEPT = 50
"""How many finished jobs are remembered."""

MOST_RUNNING = 4


class CancelledError(Exception):
    """The work was asked to stop."""


@dataclass(slots=True)
class Job:
    """One piece of work; the worker tells, the page asks."""

    id: str
    title: str
    done: int = 0
    total: int = 0
    state: State = "running"
    problem: str = ""
    result: Any = None
    _stop: threading.Event = field(default_factory=threading.Event)

    def tell(self, done: int, total: int) -> None:
        """Say how far the work is; this is also where it stops when it was cancelled."""
        self.done, self.total = done, total
        if self._stop.is_set():
            raise CancelledError

    def cancel(self) -> None:
        self._stop.set()

    def to_json(self) -> dict[str, Any]:
        told = {"id": self.id, "title": self.title, "state": self.state}
        return {
            **told,
            "done": self.done,
            "total": self.total,
            "problem": self.problem,
            "result": self.result,
        }


class Jobs:
    """The jobs of one server, each in a thread of its own."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def start(self, title: str, work: Callable[[Job], Any]) -> Job:
        job = Job(secrets.token_urlsafe(9), title)
        with self._lock:
            running = sum(one.state == "running" for one in self._jobs.values())
            if running >= MOST_RUNNING:
                raise KibitzError(f"{running} jobs are running already; wait for one to end")
            finished = [key for key, one in self._jobs.items() if one.state != "running"]
            for key in finished[: max(0, len(finished) - KEPT)]:
                del self._jobs[key]
            self._jobs[job.id] = job
        threading.Thread(target=_run, args=(job, work), name=title, daemon=True).start()
        return job

    def find(self, name: str) -> Job | None:
        return self._jobs.get(name)


def _run(job: Job, work: Callable[[Job], Any]) -> None:
    try:
        job.result = work(job)
        job.state = "done"
    except CancelledError:
        job.state = "cancelled"
    except KibitzError as error:
        job.problem, job.state = str(error), "failed"
    except Exception as error:
        job.problem, job.state = f"an error of ours: {type(error).__name__}", "failed"
        raise
