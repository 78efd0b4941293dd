"""``kibitz lab convert``: a similarity of 0.1.0 in today's container."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.output import Json, console, print_json


def convert(
    files: Annotated[
        list[Path], typer.Argument(help="Files that Kibitz 0.1.0 wrote.", metavar="FILE...")
    ],
    into: Annotated[Path, typer.Option(help="The folder to write into.")],
    as_json: Json = False,
) -> None:
    """Write a similarity of 0.1.0, or what belongs to it, anew: its numbers, another container.

    Training one takes hours; whatever else 0.1.0 wrote is made anew by the command that made it.

    Example: kibitz lab convert similarity.kibitz similarity-deals.kibitz --into converted
    """
    from kibitz.runtime.storage import write_atomically
    from kibitz_lab.making.conversion import converted

    written = []
    for path in files:
        write_atomically(into / path.name, converted(path))
        written.append(str(into / path.name))
    if as_json:
        print_json({"written": written})
    else:
        console().print("\n".join(written))
