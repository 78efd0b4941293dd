"""``kibitz explore``: what came next after an auction, or what was led against it?"""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from kibitz.asking import Kibitz
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.errors import LibraryError
from kibitz.places import Places


def explore(
    auction: Annotated[
        list[str] | None,
        typer.Argument(help="The calls from the dealer on: '1N P'; none for the first call."),
    ] = None,
    lead: Annotated[
        bool, typer.Option("--lead", help="What was led; closing passes may be left out.")
    ] = False,
    pair: Annotated[
        str, typer.Option(help="Parts of two partners' names: 'Helgemo,Helness'.")
    ] = "",
    player: Annotated[str, typer.Option(help="Part of a player's name.")] = "",
    event: Annotated[str, typer.Option(help="Part of the event's name.")] = "",
    vul: Annotated[
        str, typer.Option("--vul", help="none, we, they or both, as the first caller sees it.")
    ] = "",
    dealer: Annotated[str, typer.Option(help="N, E, S or W; else whoever dealt.")] = "",
    any_seat: Annotated[
        bool, typer.Option("--any-seat", help="From the opening bid on: skip passes before it.")
    ] = False,
    by: Annotated[
        str, typer.Option(help="pair, player or event: the same for each of them too.")
    ] = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """What came next after these calls in your own library: how often, with what, how well.

    Before you have imported any games, it is the match that the house played.

    The first call is the dealer's, whoever dealt, because an opening in third seat is another one
    than in first; --any-seat counts from the opening bid. A pair or player is asked about where it
    is their turn. New tables are added to the index of the library when it is next explored.

    Example: kibitz explore 1N P --vul both
    """
    from kibitz.explorer.question import ExplorerQuestion, Whose

    if library is not None and not library.exists():
        raise LibraryError(f"There is no library {library}: 'kibitz import' makes one.")
    whose = Whose.of(pair, player, event, vul, dealer)
    question = ExplorerQuestion.of(
        " ".join(auction or ()), lead=lead, whose=whose, any_seat=any_seat, by=by
    )
    with bars() as watch:
        index = partial(watch.reached, "the index of auctions")
        answer = Kibitz(Places.of(library), watch=index).explorer.ask(question)
    if as_json:
        print_json(answer.to_json())
        return
    console().print(str(answer), soft_wrap=True)
