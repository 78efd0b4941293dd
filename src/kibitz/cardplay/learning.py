"""A library's tables become precedents of cards: every decision of every chair is described."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from kibitz.cardplay.describing import BLOCK, ByDevice, ByEngine, CardDescriber
from kibitz.cardplay.similarity.learned import Similarity, name_of
from kibitz.cardplay.store import Cases
from kibitz.errors import StorageError
from kibitz.precedents import learning
from kibitz.precedents.learning import Learned
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables
from kibitz.runtime.running import Engine, Stage, Watch, unwatched
from kibitz.wording import counted

SECONDS_A_BLOCK, ON_DEVICE = 0.16, 0.013
"""The time that describing a block takes on one core, or on a graphics processor, roughly."""


@dataclass(frozen=True, slots=True)
class LearnedCards(Learned):
    """The outcome of learning cards, in words."""

    def __str__(self) -> str:
        """What was learned, and what changed by it."""
        new = (
            f"Learned {counted(self.cases, 'decision')} of {counted(self.tables, 'new table')}."
            if self.tables
            else "Nothing new: every table of the library that was played had been learned before."
        )
        said = [new]
        if self.described_anew:
            said.append(
                f"{counted(self.described_anew, 'decision')} had been described by another "
                "similarity and were described anew."
            )
        if self.withdrawn:
            gone = counted(self.withdrawn, "decision")
            said.append(f"{gone} went: their tables are not in the library any more.")
        return " ".join((*said, f"{counted(self.known, 'decision')} can be found now."))


def shipped() -> list[Similarity]:
    """The similarities that ship with the package, declarer's first."""
    both = (Similarity.shipped(), Similarity.shipped_defence())
    return [similarity for similarity in both if similarity is not None]


def waiting(library: Library, folder: Path, similarity: str) -> int:
    """The number of tables that `learn` would describe by the similarity of that name."""
    shelf = Shelf.open(Cases, folder) if Shelf.is_in(folder) else None
    return learning.waiting(shelf, played_tables(library), similarity)


def stage(tables: int, device: str | None = None) -> Stage:
    """The work of describing so many tables, on the processors or on a device."""
    return Stage(-(-tables // BLOCK), 0, SECONDS_A_BLOCK if device is None else ON_DEVICE)


def learn(
    library: Library,
    folder: Path,
    similarities: Sequence[Similarity],
    watch: Watch = unwatched,
    engine: Engine | None = None,
    device: str | None = None,
) -> LearnedCards:
    """Bring the cases in *folder* up to the library, described by *similarities*.

    Each describes the decisions of one side, on the *device* if one is named.
    """
    name = name_of(similarities)
    shelf = Shelf.open_or_create(Cases, folder, name)
    if shelf.by.count("+") != name.count("+"):
        raise StorageError(
            f"the cases in {folder} are not of the same chairs: remove that folder, and "
            "'kibitz learn cardplay' makes it anew"
        )
    describer: CardDescriber = (
        ByEngine(similarities, engine or Engine())
        if device is None
        else ByDevice(similarities, device)
    )
    found = learning.learn(library, shelf, played_tables(library), describer, watch)
    return LearnedCards(*astuple(found))
