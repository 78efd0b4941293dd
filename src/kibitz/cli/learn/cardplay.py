"""``kibitz learn cardplay``: the library's tables become precedents, or cease to be."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Annotated

import typer

from kibitz.cli.library import LibraryOption
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Run, long_command
from kibitz.errors import UsageError
from kibitz.runtime.storage import library_path


@long_command
def cardplay(
    withdraw: Annotated[
        list[int] | None,
        typer.Option(metavar="ID", help="Unlearn the table with this number in the library."),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why, for the record of removals.")] = "",
    restore: Annotated[
        list[int] | None,
        typer.Option(metavar="ID", help="Let the withdrawn table with this number count again."),
    ] = None,
    library: LibraryOption = None,
    *,
    run: Run,
) -> None:
    """Learn every chair's decisions from what is new in the library, any contract, any length.

    Tables already learned are left alone, and so are those that were withdrawn. The cases are
    kept beside the library, in a folder of its name with .cardplay at the end. When it is stopped,
    what was described by then is kept.

    Example: kibitz learn cardplay
    """
    from kibitz.cardplay import learning
    from kibitz.cardplay.similarity.learned import name_of
    from kibitz.records.library import Library

    if withdraw and restore:
        raise UsageError("Give either --withdraw or --restore, not both.")
    place = library_path(library)
    folder = learning.cases_folder(place)
    with Library.open(place, create=False) as tables:
        if withdraw:
            gone = learning.withdraw(tables, folder, withdraw, reason or "withdrawn by the user")
            _say("withdrawn", gone, run.as_json)
            return
        if restore:
            _say("restored", learning.restore(tables, folder, restore), run.as_json)
            return
        similarities = learning.shipped()
        if run.dry_run:
            waiting = learning.waiting(tables, folder, name_of(similarities))
            run.announce_stages("learn cardplay", [learning.stage(waiting)])
            return
        with bars() as watch:
            learned = learning.learn(
                tables, folder, similarities, partial(watch.reached, "tables"), run.workers
            )
    if run.as_json:
        print_json({**dataclasses.asdict(learned), "text": str(learned)})
    else:
        console().print(str(learned))


def _say(what: str, decisions: int, as_json: bool) -> None:
    if as_json:
        print_json({what: decisions})
    else:
        console().print(f"{decisions:,} decisions {what}")
