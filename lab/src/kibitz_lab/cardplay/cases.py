"""The tables that `kibitz lab cardplay` learns from and tests on, and a cache of their positions.

A table is tested only if neither its event nor its deal is learned from, and its deal was not used
to make the similarity. Described positions are cached by similarity and table, a block of tables
at a time, so that a stopped or repeated run continues from there.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Bytes, Tables, Views
from kibitz.errors import StorageError, UsageError
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.runtime import arrays, storage
from kibitz.runtime.parts import NOT_KEPT
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.seen_deals import SeenDeals
from kibitz_lab.harness.splits import event_of, groups
from kibitz_lab.harness.study import StageWatch

Step = Callable[[int], object]

BLOCK = 256
"""Tables per block. It is fixed, because the numbers may depend on what is described together."""
SECONDS_A_BLOCK = 0.9
"""About how long one core takes to describe a block."""

_AHEAD = 8  # blocks per worker: a described one takes a third of a megabyte
_FORM = arrays.FileForm("positions", 2)


@dataclass(frozen=True, slots=True)
class TableSplit:
    """Tables to learn from and to test on, and how many were refused as already seen."""

    learned: tuple[Record, ...]
    tested: tuple[Record, ...]
    events: tuple[int, ...]
    """The group of events of each tested table."""
    refused: int


def read_tables(paths: Sequence[Path], *, seen: Step = lambda tables: None) -> list[Record]:
    """The tables of some files at which cards were played."""
    tables = []
    for path in paths:
        for found in read_path(path):
            if isinstance(found, Record) and found.contract is not None and found.play:
                tables.append(found)
            seen(1)
    return tables


def drawn(
    train: Sequence[Path],
    test: Sequence[Path],
    made_from: SeenDeals,
    *,
    limit_train: int,
    limit_test: int,
    seed: int,
    watch: StageWatch,
) -> TableSplit:
    """Read the files and split their tables."""
    reading = partial(watch, "reading records", None)
    training = read_tables(train, seen=reading)
    testing = training if list(test) == list(train) else read_tables(test, seen=reading)
    return split(
        training, testing, made_from, limit_train=limit_train, limit_test=limit_test, seed=seed
    )


def split(
    training: Sequence[Record],
    testing: Sequence[Record],
    made_from: SeenDeals,
    *,
    limit_train: int,
    limit_test: int,
    seed: int,
) -> TableSplit:
    """Draw whole tables for testing, about *limit_test* decisions, and learn from other events."""
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
    grouped = groups([event_of(one) for one in everything], [one.deal for one in everything])
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
    return TableSplit(tuple(lessons[: limit_train or None]), tuple(chosen), tuple(events), refused)


@dataclass(frozen=True, slots=True)
class Positions:
    """Described blocks of tables, each a file in the folder of its similarity."""

    folder: Path

    @classmethod
    def of(cls, similarity: Similarity) -> Positions:
        return cls(storage.cache_folder() / "positions" / similarity.name)

    def find(self, mark: str) -> Any:
        try:
            return arrays.load(_FORM, self._path(mark)).arrays["codes"]
        except StorageError:
            return NOT_KEPT

    def keep(self, mark: str, codes: Bytes) -> None:
        arrays.save(_FORM, self._path(mark), {"codes": codes})

    def _path(self, mark: str) -> Path:
        return self.folder / f"{mark}.kibitz"


def blocks(tables: Sized, size: int = BLOCK) -> int:
    """The number of blocks of *size* tables."""
    return -(-len(tables) // size)


def decisions_of(tables: Sequence[Record], similarity: Similarity) -> Views:
    """Every decision in *tables* of the side that the similarity describes."""
    return Views.of_tables(Tables.of_records(tables), similarity.network.sight.side)


def described(
    views: Views,
    similarity: Similarity,
    *,
    engine: Engine | None = None,
    tell: Callable[[], object] = lambda: None,
) -> Bytes:
    """The code of each decision, from the cache where possible.

    *tell* is called after each block of tables.
    """
    codes = np.empty((len(views), 4, 13), np.uint8)
    row = 0
    for block in (engine or Engine()).run(
        partial(_described, similarity),
        in_blocks(views, BLOCK),
        tell=tell,
        parts=Positions.of(similarity),
        key=_mark,
        ahead=_AHEAD,
    ):
        codes[row : row + len(block)] = block
        row += len(block)
    return codes


def in_blocks(views: Views, size: int) -> Iterator[Views]:
    """The decisions in blocks of *size* tables."""
    for first in range(0, len(views.tables), size):
        yield views.between(first, first + size)


def description(views: Views, similarity: Similarity) -> Stage:
    """How much work `described` has to do."""
    kept, marks = Positions.of(similarity), list(map(_mark, in_blocks(views, BLOCK)))
    done = sum(kept.find(mark) is not NOT_KEPT for mark in marks)
    return Stage(len(marks), done, SECONDS_A_BLOCK)


def _described(similarity: Similarity, views: Views) -> Bytes:
    return similarity.describe(views)


def _mark(views: Views) -> str:
    """A digest of some decisions."""
    tables = (getattr(views.tables, field.name) for field in fields(Tables))
    digest = hashlib.sha256()
    for array in (*tables, views.table, views.plies):
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()[:32]
