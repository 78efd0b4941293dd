"""``kibitz me``: what a player's own tables say about his game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.asking import Kibitz
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.errors import UsageError
from kibitz.mygame.form import MyGameForm
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.mygame.report import Report
    from kibitz.records.players import Player

AliasFile = Annotated[
    Path | None,
    typer.Option(
        "--aliases", metavar="FILE", help="Lines NAME = OTHER, ANOTHER; else your aliases.txt."
    ),
]
_FORGET = "forget"


@command
def me(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]...|forget",
            help="Files or folders of tables; else the library. forget: remove everything that "
            "is kept of the player.",
        ),
    ] = None,
    *,
    form: MyGameForm,
    tables: Annotated[
        bool, typer.Option("--tables", help="Draw the tables of the costliest slips.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a page to print.")
    ] = None,
    aliases: AliasFile = None,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """My game: where you differ from what experts agree on, how often, and what it costs.

    A slip is a card or a call on which experts agree by at least 90 %, where you did something
    else that costs on the layouts you had to reckon with. Rates are given with 95 % intervals,
    beside those of experts. Reviews are kept, so that an interrupted run continues; slips become
    cards for `kibitz drill`.

    Example: kibitz me ~/bridge/2024 --player "G Helgemo" --html report.html
    """
    from kibitz.mygame.html import page
    from kibitz.runtime.storage import write_atomically

    whom = named_player(form.player, aliases)
    if paths == [Path(_FORGET)] and not Path(_FORGET).exists():
        _forget(whom, as_json)
        return
    made = _report(whom, paths or [], Places.of(library), names=form.names)
    if html is not None:
        write_atomically(html, page(made).encode())
    if as_json:
        print_json(made.to_json())
        return
    out = console()
    out.print(str(made), soft_wrap=True)
    if tables:
        for one in made.costliest:
            out.print()
            out.print(str(one.sitting.record))
    if html is not None:
        out.print(f"written: {html}")


def named_player(name: str, aliases: Path | None) -> Player:
    """The player of this name, with the other names that a file of aliases joins to it."""
    from kibitz.records.players import Aliases

    if not name.strip():
        raise UsageError("Say whose game with --player, as in --player 'G Helgemo'.")
    return Aliases.read(aliases or Places.of().aliases).player(name)


def _report(player: Player, paths: list[Path], places: Places, *, names: bool) -> Report:
    from kibitz.mygame.drills.cards import cards_from
    from kibitz.mygame.experts import Experts
    from kibitz.mygame.report import report
    from kibitz.mygame.reviewing import his_tables, open_reviewer, review_tables
    from kibitz.mygame.store import PracticeStore

    seated = his_tables(player, paths, places.library)
    with bars() as watch, PracticeStore.open(places.practice) as store:
        house = partial(watch.reached, "the house's tables")
        kibitz = Kibitz(places, watch=house)
        with open_reviewer(seated, kibitz.cards, kibitz.calls) as (reviewer, version):
            tables = partial(watch.reached, "tables")
            reviewed = review_tables(seated, player, store, reviewer, version, tables)
        store.add_cards(player.key, cards_from(reviewed))
    return report(reviewed, player, Experts.shipped(), names=names)


def _forget(player: Player, as_json: bool) -> None:
    from kibitz.mygame.store import PracticeStore

    with PracticeStore.open(Places.of().practice) as store:
        reviews, cards = store.forget(player.key)
    if as_json:
        print_json({"player": player.name, "reviews": reviews, "cards": cards})
        return
    console().print(f"{player.name}: {reviews:,} reviews and {cards:,} drill cards removed.")
