"""``kibitz lab starter-cases``: describe the house's deals by the similarity that ships."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.output import Json, console, print_json, progress
from kibitz.errors import UsageError


def starter_cases(
    into: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("starter"),
    as_json: Json = False,
) -> None:
    """Describe the house's deals, so that they need not be described on a user's machine.

    Run it whenever the deals or the similarity that ship are others; what it writes belongs
    beside them, in kibitz/data.

    Example: kibitz lab starter-cases --into starter
    """
    from kibitz.cardplay.similarity import Similarity
    from kibitz.cardplay.starter import HOUSE_CASES, packed, starter_shelf
    from kibitz.storage import write_atomically

    with progress(1) as watch:
        shelf = starter_shelf(Similarity.shipped(), lambda done, of: watch(done / of))
    if shelf is None:
        raise UsageError(
            "the package is built without house deals; 'kibitz lab starter' makes them"
        )
    path = into / HOUSE_CASES
    write_atomically(path, packed(shelf))
    told = {"cases": len(shelf.base), "similarity": shelf.base.similarity, "written": str(path)}
    if as_json:
        print_json(told)
    else:
        console().print(f"{len(shelf.base):,} decisions described: {path}")
