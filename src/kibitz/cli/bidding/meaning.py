"""``kibitz meaning``: what a call means, drawn from the hands that experts had for it."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.asking import Kibitz
from kibitz.cli.bidding.charts import chart
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places


def meaning(
    auction: Annotated[
        list[str],
        typer.Argument(help="The calls from the dealer on: '1N P 2D'.", metavar="AUCTION"),
    ],
    dealer: Annotated[str, typer.Option(help="N, E, S or W.")] = "N",
    vul: Annotated[
        str | None, typer.Option("--vul", help="none, ns, ew or both; else all of them count.")
    ] = None,
    pair: Annotated[str, typer.Option(help="Two names: what it means when they call it.")] = "",
    system: Annotated[
        str, typer.Option(help="Such as 'strong club' or 'weak no-trump': only such pairs' hands.")
    ] = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """What the last call of an auction means: the hands that experts had for it.

    The range of points and of each suit's length that holds eight hands in ten, with the share
    that it was measured to hold; pairs that play it differently apart, known by their other
    tables; hands by name, and the experts' own explanations. Tables come from `kibitz learn calls`;
    without any, the network of calls says what it reads into the call.

    Example: kibitz meaning "1N P 2D"
    """
    from kibitz.bidding.meanings.question import MeaningQuestion

    question = MeaningQuestion.parse(" ".join(auction), dealer, vul, pair, system)
    answer = Kibitz(Places.of(library)).meanings.ask(question)
    if as_json:
        print_json(answer.to_json())
        return
    out = console()
    out.print(str(answer))
    if answer.meaning is not None:
        for sense in answer.meaning.senses:
            out.print()
            out.print(chart(sense.whose, sense.points, sense.lengths))
