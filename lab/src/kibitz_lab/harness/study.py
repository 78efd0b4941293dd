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
"""What was found, as plain data; where it comes from is added when it is written."""


class StageWatch(Protocol):
    """Called as the work goes on: the stage, its total where that is known, and how much more."""

    def __call__(self, stage: str, total: int | None, done: int) -> object: ...


def begun(watch: StageWatch, stage: str, total: int) -> Callable[[], object]:
    """Announce a stage; what to call after each of its steps."""
    watch(stage, total, 0)
    return partial(watch, stage, total, 1)


def reached(watch: StageWatch, stage: str) -> Watch:
    """The same for work that reports how much of how much is done by now."""
    before = 0

    def tell(done: float, total: float) -> None:
        nonlocal before
        watch(stage, int(total), int(done) - before)
        before = int(done)

    return tell


class Ready(Protocol):
    """A task whose files are read and whose sample is drawn."""

    @property
    def stages(self) -> Sequence[Stage]:
        """How much there is to do."""

    def clear(self) -> None:
        """Forget the finished parts, once the whole is written down."""


TaskT = TypeVar("TaskT")
ReadyT = TypeVar("ReadyT", bound=Ready)
PreparedT = TypeVar("PreparedT", contravariant=True)


class Run(Protocol[PreparedT]):
    """Does the work that is left."""

    def __call__(self, ready: PreparedT, /, *, engine: Engine, watch: StageWatch) -> Found: ...


def _whole(result: Result) -> Any:
    return result


def rows_of(result: Result) -> Any:
    """The rows alone, for ``--json``."""
    return result["rows"]


def _nothing(task: Any, result: Result, into: Path | None) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Study(Generic[TaskT, ReadyT]):
    """One command: the fields of its task are its options, the task's docstring is its help."""

    name: str
    """The command's; the result file's as well, unless the task has a name of its own."""
    task: type[TaskT]
    records: Sequence[str] = ()
    """The fields of the task that name files of records: they must exist, and are cited."""
    prepare: Callable[[TaskT, StageWatch], ReadyT]
    run: Run[ReadyT]
    finish: Callable[[TaskT, Result, Path | None], None] = _nothing
    """Writes whatever else is asked for; with the folder of the result file, if there is one."""
    report: Callable[[Result], Iterable[str]]
    """The result in lines of Markdown, for the terminal."""
    plain: Callable[[Result], Any] = _whole
    """What ``--json`` prints."""
