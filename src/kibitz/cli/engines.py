"""How every long command is run and watched: its options, its bars, a word beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
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

from kibitz.cli.output import console, print_json, progress_console
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.runtime.running import Engine, Stage

ENVIRONMENT = ("KIBITZ_JOBS", "KIBITZ_ENGINE", "KIBITZ_ADDRESS")
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1, max=4096, envvar=ENVIRONMENT[0], help="Processes; else as many as there are cores."
    ),
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        envvar=ENVIRONMENT[1],
        help="local, or dask for a Dask cluster (kibitz[cluster]).",
    ),
]
Address = Annotated[
    str, typer.Option(envvar=ENVIRONMENT[2], help="The cluster's scheduler: tcp://host:8786.")
]
Device = Annotated[
    str | None, typer.Option(help="Where torch looks up cases: cuda, cpu (kibitz[gpu]).")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be done and about how long; do nothing.")
]


def existing(paths: Iterable[Path]) -> None:
    """Refuse files that are not there, before anything is done with the others."""
    for path in paths:
        if not path.is_file():
            raise UsageError(f"There is no file {path}.")


def engine_of(jobs: int | None, engine: str = "local", address: str = "") -> Engine:
    """The engine that was asked for."""
    from kibitz.runtime.running import Engine, Kind, cores

    if engine not in tuple(Kind):
        raise UsageError(f"The engine is {' or '.join(Kind)}, not {engine!r}.")
    return Engine(jobs or cores(), Kind(engine), address)


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


def announce(
    what: str, tasks: int, seconds: float, engine: Engine, parts: Sized | None, as_json: bool
) -> None:
    """The answer of ``--dry-run``: *seconds* is what a task takes one process, about."""
    from kibitz.runtime.running import Stage

    kept = min(tasks, len(parts)) if parts is not None else 0
    announce_stages(what, [Stage(tasks, kept, seconds)], engine, as_json)


def announce_stages(what: str, stages: Sequence[Stage], engine: Engine, as_json: bool) -> None:
    """The same for work of several stages, one after the other."""
    tasks, left = sum(stage.tasks for stage in stages), sum(stage.left for stage in stages)
    seconds = sum(
        stage.left * stage.seconds / min(engine.jobs, max(1, stage.left)) for stage in stages
    )
    answer: dict[str, Any] = {
        "would_run": what,
        "tasks": tasks,
        "finished_before": tasks - left,
        "processes": engine.jobs,
        "about_seconds": round(seconds, 1),
    }
    if as_json:
        print_json(answer)
        return
    before = f", {tasks - left} of them finished before" if tasks > left else ""
    console().print(f"{what}: {tasks:,} tasks{before}, {engine.jobs} at a time")
    console().print(f"about {duration(answer['about_seconds'])}")


def duration(seconds: float) -> str:
    """A time to come, roughly.

    >>> duration(0.4), duration(7260)
    ('a second', '2:01:00')
    """
    return "a second" if seconds < 1.5 else str(timedelta(seconds=round(seconds)))
