"""``kibitz belief``: who holds what, as one player may judge it at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.cardplay.belief.form import BeliefForm
from kibitz.cli.bidding.charts import chart
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places
from kibitz.wording import card_text, chance_text

if TYPE_CHECKING:
    from kibitz.cardplay.belief.answer import BeliefAnswer


@command
def belief(form: BeliefForm, library: LibraryOption = None, as_json: Json = False) -> None:
    """Who holds what: the hidden hands, judged by everything that was called and played.

    You get points, suit lengths and the likely place of each high card, as one of the players could
    judge them from what he saw at the table. Layouts of the hidden cards are sampled and weighted
    by every call that the hidden hands made, and every card: leads and signals by the agreements
    that you wrote down (`kibitz agreements`).

    Example: kibitz belief starter:111 --seat W --card 9
    """
    adviser = replace(Kibitz(Places.of(library)).beliefs, seed=form.seed)
    answer = adviser.ask(form.question(library))
    if as_json:
        print_json(answer.to_json())
        return
    out = console()
    out.print(str(answer))
    for hand in answer.hands:
        out.print()
        out.print(chart(hand.seat.name.capitalize(), hand.points, hand.lengths))
    if answer.cards:
        out.print()
        out.print(_cards(answer))


def _cards(answer: BeliefAnswer) -> Table:
    """The chance that each hidden hand holds each high card."""
    table = Table(box=None, pad_edge=False)
    table.add_column("card")
    for hand in answer.hands:
        table.add_column(hand.seat.name.capitalize(), justify="right")
    for card, places in answer.honours.items():
        table.add_row(card_text(card), *(chance_text(places[hand.seat]) for hand in answer.hands))
    return table
