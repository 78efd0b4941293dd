"""The expert deals of an experiment, read once and checked, with what a result cites about them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from kibitz.cardplay.sibl.encoding import Deals
from kibitz.cardplay.sibl.features import completed
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Strain
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.places import Places
from kibitz.records.formats.reading import read_path
from kibitz.records.library import Library
from kibitz.records.record import Record, Refusal
from kibitz.records.search import Query, find
from kibitz_lab.harness.splits import event_of, groups


@dataclass(frozen=True, slots=True)
class ExpertPlay:
    """A deal of 3NT made, and the cards played."""

    start: Play
    cards: tuple[Card, ...]
    event: str


@dataclass(frozen=True, slots=True)
class Material:
    """The deals of a file, and their source as a result cites it."""

    plays: tuple[ExpertPlay, ...]
    file: str
    sha256: str
    refused: int

    @property
    def cited(self) -> dict[str, object]:
        return {
            "file": self.file,
            "sha256": self.sha256,
            "deals": len(self.plays),
            "refused": self.refused,
        }

    @property
    def groups(self) -> list[list[int]]:
        """Groups of deals that must stay on the same side of a split."""
        return groups([p.event for p in self.plays], [p.start.deal for p in self.plays])

    def longest(self, least: int) -> Material:
        """The deals with at least *least* recorded cards."""
        plays = tuple(play for play in self.plays if len(play.cards) >= least)
        return Material(plays, self.file, self.sha256, self.refused)

    def arrays(self) -> Deals:
        return Deals.of([(play.start, play.cards) for play in self.plays])


Records: TypeAlias = Annotated[
    Path | None,
    typer.Option(envvar="KIBITZ_RECORDS", help="A file of games; else the library."),
]

Seen = Callable[[], object]
"""Called for each table read."""


def read_material(path: Path, *, seen: Seen = lambda: None) -> Material:
    """The 3NT contracts made in a file."""
    plays, refused = _collected(read_path(path), seen)
    if not plays:
        raise UsageError(f"{path}: no three no-trump contract that made, with its play, was found")
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Material(plays, path.name, digest, refused)


def library_material(library: Library, *, seen: Seen = lambda: None) -> Material:
    """The 3NT contracts made in the user's library."""
    chosen = find(library, Query(contract="3N", result="made"))
    plays, _ = _collected((entry.record for entry in chosen), seen)
    if not plays:
        raise UsageError(f"{library.name}: no three no-trump contract that made, with its play")
    digests = library.tally("SELECT digest FROM tables ORDER BY digest")
    digest = hashlib.sha256(b"".join(one for [one] in digests)).hexdigest()
    return Material(plays, "library", digest, 0)


def material_of(records: Path | None, seen: Seen) -> Material:
    """The deals of a file, or of the user's library."""
    if records is not None:
        return read_material(records, seen=seen)
    with Library.open(Places.of().library, create=False) as library:
        return library_material(library, seen=seen)


def _collected(
    tables: Iterable[Record | Refusal], seen: Seen
) -> tuple[tuple[ExpertPlay, ...], int]:
    plays: list[ExpertPlay] = []
    refused = 0
    for found in tables:
        seen()
        if not isinstance(found, Record):
            refused += 1
        elif _is_three_no_trump(found) and found.play:
            start = found.opening_state()
            plays.append(ExpertPlay(start, completed(start, found.play), event_of(found)))
    return tuple(plays), refused


def _is_three_no_trump(record: Record) -> bool:
    contract = record.contract
    return (
        contract is not None
        and contract.bid.level == 3
        and contract.bid.strain is Strain.NOTRUMP
        and bool(record.made)
    )
