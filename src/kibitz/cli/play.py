"""``kibitz play``: which card?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kibitz.cli.engines import bars
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.errors import SolverError, UsageError
from kibitz.runtime.storage import library_path

if TYPE_CHECKING:
    from kibitz.cardplay.answer import Advice
    from kibitz.records.record import Record

Place = Annotated[
    str,
    typer.Argument(
        metavar="FILE[:BOARD]|LINK|ID|starter:BOARD",
        help="A file, a board of it, a handviewer link, a table's number in the library, or a "
        "board of the deals that come with Kibitz.",
    ),
]
Room = Annotated[
    str, typer.Option(help="open or closed, where a board was played in both; else the first.")
]


def play(
    place: Place,
    card: Annotated[
        int | None, typer.Option(min=1, max=52, help="Which card of the play, from 1.")
    ] = None,
    room: Room = "",
    lookahead: Annotated[
        int, typer.Option(min=0, max=1000, help="Sample so many layouts and solve them.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Of the sampled layouts.")] = 0,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Which card to play: what experts chose in the most similar positions, by name.

    Without --card: the card after the recorded play, where declarer's side is to play it;
    otherwise, as when everything was played, the last recorded card of declarer's side with a
    choice. Precedents come from `kibitz learn cardplay`.

    Example: kibitz play match.lin:12 --card 9 --lookahead 16
    """
    from kibitz.cardplay.desk import advise, opened

    record = one_table(place, room, library)
    with bars() as watch:
        adviser = opened(library, watch=partial(watch.reached, "the house's tables"))
    try:
        advice = advise(record, card, lookahead=lookahead, seed=seed, adviser=adviser)
    except SolverError as error:
        progress_console().print(f"kibitz: no lookahead: {error}")
        advice = advise(record, card, adviser=adviser)
    if as_json:
        print_json(advice.to_json())
        return
    out = console()
    out.print(str(advice))
    if len(advice.precedents) > 1:
        out.print()
        out.print(_precedents(advice))


def one_table(place: str, room: str, library: LibraryOption) -> Record:
    """The table that was named; of several boards one must be."""
    from kibitz.records.lookup import tables_at

    records = [entry.record for entry in tables_at(place, library_path(library))]
    boards = list(dict.fromkeys(record.citation.board for record in records))
    if len(boards) > 1:
        raise UsageError(f"{place} holds {len(boards)} boards: name one, as in {place}:{boards[0]}")
    rooms = [record for record in records if record.citation.room.lower() == room.lower()]
    if room and not rooms:
        raise UsageError(f"{place} has no {room} room")
    return (rooms or records)[0]


def _precedents(advice: Advice) -> Table:
    from kibitz.cardplay.answer import SHOWN
    from kibitz.cardplay.wording import cited, main_difference
    from kibitz.wording import card_text

    table = Table(box=None, pad_edge=False)
    for column in ("closest precedents", "declarer", "card", "yours", "distance", "differs most"):
        table.add_column(column, justify="right" if column == "distance" else "left")
    for one in advice.precedents[:SHOWN]:
        vote = one.votes_for
        cards = (card_text(one.card), "" if vote is None else card_text(vote))
        told = main_difference(one)
        table.add_row(cited(one), one.declarer, *cards, f"{one.distance:.2f}", told)
    return table
