"""``kibitz learn calls``: make precedents of the library's auctions, or withdraw them."""

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
    """Learn all calls that are new in the library, and what each pair plays.

    Tables that were learned or withdrawn before are skipped. A table counts if its auction was bid
    and at least five tricks were played, or if it was passed out. What is learned is kept beside
    the library, in a folder with its name and .calls at the end. If it is interrupted, what was
    learned so far is kept.

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
