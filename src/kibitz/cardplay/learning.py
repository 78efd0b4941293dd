"""A library's tables become precedents: what is new is described and kept, what is unwanted goes.

The case base lies beside its library. A table is known again by its content, so that learning
twice adds nothing, and a table that was withdrawn stays so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from kibitz.cardplay.casebase import CaseBase, Cases
from kibitz.cardplay.similarity import Similarity
from kibitz.cardplay.views import Views
from kibitz.errors import UsageError
from kibitz.precedents.distance import Codes
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.library import Entry, Library
from kibitz.records.lookup import played_tables, tables_with_keys

DESCRIBED_AT_ONCE = 64  # tables between two looks at the progress bar
KEPT_AT_ONCE = 4096  # tables in one file: about 100,000 cases

T = TypeVar("T")
Watch = Callable[[int, int], None]
"""Told how much of how much was done so far."""


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


def cases_folder(library: Path) -> Path:
    """Where the cases of a library are kept: beside it."""
    return library.with_name(f"{library.name}.cardplay")


def learn(
    library: Library, folder: Path, similarity: Similarity, watch: Watch = lambda done, of: None
) -> Learned:
    """Bring the case base in *folder* up to the library, in the words of *similarity*."""
    if CaseBase.is_in(folder):
        base = CaseBase.open(folder)
    else:
        base = CaseBase.create(folder, similarity.name)
    anew = lost = 0
    if base.similarity != similarity.name:
        anew, lost = _describe_anew(base, library, similarity, watch)
    known = set(base.keys())
    new = [key for key in played_tables(library) if key not in known]
    tables = cases = done = 0
    for keys in _batches(new, KEPT_AT_ONCE):
        parts, records = [], list[KeptRecord]()
        for some in _batches(keys, DESCRIBED_AT_ONCE):
            entries = tables_with_keys(library, some)
            parts.append(_described([entries[key] for key in some], similarity, len(records)))
            records += [KeptRecord(entries[key].record.source, key) for key in some]
            done += len(some)
            watch(done, len(new))
        base.add(Cases.joined(parts), records)
        tables += len(records)
        cases += sum(map(len, parts))
    base.tidy()
    return Learned(tables, cases, anew, lost, len(base))


def withdraw(library: Library, folder: Path, numbers: Sequence[int], reason: str) -> int:
    """Unlearn the tables with these numbers in the library; how many cases that were."""
    base = CaseBase.open(folder)
    number_of = {key: number for number, key in enumerate(base.keys())}
    key_of = {number: key for key, number in played_tables(library).items()}
    for number in numbers:
        if key_of.get(number) not in number_of:
            raise UsageError(f"nothing was learned from table {number} of {library.name}")
    return base.withdraw([number_of[key_of[number]] for number in numbers], reason)


def _batches(values: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (values[first : first + size] for first in range(0, len(values), size))


def _described(entries: Sequence[Entry], similarity: Similarity, first_record: int) -> Cases:
    views, cards = Views.of_records([entry.record for entry in entries])
    codes = similarity.describe(views).reshape(-1, 52)
    records = (views.table + first_record).astype(np.uint32)
    return Cases(codes, views.trumps, cards, records, views.plies)


def _describe_anew(
    base: CaseBase, library: Library, similarity: Similarity, watch: Watch
) -> tuple[int, int]:
    """How many cases were described anew, and how many are lost because their table is."""
    keys = base.keys()
    lost = set[int]()
    done = total = 0

    def codes_of(old: Cases) -> Codes:
        nonlocal done, total
        codes = np.zeros((len(old), 52), np.uint8)
        for numbers in _batches(np.unique(old.records).tolist(), DESCRIBED_AT_ONCE):
            entries = tables_with_keys(library, [keys[number] for number in numbers])
            here = [number for number in numbers if keys[number] in entries]
            lost.update(set(numbers) - set(here))
            if here:
                new = _described([entries[keys[number]] for number in here], similarity, 0)
                codes[np.isin(old.records, np.array(here, np.uint32))] = new.codes
            done += len(numbers)
            watch(done, len(keys))
        total += len(old)
        return codes

    base.redescribe(similarity.name, codes_of)
    gone = base.withdraw(sorted(lost), "its table is not in the library any more") if lost else 0
    return total - gone, gone
