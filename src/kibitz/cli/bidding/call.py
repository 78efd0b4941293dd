"""``kibitz call``: what to call, and the precedents for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.bidding.calls.form import CallForm
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places
from kibitz.wording import FEW, call_text, percent

if TYPE_CHECKING:
    from kibitz.bidding.calls.answer import CallAnswer, CallVote, Reading
    from kibitz.cardplay.belief.ahead import TwoWays
    from kibitz.games.bridge.cards import Hand

ReasonToo = Annotated[
    bool,
    typer.Option("--reason", help="Also compare the two calls double dummy, on those layouts."),
]


@command
def call(
    form: CallForm,
    library: LibraryOption = None,
    as_json: Json = False,
    *,
    reason: ReasonToo = False,
) -> None:
    """What to call: what experts called in similar situations, with named precedents.

    If you name a system with rules, its rule decides, with the experts beside it; if no rule
    applies, the experts decide. A case of your own (`kibitz calls`) goes before both.

    Until you have learned from your library, the network that comes with Kibitz answers; if nobody
    has bid yet, `kibitz open` does. A hand may be typed with dots, blanks or suit symbols, and an x
    stands for a small card. Where another call is plausible, it is said where that would lead.

    Example: kibitz call KJ4.Q85.A962.T73 --auction "1H P"
    """

    answer = Kibitz(Places.of(library)).ask(form.question(), like=form.like)
    ahead = _ahead(answer, compared=reason)
    if as_json:
        more = {} if ahead is None else {"ahead": ahead.to_json()}
        print_json({**answer.to_json(), **more})
    else:
        _print(answer)
        if ahead is not None:
            console().print()
            console().print(str(ahead))


def _ahead(answer: CallAnswer, *, compared: bool) -> TwoWays | None:
    """Where the next best call would lead; *compared*, which of the two does better."""
    from kibitz.cardplay.belief.ahead import look_ahead
    from kibitz.games.bridge.double_dummy import DoubleDummy

    if not compared:
        return look_ahead(answer, None)
    with DoubleDummy() as solver:
        return look_ahead(answer, solver)


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
    are_many = sum(one.votes for one in said.candidates) >= FEW
    table = Table(box=None, pad_edge=False)
    table.add_column("call")
    if has_votes:
        table.add_column("votes", justify="right")
    if are_many:
        table.add_column("share", justify="right")
    table.add_column("foreseen", justify="right")
    for one in said.candidates:
        votes = [f"{one.votes:,}"] * has_votes + [percent(one.share)] * are_many
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
