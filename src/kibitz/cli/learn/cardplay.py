"""``kibitz learn cardplay``: the library's tables become precedents, or cease to be."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.forms import command
from kibitz.cli.learn.tables import Lesson, Reason, Restore, Withdraw, Withdrawal, learn_tables
from kibitz.cli.library import LibraryOption
from kibitz.cli.run import Run

Device = Annotated[
    str | None,
    typer.Option(help="Where torch describes decisions: cuda, cpu (kibitz[gpu])."),
]


@command
def cardplay(
    withdraw: Withdraw = None,
    reason: Reason = "",
    restore: Restore = None,
    library: LibraryOption = None,
    device: Device = None,
    *,
    run: Run,
) -> None:
    """Learn every chair's decisions from what is new in the library, any contract, any length.

    Tables already learned are left alone, and so are those that were withdrawn. The cases are
    kept beside the library, in a folder of its name with .cardplay at the end. When it is stopped,
    what was described by then is kept. On a graphics processor (--device cuda) decisions are
    described many times as fast, and the same to the last number.

    Example: kibitz learn cardplay
    """
    removal = Withdrawal(withdraw or (), reason, restore or ())
    learn_tables(_lesson(device), removal, library, run)


def _lesson(device: str | None) -> Lesson:
    from kibitz.cardplay import learning
    from kibitz.cardplay.similarity.learned import name_of
    from kibitz.cardplay.store import Cases
    from kibitz.records.lookup import played_tables

    similarities = learning.shipped()
    name = name_of(similarities)
    return Lesson(
        name="cardplay",
        counted="decisions",
        columns=Cases,
        folder=lambda places: places.cards,
        tables=played_tables,
        stage=lambda library, folder: learning.stage(
            learning.waiting(library, folder, name), device
        ),
        learn=lambda library, folder, watch, engine: learning.learn(
            library, folder, similarities, watch, engine, device
        ),
    )
