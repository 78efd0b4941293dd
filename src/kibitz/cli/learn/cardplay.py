"""``kibitz learn cardplay``: turn the library's tables into precedents; withdraw, restore."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.forms import command
from kibitz.cli.learn.tables import Lesson, Reason, Restore, Withdraw, Withdrawal, learn_tables
from kibitz.cli.library import LibraryOption
from kibitz.cli.run import Run

Device = Annotated[
    str | None,
    typer.Option(help="The device on which torch describes decisions: cuda, cpu (kibitz[gpu])."),
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
    """Learn the card play that is new in the library: every chair, every contract.

    Tables that were learned or withdrawn before are skipped. The cases are kept beside the library,
    in a folder named after it that ends in .cardplay. If the command is interrupted, everything
    learned so far is kept. A graphics processor (--device cuda) is many times faster and gives
    exactly the same result.

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
