"""A player's tables reviewed a batch at a time, each batch kept before the next is begun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.memory import CallMemory
from kibitz.cardplay.adviser import CardAdviser
from kibitz.errors import UsageError
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.mygame.electing import Electors
from kibitz.mygame.foresight import Foreseer, pairs_in
from kibitz.mygame.sitting import Sitting, sittings
from kibitz.mygame.slips import Reviewer, TableReview
from kibitz.mygame.store import PracticeStore
from kibitz.records.formats.reading import read_stream
from kibitz.records.importing import game_files
from kibitz.records.library import Library
from kibitz.records.players import Player, tables_of
from kibitz.records.record import Record
from kibitz.runtime.running import Watch, cores, unwatched

BATCH = 64
"""Tables that are reviewed together, and lost when a run is stopped in the middle."""
METHOD = "2"
"""Changes when the same table would be reviewed otherwise."""
_AT_ONCE = 500  # tables of the library in one question


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A table at which the player sat, and what it says of him."""

    sitting: Sitting
    review: TableReview


def tables_in(paths: Sequence[Path]) -> Iterator[Record]:
    """Every sound table in files and folders, in their order."""
    for file in game_files(paths):
        with file.open() as stream:
            for found in read_stream(stream, name=file.name):
                if isinstance(found, Record):
                    yield found


def tables_in_library(place: Path, player: Player) -> Iterator[Record]:
    """The tables of a library at which the player sat, as a source tells that names him."""
    with Library.open(place, create=False) as library:
        numbers = [sat.table for sat in tables_of(library, player)]
        for first in range(0, len(numbers), _AT_ONCE):
            some = numbers[first : first + _AT_ONCE]
            where = f"WHERE tables.id IN ({', '.join('?' * len(some))})"
            for entry in library.entries(where, *some):
                yield from entry.accounts


def his_tables(player: Player, paths: Sequence[Path], library: Path) -> list[Sitting]:
    """Where the player sat: at the tables of *paths*, or, where none are named, of the library.

    In the order of their dates where all have one, else as the files have them.
    """
    found = tables_in(paths) if paths else tables_in_library(library, player)
    seated = sittings(found, player)
    if not seated:
        where = "at these tables" if paths else "in the library"
        raise UsageError(f"Nobody called {player.name} sat {where}: see 'kibitz players'.")
    dates = [one.record.citation.date for one in seated]
    return sorted(seated, key=lambda one: one.record.citation.date) if all(dates) else seated


def review_tables(
    seated: Sequence[Sitting],
    player: Player,
    store: PracticeStore,
    reviewer: Reviewer,
    version: str,
    watch: Watch = unwatched,
) -> list[Reviewed]:
    """What each table says; those reviewed before are taken as they were kept."""
    kept = store.reviews(player.key, version)
    waiting = [one for one in seated if one.key not in kept]
    done = len(seated) - len(waiting)
    watch(done, len(seated))
    for first in range(0, len(waiting), BATCH):
        batch = waiting[first : first + BATCH]
        made = list(zip([one.key for one in batch], reviewer.review(batch), strict=True))
        store.keep_reviews(player.key, version, made)
        kept |= dict(made)
        done += len(batch)
        watch(done, len(seated))
    return [Reviewed(one, kept[one.key]) for one in seated]


@contextmanager
def open_reviewer(
    seated: Sequence[Sitting], cards: CardAdviser, calls: CallAdviser
) -> Iterator[tuple[Reviewer, str]]:
    """A reviewer over what was learned of cards and calls, and how its reviews are known."""
    pairs = pairs_in([one.record for one in seated])
    foresight = Foreseer(cards.similarity, cards.defence, calls.network, pairs)
    with DoubleDummy(cores()) as solver:
        electors = Electors(cards, calls.memory)
        reviewer = Reviewer(foresight, electors, calls.network, solver, teacher=cards)
        yield reviewer, version_of(cards, calls.memory)


def version_of(adviser: CardAdviser, memory: CallMemory | None) -> str:
    """What reviews depend on: the method, the similarities, and how much was learned."""
    defence = "" if adviser.defence is None else adviser.defence.name
    learned = 0 if memory is None else len(memory)
    return f"{METHOD} {adviser.similarity.name} {defence} {adviser.known} {learned}"
