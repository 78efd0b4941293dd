"""``kibitz lab starter-cases``: describe the house's deals by the similarity that ships."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Run, long_command
from kibitz.errors import UsageError


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
