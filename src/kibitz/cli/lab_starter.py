"""``kibitz lab starter``: make the library that ships with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.output import Json, console, print_json, progress_console


def starter(
    deals: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many deals to play.")] = (
        2400
    ),
    first: Annotated[int, typer.Option(min=1, help="The number of the first of them.")] = 1,
    seed: Annotated[int, typer.Option(help="Everything drawn follows from it.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes.")] = 1,
    into: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("starter"),
    as_json: Json = False,
) -> None:
    """Make the starter library: house deals of three no-trump, and openings by the house rules.

    A deal costs about two seconds of one core. What is finished is kept when it is stopped, and a
    second run goes on from there. The library is the same for any number of processes.

    Example: kibitz lab starter --deals 100 --into starter
    """
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from kibitz.lab.starter import finish
    from kibitz.lab.starter_library import make

    numbers = range(first, first + deals)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=progress_console(), transient=True) as progress:
        task = progress.add_task("declaring", total=deals)
        finished = finish(
            into, numbers, seed=seed, jobs=jobs, advance=lambda: progress.advance(task)
        )
    result = make(into, finished, seed=seed)
    if as_json:
        print_json(result)
        return
    told = result["deals"]
    console().print(
        f"{told['made']} of {told['played']} deals made; {told['lost_a_deal']:.2f} tricks lost a "
        f"deal double dummy; {result['openings']['cases']} openings; written into {into}"
    )
