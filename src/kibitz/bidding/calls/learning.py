"""A library's auctions become precedents of calls: every decision is described."""

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
"""That describing a block takes one core, about."""


@dataclass(frozen=True, slots=True)
class LearnedCalls:
    """The outcome of learning calls from a library."""

    tables: int
    """New tables."""
    decisions: int
    """The decisions of these tables."""
    described_anew: int
    """Decisions that another network had described."""
    known: int
    """All the decisions that can be found now."""
    pairs: int
    """Pairs that are known by name."""

    def __str__(self) -> str:
        """What was learned, and what changed by it."""
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
    """The work of describing so many tables."""
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
