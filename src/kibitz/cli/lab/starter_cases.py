"""``kibitz lab starter-cases``: describe the house's match by the networks that ship."""

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
    """Describe the house's match, so that it need not be described on a user's machine.

    Run it whenever the match or the networks that ship are others; what it writes belongs beside
    them, in kibitz/data.

    Example: kibitz lab starter-cases --into starter
    """
    from kibitz.cardplay.learning import shipped, stage
    from kibitz.cardplay.starter import starter_waiting
    from kibitz.lab.house.library import describe
    from kibitz.records.starter import HOUSE_FILE
    from kibitz.runtime.storage import shipped_if_built, write_atomically

    if run.dry_run:
        run.announce_stages("starter-cases", [stage(starter_waiting(shipped()))])
        return
    match = shipped_if_built(HOUSE_FILE)
    if match is None:
        raise UsageError(
            "This package was built without the house's match: make it with 'kibitz lab starter'."
        )
    with bars() as watch:
        files = describe(match, run.workers, partial(watch.reached, "tables"))
    for name, content in files.items():
        write_atomically(into / name, content)
    answer = {"written": {str(into / name): len(content) for name, content in files.items()}}
    if run.as_json:
        print_json(answer)
    else:
        console().print(
            "\n".join(f"{path}: {size:,} bytes" for path, size in answer["written"].items())
        )
