"""``kibitz lab starter``: make the library that ships with the package."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.lab.run import DrawnRun
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars, progress
from kibitz.cli.run import long_command


@long_command
def starter(
    deals: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help="How many deals to play; else as many as ship."),
    ] = None,
    openings: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help="How many deals are opened; else as many as ship."),
    ] = None,
    library: Annotated[
        Path | None, typer.Option(help="A folder to write the library's files into.")
    ] = None,
    *,
    run: DrawnRun,
) -> None:
    """Make the starter library: a match of the house, and openings by the house rules.

    Each deal is bid and played at two tables by the networks that ship; nobody sees a hidden card.
    What is finished is kept when it is stopped, and a second run goes on from there. The library is
    the same for any number of processes.

    Example: kibitz lab starter --deals 100 --library starter
    """
    from kibitz.lab.house.library import OPENINGS, make
    from kibitz.lab.house.starter import DEALS, finish, parts, stage

    wanted = deals or DEALS
    kept, todo = parts(run.seed), stage(wanted, run.seed)
    if run.dry_run:
        run.announce_stages("starter", [todo])
        return
    with progress("tasks of eight deals", todo.tasks) as tell:
        match = finish(wanted, seed=run.seed, engine=run.workers, parts=kept, tell=tell)
    with bars() as watch:
        found = make(
            library,
            match,
            seed=run.seed,
            openings=openings or OPENINGS,
            engine=run.workers,
            watch=partial(watch.reached, "tables"),
        )
    result = run.result("starter", found, seed=run.seed)
    kept.clear()
    if run.as_json:
        print_json(result)
        return
    played, where = found["match"], f"; written into {library}" if library else ""
    console().print(
        f"{played['deals']:,} deals at {played['tables']:,} tables, {played['different']:,} of "
        f"them different; {found['openings']['cases']:,} openings{where}"
    )
