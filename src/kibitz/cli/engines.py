"""How every long command is run and watched: processes or a cluster, a bar, a word beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from kibitz.cli.output import console, print_json, progress_console
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.parts import Parts
    from kibitz.running import Engine

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


def engine_of(jobs: int | None, engine: str = "local", address: str = "") -> Engine:
    """The engine that was asked for."""
    from kibitz.running import Engine, Kind, cores

    if engine not in tuple(Kind):
        raise UsageError(f"an engine is {' or '.join(Kind)}: {engine!r}")
    return Engine(jobs or cores(), Kind(engine), address)


class _Rate(ProgressColumn):
    """Steps a second, a minute or an hour: whichever is one or more."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        told = {unit: speed * seconds for unit, seconds in (("s", 1), ("min", 60), ("h", 3600))}
        unit = next((unit for unit, rate in told.items() if rate >= 1), "h")
        return Text(f"{told[unit]:,.1f}/{unit}")


@contextmanager
def progress(words: str, total: int | None) -> Iterator[Callable[[], object]]:
    """A bar with rate and time left while somebody watches; what to call after each step."""
    shown = progress_console()
    columns = (
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()),
        *(_Rate(), TimeRemainingColumn()),
    )
    with Progress(*columns, console=shown, disable=not shown.is_terminal, transient=True) as bar:
        task = bar.add_task(words, total=total)
        yield lambda: bar.advance(task)


def announce(
    what: str, tasks: int, seconds: float, engine: Engine, parts: Parts | None, as_json: bool
) -> None:
    """The answer of ``--dry-run``: *seconds* is what a task takes one process, about."""
    kept = min(tasks, len(parts)) if parts is not None else 0
    left = (tasks - kept) * seconds
    told: dict[str, Any] = {
        "would_run": what,
        "tasks": tasks,
        "finished_before": kept,
        "processes": engine.jobs,
        "about_seconds": round(left / min(engine.jobs, max(1, tasks - kept)), 1),
    }
    if as_json:
        print_json(told)
        return
    before = f", {kept} of them finished before" if kept else ""
    console().print(f"{what}: {tasks:,} tasks{before}, {engine.jobs} at a time")
    console().print(f"about {duration(told['about_seconds'])}")


def duration(seconds: float) -> str:
    """A time to come, roughly.

    >>> duration(0.4), duration(7260)
    ('a second', '2:01:00')
    """
    return "a second" if seconds < 1.5 else str(timedelta(seconds=round(seconds)))
