"""``kibitz open``: what to open, and the most similar hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.bidding.openings.form import OpeningForm
from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places
from kibitz.wording import call_text, percent

if TYPE_CHECKING:
    from kibitz.bidding.openings.answer import OpeningAnswer


@command
def open_(form: OpeningForm, as_json: Json = False) -> None:
    """What to open: the bid of the most similar hands, and how they differ from yours.

    Until you have learned enough hands of your own, hands dealt at random and bid by the house
    rules join them. A hand may be typed with dots, blanks or suit symbols, and an x stands for a
    small card.

    Example: kibitz open AQ7.KJ985.K2.T43 --seat 1 --vul none
    """
    from kibitz.bidding.openings.explain import ALIKE

    answer = Kibitz(Places.of()).openings.of(form.system or None).ask(form.question())
    if as_json:
        print_json(answer.to_json())
        return
    console().print(str(answer))
    if answer.best is not None:
        console().print()
        console().print(_precedents(answer))
        console().print(ALIKE, style="dim")


def _precedents(answer: OpeningAnswer) -> Table:
    """The hand asked about and the most similar hands, one below the other."""
    table = Table(box=None, pad_edge=False)
    table.add_column("hand", no_wrap=True)
    table.add_column("bid")
    table.add_column("alike", justify="right")
    table.add_column("differs")
    table.add_column("source")
    called = call_text(answer.best.action) if answer.best else ""
    table.add_row(str(answer.question.hand), called, "", "your hand", "")
    for one in answer.precedents:
        hand, bid = str(one.case.situation.hand), call_text(one.match.proposes)
        table.add_row(hand, bid, percent(one.match.alike), one.differs, one.name)
    return table
