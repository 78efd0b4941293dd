"""What commands that learn from a library share: learn, withdraw, restore, announce."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from kibitz.cli.output import console, print_json
from kibitz.cli.progress import bars
from kibitz.cli.run import Run
from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.precedents.shelf import Columns, Shelf
    from kibitz.records.library import Library
    from kibitz.runtime.running import Engine, Stage, Watch

Withdraw: TypeAlias = Annotated[
    list[int] | None,
    typer.Option(metavar="ID", help="Withdraw the table with this number in the library."),
]
Reason: TypeAlias = Annotated[str, typer.Option(help="Why it is withdrawn, for the record.")]
Restore: TypeAlias = Annotated[
    list[int] | None,
    typer.Option(metavar="ID", help="Restore the withdrawn table with this number."),
]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a room learns from a library's tables, kept in a folder beside it."""

    name: str
    """The name of the command."""
    counted: str
    columns: type[Columns]
    """The cases that are learned."""
    folder: Callable[[Places], Path]
    tables: Callable[[Library], Mapping[str, int]]
    """The tables of the library that they are learned from: their numbers by key."""
    stage: Callable[[Library, Path], Stage]
    """How much there is to learn."""
    learn: Callable[[Library, Path, Watch, Engine], Any]
    """The outcome, a dataclass that says it in words."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Tables to withdraw as precedents, or to restore."""

    withdraw: Sequence[int]
    reason: str
    restore: Sequence[int]

    def __post_init__(self) -> None:
        if self.withdraw and self.restore:
            raise UsageError("Give either --withdraw or --restore, not both.")


def learn_tables(lesson: Lesson, removal: Withdrawal, library: Path | None, run: Run) -> None:
    """Learn what is new in the library, or withdraw, restore or announce if that was asked for."""
    from kibitz.precedents.learning import restore, withdraw
    from kibitz.records.library import Library

    places = Places.of(library)
    folder = lesson.folder(places)
    with Library.open(places.library, create=False) as tables:
        if removal.withdraw:
            reason = removal.reason or "withdrawn by the user"
            keys = lesson.tables(tables)
            gone = withdraw(_shelf(lesson, folder), tables, keys, removal.withdraw, reason)
            _say(lesson, "withdrawn", gone, run.as_json)
            return
        if removal.restore:
            keys = lesson.tables(tables)
            back = restore(_shelf(lesson, folder), tables, keys, removal.restore)
            _say(lesson, "restored", back, run.as_json)
            return
        if run.dry_run:
            run.announce_stages(f"learn {lesson.name}", [lesson.stage(tables, folder)])
            return
        with bars() as watch:
            learned = lesson.learn(tables, folder, partial(watch.reached, "tables"), run.workers)
    if run.as_json:
        print_json({**dataclasses.asdict(learned), "text": str(learned)})
    else:
        console().print(str(learned))


def _shelf(lesson: Lesson, folder: Path) -> Shelf[Any]:
    from kibitz.precedents.shelf import Shelf

    return Shelf.open(lesson.columns, folder)


def _say(lesson: Lesson, what: str, number: int, as_json: bool) -> None:
    if as_json:
        print_json({what: number})
    else:
        console().print(f"{number:,} {lesson.counted} {what}")
