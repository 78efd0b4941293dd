"""``kibitz call``: what to call, and the decisions it follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.runtime.storage import data_folder, library_path
from kibitz.wording import call_text, percent

if TYPE_CHECKING:
    from kibitz.bidding.calls.answer import CallAnswer, CallVote, Reading
    from kibitz.games.bridge.cards import Hand

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
    from kibitz.bidding.calls.adviser import open_adviser
    from kibitz.bidding.calls.question import CallQuestion
    from kibitz.cli.mygame.me import named_player

    question = CallQuestion.typed(
        " ".join(hand),
        auction,
        dealer=dealer,
        vulnerability=vul,
        seat=seat,
        pair=pair,
        system=system,
    )
    adviser = open_adviser(library_path(library), data_folder())
    if like:
        adviser = adviser.like(named_player(like, None))
    answer = adviser.ask(question)
    if as_json:
        print_json(answer.to_json())
    else:
        _print(answer)


def _print(answer: CallAnswer) -> None:
    """The answer in words, every call, and the closest hands."""
    from kibitz.bidding.calls.answer import CallVote, Reading

    console().print(str(answer))
    if isinstance(answer.said, CallVote | Reading):
        console().print()
        console().print(_candidates(answer.said))
    if isinstance(answer.said, CallVote) and answer.said.precedents:
        console().print()
        console().print(_precedents(answer.question.hand, answer.said))


def _candidates(said: CallVote | Reading) -> Table:
    has_votes = any(one.votes for one in said.candidates)
    table = Table(box=None, pad_edge=False)
    table.add_column("call")
    if has_votes:
        table.add_column("votes", justify="right")
        table.add_column("share", justify="right")
    table.add_column("foreseen", justify="right")
    for one in said.candidates:
        votes = (f"{one.votes:,}", percent(one.share)) if has_votes else ()
        table.add_row(call_text(one.call), *votes, percent(one.chance))
    return table


def _precedents(hand: Hand, vote: CallVote) -> Table:
    """The hand asked about and the closest hands, one below the other."""
    table = Table(box=None, pad_edge=False)
    table.add_column("hand", no_wrap=True)
    table.add_column("call")
    table.add_column("after")
    table.add_column("differs")
    table.add_column("where")
    table.add_row(str(hand), call_text(vote.candidates[0].call), "", "your hand")
    for one in (*vote.precedents, *((vote.contrast,) if vote.contrast else ())):
        after = " ".join(map(call_text, one.auction.calls))
        table.add_row(str(one.hand), call_text(one.call), after, one.differs, one.name)
    return table
