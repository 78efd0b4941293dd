"""How long work is watched: a bar for each stage, and a time to come in words."""

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
    """Steps a second, a minute or an hour: whichever is one or more."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        rates = {unit: speed * seconds for unit, seconds in (("s", 1), ("min", 60), ("h", 3600))}
        unit = next((unit for unit, rate in rates.items() if rate >= 1), "h")
        return Text(f"{rates[unit]:,.1f}/{unit}")


class Bars:
    """A bar for each stage of the work, with rate and time left."""

    def __init__(self, shown: Progress) -> None:
        self._shown = shown
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, stage: str, total: float | None, done: float) -> None:
        """So much more of a stage is done; how much there is, where that is known."""
        self._shown.update(self._task(stage), total=total, advance=done)

    def reached(self, stage: str, done: float, total: float) -> None:
        """So much of a stage is done by now."""
        self._shown.update(self._task(stage), total=total, completed=done)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Out of the way while an answer is printed."""
        self._shown.stop()
        yield
        self._shown.start()

    def _task(self, stage: str) -> TaskID:
        if stage not in self._tasks:
            self._tasks[stage] = self._shown.add_task(stage, total=None)
        return self._tasks[stage]


@contextmanager
def bars() -> Iterator[Bars]:
    """Bars on standard error while somebody watches there."""
    shown = progress_console()
    columns = (
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()),
        *(_Rate(), TimeRemainingColumn()),
    )
    with Progress(*columns, console=shown, disable=not shown.is_terminal, transient=True) as bar:
        yield Bars(bar)


@contextmanager
def progress(words: str, total: int | None) -> Iterator[Callable[[], object]]:
    """One bar; what to call after each step."""
    with bars() as watch:
        watch(words, total, 0)
        yield lambda: watch(words, total, 1)


def duration(seconds: float) -> str:
    """A time to come, roughly.

    >>> duration(0.4), duration(7260)
    ('a second', '2:01:00')
    """
    return "a second" if seconds < 1.5 else str(timedelta(seconds=round(seconds)))
