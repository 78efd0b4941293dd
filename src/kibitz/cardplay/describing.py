"""Tables become cases: every real decision, as the similarities describe it.

On this machine's cores, or a cluster's, processes describe blocks of tables. On a device, one
process prepares positions in threads, and networks that stay on the device describe them. The
cases are the same to the last number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from kibitz.cardplay.similarity.gpu_network import ResidentNetwork
from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.learned import SCALE, Similarity, name_of
from kibitz.cardplay.similarity.positions import Bytes, Tables, Views
from kibitz.cardplay.similarity.sights import TokenSight
from kibitz.cardplay.similarity.tokens import Tokens
from kibitz.cardplay.store import Cases
from kibitz.precedents.learning import RecordsAt, batches
from kibitz.records.record import Record
from kibitz.runtime.running import Engine, ahead

BLOCK = 64
"""The number of tables that a process describes together."""
BLOCK_ON_DEVICE = 1024
KEPT = 4096
"""The number of tables in one file: about 100,000 cases."""


class CardDescriber(ABC):
    """Describes the decisions at tables, each similarity those of one side."""

    block: int
    kept = KEPT

    def __init__(self, similarities: Sequence[Similarity]) -> None:
        self.similarities = similarities

    @property
    def by(self) -> str:
        return name_of(self.similarities)

    def tables(self, records: Sequence[Record]) -> Tables:
        return Tables.of_records(records)

    def prepared(self, known: Sequence[Cases], new: Iterator[Tables]) -> Iterator[Tables]:
        """The new tables as they come, as describing one does not depend on the others."""
        return new

    @abstractmethod
    def run(
        self, blocks: Iterator[Tables], count: int, tell: Callable[[int], object]
    ) -> Iterator[Cases]:
        """The decisions of each of *count* blocks, in order."""

    def again(self, old: Cases, records: RecordsAt, tell: Callable[[int], object]) -> Cases:
        """The cases with new codes; all zeros where the table is gone."""
        codes = np.zeros((len(old), 52), np.uint8)
        blocks = list(batches(np.unique(old.records).tolist(), self.block))
        there = deque[list[int]]()

        def tables() -> Iterator[Tables]:
            for block in blocks:
                found = records(block)
                there.append(list(found))
                yield Tables.of_records(found.values())

        for new in self.run(tables(), len(blocks), tell):
            codes[np.isin(old.records, np.array(there.popleft(), np.uint32))] = new.codes
        return replace(old, codes=codes)


class ByEngine(CardDescriber):
    """Describes blocks of tables in processes."""

    block = BLOCK

    def __init__(self, similarities: Sequence[Similarity], engine: Engine) -> None:
        super().__init__(similarities)
        self._engine = engine

    def run(
        self, blocks: Iterator[Tables], count: int, tell: Callable[[int], object]
    ) -> Iterator[Cases]:
        done = 0

        def one_done() -> None:
            nonlocal done
            done += 1
            tell(done)

        work = partial(cases_of, self.similarities)
        return self._engine.for_at_most(count).run(work, blocks, tell=one_done)


class ByDevice(CardDescriber):
    """Describes tables by networks that stay on a device; this process prepares their input."""

    block = BLOCK_ON_DEVICE

    def __init__(self, similarities: Sequence[Similarity], device: str) -> None:
        super().__init__(similarities)
        self._networks = [
            ResidentNetwork(similarity.network, SCALE, device) for similarity in similarities
        ]

    def run(
        self, blocks: Iterator[Tables], count: int, tell: Callable[[int], object]
    ) -> Iterator[Cases]:
        for done, sides in enumerate(ahead(self._asked, blocks), start=1):
            found = zip(self._networks, sides, strict=True)
            yield Cases.joined([side.described(by.codes(side.given)) for by, side in found])
            tell(done)

    def _asked(self, tables: Tables) -> list[_Asked]:
        return [_Asked.of(network.sight, tables) for network in self._networks]


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """One side's decisions at some tables, and the network's input."""

    views: Views
    kinds: Bytes
    given: Tokens

    @classmethod
    def of(cls, sight: TokenSight, tables: Tables) -> _Asked:
        views, numbers = _decisions(sight, tables)
        return cls(views, numbers, sight.tokens(views))

    def described(self, codes: Bytes) -> Cases:
        return _cases(self.views, self.kinds, codes)


def cases_of(similarities: Sequence[Similarity], tables: Tables) -> Cases:
    """Every real decision at *tables*, one side after the other; `records` count the tables.

    A forced card, or a choice among equal cards, is no case.
    """
    sides = []
    for similarity in similarities:
        views, numbers = _decisions(similarity.network.sight, tables)
        sides.append(_cases(views, numbers, similarity.describe(views)))
    return Cases.joined(sides)


def _decisions(sight: TokenSight, tables: Tables) -> tuple[Views, Bytes]:
    """A side's decisions, and the kind of each."""
    views = Views.of_tables(tables, sight.side)
    numbers = kinds(views)
    real = np.flatnonzero(numbers != NO_DECISION)
    return views[real], numbers[real]


def _cases(views: Views, numbers: Bytes, codes: Bytes) -> Cases:
    table = views.table.astype(np.uint32)
    return Cases(codes.reshape(-1, 52), views.trumps, views.chosen, table, views.plies, numbers)
