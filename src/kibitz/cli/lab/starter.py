"""``kibitz lab starter`` and ``starter-cases``: make the library that ships, and describe it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.lab.run import DrawnRun
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars, progress
from kibitz.cli.run import Run, long_command
from kibitz.errors import UsageError


@long_command
def starter(
    deals: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many deals to play.")] = (
        2400
    ),
    first: Annotated[int, typer.Option(min=1, help="The number of the first of them.")] = 1,
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
    """Make the starter library: house deals of three no-trump, and openings by the house rules.

    A deal costs about two seconds of one core. What is finished is kept when it is stopped, and a
    second run goes on from there. The library is the same for any number of processes.

    Example: kibitz lab starter --deals 100 --library starter
    """
    from kibitz.lab.making.starter import finish, parts, stage
    from kibitz.lab.making.starter_library import OPENINGS, make

    numbers = range(first, first + deals)
    if run.dry_run:
        run.announce_stages("starter", [stage(numbers, run.seed)])
        return
    kept = parts(run.seed)
    with progress("declaring", deals) as tell:
        finished = finish(numbers, seed=run.seed, engine=run.workers, parts=kept, tell=tell)
    found = make(library, finished, seed=run.seed, openings=openings or OPENINGS)
    result = run.result("starter", found, seed=run.seed)
    kept.clear()
    if run.as_json:
        print_json(result)
        return
    played, where = found["deals"], f"; written into {library}" if library else ""
    console().print(
        f"{played['made']} of {played['played']} deals made; "
        f"{played['lost_a_deal']:.2f} tricks lost a "
        f"deal double dummy; {found['openings']['cases']} openings{where}"
    )


@long_command
def starter_cases(
    into: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("starter"),
    *,
    run: Run,
) -> None:
    """Describe the house's deals, so that they need not be described on a user's machine.

    Run it whenever the deals or the similarity that ship are others; what it writes belongs
    beside them, in kibitz/data.

    Example: kibitz lab starter-cases --into starter
    """
    from kibitz.cardplay.learning import stage
    from kibitz.cardplay.similarity.learned import Similarity
    from kibitz.cardplay.starter import make_starter_shelf, pack, starter_waiting
    from kibitz.records.starter import HOUSE_CASES
    from kibitz.runtime.storage import write_atomically

    similarity = Similarity.shipped()
    if run.dry_run:
        run.announce_stages("starter-cases", [stage(starter_waiting(similarity))])
        return
    with bars() as watch:
        shelf = make_starter_shelf(similarity, partial(watch.reached, "tables"), run.workers)
    if shelf is None:
        raise UsageError(
            "This package was built without the house deals: make them with 'kibitz lab starter'."
        )
    path = into / HOUSE_CASES
    write_atomically(path, pack(shelf))
    answer = {"cases": len(shelf.base), "similarity": shelf.base.similarity, "written": str(path)}
    if run.as_json:
        print_json(answer)
    else:
        console().print(f"{len(shelf.base):,} decisions described: {path}")
