"""``kibitz learn calls``: the library's auctions become precedents, or cease to be."""

from __future__ import annotations

from kibitz.cli.forms import command
from kibitz.cli.learn.tables import Lesson, Reason, Restore, Withdraw, Withdrawal, learn_tables
from kibitz.cli.library import LibraryOption
from kibitz.cli.run import Run


@command
def calls(
    withdraw: Withdraw = None,
    reason: Reason = "",
    restore: Restore = None,
    library: LibraryOption = None,
    *,
    run: Run,
) -> None:
    """Learn every call from what is new in the library, and what each pair plays.

    Tables already learned are left alone, and so are those that were withdrawn. A table counts when
    its auction was bid and five tricks were played, or when it was passed out. What was learned is
    kept beside the library, in a folder of its name with .calls at the end. When it is stopped,
    what was described by then is kept.

    Example: kibitz learn calls
    """
    removal = Withdrawal(withdraw or (), reason, restore or ())
    learn_tables(_lesson(), removal, library, run)


def _lesson() -> Lesson:
    from kibitz.bidding.calls import learning
    from kibitz.bidding.calls.store import Block
    from kibitz.records.lookup import bid_tables

    return Lesson(
        name="calls",
        counted="calls",
        columns=Block,
        folder=lambda places: places.calls,
        tables=bid_tables,
        stage=lambda library, folder: learning.stage(learning.waiting(library, folder)),
        learn=learning.learn,
    )
