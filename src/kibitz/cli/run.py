"""The options that all long commands share; a command takes them as ``run: Run``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import duration
from kibitz.errors import UsageError

if TYPE_CHECKING:
    from kibitz.runtime.running import Engine, Stage

ENVIRONMENT = ("KIBITZ_JOBS", "KIBITZ_ENGINE", "KIBITZ_ADDRESS")
Jobs = Annotated[
    int | None,
    typer.Option(min=1, max=4096, envvar=ENVIRONMENT[0], help="Processes; else one for each core."),
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
    str | None,
    typer.Option(help="The device on which torch looks up cases: cuda, cpu (kibitz[gpu])."),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Print what would be done and how long it would take; do nothing."
    ),
]


@dataclass(frozen=True, slots=True)
class Run:
    """How a long command is run: on which engine, for real or only announced, printed for whom."""

    jobs: Jobs = None
    engine: EngineName = "local"
    address: Address = ""
    dry_run: DryRun = False
    as_json: Json = False

    def __post_init__(self) -> None:
        _ = self.workers  # an unknown engine is refused before anything is done

    @property
    def workers(self) -> Engine:
        """The engine chosen by the options."""
        from kibitz.runtime.running import Engine, EngineKind, cores

        if self.engine not in tuple(EngineKind):
            raise UsageError(f"The engine is {' or '.join(EngineKind)}, not {self.engine!r}.")
        return Engine(self.jobs or cores(), EngineKind(self.engine), self.address)

    def announce(self, what: str, tasks: int, seconds: float, parts: Sized | None = None) -> None:
        """Print what ``--dry-run`` asks for; a task takes one process about so many *seconds*."""
        from kibitz.runtime.running import Stage

        kept = min(tasks, len(parts)) if parts is not None else 0
        self.announce_stages(what, [Stage(tasks, kept, seconds)])

    def announce_stages(self, what: str, stages: Sequence[Stage]) -> None:
        """The same for work of several stages, one after the other."""
        announce_stages(what, stages, self.workers, self.as_json)


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


def existing(paths: Iterable[Path]) -> None:
    """Refuse missing files before anything is done with the others."""
    for path in paths:
        if not path.is_file():
            raise UsageError(f"There is no file {path}.")
