"""``kibitz carding``: how a pair leads and signals, counted at its own tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import Bars, bars
from kibitz.cli.run import existing
from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.cardplay.leads.carding import Pair
    from kibitz.records.record import Record


def carding(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of games; else the library.", metavar="[FILE]..."),
    ] = None,
    pair: Annotated[
        str, typer.Option(help="Two partners as the records write them: 'Helgemo - Helness'.")
    ] = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """How a pair leads and signals: which cards it chose from which holdings, at all its tables.

    A habit is named if at least ten cards bear on it and most of them agree beyond chance.

    Example: kibitz carding --pair "Helgemo - Helness" matches.jsonl.xz
    """
    from kibitz.cardplay.leads.carding import Carding, Pair, partnerships

    asked = Pair.parse(pair)
    with bars() as watch:
        near = list(_with_either(asked, files or [], library, watch))
    answer = Carding.of(near, asked)
    if not answer.tables:
        instead = partnerships(near, asked)
        hint = f" These did: {instead}." if instead else ""
        raise UsageError(f"{asked.one} and {asked.other} never sat as partners.{hint}")
    if as_json:
        print_json(answer.to_json())
        return
    console().print(str(answer))


def _with_either(
    pair: Pair, files: list[Path], library: Path | None, watch: Bars
) -> Iterator[Record]:
    """The tables, in the files or in the library, at which one of the two sits."""
    from kibitz.records.formats.reading import read_path
    from kibitz.records.library import Library
    from kibitz.records.record import Record
    from kibitz.records.search import Query, find

    seen = partial(watch, "reading records", None, 1)
    existing(files)
    for file in files:
        for one in read_path(file):
            seen()
            if isinstance(one, Record):
                yield from [one] * pair.is_near(one)
            elif one.reason.startswith("file:"):
                raise UsageError(str(one))
    if files:
        return
    known = set[int]()
    with Library.open(Places.of(library).library, create=False) as shelf:
        for entry in chain(*(find(shelf, Query(player=name)) for name in (pair.one, pair.other))):
            seen()
            if entry.id not in known:
                known.add(entry.id)
                yield from [one for one in entry.accounts if pair.is_near(one)][:1]
