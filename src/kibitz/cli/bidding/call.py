"""``kibitz call``: what to call, and the decisions it follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places
from kibitz.wording import call_text, percent

if TYPE_CHECKING:
    from kibitz.bidding.calls.answer import CallAnswer, GuidedCall, OpeningCall

Like = Annotated[
    str, typer.Option("--like", metavar="NAME", help="Ask this player's own calls alone.")
]


def call(
    hand: Annotated[
        list[str], typer.Argument(help="Thirteen cards, spades first.", metavar="HAND")
    ],
    auction: Annotated[
        str, typer.Option(help="The calls so far, from the dealer on: '1H P'.")
    ] = "",
    dealer: Annotated[str, typer.Option(help="N, E, S or W.")] = "N",
    vul: Annotated[str, typer.Option("--vul", help="none, ns, ew or both.")] = "none",
    seat: Annotated[str | None, typer.Option(help="Your seat; it must be your turn.")] = None,
    pair: Annotated[
        str, typer.Option(help="You and your partner, 'A, B': their boards tell what they play.")
    ] = "",
    system: Annotated[
        str,
        typer.Option(
            help="What you play. 'house system' or a file mine.toml: its rules go first. "
            "'strong club', 'weak no-trump', a program: only those who play so are asked."
        ),
    ] = "",
    like: Like = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """What to call: what experts called in decisions like it, with precedents by name.

    With a system's rules those decide where they speak, the experts beside them; where no rule
    speaks the experts do. A case of your own (`kibitz calls`) goes before both.

    Before anything was learned from your library, a network that ships says what it foresees. Where
    nobody has bid yet it is `kibitz open` that answers until then. A hand may be typed with dots,
    blanks or suit symbols, and an x stands for a small card.

    Example: kibitz call KJ4.Q85.A962.T73 --auction "1H P"
    """
    from kibitz.bidding.calls.question import CallQuestion

    question = CallQuestion.typed(
        " ".join(hand),
        auction,
        dealer=dealer,
        vulnerability=vul,
        seat=seat,
        pair=pair,
        system=system,
    )
    answer = Kibitz(Places.of(library)).adviser(question, like=like).ask(question)
    if as_json:
        print_json(answer.to_json())
    else:
        _print(answer)


def _print(answer: CallAnswer | OpeningCall | GuidedCall) -> None:
    """The answer in words, every call, and the closest hands."""
    from kibitz.bidding.calls.answer import CallAnswer, GuidedCall

    console().print(str(answer))
    cases = answer.cases if isinstance(answer, GuidedCall) else answer
    if isinstance(cases, CallAnswer):
        console().print()
        console().print(_candidates(cases))
        if cases.precedents:
            console().print()
            console().print(_precedents(cases))


def _candidates(answer: CallAnswer) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("call")
    if answer.voters:
        table.add_column("votes", justify="right")
        table.add_column("share", justify="right")
    table.add_column("foreseen", justify="right")
    for one in answer.candidates:
        votes = (f"{one.votes:,}", percent(one.share)) if answer.voters else ()
        table.add_row(call_text(one.call), *votes, percent(one.chance))
    return table


def _precedents(answer: CallAnswer) -> Table:
    """The question and the closest hands, one below the other."""
    table = Table(box=None, pad_edge=False)
    table.add_column("hand", no_wrap=True)
    table.add_column("call")
    table.add_column("after")
    table.add_column("differs")
    table.add_column("where")
    table.add_row(str(answer.question.hand), call_text(answer.candidates[0].call), "", "your hand")
    for one in (*answer.precedents, *((answer.contrast,) if answer.contrast else ())):
        after = " ".join(map(call_text, one.auction.calls))
        table.add_row(str(one.hand), call_text(one.call), after, one.differs, one.name)
    return table
