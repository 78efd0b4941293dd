"""The tables that the experiments of calls learn from and test on, and what is foreseen there.

A table is tested only when it is for testing in the frozen split, which no training looks at. What
is known of a pair comes from its other boards: those that teach and, for a tested table, the others
that are tested, as a player has them in his library. No table ever speaks for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from kibitz.bidding.auctions.arrays import NONE, Auctions, Bools, Bytes, Floats, Rows, legal_calls
from kibitz.bidding.auctions.pairs import Entries, summed
from kibitz.bidding.calls.likeness.decisions import NO_DECISION, kinds, known_features
from kibitz.bidding.calls.network import CallNetwork, inputs
from kibitz.errors import UsageError
from kibitz.runtime.running import Engine
from kibitz_lab.cardplay.cases import Watch, begun
from kibitz_lab.harness.splits import Digests, Part
from kibitz_lab.making.calls.lessons import UNKNOWN, PackedAuctions

BLOCK = 256
"""Tables that are foreseen together."""
_AHEAD = 4  # blocks a worker: what is known of the pairs of one is two megabytes

R = TypeVar("R")
Block: TypeAlias = tuple[Auctions, Floats | None]
"""Some tables, and what is known of their pairs, (n, 2, WIDTH)."""


class Knows(Protocol):
    """What is known of the two pairs of each table, (n, 2, WIDTH)."""

    def __call__(self, tables: Tables, /) -> Floats: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Which files teach and which are tested, and how much of them; 0: all."""

    train: Sequence[Path] = ()
    test: Sequence[Path] = ()
    limit_train: int = 100_000
    """Tables that precedents are of."""
    limit_test: int = 20_000
    """Decisions, about."""
    part: Part = Part.TESTS
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Some tables: the auctions, their pairs, deals and events."""

    auctions: Auctions
    pairs: Rows
    deals: Digests
    events: Digests

    def __len__(self) -> int:
        return len(self.auctions)

    def __getitem__(self, rows: slice) -> Tables:
        return Tables(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def groups(self) -> Digests:
        """What intervals are over: the event of each table; where there is but one, its deal."""
        return self.events if (self.events != self.events[0]).any() else self.deals

    @classmethod
    def of(cls, packed: PackedAuctions, rows: Rows) -> Tables:
        return cls(
            packed.auctions[rows], packed.pairs[rows], packed.deals[rows], packed.events[rows]
        )


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Tables that teach and tables that are tested, and what every pair did where it taught."""

    lessons: Tables
    tested: Tables
    every: Tables
    """All that could be tested."""
    sums: Floats
    """Of the tables that teach."""
    others: Floats
    """And of those that could be tested."""
    records: Sequence[dict[str, Any]]

    def of_taught(self, ordinary: Floats, tables: Tables) -> Floats:
        """What is known of the pairs of tables that teach, (n, 2, WIDTH), each without itself."""
        return known_features(tables.auctions, self.sums[tables.pairs], ordinary)

    def are_known(self, table: Rows, place: Rows) -> Bools:
        """Whether anything is known of who called at these places of tested tables."""
        entries = Entries.of(self.tested.auctions)
        boards = self.others[..., 0].sum(axis=1)[self.tested.pairs]
        there = self.tested.pairs[entries.table, entries.seat % 2] != UNKNOWN
        np.subtract.at(boards, (entries.table[there], entries.seat[there] % 2), 1)
        found: Bools = boards[table, place % 2] > 0
        return found

    def of_tested(self, ordinary: Floats, tables: Tables) -> Floats:
        """What is known of the pairs of tables that do not teach, each without itself."""
        return known_features(tables.auctions, self.others[tables.pairs], ordinary)


def read(wanted: Draw, watch: Watch) -> Sample:
    """Read the files and draw from them."""
    reading = partial(watch, "reading records", None)
    train = PackedAuctions.of_files(wanted.train, reading)
    if list(wanted.train) == list(wanted.test):
        return draw(train, train, wanted)
    return draw(train, PackedAuctions.of_files(wanted.test, reading), wanted)


