"""The options of every long command, declared once: a command takes them as ``run: Run``."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, get_type_hints

from kibitz.cli.engines import (
    Address,
    DryRun,
    EngineName,
    Jobs,
    announce,
    announce_stages,
    engine_of,
)
from kibitz.cli.output import Json

if TYPE_CHECKING:
    from kibitz.runtime.running import Engine, Stage


@dataclass(frozen=True, slots=True)
class Run:
    """How a long command is run: by whom, only announced or in earnest, printed for whom."""

    jobs: Jobs = None
    engine: EngineName = "local"
    address: Address = ""
    dry_run: DryRun = False
    as_json: Json = False

    def __post_init__(self) -> None:
        _ = self.workers  # an engine there is not is refused before anything is done

    @property
    def workers(self) -> Engine:
        """The engine that was asked for."""
        return engine_of(self.jobs, self.engine, self.address)

    def announce(self, what: str, tasks: int, seconds: float, parts: Sized | None = None) -> None:
        """The answer to ``--dry-run``: *seconds* is what a task takes one process, about."""
        announce(what, tasks, seconds, self.workers, parts, self.as_json)

    def announce_stages(self, what: str, stages: Sequence[Stage]) -> None:
        """The same for work of several stages, one after the other."""
        announce_stages(what, stages, self.workers, self.as_json)


def long_command(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameter ``run`` stands for the options that are its fields."""
    declared = inspect.signature(command, eval_str=True)
    options: type[Run] = declared.parameters["run"].annotation
    hints = get_type_hints(options, include_extras=True)
    names = [field.name for field in fields(options)]
    spread = [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default,
            annotation=hints[field.name],
        )
        for field in fields(options)
    ]  # fmt: skip
    own = [one for one in declared.parameters.values() if one.name != "run"]

    @functools.wraps(command)
    def run_with(**given: Any) -> None:
        chosen = {name: given.pop(name) for name in names}
        command(**given, run=options(**chosen))

    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own] + spread
    run_with.__signature__ = declared.replace(parameters=parameters)  # type: ignore[attr-defined]
    run_with.__annotations__ = {one.name: one.annotation for one in parameters}
    return run_with
