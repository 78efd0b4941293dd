"""The tables that `kibitz lab cardplay` learns from and tests on, and a cache of their positions.

A table is tested only when neither its event nor its deal is learned from, nor its deal was seen
when the similarity was made. Described positions are kept by similarity and table, a block of
tables at a time, so that a run that was stopped, or is repeated, goes on from there.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz import storage
from kibitz.cardplay.similarity import Similarity
from kibitz.cardplay.views import Bytes, Views
from kibitz.errors import StorageError, UsageError
from kibitz.lab.seen_deals import SeenDeals
from kibitz.lab.splits import groups
from kibitz.records.reading import read_path
from kibitz.records.record import Record

Step = Callable[[int], object]

_BLOCK = 256
_KIND, _VERSION = "positions", 1


@dataclass(frozen=True, slots=True)
class Split:
    """Tables to learn from and to test on, and how many were refused for having been seen."""

    learned: tuple[Record, ...]
    tested: tuple[Record, ...]
    events: tuple[int, ...]
    """The group of events of each tested table."""
    refused: int


def read_tables(paths: Sequence[Path], *, seen: Step = lambda tables: None) -> list[Record]:
    """The tables of some files at which a card was played."""
    tables = []
    for path in paths:
        for found in read_path(path):
            if isinstance(found, Record) and found.contract is not None and found.play:
                tables.append(found)
            seen(1)
    return tables


def split(
    training: Sequence[Record],
    testing: Sequence[Record],
    made_from: SeenDeals,
    *,
    limit_train: int,
    limit_test: int,
    seed: int,
) -> Split:
    """Draw whole tables for testing, *limit_test* decisions or so, and learn from other events."""
    fresh = [table for table in testing if table.deal not in made_from]
    refused = len(testing) - len(fresh)
    if not fresh:
        raise UsageError(
            f"all {len(testing)} tables to test on were used to make the similarity: "
            "name records of other events"
        )
    order = list(fresh)
    random.Random(f"test {seed}").shuffle(order)
    chosen: list[Record] = []
    decisions = 0
    while order and (not limit_test or decisions < limit_test):
        chosen.append(order.pop())
        decisions += len(chosen[-1].play) // 2
    everything = [*chosen, *training]
    grouped = groups([_event(one) for one in everything], [one.deal for one in everything])
    group_of = {index: number for number, group in enumerate(grouped) for index in group}
    events = [group_of[index] for index in range(len(chosen))]
    tested = set(events)
    lessons = [
        one
        for index, one in enumerate(training, start=len(chosen))
        if group_of[index] not in tested
    ]
    random.Random(f"train {seed}").shuffle(lessons)
    if not lessons:
        raise UsageError("no table is left to learn from: its events are those to test on")
    return Split(tuple(lessons[: limit_train or None]), tuple(chosen), tuple(events), refused)


def _event(record: Record) -> str:
    return record.citation.event or record.source.file


def described(
    tables: Sequence[Record], similarity: Similarity, *, done: Step = lambda tables: None
) -> tuple[Views, Bytes]:
    """Every decision of *tables* and its code, from the cache where it is there."""
    views, _ = Views.of_records(tables)
    codes = np.empty((len(views), 4, 13), np.uint8)
    folder = storage.cache_folder() / "positions" / similarity.name
    edges = np.searchsorted(views.table, np.arange(0, len(tables) + _BLOCK, _BLOCK))
    for number, first in enumerate(range(0, len(tables), _BLOCK)):
        rows = slice(int(edges[number]), int(edges[number + 1]))
        block = tables[first : first + _BLOCK]
        codes[rows] = _block(block, views[rows], similarity, folder)
        done(len(block))
    return views, codes


def _block(block: Sequence[Record], views: Views, similarity: Similarity, folder: Path) -> Bytes:
    told = "\n".join(
        f"{r.deal} {r.contract} {r.auction} {' '.join(map(str, r.play))}" for r in block
    )
    path = folder / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}.kibitz"
    try:
        content = storage.load(path, kind=_KIND, version=_VERSION)
        return np.frombuffer(content, np.uint8).reshape(len(views), 4, 13)
    except (StorageError, ValueError):
        codes = similarity.describe(views)
        storage.save(path, codes.tobytes(), kind=_KIND, version=_VERSION)
        return codes
