"""``kibitz lab ladder``: search, sort, choose, and write the deals of the ladder."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.forms import command
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import progress
from kibitz.cli.run import Run
from kibitz_lab.cli.run import Seed

_SECONDS = 7.0
"""About how long a block takes."""


@command
def ladder(
    into: Annotated[Path, typer.Option(help="The folder to write ladder-deals.txt into.")] = Path(),
    blocks: Annotated[
        int, typer.Option(min=0, help="At most so many blocks of each search; 0: all.")
    ] = 0,
    seed: Seed = 1,
    *,
    run: Run,
) -> None:
    """Find the deals of the ladder: dealt, bid and played by the house, kept where a theme decides.

    A card must beat its rival by twenty points on 200 layouts, by ten on fresh ones, and on the
    real cards, for a cause of the theme; a call is one that most experts make. Each block is kept
    as it is done: when it is stopped, the same command goes on. What its readers have dropped is
    left out. The file belongs into kibitz/data.

    Example: kibitz lab ladder --blocks 2 --into made
    """
    from kibitz.runtime.parts import NOT_KEPT, Parts
    from kibitz.runtime.running import Stage
    from kibitz.runtime.storage import write_atomically
    from kibitz.sitting.ladder.rungs import FILE
    from kibitz_lab.ladder.choosing import chosen
    from kibitz_lab.ladder.making import dropped, file_of, searched_by, tasks

    todo, parts = tasks(seed, blocks), Parts.of("ladder", seed)
    if run.dry_run:
        done = sum(parts.find(list(one)) is not NOT_KEPT for one in todo)
        run.announce_stages("ladder", [Stage(len(todo), done, _SECONDS)])
        return
    with progress("blocks", len(todo)) as tell:
        done_blocks = run.workers.run(searched_by, todo, tell=tell, parts=parts, key=list)
        found = [one for block in done_blocks for one in block]
    rungs = chosen(found, dropped())
    write_atomically(into / FILE, file_of(rungs).encode())
    counts = Counter(one.theme.key for one in rungs)
    if run.as_json:
        print_json({"file": str(into / FILE), "deals": len(rungs), "themes": dict(counts)})
        return
    console().print(f"{into / FILE}: {len(rungs)} deals of {len(found)} found")
    for theme, number in counts.items():
        console().print(f"  {theme}: {number}")


COMMANDS = {"ladder": ladder}
