"""``kibitz convention``: a convention by its name, or the names of an auction's calls."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.asking import Kibitz
from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json
from kibitz.games.bridge.typed import DealerText
from kibitz.places import Places


@command
def convention(
    words: Annotated[
        list[str],
        typer.Argument(metavar="NAME|AUCTION", help="'Stayman', or an auction: '1N P 2C'."),
    ],
    dealer: DealerText = "N",
    as_json: Json = False,
) -> None:
    """A convention by its name: what it does, promises and asks; or the names of calls.

    A part of a name is enough; if several conventions have it, they are listed. Of an auction,
    every call that has a name is named, and of the last one it is said what else it may be.

    Example: kibitz convention Drury
    """
    found = Kibitz(Places.of()).convention(" ".join(words), dealer)
    if as_json:
        print_json(found.to_json())
    else:
        console().print(str(found))
