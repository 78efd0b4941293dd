"""Turns a study into a command: its options, ``--dry-run``, and its output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import Parameter, Signature
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from rich.markdown import Markdown

from kibitz.cli.forms import command
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import existing
from kibitz_lab.cli.run import DrawnRun, LabRun
from kibitz_lab.harness.study import Study


def command_of(study: Study[Any, Any]) -> Any:
    """The command that runs a study."""
    options = list(_options(study.task))
    is_drawn = any(field.name == "seed" for field, _ in _every_field(study.task))
    kind = DrawnRun if is_drawn else LabRun

    def measure(run: LabRun, **given: Any) -> None:
        if isinstance(run, DrawnRun):
            given["seed"] = run.seed
        _measure(study, _filled(study.task, given), run)

    measure.__doc__ = study.task.__doc__
    run_option = Parameter("run", Parameter.KEYWORD_ONLY, annotation=kind)
    measure.__signature__ = Signature([*options, run_option])  # type: ignore[attr-defined]
    return command(measure)


def _measure(study: Study[Any, Any], task: Any, run: LabRun) -> None:
    records = list(dict.fromkeys(path for name in study.records for path in _paths(task, name)))
    existing(records)
    name = getattr(task, "name", study.name)
    with bars() as watch:
        ready = study.prepare(task, watch)
        if run.dry_run:
            run.announce_stages(name, ready.stages)
            return
        found = study.run(ready, engine=run.workers, watch=watch)
    seed = run.seed if isinstance(run, DrawnRun) else None
    result = run.result(name, found, () if "records" in found else records, seed)
    study.finish(task, result, run.into)
    ready.clear()
    if run.as_json:
        print_json(study.plain(result))
    else:
        console().print(Markdown("\n".join(study.report(result))))


def _paths(task: Any, name: str) -> Sequence[Path]:
    value = attrgetter(name)(task)
    return [] if value is None else [value] if isinstance(value, Path) else value


def _every_field(task: Any) -> Iterator[tuple[Field[Any], Any]]:
    """The fields of a task with their types, including those of nested dataclasses."""
    hints = get_type_hints(task, include_extras=True)
    for field in fields(task):
        if is_dataclass(hints[field.name]):
            yield from _every_field(hints[field.name])
        else:
            yield field, hints[field.name]


def _options(task: Any) -> Iterator[Parameter]:
    """The annotated fields as parameters of a command."""
    for field, hint in _every_field(task):
        if get_origin(hint) is not Annotated:
            continue
        kind, *notes = get_args(hint)
        default = Parameter.empty if field.default is MISSING else field.default
        if get_origin(kind) is Sequence:
            kind = list[get_args(kind)[0]]  # type: ignore[misc]
            if default == ():
                kind, default = kind | None, None
        yield Parameter(
            field.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, *notes]
        )


def _filled(task: Any, given: dict[str, Any]) -> Any:
    """A task from the options given, with defaults for the rest."""
    hints, values = get_type_hints(task), dict[str, Any]()
    for field in fields(task):
        if is_dataclass(hints[field.name]):
            values[field.name] = _filled(hints[field.name], given)
        elif given.get(field.name) is not None:
            values[field.name] = given[field.name]
    return task(**values)
