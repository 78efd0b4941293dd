"""``kibitz learn openings``: the opening decisions of the library, each system apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from kibitz.cli.engines import existing
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.storage import data_folder, library_path


def openings(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of games; else the library.", metavar="[FILE]..."),
    ] = None,
    system: Annotated[
        str | None, typer.Option(help="Only this system; else each system apart.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processor cores to use.")] = 2,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Learn what is opened: cases, a similarity fitted to them, and a measured confidence.

    Systems are learned apart and never mixed. The memories are kept in the user's data folder.

    Example: kibitz learn openings --system "WBridge5 default (OpenSpiel test set)"
    """
    from kibitz.openings.cases import cases_of
    from kibitz.openings.desk import learn

    with _spinner() as bar:
        task = bar.add_task("reading the records", total=None)
        cases = cases_of(records_of(files or [], library))
        done = learn(
            data_folder(), cases, system=system, jobs=jobs,
            told=lambda each, number: bar.update(task, description=f"{each}: {number:,} cases"),
        )  # fmt: skip
    rows = [
        {"system": str(one.system), "cases": one.cases, "kept": str(one.path or "")} for one in done
    ]
    if as_json:
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("system")
    table.add_column("cases", justify="right")
    table.add_column("kept")
    for one in done:
        table.add_row(str(one.system), f"{one.cases:,}", str(one.path or "too few to learn from"))
    console().print(table)


def records_of(files: list[Path], library: Path | None) -> Iterator[Any]:
    """The sound tables of files, or of the library where no file is named."""
    from kibitz.records.library import Library
    from kibitz.records.reading import read_path
    from kibitz.records.record import Record

    for file in files:
        existing([file])
        yield from (one for one in read_path(file) if isinstance(one, Record))
    if not files:
        with Library.open(library_path(library), create=False) as opened:
            yield from (entry.record for entry in opened.entries())


def _spinner() -> Progress:
    shown = progress_console()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=shown, disable=not shown.is_terminal, transient=True)
