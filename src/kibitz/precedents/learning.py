"""Turns a library's tables into cases on a shelf: new tables are described, and their cases kept.

A shelf lies beside its library. A table is known by its content, so learning twice adds nothing,
and a withdrawn table stays withdrawn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from kibitz.errors import UsageError
from kibitz.precedents.manifest import KeptRecord
from kibitz.precedents.shelf import Columns, Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import tables_with_keys
from kibitz.records.record import Record
from kibitz.runtime.running import Watch, unwatched

C = TypeVar("C", bound=Columns)
T = TypeVar("T")
V = TypeVar("V")

RecordsAt = Callable[[Sequence[int]], Mapping[int, Record]]
"""The records with these numbers on the shelf; those the library no longer holds are left out."""


class Describer(Protocol[T, C]):
    """Turns tables into cases; each call of `learn` needs its own."""

    @property
    def by(self) -> str:
        """Its name, which the shelf stores with the cases it described."""

    @property
    def block(self) -> int:
        """The number of tables described together."""

    @property
    def kept(self) -> int:
        """The number of tables in one file."""

    def tables(self, records: Sequence[Record]) -> T:
        """A block of tables in the form that `run` describes."""

    def prepared(self, known: Sequence[C], new: Iterator[T]) -> Iterator[T]:
        """The *new* blocks, each with whatever describing it needs to know of all the others."""

    def run(self, blocks: Iterator[T], count: int, tell: Callable[[int], object]) -> Iterator[C]:
        """The cases of *count* blocks, in order; *tell* is called with the number done."""

    def again(self, old: C, records: RecordsAt, tell: Callable[[int], object]) -> C:
        """The cases of one file, described anew; their number and order stay the same."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The outcome of learning from a library."""

    tables: int
    """New tables."""
    cases: int
    """The cases of these tables."""
    described_anew: int
    """Cases described anew, because another network had described them before."""
    withdrawn: int
    """Cases whose table the library no longer holds."""
    known: int
    """All the cases that can be found now."""


def waiting(shelf: Shelf[C] | None, keys: Collection[str], by: str) -> int:
    """The number of tables still to be learned, among those of the library with these *keys*."""
    if shelf is None:
        return len(keys)
    known = shelf.keys()
    new = len(set(keys).difference(known))
    return new if shelf.by == by else new + len(known)


def learn(
    library: Library,
    shelf: Shelf[C],
    keys: Collection[str],
    describer: Describer[T, C],
    watch: Watch = unwatched,
) -> Learned:
    """Bring the shelf up to date with the library's tables that have these *keys*.

    If it is stopped, everything described by then is kept.
    """
    known = set(shelf.keys())
    new = [key for key in keys if key not in known]
    blocks = list(batches(new, describer.block))
    kept = deque[list[KeptRecord]]()
    tables = _tables(library, blocks, describer, kept)
    prepared = describer.prepared([part.mapped for part in shelf.parts], tables)
    anew = lost = 0
    if shelf.by != describer.by:
        anew, lost = _describe_anew(library, shelf, describer, watch)
    before = len(shelf)

    def tell(done: int) -> None:
        watch(min(describer.block * done, len(new)), len(new))

    found = describer.run(prepared, len(blocks), tell)
    _keep(shelf, ((cases, kept.popleft()) for cases in found), describer.kept)
    shelf.tidy()
    return Learned(len(new), len(shelf) - before, anew, lost, len(shelf))


def batches(values: Sequence[V], size: int) -> Iterator[Sequence[V]]:
    """The values, *size* at a time."""
    return (values[first : first + size] for first in range(0, len(values), size))


def _tables(
    library: Library,
    blocks: Sequence[Sequence[str]],
    describer: Describer[T, C],
    kept: deque[list[KeptRecord]],
) -> Iterator[T]:
    """Blocks of new tables; the entries for their records are appended to *kept*."""
    for keys in blocks:
        entries = tables_with_keys(library, keys)
        records = [entries[key].record for key in keys]
        kept.append([KeptRecord(r.source, key) for r, key in zip(records, keys, strict=True)])
        yield describer.tables(records)


def _keep(shelf: Shelf[C], found: Iterator[tuple[C, list[KeptRecord]]], tables_a_file: int) -> None:
    """Add the cases of many blocks to the shelf, some thousands of tables to a file."""
    parts, firsts, records = list[C](), list[int](), list[KeptRecord]()

    def add() -> None:
        if parts:
            cases, theirs = parts[0].joined(parts, firsts), records.copy()
            for held in (parts, firsts, records):
                held.clear()
            shelf.add(cases, theirs)

    try:
        for cases, theirs in found:
            parts.append(cases)
            firsts.append(len(records))
            records += theirs
            if len(records) >= tables_a_file:
                add()
    finally:
        add()


def _describe_anew(
    library: Library, shelf: Shelf[C], describer: Describer[T, C], watch: Watch
) -> tuple[int, int]:
    """The number of cases described anew, and the number lost because their table is gone."""
    keys, lost, done = shelf.keys(), set[int](), 0

    def records(numbers: Sequence[int]) -> dict[int, Record]:
        entries = tables_with_keys(library, [keys[number] for number in numbers])
        there = {n: entries[keys[n]].record for n in numbers if keys[n] in entries}
        lost.update(set(numbers).difference(there))
        return there

    def describe(old: C) -> C:
        nonlocal done
        size = len(np.unique(old.records))

        def tell(blocks: int) -> None:
            watch(done + min(describer.block * blocks, size), len(keys))

        new = describer.again(old, records, tell)
        done += size
        return new

    shelf.redescribe(describer.by, describe)
    gone = shelf.lose(sorted(lost)) if lost else 0
    return sum(len(part.mapped) for part in shelf.parts) - gone, gone


def withdraw(
    shelf: Shelf[C], library: Library, keys: Mapping[str, int], tables: Sequence[int], reason: str
) -> int:
    """Withdraw tables of the library; return the number of cases withdrawn.

    *keys* gives the number of each of the library's tables by its key.
    """
    return shelf.withdraw(_records_of(shelf, library, keys, tables), reason)


def restore(
    shelf: Shelf[C], library: Library, keys: Mapping[str, int], tables: Sequence[int]
) -> int:
    """Restore tables that were withdrawn; return the number of cases restored."""
    return shelf.restore(_records_of(shelf, library, keys, tables))


def _records_of(
    shelf: Shelf[C], library: Library, keys: Mapping[str, int], tables: Sequence[int]
) -> list[int]:
    """The shelf's numbers for some of the library's *tables*."""
    number_of = {key: number for number, key in enumerate(shelf.keys())}
    key_of = {number: key for key, number in keys.items()}
    for table in tables:
        if key_of.get(table) not in number_of:
            raise UsageError(f"Nothing was learned from table {table} of {library.name}.")
    return [number_of[key_of[table]] for table in tables]
