"""``kibitz lab starter``: make the library that ships with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.engines import (
    Address,
    DryRun,
    EngineName,
    Into,
    Jobs,
    Seed,
    announce_stages,
    engine_of,
    progress,
)
from kibitz.cli.output import Json, console, print_json


def starter(
    deals: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many deals to play.")] = (
        2400
    ),
    first: Annotated[int, typer.Option(min=1, help="The number of the first of them.")] = 1,
    seed: Seed = 1,
    openings: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help="How many deals are opened; else as many as ship."),
    ] = None,
    library: Annotated[
        Path | None, typer.Option(help="A folder to write the library's files into.")
    ] = None,
    into: Into = None,
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Make the starter library: house deals of three no-trump, and openings by the house rules.

    A deal costs about two seconds of one core. What is finished is kept when it is stopped, and a
    second run goes on from there. The library is the same for any number of processes.

    Example: kibitz lab starter --deals 100 --library starter
    """
    from kibitz.lab.harness.results import result_of, write_result
    from kibitz.lab.making.starter import finish, parts, stage
    from kibitz.lab.making.starter_library import OPENINGS, make

    numbers, workers = range(first, first + deals), engine_of(jobs, engine, address)
    if dry_run:
        announce_stages("starter", [stage(numbers, seed)], workers, as_json)
        return
    kept = parts(seed)
    with progress("declaring", deals) as tell:
        finished = finish(numbers, seed=seed, engine=workers, parts=kept, tell=tell)
    found = make(library, finished, seed=seed, openings=openings or OPENINGS)
    result = result_of("starter", found, seed=seed)
    if into is not None:
        write_result(into, result)
    kept.clear()
    if as_json:
        print_json(result)
        return
    told, where = found["deals"], f"; written into {library}" if library else ""
    console().print(
        f"{told['made']} of {told['played']} deals made; {told['lost_a_deal']:.2f} tricks lost a "
        f"deal double dummy; {found['openings']['cases']} openings{where}"
    )
