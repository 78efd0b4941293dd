"""``kibitz review``: a table beside what experts did in the closest positions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.engines import Bars, bars
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.play import Place
from kibitz.errors import UsageError
from kibitz.storage import library_path


def review(
    place: Place,
    room: Annotated[str, typer.Option(help="open or closed; else both.")] = "",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a page to hand out.")
    ] = None,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Review declarer's play: what experts did, how unusual each card was, and what it cost.

    One line where declarer did as the experts, all that is known where not. Of a file without
    :BOARD every table is reviewed. Costs are tricks given away double dummy.

    Example: kibitz review match.lin:12 --html review.html
    """
    from kibitz.cardplay.desk import opened
    from kibitz.cardplay.desk import review as review_record
    from kibitz.cardplay.explain import session_summary
    from kibitz.cardplay.report import page
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.records.lookup import tables_at
    from kibitz.storage import write_atomically

    found = [entry.record for entry in tables_at(place, library_path(library))]
    records = [record for record in found if not room or record.citation.room.lower() == room]
    played = [record for record in records if record.play]
    if not records:
        raise UsageError(f"{place} has no {room} room")
    if not played:
        raise UsageError(f"nothing was played at {place}")
    reviews = []
    with DoubleDummy() as solver, bars() as watch:
        adviser = opened(library, watch=partial(watch.reached, "the house's tables"))
        for number, record in enumerate(played):
            told = partial(_told, watch, number, len(played))
            reviews.append(review_record(record, adviser=adviser, solver=solver, watch=told))
    if html is not None:
        write_atomically(html, page(reviews).encode())
    if as_json:
        print_json([one.to_json() for one in reviews])
        return
    out = console()
    for one in reviews:
        out.print(str(one))
        out.print()
    if len(reviews) > 1:
        out.print(session_summary(reviews))
    if html is not None:
        out.print(f"written: {html}")


def _told(watch: Bars, before: int, tables: int, done: int, of: int) -> None:
    """So many of the tables were finished before, and of this one so many decisions of how many."""
    watch.reached("tables", before + done / of, tables)
