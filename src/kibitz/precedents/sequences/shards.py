"""A case base too large for one machine: its files are searched in shards, and merged exactly.

The store's folder lies on storage that all workers share. A worker needs this package and the
path; it maps the files of one shard at a time, and returns only the matches. Merging in the order
of the shards keeps the rule that of cases equally near the earlier comes first, so the answer is
the same as that of a single memory. A worker that dies is replaced, and its shard searched again;
the matches of finished shards can be kept, in case the search is stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import UsageError
from kibitz.precedents.sequences.columns import NONE, SequenceMatches
from kibitz.precedents.sequences.distance import Sequences
from kibitz.precedents.sequences.nearest import Admitted, SequenceMemory
from kibitz.precedents.sequences.segments import map_segment
from kibitz.precedents.sequences.store import SequenceStore
from kibitz.runtime.parts import NOT_KEPT, Parts
from kibitz.runtime.running import Engine

CASES_A_SHARD = 2_000_000
"""The most cases of several files in one shard, which then has 230 MB at most."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Consecutive files of a store, and the number of their first case."""

    folder: str
    names: tuple[str, ...]
    first: int
    cases: int

    def memory(self) -> SequenceMemory:
        """Its cases, mapped and numbered from 0; removed cases are not found."""
        store = SequenceStore.open(Path(self.folder))
        memory = SequenceMemory(store.schema, store.window)
        for name in self.names:
            memory.attach(map_segment(store.folder / name, store.schema, store.window).segment)
        for removal in store.removals():
            if self.first <= removal.case < self.first + self.cases:
                memory.remove(removal.case - self.first)
        return memory


def shards(store: SequenceStore, most: int = CASES_A_SHARD) -> list[Shard]:
    """All files of *store* in order, grouped into shards of up to *most* cases."""
    found: list[Shard] = []
    for name, first, cases in store.listed():
        if found and found[-1].cases + cases <= most:
            last = found.pop()
            joined = (*last.names, name)
            found.append(Shard(last.folder, joined, last.first, last.cases + cases))
        else:
            found.append(Shard(str(store.folder.absolute()), (name,), first, cases))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """The task of a worker."""

    shard: Shard
    asked: Sequences
    k: int
    admitted: Admitted | None
    device: str | None


def nearest(
    store: SequenceStore,
    asked: Sequences,
    k: int = 1,
    *,
    engine: Engine | None = None,
    admitted: Admitted | None = None,
    device: str | None = None,
    most: int = CASES_A_SHARD,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> SequenceMatches:
    """The *k* nearest cases of the whole store, searched shard by shard.

    The matches of each shard are kept in *parts*, which belong to one `asking`.
    """
    if k < 1:
        raise UsageError("at least one case is looked for")
    SequenceMemory(store.schema, store.window).check(asked)
    found = SequenceMatches.none(len(asked), asked.window, k)
    searches = (_Search(shard, asked, k, admitted, device) for shard in shards(store, most))
    for part in (engine or Engine()).run(
        _searched, searches, tell=tell,
        parts=None if parts is None else _Found(parts),
        key=lambda search: (search.shard.names, search.shard.first),
    ):  # fmt: skip
        found = SequenceMatches.merged([found, part])
    return found


def asking(store: SequenceStore, asked: Sequences, k: int) -> tuple[object, ...]:
    """Everything the answer depends on, as plain data: cases, questions, number of matches."""
    digest = hashlib.sha256()
    for array in (asked.codes, asked.reals, asked.spans):
        digest.update(f"{array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return store.manifest.digest(), digest.hexdigest(), k


@dataclass(frozen=True, slots=True)
class _Found:
    """`Parts` that hold matches as JSON; "no case" is infinitely far away."""

    parts: Parts

    def find(self, key: Any) -> Any:
        row = self.parts.find(key)
        if row is NOT_KEPT:
            return row
        cases = np.array(row["cases"], np.int64)
        squares = np.array(row["squares"], np.float32)
        return SequenceMatches(cases, np.where(cases == NONE, np.float32(np.inf), squares))

    def keep(self, key: Any, found: SequenceMatches) -> None:
        squares = np.where(found.cases == NONE, np.float32(0), found.squares)
        self.parts.keep(key, {"cases": found.cases.tolist(), "squares": squares.tolist()})


def _searched(search: _Search) -> SequenceMatches:
    memory = search.shard.memory()
    found = memory.search(search.asked, search.k, admitted=search.admitted, device=search.device)
    cases = np.where(found.cases == NONE, NONE, found.cases + search.shard.first)
    return SequenceMatches(cases, found.squares)
