"""``kibitz play``: which card?"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.cli.progress import bars
from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.known_table import KnownTable
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.question import Question

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
Layouts = Annotated[
    int, typer.Option("--lookahead", min=0, max=1000, help="Sample so many layouts and solve them.")
]
Like = Annotated[
    str, typer.Option("--like", metavar="NAME", help="Ask this player's own decisions alone.")
]
Seed = Annotated[int, typer.Option("--seed", help="Of the sampled layouts.")]


Hands = Annotated[
    str,
    typer.Option(help="In place of a record, the hands that are known: S:AK4.K43.AQ72.K42,N:..."),
]


def play(
    place: Place = "",
    card: Annotated[int | None, typer.Option(help="Which card of the play, from 1.")] = None,
    room: Room = "",
    hands: Hands = "",
    auction: Annotated[str, typer.Option(help="With --hands: the calls, from the dealer on.")] = "",
    played: Annotated[
        str, typer.Option(help="With --hands: the cards so far, from the lead on, as in HQ H5.")
    ] = "",
    dealer: Annotated[str, typer.Option(help="With --hands: N, E, S or W.")] = "N",
    vul: Annotated[str, typer.Option(help="With --hands: none, ns, ew or both.")] = "none",
    lookahead: Layouts = 0,
    seed: Seed = 0,
    like: Like = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Which card to play: what experts chose in the most similar positions, by name.

    Whoever is to play is answered: declarer, or a defender, who sees no more than he could.
    Without --card it is the card after the recorded play; where everything was played, the last
    one with a choice. Precedents come from `kibitz learn cardplay`. A deal at which two hands are
    seen is asked about with --hands and --auction, and --played from the lead on.

    Example: kibitz play match.lin:12 --card 9 --lookahead 16
    """
    from kibitz.cardplay.question import Question, table_at

    if bool(place) == bool(hands):
        raise UsageError("name a table, or give the hands that are known (--hands)")
    if hands:
        known = KnownTable.parse(hands, auction, dealer=dealer, vulnerability=vul, played=played)
        question = Question.at(known)
    else:
        question = Question.of(table_at(place, room, library), card)
    answer_card(question, lookahead, seed, library, as_json, like)


def answer_card(
    question: Question,
    lookahead: int,
    seed: int,
    library: Path | None,
    as_json: bool,
    like: str = "",
) -> None:
    """Ask about a card and print the answer; what the solver cannot do is left out."""
    with bars() as watch:
        kibitz = Kibitz(Places.of(library), watch=partial(watch.reached, "the house's tables"))
        adviser = kibitz.adviser(question, like=like)
    try:
        answer = replace(adviser, lookahead=lookahead, seed=seed).ask(question)
    except SolverError as error:
        progress_console().print(f"kibitz: no lookahead: {error}")
        answer = adviser.ask(question)
    if as_json:
        print_json(answer.to_json())
        return
    out = console()
    out.print(str(answer))
    if len(answer.precedents) > 1:
        out.print()
        out.print(_precedents(answer))


def _precedents(answer: CardAnswer) -> Table:
    from kibitz.cardplay.answer import SHOWN
    from kibitz.cardplay.explain.precedents import cited, main_difference
    from kibitz.wording import card_text

    table = Table(box=None, pad_edge=False)
    for column in ("closest precedents", "player", "card", "yours", "distance", "differs most"):
        table.add_column(column, justify="right" if column == "distance" else "left")
    for one in answer.precedents[:SHOWN]:
        vote = one.votes_for
        cards = (card_text(one.card), "" if vote is None else card_text(vote))
        distance = f"{one.distance:.2f}"
        table.add_row(cited(one), one.player, *cards, distance, main_difference(one))
    return table
