"""``kibitz lab starter-cases``: describe the house's deals by the similarity that ships."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.engines import (
    Address,
    DryRun,
    EngineName,
    Jobs,
    announce_stages,
    bars,
    engine_of,
)
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError


def starter_cases(
    into: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("starter"),
    jobs: Jobs = None,
    engine: EngineName = "local",
    address: Address = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Describe the house's deals, so that they need not be described on a user's machine.

    Run it whenever the deals or the similarity that ship are others; what it writes belongs
    beside them, in kibitz/data.

    Example: kibitz lab starter-cases --into starter
    """
    from kibitz.cardplay.learning import stage
    from kibitz.cardplay.similarity.learned import Similarity
    from kibitz.cardplay.starter import HOUSE_CASES, make_starter_shelf, pack, starter_waiting
    from kibitz.runtime.storage import write_atomically

    similarity, workers = Similarity.shipped(), engine_of(jobs, engine, address)
    if dry_run:
        announce_stages("starter-cases", [stage(starter_waiting(similarity))], workers, as_json)
        return
    with bars() as watch:
        shelf = make_starter_shelf(similarity, partial(watch.reached, "tables"), workers)
    if shelf is None:
        raise UsageError(
            "the package is built without house deals; 'kibitz lab starter' makes them"
        )
    path = into / HOUSE_CASES
    write_atomically(path, pack(shelf))
    told = {"cases": len(shelf.base), "similarity": shelf.base.similarity, "written": str(path)}
    if as_json:
        print_json(told)
    else:
        console().print(f"{len(shelf.base):,} decisions described: {path}")
