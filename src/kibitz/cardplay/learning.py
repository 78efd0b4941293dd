"""A library's tables become precedents: what is new is described and kept, what is unwanted goes.

The case base lies beside its library. A table is known again by its content, so that learning
twice adds nothing, and a table that was withdrawn stays so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from kibitz.cardplay.describing import BLOCK, ByDevice, ByEngine, Describing
from kibitz.cardplay.similarity.learned import Similarity, name_of
from kibitz.cardplay.similarity.positions import Bytes, Tables
from kibitz.cardplay.store import CaseBase, Cases
from kibitz.errors import StorageError, UsageError
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables, tables_with_keys
from kibitz.records.record import Source
from kibitz.runtime.running import Engine, Stage
from kibitz.wording import counted

SECONDS_A_BLOCK, ON_DEVICE = 0.16, 0.013
"""That describing a block takes one core, about, or a graphics processor."""
KEPT_AT_ONCE = 4096  # tables in one file: about 100,000 cases

T = TypeVar("T")
Watch = Callable[[int, int], None]
"""Hears how much of how much was done so far."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What became of a library's tables."""

    tables: int
    """How many are new."""
    cases: int
    """How many decisions they hold."""
    described_anew: int
    """Cases that another similarity had described."""
    withdrawn: int
    """Cases whose table the library does not hold any more."""
    known: int
    """Cases that can be found now."""

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
    """The similarities that are part of the package, declarer's first."""
    both = (Similarity.shipped(), Similarity.shipped_defence())
    return [similarity for similarity in both if similarity is not None]


def cases_folder(library: Path) -> Path:
    """Where the cases of a library are kept: beside it."""
    return library.with_name(f"{library.name}.cardplay")


def waiting(library: Library, folder: Path, similarity: str) -> int:
    """How many tables `learn` would describe by the similarity of that name."""
    played = played_tables(library)
    if not CaseBase.is_in(folder):
        return len(played)
    base = CaseBase.open(folder)
    known = set(base.keys())
    new = sum(key not in known for key in played)
    return new if base.similarity == similarity else new + len(known)


def stage(tables: int, device: str | None = None) -> Stage:
    """How much describing so many tables is, on the processors or on a device."""
    return Stage(-(-tables // BLOCK), 0, SECONDS_A_BLOCK if device is None else ON_DEVICE)


def learn(
    library: Library,
    folder: Path,
    similarities: Sequence[Similarity],
    watch: Watch = lambda done, of: None,
    engine: Engine | None = None,
    device: str | None = None,
) -> Learned:
    """Bring the case base in *folder* up to the library, in the words of *similarities*.

    Each describes the decisions of one side, on *device* where one is named.
    """
    name = name_of(similarities)
    base = CaseBase.open(folder) if CaseBase.is_in(folder) else CaseBase.create(folder, name)
    describing: Describing = (
        ByEngine(similarities, engine or Engine())
        if device is None
        else ByDevice(similarities, device)
    )
    anew = lost = 0
    if base.similarity != name:
        if base.similarity.count("+") != name.count("+"):
            raise StorageError(
                f"the cases in {folder} are not of the same chairs: remove that folder, and "
                "'kibitz learn cardplay' makes it anew"
            )
        anew, lost = _describe_anew(base, library, name, describing, watch)
    known = set(base.keys())
    new = [key for key in played_tables(library) if key not in known]
    cases = _learn_new(base, library, new, describing, watch)
    base.tidy()
    return Learned(len(new), cases, anew, lost, len(base))


def withdraw(library: Library, folder: Path, numbers: Sequence[int], reason: str) -> int:
    """Unlearn the tables with these numbers in the library; how many cases that were."""
    base = CaseBase.open(folder)
    return base.withdraw(list(_records_of(base, library, numbers).values()), reason)


def restore(library: Library, folder: Path, numbers: Sequence[int]) -> int:
    """Let tables that were withdrawn count again; how many cases that are."""
    base = CaseBase.open(folder)
    return base.restore(list(_records_of(base, library, numbers).values()))


def _records_of(base: CaseBase, library: Library, numbers: Sequence[int]) -> dict[str, int]:
    """The keys of tables with these numbers in the library, and of each its record."""
    number_of = {key: number for number, key in enumerate(base.keys())}
    key_of = {number: key for key, number in played_tables(library).items()}
    for number in numbers:
        if key_of.get(number) not in number_of:
            raise UsageError(f"nothing was learned from table {number} of {library.name}")
    return {key_of[number]: number_of[key_of[number]] for number in numbers}


def _batches(values: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (values[first : first + size] for first in range(0, len(values), size))


def _learn_new(
    base: CaseBase, library: Library, new: Sequence[str], describing: Describing, watch: Watch
) -> int:
    """Add the tables with the keys *new*, some thousands in a file; how many cases they hold.

    Stopped or not, what was described by then is kept.
    """
    size = describing.block
    blocks = list(_batches(new, size))
    sources = deque[Source]()

    def tables() -> Iterator[Tables]:
        for keys in blocks:
            entries = tables_with_keys(library, keys)
            sources.extend(entries[key].record.source for key in keys)
            yield Tables.of_records(entries[key].record for key in keys)

    def tell(done: int) -> None:
        watch(min(size * done, len(new)), len(new))

    found = describing.run(tables(), len(blocks), tell)
    held, before = list[tuple[Cases, list[KeptRecord]]](), len(base)
    try:
        for keys, part in zip(blocks, found, strict=True):
            held.append((part, [KeptRecord(sources.popleft(), key) for key in keys]))
            if size * len(held) == KEPT_AT_ONCE:
                some, held = held, []
                _add(base, some)
    finally:
        if held:
            _add(base, held)
    return len(base) - before


def _add(base: CaseBase, blocks: Sequence[tuple[Cases, Sequence[KeptRecord]]]) -> None:
    """Add the cases of some blocks of tables, in one file."""
    parts, records = list[Cases](), list[KeptRecord]()
    for part, tables in blocks:
        parts.append(replace(part, records=part.records + np.uint32(len(records))))
        records += tables
    base.add(Cases.joined(parts), records)


def _describe_anew(
    base: CaseBase, library: Library, name: str, describing: Describing, watch: Watch
) -> tuple[int, int]:
    """How many cases were described anew, and how many are lost because their table is."""
    keys = base.keys()
    lost = set[int]()
    done = total = 0

    def codes_of(old: Cases) -> Bytes:
        nonlocal done, total
        codes = np.zeros((len(old), 52), np.uint8)
        numbers = np.unique(old.records).tolist()
        blocks = list(_batches(numbers, describing.block))
        there = deque[list[int]]()

        def tables() -> Iterator[Tables]:
            for block in blocks:
                entries = tables_with_keys(library, [keys[number] for number in block])
                there.append([number for number in block if keys[number] in entries])
                lost.update(set(block).difference(there[-1]))
                yield Tables.of_records(entries[keys[number]].record for number in there[-1])

        def tell(blocks_done: int) -> None:
            watch(done + min(describing.block * blocks_done, len(numbers)), len(keys))

        for new in describing.run(tables(), len(blocks), tell):
            codes[np.isin(old.records, np.array(there.popleft(), np.uint32))] = new.codes
        done += len(numbers)
        total += len(old)
        return codes

    base.redescribe(name, codes_of)
    gone = base.lose(sorted(lost)) if lost else 0
    return total - gone, gone
