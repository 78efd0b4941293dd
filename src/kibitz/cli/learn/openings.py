"""``kibitz learn openings``: the opening decisions of the library, each system apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.library import LibraryOption
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Run, existing, long_command
from kibitz.runtime.storage import data_folder, library_path


@long_command
def openings(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of games; else the library.", metavar="[FILE]..."),
    ] = None,
    system: Annotated[
        str | None, typer.Option(help="Only this system; else each system apart.")
    ] = None,
    library: LibraryOption = None,
    *,
    run: Run,
) -> None:
    """Learn what is opened: cases, a similarity fitted to them, and a measured confidence.

    Systems are learned apart and never mixed. The memories are kept in the user's data folder,
    each when it is learned: when it is stopped, the same command goes on with the next.

    Example: kibitz learn openings --system "WBridge5 default (OpenSpiel test set)"
    """
    from kibitz.bidding.learning import learn, lessons, stages
    from kibitz.bidding.openings.cases import cases_of
    from kibitz.runtime.provenance import parts_of

    with bars() as watch:
        seen = partial(watch, "reading records", None, 1)
        taught = lessons(cases_of(_counting(records_of(files or [], library), seen)), system)
        folder, parts = data_folder(), parts_of("learn-openings")
        if run.dry_run:
            run.announce_stages("learn openings", stages(folder, taught, parts))
            return
        reached = partial(watch.reached, "learning from cases")
        done = learn(folder, taught, engine=run.workers, parts=parts, watch=reached)
    parts.clear()
    rows = [
        {"system": str(one.system), "cases": one.cases, "kept": str(one.path or "")} for one in done
    ]
    if run.as_json:
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
    from kibitz.records.formats.reading import read_path
    from kibitz.records.library import Library
    from kibitz.records.record import Record

    for file in files:
        existing([file])
        yield from (one for one in read_path(file) if isinstance(one, Record))
    if not files:
        with Library.open(library_path(library), create=False) as shelf:
            yield from (entry.record for entry in shelf.entries())


def _counting(records: Iterator[Any], seen: Callable[[], object]) -> Iterator[Any]:
    for record in records:
        seen()
        yield record
