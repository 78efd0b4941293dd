"""``kibitz show``: one table, drawn."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places
from kibitz.records.diagram import diagram


def show(
    place: Annotated[
        str,
        typer.Argument(
            metavar="ID|FILE[:BOARD]|LINK|starter:BOARD",
            help="A table's number in the library, a file, a board of it, a handviewer link, or "
            "a board of the deals that come with Kibitz.",
        ),
    ],
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Draw a table: hands, auction, play and result.

    In the play, › marks the card led and * the card that won.

    Example: kibitz show match.lin:12
    """
    from kibitz.bidding.conventions.telling import told
    from kibitz.records.formats.lines import to_json
    from kibitz.records.lookup import tables_at

    entries = tables_at(place, Places.of(library).library)
    if as_json:
        tables = [
            {**to_json(entry.record), "sources": [str(one.source) for one in entry.accounts]}
            for entry in entries
        ]
        print_json(tables)
        return
    out = console()
    for index, entry in enumerate(entries):
        if index:
            out.rule()
        out.print(diagram(entry.record))
        if calls := told(entry.record.auction, dict(entry.record.alerts)):
            out.print(f"calls: {calls}", style="dim")
        for record in entry.accounts if entry.id else ():
            out.print(f"source: {record.source}", style="dim")
