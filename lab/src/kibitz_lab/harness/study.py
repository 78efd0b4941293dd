"""A study: what a command of ``kibitz lab`` asks for, measures and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from kibitz.runtime.running import Engine, Stage, Watch
from kibitz_lab.harness.experiment import Result

Found = dict[str, Any]
"""What was found, as plain data; its provenance is added when it is written."""


class StageWatch(Protocol):
    """Called as the work goes on, with a stage, its total (if known) and the progress since."""

    def __call__(self, stage: str, total: int | None, done: int) -> object: ...


def begun(watch: StageWatch, stage: str, total: int) -> Callable[[], object]:
    """Announce a stage; returns what to call after each of its steps."""
    watch(stage, total, 0)
    return partial(watch, stage, total, 1)


def reached(watch: StageWatch, stage: str) -> Watch:
    """Announce a stage whose work reports (done, total)."""
    before = 0

    def tell(done: float, total: float) -> None:
        nonlocal before
        watch(stage, int(total), int(done) - before)
        before = int(done)

    return tell


class Ready(Protocol):
    """A task whose files have been read and whose sample has been drawn."""

    @property
    def stages(self) -> Sequence[Stage]:
        """How much there is to do."""

    def clear(self) -> None:
        """Delete the finished parts once the result is written."""


TaskT = TypeVar("TaskT")
ReadyT = TypeVar("ReadyT", bound=Ready)
PreparedT = TypeVar("PreparedT", contravariant=True)


class RunStudy(Protocol[PreparedT]):
    """Does the work that is left to do."""

    def __call__(self, ready: PreparedT, /, *, engine: Engine, watch: StageWatch) -> Found: ...


def _whole(result: Result) -> Any:
    return result


def rows_of(result: Result) -> Any:
    """The rows alone, for ``--json``."""
    return result["rows"]


def _nothing(task: Any, result: Result, into: Path | None) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Study(Generic[TaskT, ReadyT]):
    """A command: the fields of its task are its options, and the task's docstring is its help."""

    name: str
    """The name of the command, and of the result file unless the task has its own `name`."""
    task: type[TaskT]
    records: Sequence[str] = ()
    """The fields of the task that name files of records, which must exist and are cited."""
    prepare: Callable[[TaskT, StageWatch], ReadyT]
    run: RunStudy[ReadyT]
    finish: Callable[[TaskT, Result, Path | None], None] = _nothing
    """Writes whatever else is asked for, given the folder of the result file (if any)."""
    report: Callable[[Result], Iterable[str]]
    """Gives the result as lines of Markdown for the terminal."""
    plain: Callable[[Result], Any] = _whole
    """Gives what ``--json`` prints."""
