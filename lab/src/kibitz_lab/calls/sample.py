"""The tables that the experiments of calls learn from and test on, and the network's forecasts.

A table is tested only if the frozen split, which no training looks at, keeps it for testing. What
is known about a pair comes from its other boards: those that teach and, for a tested table, the
other tested ones, as a player would have them in his library. A table never informs about itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar

import numpy as np

from kibitz.bidding.auctions.arrays import NONE, Auctions, Bools, Bytes, Floats, Rows, legal_calls
from kibitz.bidding.auctions.pairs import Entries, summed
from kibitz.bidding.calls.likeness.decisions import NO_DECISION, kinds, known_features
from kibitz.bidding.calls.network import CallNetwork, inputs
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.runtime.running import Engine
from kibitz_lab.harness.splits import Digests, SplitPart
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.making.calls.lessons import UNKNOWN, PackedAuctions

BLOCK = 256
"""Tables per block: they are foreseen together."""
_AHEAD = 4  # blocks per worker: what is known about one block's pairs takes two megabytes

R = TypeVar("R")
Block: TypeAlias = tuple[Auctions, Floats | None]
"""Some tables, and what is known about their pairs, (n, 2, WIDTH)."""


class Knows(Protocol):
    """Gives what is known about the two pairs of each table, (n, 2, WIDTH)."""

    def __call__(self, tables: CallTables, /) -> Floats: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDraw:
    """Which files to learn from and to test on, and how much of each."""

    train: Annotated[
        Sequence[Path], Said("Files of games to learn from, or one packed by pack-auctions.")
    ]
    test: Annotated[
        Sequence[Path], Said("The like to test on; only events that are for testing are.")
    ]
    limit_train: Annotated[
        int, Said("At most so many tables as precedents; 0: all.", bounds=(0, None))
    ] = 100_000
    limit_test: Annotated[
        int, Said("About so many decisions to test, whole tables; 0: all.", bounds=(0, None))
    ] = 20_000
    validation: Annotated[bool, Said("Test on the events kept for choosing numbers.")] = False
    seed: int = 1

    @property
    def part(self) -> SplitPart:
        return SplitPart.VALIDATES if self.validation else SplitPart.TESTS


@dataclass(frozen=True, slots=True, eq=False)
class CallTables:
    """Some tables in columns: auctions, pairs, deals and events."""

    auctions: Auctions
    pairs: Rows
    deals: Digests
    events: Digests

    def __len__(self) -> int:
        return len(self.auctions)

    def __getitem__(self, rows: slice) -> CallTables:
        return CallTables(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def groups(self) -> Digests:
        """What intervals resample: each table's event, or its deal where there is one event."""
        return self.events if (self.events != self.events[0]).any() else self.deals

    @classmethod
    def of(cls, packed: PackedAuctions, rows: Rows) -> CallTables:
        return cls(
            packed.auctions[rows], packed.pairs[rows], packed.deals[rows], packed.events[rows]
        )


@dataclass(frozen=True, slots=True, eq=False)
class CallSample:
    """Tables to learn from and to test on, and what every pair did at the former."""

    lessons: CallTables
    tested: CallTables
    every: CallTables
    """Every table that may be tested."""
    sums: Floats
    """What every pair did at the tables that teach."""
    others: Floats
    """The same at those that may be tested."""
    records: Sequence[dict[str, Any]]

    def of_taught(self, ordinary: Floats, tables: CallTables) -> Floats:
        """What is known about the pairs of tables that teach, (n, 2, WIDTH), each left out."""
        return known_features(tables.auctions, self.sums[tables.pairs], ordinary)

    def are_known(self, table: Rows, place: Rows) -> Bools:
        """Whether anything is known about the caller at these places of tested tables."""
        entries = Entries.of(self.tested.auctions)
        boards = self.others[..., 0].sum(axis=1)[self.tested.pairs]
        there = self.tested.pairs[entries.table, entries.seat % 2] != UNKNOWN
        np.subtract.at(boards, (entries.table[there], entries.seat[there] % 2), 1)
        found: Bools = boards[table, place % 2] > 0
        return found

    def of_tested(self, ordinary: Floats, tables: CallTables) -> Floats:
        """What is known about the pairs of tested tables, each table left out."""
        return known_features(tables.auctions, self.others[tables.pairs], ordinary)


