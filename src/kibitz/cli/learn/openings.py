"""``kibitz learn openings``: learn the library's opening bids, each system separately."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Run, existing
from kibitz.places import Places


@command
def openings(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of games; else the library.", metavar="[FILE]..."),
    ] = None,
    system: Annotated[
        str | None, typer.Option(help="Learn this system alone; else each system separately.")
    ] = None,
    library: LibraryOption = None,
    *,
    run: Run,
) -> None:
    """Learn opening bids: cases, a similarity fitted to them, and a measured confidence.

    Systems are learned separately and never mixed. Each is kept in your data folder as soon as it
    is learned: after an interruption the same command continues with the next one.

    Example: kibitz learn openings --system "WBridge5 default (OpenSpiel test set)"
    """
    from kibitz.bidding.openings.adviser import Openings
    from kibitz.bidding.openings.explain import default_words
    from kibitz.bidding.openings.learning import learn, lessons, stages
    from kibitz.runtime.provenance import parts_of

    with bars() as watch:
        seen = partial(watch, "reading records", None, 1)
        found = lessons(_counting(records_of(files or [], library), seen), system)
        places, parts = Places.of(library), parts_of("learn-openings")
        if run.dry_run:
            run.announce_stages("learn openings", stages(places.openings, found.taught, parts))
            return
        reached = partial(watch.reached, "learning from cases")
        done = learn(
            places.openings,
            found.taught,
            engine=run.workers,
            parts=parts,
            left_out=found.left_out,
            watch=reached,
        )
    parts.clear()
    if run.as_json:
        print_json([one.to_json() for one in done])
        return
    for one in done:
        console().print(str(one))
    console().print(default_words(Openings(places).systems[0]))


def records_of(files: list[Path], library: Path | None) -> Iterator[Any]:
    """The sound tables of these files, or of the library if no file is named."""
    from kibitz.records.formats.reading import read_path
    from kibitz.records.library import Library
    from kibitz.records.record import Record

    for file in files:
        existing([file])
        yield from (one for one in read_path(file) if isinstance(one, Record))
    if not files:
        with Library.open(Places.of(library).library, create=False) as shelf:
            yield from (entry.record for entry in shelf.entries())


def _counting(records: Iterator[Any], seen: Callable[[], object]) -> Iterator[Any]:
    for record in records:
        seen()
        yield record
