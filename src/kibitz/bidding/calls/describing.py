"""Describing auctions: each call becomes a decision as the network sees it.

What the network knows about a pair comes from all of the pair's other tables, old and new.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Floats, Rows
from kibitz.bidding.auctions.pairs import SITUATIONS
from kibitz.bidding.calls.likeness.decisions import (
    CallDecisions,
    Marks,
    describe,
    known_features,
)
from kibitz.bidding.calls.memory import pair_name
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.store import Block, SmallEntries
from kibitz.precedents.learning import RecordsAt
from kibitz.records.record import Record
from kibitz.runtime.running import Engine

BLOCK = 64
"""The number of tables that are described together."""


class CallDescriber:
    """Describes blocks of tables, in several processes."""

    block = BLOCK
    kept = 2048
    """The number of tables in a file: about 24,000 decisions."""

    def __init__(self, engine: Engine) -> None:
        self.by = network_name()
        self.pairs = Pairs([])
        self._engine = engine

    def tables(self, records: Sequence[Record]) -> Block:
        """Tables and their pairs, with no decision yet."""
        names: dict[str, int] = {"": 0}
        pairs = [
            [names.setdefault(pair_name(r, seat), len(names)) for seat in (r.dealer, r.dealer.next)]
            for r in records
        ]
        return undescribed(Auctions.of_records(records), np.array(pairs, np.uint32), tuple(names))

    def prepared(self, known: Sequence[Block], new: Iterator[Block]) -> Iterator[Block]:
        """The new tables; first, all tables of each pair must be known."""
        blocks = list(new)
        self.pairs = Pairs([*known, *blocks])
        return iter(blocks)

    def run(
        self, blocks: Iterator[Block], count: int, tell: Callable[[int], object]
    ) -> Iterator[Block]:
        """The blocks with their decisions."""
        waiting = deque[Block]()

        def tasks() -> Iterator[tuple[Auctions, Floats]]:
            for block in blocks:
                waiting.append(block)
                yield block.auctions, self.pairs.sums(block)

        found = self._engine.for_at_most(count).run(describe_tables, tasks())
        for done, decisions in enumerate(found, start=1):
            yield replace(waiting.popleft(), decisions=decisions)
            tell(done)

    def again(self, old: Block, records: RecordsAt, tell: Callable[[int], object]) -> Block:
        """The same tables described again, from what a file holds."""
        size, sums = len(old.auctions), self.pairs.sums(old)
        parts = [np.arange(size)[first : first + BLOCK] for first in range(0, size, BLOCK)]
        tasks = ((old.auctions[rows], sums[rows]) for rows in parts)
        decisions = list[CallDecisions]()
        for found in self._engine.for_at_most(len(parts)).run(describe_tables, tasks):
            first = np.uint32(BLOCK * len(decisions))
            decisions.append(replace(found, tables=found.tables + first))
            tell(len(decisions))
        return replace(old, decisions=CallDecisions.joined(decisions))


def network_name() -> str:
    """The name of the network on a shelf: the first digits of a hash of its weights."""
    digest = hashlib.sha256()
    for name, weight in sorted(CallNetwork.shipped().weights.items()):
        digest.update(name.encode() + np.ascontiguousarray(weight).tobytes())
    return digest.hexdigest()[:12]


def undescribed(auctions: Auctions, pairs: Marks, names: tuple[str, ...]) -> Block:
    """Tables and their pairs, with no decision yet."""
    return Block(auctions, pairs, names, CallDecisions.none(), SmallEntries.of(auctions))


class Pairs:
    """What each pair did at all known tables."""

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

    def __len__(self) -> int:
        """The number of pairs with a name."""
        return len(self._numbers) - 1

    def _of(self, block: Block) -> Rows:
        """The numbers of the pairs at a block's tables, (n, 2)."""
        fold = [self._numbers.setdefault(n.casefold(), len(self._numbers)) for n in block.names]
        found: Rows = np.array(fold, np.int64)[block.pairs]
        return found

    def sums(self, block: Block) -> Floats:
        """What both pairs of each table did at all tables, (n, 2, situations, 6)."""
        wanted, place = np.unique(self._of(block), return_inverse=True)
        sums = np.zeros((len(wanted), len(SITUATIONS), 6), np.float32)
        for at, pair in enumerate(wanted.tolist()):
            if pair:
                own = slice(self._edges[pair], self._edges[pair + 1])
                np.add.at(sums[at, :, 0], self._situations[own], np.float32(1))
                np.add.at(sums[at, :, 1:], self._situations[own], self._held[own])
        found: Floats = sums[place.reshape(-1, 2)]
        return found


def describe_tables(task: tuple[Auctions, Floats]) -> CallDecisions:
    """All decisions of some tables; the *task* includes what their pairs did at all tables."""
    auctions, sums = task
    network = CallNetwork.shipped()
    return describe(network, auctions, known_features(auctions, sums, network.usual))