def draw(train: PackedAuctions, test: PackedAuctions, wanted: Draw) -> Sample:
    """Tables that teach, and as many to test as have the decisions wished for."""
    rng, same = np.random.default_rng(wanted.seed), train is test
    order = rng.permutation(np.flatnonzero(test.parts == wanted.part))
    taught = np.flatnonzero(train.parts == Part.TEACHES)
    if not same:  # pairs are numbered file by file: strangers to each other
        test = replace(test, pairs=np.zeros_like(test.pairs))
        taught = taught[~np.isin(train.events[taught], test.events[order])]
    if not len(order) or not len(taught):
        raise UsageError("No table is left to learn from, or none to test on: too few events.")
    count = np.cumsum((test.auctions.calls[order] != NONE).sum(axis=1))
    enough = int(np.searchsorted(count, wanted.limit_test)) + 1 if wanted.limit_test else len(order)
    lessons = np.sort(rng.permutation(taught)[: wanted.limit_train or None])
    return Sample(
        lessons=Tables.of(train, lessons),
        tested=Tables.of(test, np.sort(order[:enough])),
        every=Tables.of(test, np.sort(order)),
        sums=(sums := sums_of(train, taught)),
        others=sums + sums_of(test, order) if same else sums,
        records=train.records if same else [*train.records, *test.records],
    )


def sums_of(packed: PackedAuctions, rows: Rows) -> Floats:
    """What every pair did at these tables, (pairs, situations, 6)."""
    auctions, pairs = packed.auctions[rows], packed.pairs[rows]
    entries = Entries.of(auctions)
    whose = pairs[entries.table, entries.seat % 2]
    there = whose != UNKNOWN
    few = Entries(*(getattr(entries, field.name)[there] for field in fields(Entries)))
    return summed(few, whose[there], int(packed.pairs.max()) + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Foreseen:
    """Decisions in columns: where they were taken, what could be called, what is foreseen."""

    table: Rows
    place: Rows
    kinds: Bytes
    chosen: Bytes
    legal: Bools
    chances: Floats

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, rows: Rows) -> Foreseen:
        return Foreseen(*(getattr(self, field.name)[rows] for field in fields(self)))


def foresee(
    network: CallNetwork, tables: Tables, knows: Knows | None, *, engine: Engine, watch: Watch
) -> Foreseen:
    """Every decision of some tables, in their order; nothing is known of pairs without *knows*."""
    work = partial(_foresee, network)
    found = list(in_blocks(work, tables, knows, "foreseeing calls", engine=engine, watch=watch))
    columns = (np.concatenate([getattr(p, f.name) for p in found]) for f in fields(Foreseen)[1:])
    first = (BLOCK * number + one.table for number, one in enumerate(found))
    return Foreseen(np.concatenate(list(first)), *columns)


def in_blocks(
    work: Callable[[Block], R],
    tables: Tables,
    knows: Knows | None,
    stage: str,
    *,
    engine: Engine,
    watch: Watch,
) -> Iterator[R]:
    """What *work* makes of each block of tables with what is known of their pairs."""
    starts = range(0, len(tables), BLOCK)
    parts = (tables[first : first + BLOCK] for first in starts)
    tasks = ((part.auctions, None if knows is None else knows(part)) for part in parts)
    return engine.run(work, tasks, tell=begun(watch, stage, len(starts)), ahead=_AHEAD)


def _foresee(network: CallNetwork, block: Block) -> Foreseen:
    auctions, known = block
    of_places = kinds(auctions.calls)
    table, place = np.nonzero(of_places != NO_DECISION)
    states = states_of(network, auctions, known, longest(auctions) - 1)
    legal = legal_calls(auctions.calls)[table, place]
    chances = network.chances(states[table, place % 4, place], legal)
    return Foreseen(
        table, place, of_places[table, place], auctions.calls[table, place], legal, chances
    )


def states_of(
    network: CallNetwork, auctions: Auctions, known: Floats | None, places: int
) -> Floats:
    """The states of the four players of each auction, (n, 4, places + 1, width)."""
    table, seat = (part.ravel() for part in np.mgrid[: len(auctions), :4])
    spoken = inputs.spoken(auctions, table, seat)[:, :places]
    pairs = () if known is None else (known[table, seat % 2], known[table, 1 - seat % 2])
    states = network.states(inputs.hands(auctions, table, seat), spoken, *pairs)
    return states.reshape(len(auctions), 4, places + 1, -1)


def taught_as(network: CallNetwork) -> object:
    """The name of a network, or how its last stage was taught."""
    about = network.about
    return about.get("name") or about["stages"][-1]["setting"]


def longest(auctions: Auctions) -> int:
    """How many calls the longest of some auctions has."""
    return int((auctions.calls != NONE).sum(axis=1).max())
