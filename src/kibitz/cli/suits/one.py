"""``kibitz suit``: how to play one suit."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from kibitz.cli.output import Json, print_json
from kibitz.cli.progress import progress
from kibitz.cli.suits.output import (
    SOLVING,
    AllLines,
    Deadline,
    GoalName,
    Shown,
    ShownLayouts,
    TimeLimit,
    Tree,
    Tricks,
    answer_of,
    print_text,
)
from kibitz.errors import UsageError

Vacant = Annotated[
    str | None, typer.Option(help="Unseen cards of West and East, this suit's among them, as 9-13.")
]
WestPlayed = Annotated[
    str, typer.Option(help="Cards West has played: a vacant place fewer for each.")
]
EntriesNorth = Annotated[
    int | None,
    typer.Option(help="How often a side suit can start a trick from North (default: always)."),
]


def suit(
    north: Annotated[str, typer.Argument(help="North's cards: AKQ9, A10x, xxx, -.")],
    south: Annotated[str, typer.Argument(help="South's cards.")],
    tricks: Tricks = None,
    goal: GoalName = None,
    tree: Tree = False,
    layouts: ShownLayouts = False,
    all_lines: AllLines = False,
    vacant: Vacant = None,
    west: Annotated[str, typer.Option(help="Cards that West is known to hold.")] = "",
    east: Annotated[str, typer.Option(help="Cards that East is known to hold.")] = "",
    west_length: Annotated[int | None, typer.Option(help="How many cards West still has.")] = None,
    east_length: Annotated[int | None, typer.Option(help="How many cards East still has.")] = None,
    played: Annotated[str, typer.Option(help="Cards played already, by whomever.")] = "",
    west_played: WestPlayed = "",
    east_played: Annotated[str, typer.Option(help="Cards East has played.")] = "",
    entries_north: EntriesNorth = None,
    entries_south: Annotated[int | None, typer.Option(help="The same for South.")] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """How to play a suit: the exact chances, the best plan in words, and the reasons for it.

    The plan is printed line by line; where it is silent, cash a top card. Ctrl-C ends a long
    search with the bounds proved so far. Practise with kibitz quiz; ask many with kibitz suits.

    Example: kibitz suit AKQ9 xxx
    """
    from kibitz.suits.question import SuitQuestion

    question = SuitQuestion.of(
        north,
        south,
        tricks=tricks,
        goal=goal,
        all_lines=all_lines,
        west=west,
        east=east,
        played=played + west_played + east_played,
        vacant=_vacant(vacant, west_played, east_played),
        west_length=west_length,
        east_length=east_length,
        entries_north=entries_north,
        entries_south=entries_south,
    )
    with _patience(time_limit) as stop:
        answer = answer_of(question, Shown(tree, layouts, as_json), stop)
    (print_json if as_json else print_text)(answer)


def _vacant(text: str | None, west_played: str, east_played: str) -> tuple[int, int]:
    """The unseen cards of West and East; thirteen less those they have played, unless given."""
    if text is not None:
        match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
        if match is None:
            raise UsageError(f"Write the vacant places of West and East like 9-13, not {text!r}.")
        return int(match[1]), int(match[2])
    from kibitz.suits.combination import letters

    return 13 - len(letters(west_played)), 13 - len(letters(east_played))


@contextmanager
def _patience(limit: float | None) -> Iterator[Callable[[], bool]]:
    """A bar, and a `stop` that says yes after the limit or a Ctrl-C."""
    late, interrupted = Deadline(limit), False

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with progress(SOLVING, None):
            yield lambda: interrupted or late()
    finally:
        signal.signal(signal.SIGINT, before)
