"""``kibitz learn calls``: the library's auctions become precedents, or cease to be."""

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
def calls(
    withdraw: Annotated[
        list[int] | None,
        typer.Option(metavar="ID", help="Unlearn the auction of this table of the library."),
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
    """Learn every call from what is new in the library, and what each pair plays.

    Tables already learned are left alone, and so are those that were withdrawn. A table counts when
    its auction was bid and five tricks were played, or when it was passed out. What was learned is
    kept beside the library, in a folder of its name with .calls at the end. When it is stopped,
    what was described by then is kept.

    Example: kibitz learn calls
    """
    from kibitz.bidding.calls import learning
    from kibitz.records.library import Library

    if withdraw and restore:
        raise UsageError("Give either --withdraw or --restore, not both.")
    place = library_path(library)
    folder = learning.calls_folder(place)
    with Library.open(place, create=False) as tables:
        if withdraw:
            gone = learning.withdraw(tables, folder, withdraw, reason or "withdrawn by the user")
            _say("withdrawn", gone, run.as_json)
            return
        if restore:
            _say("restored", learning.restore(tables, folder, restore), run.as_json)
            return
        if run.dry_run:
            waiting = learning.waiting(tables, folder)
            run.announce_stages("learn calls", [learning.stage(waiting)])
            return
        with bars() as watch:
            learned = learning.learn(tables, folder, partial(watch.reached, "tables"), run.workers)
    if run.as_json:
        print_json({**dataclasses.asdict(learned), "text": str(learned)})
    else:
        console().print(str(learned))


def _say(what: str, decisions: int, as_json: bool) -> None:
    if as_json:
        print_json({what: decisions})
    else:
        console().print(f"{decisions:,} calls {what}")
