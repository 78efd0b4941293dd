"""Progress bars for long work, and durations in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from kibitz.cli.output import progress_console


class _Rate(ProgressColumn):
    """The rate per second, per minute or per hour, whichever is at least one."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        rates = {unit: speed * seconds for unit, seconds in (("s", 1), ("min", 60), ("h", 3600))}
        unit = next((unit for unit, rate in rates.items() if rate >= 1), "h")
        return Text(f"{rates[unit]:,.1f}/{unit}")


class Bars:
    """A bar for each stage of the work, with its rate and the time left."""

    def __init__(self, shown: Progress) -> None:
        self._shown = shown
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, stage: str, total: float | None, done: float) -> None:
        """Advance a stage by *done*; its *total* is None while it is not known."""
        self._shown.update(self._task(stage), total=total, advance=done)

    def reached(self, stage: str, done: float, total: float) -> None:
        """Set a stage to *done* of *total*."""
        self._shown.update(self._task(stage), total=total, completed=done)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the bars while an answer is printed."""
        self._shown.stop()
        yield
        self._shown.start()

    def _task(self, stage: str) -> TaskID:
        if stage not in self._tasks:
            self._tasks[stage] = self._shown.add_task(stage, total=None)
        return self._tasks[stage]


@contextmanager
def bars() -> Iterator[Bars]:
    """Bars on standard error, if that is a terminal."""
    shown = progress_console()
    columns = (
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()),
        *(_Rate(), TimeRemainingColumn()),
    )
    with Progress(*columns, console=shown, disable=not shown.is_terminal, transient=True) as bar:
        yield Bars(bar)


@contextmanager
def progress(words: str, total: int | None) -> Iterator[Callable[[], object]]:
    """One bar; yields the function to call after each step."""
    with bars() as watch:
        watch(words, total, 0)
        yield lambda: watch(words, total, 1)


def duration(seconds: float) -> str:
    """A rough duration in words.

    >>> duration(0.4), duration(7260)
    ('a second', '2:01:00')
    """
    return "a second" if seconds < 1.5 else str(timedelta(seconds=round(seconds)))
