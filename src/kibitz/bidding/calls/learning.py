"""A library's auctions become precedents: what is new is described and kept.

The memory lies beside its library. A table is known again by its content, so that learning twice
adds nothing, and a table that was withdrawn stays so. What is known of a pair when one of its
decisions is described comes from its other tables, old and new ones alike.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Floats, Rows
from kibitz.bidding.auctions.pairs import SITUATIONS
from kibitz.bidding.calls.likeness.decisions import (
    Decisions,
    Marks,
    describe,
    known_features,
)
from kibitz.bidding.calls.memory import pair_name
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.store import Block, CallStore, SmallEntries
from kibitz.errors import UsageError
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.library import Library
from kibitz.records.lookup import bid_tables, tables_with_keys
from kibitz.runtime.running import Engine, Stage
from kibitz.wording import counted

BLOCK = 64
"""Tables that are described together."""
SECONDS_A_BLOCK = 0.4
"""That describing a block takes one core, about."""
KEPT_AT_ONCE = 32  # blocks in one file: about 24,000 decisions

Watch = Callable[[int, int], None]
"""Hears how much of how much was done so far."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What became of a library's auctions."""

    tables: int
    """How many are new."""
    decisions: int
    """How many decisions they hold."""
    described_anew: int
    """Decisions that another network had described."""
    known: int
    """Decisions that can be found now."""
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


def calls_folder(library: Path) -> Path:
    """Where the decisions of a library's auctions are kept: beside it."""
    return library.with_name(f"{library.name}.calls")


def network_name() -> str:
    """What a memory calls the network that described it: the first digits of its weights' hash."""
    digest = hashlib.sha256()
    for name, weight in sorted(CallNetwork.shipped().weights.items()):
        digest.update(name.encode() + np.ascontiguousarray(weight).tobytes())
    return digest.hexdigest()[:12]


def waiting(library: Library, folder: Path) -> int:
    """How many tables `learn` would describe."""
    tables = bid_tables(library)
    if not CallStore.is_in(folder):
        return len(tables)
    store = CallStore.open(folder)
    known = store.keys()
    new = len(set(tables).difference(known))
    return new if store.network == network_name() else new + len(known)


