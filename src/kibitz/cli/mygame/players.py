"""``kibitz players``: who sits at the tables of the library."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from kibitz.cli.library import LibraryOption
from kibitz.cli.mygame.me import AliasFile
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places


def players(
    name: Annotated[str, typer.Argument(help="Only players with this name.")] = "",
    limit: Annotated[int, typer.Option(min=0, help="Show at most this many; 0 for all.")] = 40,
    aliases: AliasFile = None,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """List players by the number of their tables, as the files spell them.

    Names that differ only in case, accents or punctuation are one player; others are joined by a
    file of aliases, with a line for each person: Geir Helgemo = Helgemo, G Helgemo.

    Example: kibitz players helgemo
    """
    from kibitz.records.library import Library
    from kibitz.records.players import Aliases, names_in, people

    places = Places.of(library)
    joined = Aliases.read(aliases or places.aliases)
    with Library.open(places.library, create=False) as opened:
        found = people(names_in(opened), joined)
    if name:
        asked = joined.player(name)
        found = [row for row in found if any(map(asked.is_called, row[2]))]
    shown = found[: limit or None]
    if as_json:
        print_json(
            [{"player": who, "tables": tables, "written": names} for who, tables, names in shown]
        )
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    table.add_column("tables", justify="right")
    table.add_column("written")
    for who, tables, names in shown:
        table.add_row(who, f"{tables:,}", "" if names == [who] else ", ".join(names))
    console().print(table)
    if len(found) > len(shown):
        console().print(f"and {len(found) - len(shown):,} others")
