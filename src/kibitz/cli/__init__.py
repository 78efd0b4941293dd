"""The command line: a command fills in a form, asks, and prints the answer.

Modules here import nothing heavy at the top, so that ``kibitz --help`` starts at once; a command
imports its room when it runs.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import kibitz
from kibitz.cli import (
    bidding,
    cases,
    game,
    lab,
    learn,
    library,
    odds,
    plan,
    serve,
    show,
    strategies,
    tour,
)
from kibitz.cli.bidding import own_calls, system
from kibitz.cli.bidding.call import call
from kibitz.cli.bidding.convention import convention
from kibitz.cli.bidding.explore import explore
from kibitz.cli.bidding.meaning import meaning
from kibitz.cli.bidding.open import open_
from kibitz.cli.cardplay import agreements, belief, carding, lead, play, review
from kibitz.cli.mygame.drill import drill
from kibitz.cli.mygame.me import me
from kibitz.cli.mygame.players import players
from kibitz.cli.mygame.progress import progress
from kibitz.cli.seats.host import host
from kibitz.cli.seats.match import match
from kibitz.cli.seats.seat import seat
from kibitz.cli.sitting.ladder import ladder
from kibitz.cli.sitting.sit import sit
from kibitz.cli.suits.many import suits
from kibitz.cli.suits.one import suit
from kibitz.cli.suits.quiz import quiz
from kibitz.cli.suits.tactics import tactics
from kibitz.errors import KibitzError, UsageError

app = typer.Typer(
    name="kibitz",
    invoke_without_command=True,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@app.callback()
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Watch expert games; ask what the experts would do, and why.

    Example: kibitz odds splits 5
    """
    if version:
        print(kibitz.__version__)
        raise typer.Exit


app.command()(tour.tour)
app.command()(sit)
app.command()(ladder)
app.command()(serve.serve)
app.command("import")(library.import_)
app.command("library")(library.library_)
app.command()(library.find)
app.command()(show.show)
app.command()(library.export)
app.command()(odds.odds)
app.command()(suit)
app.command()(suits)
app.command()(quiz)
app.command()(tactics)
app.command("open")(open_)
app.command()(call)
app.command()(meaning)
app.command()(convention)
app.command()(system.tell)
app.command()(explore)
app.command()(play.play)
app.command()(lead.lead)
app.command()(plan.plan)
app.command()(belief.belief)
app.command()(review.review)
app.command()(carding.carding)
app.command()(agreements.agreements)
app.command()(me)
app.command()(drill)
app.command()(progress)
app.command()(players)
app.command()(seat)
app.command()(host)
app.command()(match)
app.command()(strategies.strategies)
app.add_typer(cases.app, name="cases")
app.add_typer(bidding.app, name="openings")
app.add_typer(own_calls.app, name="calls")
app.add_typer(system.app, name="system")
app.add_typer(game.app, name="game")
app.add_typer(learn.app, name="learn")
app.add_typer(lab.app, name="lab")


def _one_by_one(words: list[str]) -> list[str]:
    """Options with lists, one value at a time: ``--train A B`` becomes ``--train A --train B``.

    >>> _one_by_one(["lab", "openings", "--train", "a", "b", "--json"])
    ['lab', 'openings', '--train', 'a', '--train', 'b', '--json']
    """
    spread: list[str] = []
    option = ""
    for word in words:
        if word.startswith("-"):
            option = word if word in _LISTS else ""
        elif option and spread[-1] != option:
            spread.append(option)
        spread.append(word)
    return spread


_LISTS = (
    "--train",
    "--test",
    "--method",
    "--records",
    "--weight",
    "--withdraw",
    "--restore",
    "--robots",
)

_STOPPED = 130  # the exit code of a program interrupted from the keyboard


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0, 1 after an error of ours (told in one line), or 2 after misuse."""
    words = list(sys.argv[1:] if argv is None else argv)
    _make_writable()
    try:
        end = _run(_one_by_one(words) if words[:1] in (["lab"], ["learn"]) else words)
        sys.stdout.flush()
    except UsageError as error:
        print(f"kibitz: {error}", file=sys.stderr)
        return 2
    except (KibitzError, OSError) as error:
        print(f"kibitz: {error}", file=sys.stderr)
        return 1
    return end


def _run(words: list[str]) -> int:
    try:
        app(args=words)
    except SystemExit as end:
        if end.code == _STOPPED:
            print("kibitz: stopped; what was finished is kept", file=sys.stderr)
        return end.code if isinstance(end.code, int) else 1
    return 0


def _make_writable() -> None:
    """Let standard output take any answer: what it cannot encode becomes a question mark."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = io.open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, UP020
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
