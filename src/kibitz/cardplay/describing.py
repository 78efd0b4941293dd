"""Tables become cases: every decision in which something was decided, as the similarities see it.

On this machine's cores (or a cluster's) blocks of tables are described by processes; on a device
one process makes positions in threads, and the networks that stay there describe them. Either way
a case is the same to the last number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from kibitz.cardplay.similarity.gpu_network import ResidentNetwork
from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.learned import SCALE, Similarity
from kibitz.cardplay.similarity.positions import Bytes, Tables, Views
from kibitz.cardplay.similarity.sights import Sight
from kibitz.cardplay.similarity.tokens import Tokens
from kibitz.cardplay.store import Cases
from kibitz.runtime.running import Engine, ahead

BLOCK = 64
"""Tables that a process describes together."""
BLOCK_ON_DEVICE = 1024


class Describing(Protocol):
    """Whoever describes the decisions of many tables."""

    @property
    def block(self) -> int:
        """How many tables together."""

    def run(
        self, blocks: Iterator[Tables], count: int, watch: Callable[[int], object]
    ) -> Iterator[Cases]:
        """The decisions of each of *count* blocks, in order; *watch* hears how many are done."""


@dataclass(frozen=True, slots=True)
class ByEngine:
    """Processes, each of which describes blocks of tables."""

    similarities: Sequence[Similarity]
    engine: Engine
    block: int = BLOCK

    def run(
        self, blocks: Iterator[Tables], count: int, watch: Callable[[int], object]
    ) -> Iterator[Cases]:
        done = 0

        def tell() -> None:
            nonlocal done
            done += 1
            watch(done)

        work = partial(cases_of, self.similarities)
        return self.engine.for_at_most(count).run(work, blocks, tell=tell)


class ByDevice:
    """Networks that stay on a device; this process makes what they are given."""

    block = BLOCK_ON_DEVICE

    def __init__(self, similarities: Sequence[Similarity], device: str) -> None:
        self._networks = [
            ResidentNetwork(similarity.network, SCALE, device) for similarity in similarities
        ]

    def run(
        self,
        blocks: Iterable[Tables],
        count: int,
        watch: Callable[[int], object],
    ) -> Iterator[Cases]:
        for done, sides in enumerate(ahead(self._asked, blocks), start=1):
            found = zip(self._networks, sides, strict=True)
            yield Cases.joined([side.described(by.codes(side.given)) for by, side in found])
            watch(done)

    def _asked(self, tables: Tables) -> list[_Asked]:
        return [_Asked.of(network.sight, tables) for network in self._networks]


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """One side's decisions at some tables, and what a network is given of them."""

    views: Views
    kinds: Bytes
    given: Tokens

    @classmethod
    def of(cls, sight: Sight, tables: Tables) -> _Asked:
        views, numbers = _decisions(sight, tables)
        return cls(views, numbers, sight.tokens(views))

    def described(self, codes: Bytes) -> Cases:
        return _cases(self.views, self.kinds, codes)


def cases_of(similarities: Sequence[Similarity], tables: Tables) -> Cases:
    """Every decision of *tables*, side by side; `records` are their numbers among them.

    A card that had to be played, or was one of equals, decides nothing and is no case.
    """
    sides = []
    for similarity in similarities:
        views, numbers = _decisions(similarity.network.sight, tables)
        sides.append(_cases(views, numbers, similarity.describe(views)))
    return Cases.joined(sides)


def _decisions(sight: Sight, tables: Tables) -> tuple[Views, Bytes]:
    """A side's decisions, and the kind of each."""
    views = Views.of_tables(tables, sight.side)
    numbers = kinds(views)
    real = np.flatnonzero(numbers != NO_DECISION)
    return views[real], numbers[real]


def _cases(views: Views, numbers: Bytes, codes: Bytes) -> Cases:
    table = views.table.astype(np.uint32)
    return Cases(codes.reshape(-1, 52), views.trumps, views.chosen, table, views.plies, numbers)