def stage(tables: int) -> Stage:
    """How much describing so many tables is."""
    return Stage(-(-tables // BLOCK), 0, SECONDS_A_BLOCK)


def learn(
    library: Library,
    folder: Path,
    watch: Watch = lambda done, of: None,
    engine: Engine | None = None,
) -> Learned:
    """Bring the memory in *folder* up to the library."""
    name, workers = network_name(), engine or Engine()
    store = CallStore.open(folder) if CallStore.is_in(folder) else CallStore.create(folder, name)
    known = set(store.keys())
    new = [key for key in bid_tables(library) if key not in known]
    tables = list(_read(library, new))
    pairs = Pairs([*store.blocks(), *(block for block, _ in tables)])
    anew = 0
    if store.network != name:
        anew = _describe_anew(store, name, pairs, workers)
    before = len(store)
    _learn_new(store, tables, pairs, workers, partial(_tell, watch, len(new)))
    store.tidy()
    return Learned(len(new), len(store) - before, anew, len(store), pairs.number)


def withdraw(library: Library, folder: Path, numbers: Sequence[int], reason: str) -> int:
    """Unlearn the auctions of tables with these numbers in the library; how many decisions."""
    store = CallStore.open(folder)
    return store.withdraw(_tables_of(store, library, numbers), reason)


def restore(library: Library, folder: Path, numbers: Sequence[int]) -> int:
    """Let tables that were withdrawn count again; how many decisions that are."""
    store = CallStore.open(folder)
    return store.restore(_tables_of(store, library, numbers))


def _tables_of(store: CallStore, library: Library, numbers: Sequence[int]) -> list[int]:
    place = {key: table for table, key in enumerate(store.keys())}
    key_of = {number: key for key, number in bid_tables(library).items()}
    for number in numbers:
        if key_of.get(number) not in place:
            raise UsageError(f"no call was learned from table {number} of {library.name}")
    return [place[key_of[number]] for number in numbers]


def _tell(watch: Watch, total: int, blocks: int) -> None:
    watch(min(BLOCK * blocks, total), total)


def _read(library: Library, keys: Sequence[str]) -> Iterator[tuple[Block, list[KeptRecord]]]:
    """The tables with these keys, not described yet, some at a time."""
    for first in range(0, len(keys), BLOCK):
        some = keys[first : first + BLOCK]
        entries = tables_with_keys(library, some)
        records = [entries[key].record for key in some]
        auctions = Auctions.of_records(records)
        names: dict[str, int] = {"": 0}
        pairs = [
            [names.setdefault(pair_name(r, seat), len(names)) for seat in (r.dealer, r.dealer.next)]
            for r in records
        ]
        kept = [KeptRecord(r.source, key) for r, key in zip(records, some, strict=True)]
        yield undescribed(auctions, np.array(pairs, np.uint32), tuple(names)), kept


def undescribed(auctions: Auctions, pairs: Marks, names: tuple[str, ...]) -> Block:
    """Tables and their pairs, with no decision yet."""
    return Block(auctions, pairs, names, Decisions.none(), SmallEntries.of(auctions))


class Pairs:
    """What every pair did at every table that is known, ready to be asked of a few of them."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._numbers: dict[str, int] = {"": 0}
        owners, situations, held = list[Rows](), list[Bytes](), list[Bytes]()
        for block in blocks:
            own = self._of(block)[block.entries.tables, block.entries.seats % 2]
            owners.append(own)
            situations.append(block.entries.situations)
            held.append(block.entries.held)
        pair = np.concatenate([np.empty(0, np.int64), *owners])
        order = np.argsort(pair, kind="stable")
        self._edges = np.searchsorted(pair[order], np.arange(len(self._numbers) + 1))
        self._situations = np.concatenate([np.empty(0, np.uint8), *situations])[order]
        self._held = np.concatenate([np.empty((0, 5), np.uint8), *held])[order]

    @property
    def number(self) -> int:
        return len(self._numbers) - 1

    def _of(self, block: Block) -> Rows:
        """The pairs of a block's tables by their numbers here, (n, 2)."""
        fold = [self._numbers.setdefault(n.casefold(), len(self._numbers)) for n in block.names]
        found: Rows = np.array(fold, np.int64)[block.pairs]
        return found

    def sums(self, block: Block) -> Floats:
        """What the two pairs of each table did everywhere, (n, 2, situations, 6)."""
        wanted, place = np.unique(self._of(block), return_inverse=True)
        sums = np.zeros((len(wanted), len(SITUATIONS), 6), np.float32)
        for at, pair in enumerate(wanted.tolist()):
            if pair:
                own = slice(self._edges[pair], self._edges[pair + 1])
                np.add.at(sums[at, :, 0], self._situations[own], np.float32(1))
                np.add.at(sums[at, :, 1:], self._situations[own], self._held[own])
        found: Floats = sums[place.reshape(-1, 2)]
        return found


def describe_tables(task: tuple[Auctions, Floats]) -> Decisions:
    """Every decision of some tables; with them goes what their pairs did everywhere."""
    auctions, sums = task
    network = CallNetwork.shipped()
    return describe(network, auctions, known_features(auctions, sums, network.usual))


def _learn_new(
    store: CallStore,
    tables: Sequence[tuple[Block, list[KeptRecord]]],
    pairs: Pairs,
    engine: Engine,
    watch: Callable[[int], None],
) -> None:
    """Describe and add tables, some thousands in a file; what was described by a stop is kept."""
    tasks = ((block.auctions, pairs.sums(block)) for block, _ in tables)
    found = engine.for_at_most(len(tables)).run(describe_tables, tasks)
    held = deque[tuple[Block, list[KeptRecord]]]()

    def add() -> None:
        if held:
            blocks = Block.joined([block for block, _ in held])
            store.add(blocks, [record for _, records in held for record in records])
            held.clear()

    try:
        for number, (part, (block, records)) in enumerate(zip(found, tables, strict=True), 1):
            held.append((replace(block, decisions=part), records))
            watch(number)
            if len(held) == KEPT_AT_ONCE:
                add()
    finally:
        add()


def _describe_anew(store: CallStore, name: str, pairs: Pairs, engine: Engine) -> int:
    """Describe every decision by the network of this name; how many there are."""

    def anew(block: Block) -> Block:
        size = len(block.auctions)
        parts = [np.arange(size)[first : first + BLOCK] for first in range(0, size, BLOCK)]
        sums = pairs.sums(block)
        tasks = ((block.auctions[rows], sums[rows]) for rows in parts)
        found = engine.for_at_most(len(parts)).run(describe_tables, tasks)
        numbered = [
            replace(part, tables=part.tables + np.uint32(rows[0]))
            for rows, part in zip(parts, found, strict=True)
        ]
        return replace(block, decisions=Decisions.joined(numbered))

    store.redescribe(name, anew)
    return len(store)
