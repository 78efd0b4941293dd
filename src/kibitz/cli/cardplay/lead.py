"""``kibitz lead``: which opening lead, from a hand and an auction alone?"""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.cardplay.play import Layouts, Like, Seed, answer_card
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json


def lead(
    hand: Annotated[
        list[str], typer.Argument(help="Thirteen cards, spades first.", metavar="HAND")
    ],
    auction: Annotated[str, typer.Option(help="The calls from the dealer on: '1N P 3N'.")],
    dealer: Annotated[str, typer.Option(help="N, E, S or W.")] = "N",
    vul: Annotated[str, typer.Option("--vul", help="none, ns, ew or both.")] = "none",
    seat: Annotated[str | None, typer.Option(help="Your seat; it must be the one on lead.")] = None,
    card: Annotated[
        str | None, typer.Option(help="A card that you have in mind, as in SK or H10.")
    ] = None,
    lookahead: Layouts = 0,
    seed: Seed = 0,
    like: Like = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Which card to lead: what experts led from such hands after such auctions.

    The passes that end the auction may be left out. A hand may be typed with dots, blanks or suit
    symbols, and an x stands for a small card.

    Example: kibitz lead KQT94.73.862.J54 --auction "1N P 3N" --lookahead 20
    """
    from kibitz.cardplay.question import Question

    question = Question.lead(
        " ".join(hand), auction, dealer=dealer, vulnerability=vul, seat=seat, considered=card
    )
    answer_card(question, lookahead, seed, library, as_json, like)
