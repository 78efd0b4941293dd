"""``kibitz lab system``: the house system against itself, beside par, and beside others' calls."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import existing, long_command
from kibitz_lab.cli.run import DrawnRun


@long_command
def system(
    boards: Annotated[int, typer.Option(min=2, help="Boards dealt and bid out.")] = 2000,
    records: Annotated[
        list[Path] | None, typer.Option(help="Files of auctions that others bid.")
    ] = None,
    tables: Annotated[int, typer.Option(min=1, help="Tables of each file.")] = 2000,
    solved: Annotated[
        int, typer.Option(min=2, help="Boards, and tables of each, beside par.")
    ] = 300,
    *,
    run: DrawnRun,
) -> None:
    """The house system bids boards against itself: contradictions, and contracts beside par.

    With records, also how often it calls what others called, on the half of the deals that no rule
    was written with in view, and both contracts beside par.

    Example: kibitz lab system --boards 100
    """
    from kibitz_lab.harness.provenance import parts_of
    from kibitz_lab.systems import experiment, report

    paths = records or []
    existing(paths)
    parts = parts_of("system")
    if run.dry_run:
        tasks = boards + tables * len(paths)
        run.announce("system", tasks, experiment.SECONDS_A_BOARD, parts)
        return
    asked = [table for path in paths for table in experiment.tables_of(path, tables, run.seed)]
    with progress("boards", boards + len(asked)) as advance:
        found = experiment.experiment(
            boards, asked, solved, run.seed, engine=run.workers, parts=parts, advance=advance
        )
    result = run.result("system", found, records=paths, seed=run.seed)
    parts.clear()
    if run.as_json:
        print_json(result)
    else:
        console().print(Markdown("\n".join(report.report(result))))