def read(wanted: CallDraw, watch: StageWatch) -> CallSample:
    """Read the files and draw from them."""
    reading = partial(watch, "reading records", None)
    train = PackedAuctions.of_files(wanted.train, reading)
    if list(wanted.train) == list(wanted.test):
        return draw(train, train, wanted)
    return draw(train, PackedAuctions.of_files(wanted.test, reading), wanted)


def draw(train: PackedAuctions, test: PackedAuctions, wanted: CallDraw) -> CallSample:
    """The tables that teach, and enough tables to test for the decisions asked for."""
    rng, same = np.random.default_rng(wanted.seed), train is test
    order = rng.permutation(np.flatnonzero(test.parts == wanted.part))
    taught = np.flatnonzero(train.parts == SplitPart.TEACHES)
    if not same:  # pairs are numbered file by file, so those of another file are unknown
        test = replace(test, pairs=np.zeros_like(test.pairs))
        taught = taught[~np.isin(train.events[taught], test.events[order])]
    if not len(order) or not len(taught):
        raise UsageError("No table is left to learn from, or none to test on: too few events.")
    count = np.cumsum((test.auctions.calls[order] != NONE).sum(axis=1))
    enough = int(np.searchsorted(count, wanted.limit_test)) + 1 if wanted.limit_test else len(order)
    lessons = np.sort(rng.permutation(taught)[: wanted.limit_train or None])
    return CallSample(
        lessons=CallTables.of(train, lessons),
        tested=CallTables.of(test, np.sort(order[:enough])),
        every=CallTables.of(test, np.sort(order)),
        sums=(sums := sums_of(train, taught)),
        others=sums + sums_of(test, order) if same else sums,
        records=train.records if same else [*train.records, *test.records],
    )


def sums_of(packed: PackedAuctions, rows: Rows) -> Floats:
    """What every pair did at these tables, summed: (pairs, situations, 6)."""
    auctions, pairs = packed.auctions[rows], packed.pairs[rows]
    entries = Entries.of(auctions)
    whose = pairs[entries.table, entries.seat % 2]
    there = whose != UNKNOWN
    few = Entries(*(getattr(entries, field.name)[there] for field in fields(Entries)))
    return summed(few, whose[there], int(packed.pairs.max()) + 1)


@dataclass(frozen=True, slots=True, eq=False)
class ForeseenCalls:
    """Decisions in columns: where they were made, the legal calls, and what is foreseen."""

    table: Rows
    place: Rows
    kinds: Bytes
    chosen: Bytes
    legal: Bools
    chances: Floats

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, rows: Rows) -> ForeseenCalls:
        return ForeseenCalls(*(getattr(self, field.name)[rows] for field in fields(self)))


def foresee(
    network: CallNetwork,
    tables: CallTables,
    knows: Knows | None,
    *,
    engine: Engine,
    watch: StageWatch,
) -> ForeseenCalls:
    """Every decision of some tables, in order; without *knows*, nothing is known about pairs."""
    work = partial(_foresee, network)
    found = list(in_blocks(work, tables, knows, "foreseeing calls", engine=engine, watch=watch))
    columns = (
        np.concatenate([getattr(p, f.name) for p in found]) for f in fields(ForeseenCalls)[1:]
    )
    first = (BLOCK * number + one.table for number, one in enumerate(found))
    return ForeseenCalls(np.concatenate(list(first)), *columns)


def in_blocks(
    work: Callable[[Block], R],
    tables: CallTables,
    knows: Knows | None,
    stage: str,
    *,
    engine: Engine,
    watch: StageWatch,
) -> Iterator[R]:
    """The result of *work* for each block of tables, given what is known about their pairs."""
    starts = range(0, len(tables), BLOCK)
    parts = (tables[first : first + BLOCK] for first in starts)
    tasks = ((part.auctions, None if knows is None else knows(part)) for part in parts)
    return engine.run(work, tasks, tell=begun(watch, stage, len(starts)), ahead=_AHEAD)


def _foresee(network: CallNetwork, block: Block) -> ForeseenCalls:
    auctions, known = block
    of_places = kinds(auctions.calls)
    table, place = np.nonzero(of_places != NO_DECISION)
    states = states_of(network, auctions, known, longest(auctions) - 1)
    legal = legal_calls(auctions.calls)[table, place]
    chances = network.chances(states[table, place % 4, place], legal)
    return ForeseenCalls(
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
    """The number of calls of the longest auction."""
    return int((auctions.calls != NONE).sum(axis=1).max())
