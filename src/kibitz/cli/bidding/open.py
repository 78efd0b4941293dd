"""``kibitz open``: what to open, and the hands it follows from."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.runtime.storage import data_folder
from kibitz.wording import percent

HandArgument = Annotated[str, typer.Argument(help="Thirteen cards, spades first.", metavar="HAND")]
SeatOption = Annotated[int, typer.Option(min=1, max=4, help="1 for the dealer to 4.")]
VulOption = Annotated[
    str, typer.Option("--vul", help="none, we (ns), they (ew) or both, as the opener sees it.")
]
SystemOption = Annotated[
    str | None,
    typer.Option(help="The system asked; else your own with most cases, else the house rules."),
]


def open_(
    hand: HandArgument,
    seat: SeatOption = 1,
    vul: VulOption = "none",
    system: SystemOption = None,
    as_json: Json = False,
) -> None:
    """What to open: the bid of the most similar hands, and how they differ from yours.

    Before anything was learned, hands dealt and bid by the written house rules answer.

    Example: kibitz open AQ7.KJ985.K2.T43 --seat 1 --vul none
    """
    from kibitz.bidding.desk import answer, opened
    from kibitz.bidding.openings.cycle import decide

    told = answer(decide(opened(data_folder(), system), situation(hand, seat, vul)))
    if as_json:
        print_json(told)
        return
    console().print(told["text"])
    console().print()
    console().print(_precedents(hand, told))


def situation(hand: str, seat: int, vul: str) -> Any:
    from kibitz.bidding.question import Colours, Situation
    from kibitz.games.bridge.cards import Hand

    try:
        return Situation(Hand.parse(hand), seat, Colours.parse(vul))
    except ValueError as error:
        raise UsageError(str(error)) from error


def _precedents(hand: str, told: dict[str, Any]) -> Table:
    """The question and the closest hands, one below the other."""
    table = Table(box=None, pad_edge=False)
    table.add_column("hand", no_wrap=True)
    table.add_column("bid")
    table.add_column("alike", justify="right")
    table.add_column("differs")
    table.add_column("source")
    table.add_row(hand, told["bid"], "", "your hand", "")
    for one in told["precedents"]:
        alike = percent(one["similarity"])
        table.add_row(one["hand"], one["bid"], alike, one["in_words"], one["source"])
    return table
