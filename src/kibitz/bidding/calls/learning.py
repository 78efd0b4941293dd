"""Learning calls from a library: every decision of its auctions is described and stored."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.bidding.calls.describing import BLOCK, CallDescriber, network_name
from kibitz.bidding.calls.store import Block
from kibitz.precedents import learning
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import bid_tables
from kibitz.runtime.running import Engine, Stage, Watch, unwatched
from kibitz.wording import counted

SECONDS_A_BLOCK = 0.4
"""The approximate time that describing a block takes on one core."""


@dataclass(frozen=True, slots=True)
class LearnedCalls:
    """The outcome of learning calls from a library."""

    tables: int
    """The number of new tables."""
    decisions: int
    """The number of decisions at these tables."""
    described_anew: int
    """The number of decisions that another network had described."""
    known: int
    """The number of decisions that can be found now."""
    pairs: int
    """The number of pairs with a name."""

    def __str__(self) -> str:
        """What was learned, and what has changed."""
        new = (
            f"Learned {counted(self.decisions, 'call')} of {counted(self.tables, 'new table')}."
            if self.tables
            else "Nothing new: every auction of the library that was played was learned before."
        )
        anew = (
            f" {counted(self.described_anew, 'call')} had been described by another network and "
            "were described anew."
            if self.described_anew
            else ""
        )
        known = f"{counted(self.known, 'call')} of {counted(self.pairs, 'pair')} can be found now."
        return f"{new}{anew} {known}"


def waiting(library: Library, folder: Path) -> int:
    """The number of tables that `learn` would describe."""
    shelf = Shelf.open(Block, folder) if Shelf.is_in(folder) else None
    return learning.waiting(shelf, bid_tables(library), network_name())


def stage(tables: int) -> Stage:
    """The work of describing this many tables."""
    return Stage(-(-tables // BLOCK), 0, SECONDS_A_BLOCK)


def learn(
    library: Library, folder: Path, watch: Watch = unwatched, engine: Engine | None = None
) -> LearnedCalls:
    """Bring the decisions in *folder* up to the library."""
    describer = CallDescriber(engine or Engine())
    shelf = Shelf.open_or_create(Block, folder, describer.by)
    found = learning.learn(library, shelf, bid_tables(library), describer, watch)
    return LearnedCalls(
        found.tables, found.cases, found.described_anew, found.known, len(describer.pairs)
    )
