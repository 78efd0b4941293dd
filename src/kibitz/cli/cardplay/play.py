"""``kibitz play``: which card to play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.cardplay.form import CardForm, LeadForm
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.cli.progress import bars
from kibitz.errors import SolverError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.question import CardQuestion


@command
def play(form: CardForm, library: LibraryOption = None, as_json: Json = False) -> None:
    """Which card to play: what experts chose in the most similar positions, by name.

    The advice is for the player whose turn it is, who sees no more than he could at the table.
    Without --card it is about the card after the recorded play or, if all cards were played, the
    last real choice. Precedents come from `kibitz learn cardplay`. To ask about a deal of which
    you know two hands, give --hands, --auction and the cards --played so far.

    Example: kibitz play match.lin:12 --card 9 --lookahead 16
    """
    answer_card(form, form.question(library), library, as_json)


def answer_card(
    form: CardForm | LeadForm, question: CardQuestion, library: Path | None, as_json: bool
) -> None:
    """Ask about a card and print the answer, the card first and the reason when it is found.

    It is asked without lookahead if the solver fails.
    """
    from kibitz.cardplay.explain import parts

    with bars() as watch:
        kibitz = Kibitz(Places.of(library), watch=partial(watch.reached, "the house's tables"))
        adviser = kibitz.adviser(question, like=form.like)
    try:
        answer = replace(adviser, lookahead=form.lookahead, seed=form.seed).ask(question)
    except SolverError as error:
        progress_console().print(f"kibitz: no lookahead: {error}")
        answer = adviser.ask(question)
    out, first = console(), answer.card
    if not as_json:
        out.print(parts(answer)[0])
    answer = adviser.explained(answer)
    if as_json:
        print_json(answer.to_json())
        return
    said = parts(answer)
    for line in said if answer.card != first else said[1:]:
        if line:
            out.print(line)
    if len(answer.shown) > 1:
        out.print()
        out.print(_precedents(answer))


def _precedents(answer: CardAnswer) -> Table:
    from kibitz.cardplay.explain.precedents import cited, main_difference
    from kibitz.wording import card_text

    table = Table(box=None, pad_edge=False)
    for column in ("closest precedents", "player", "card", "yours", "distance", "differs most"):
        table.add_column(column, justify="right" if column == "distance" else "left")
    for one in answer.shown:
        vote = one.votes_for
        cards = (card_text(one.card), "" if vote is None else card_text(vote))
        distance = f"{one.distance:.2f}"
        table.add_row(cited(one), one.player, *cards, distance, main_difference(one))
    return table
