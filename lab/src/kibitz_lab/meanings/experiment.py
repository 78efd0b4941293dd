"""Whether what is stated about a call is true of the hands that other experts hold for it.

Run:      kibitz lab meanings --train FILE... --test FILE...
Writes:   meanings.json, from which docs/results.md is made
Method:   the commonest calls of the events for testing, among each player's first and second; for
each, the ranges stated from the tables that teach, and how many of the tested hands lie
in them. The prior is the same range over all hands, whatever was called. Intervals are
over events.
Then calls after rare auctions, described by the hands of auctions that mean the same, or
by the network of calls: from tables spread evenly over those tested, the first call
other than pass after an auction too rare among those that teach. Last the claims (`shown.py`)
Splits:   by event, the frozen split of `harness.splits`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import NONE, PASS, Auctions, Bytes, Floats, Rows
from kibitz.bidding.auctions.pairs import Entries, summed
from kibitz.bidding.auctions.ranges import Numbers, Spread
from kibitz.bidding.auctions.styles import HIGH, LOW, OtherBoards
from kibitz.bidding.calls.network import LENGTHS, POINTS, CallNetwork
from kibitz.bidding.meanings.hands import (
    LEAST,
    CallHands,
    Kinship,
    other_passes,
    same_auction,
)
from kibitz.bidding.meanings.meaning import Meaning, Sense, Wanted, find_meaning
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.options import ResultName
from kibitz_lab.harness.splits import Digests, SplitPart
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.making.calls.lessons import PackedAuctions
from kibitz_lab.meanings.shown import Checked, check, drawn, rates

_TURNS = 8
"""The places of an auction that are everybody's first or second call."""
SECONDS_A_CALL, SECONDS_A_RARE_ONE, SECONDS_A_CLAIM = 0.25, 3.0, 0.06
"""About how long one core takes to state and check a call."""
_PRIOR = 20_000  # hands from which the prior is taken
_BINS = (0.8, 0.85, 0.9, 0.95, 1.0)
WHOLE, APART = "all pairs", "systems apart"
QUANTITIES = ("points", "clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Whether the ranges that are stated of calls hold on events that nobody learned from.

    The commonest first and second calls; of each the ranges of points and lengths as they are
    stated from the tables that teach, how many of the tested hands lie in them, and how many whole
    numbers they hold beside a range over all hands. Then calls after rare auctions, explained
    by auctions that mean the same or by the network. Last, calls anywhere in tested auctions:
    whether what is said to be shown, surely or usually, is so. Intervals are over events.

    Example: kibitz lab meanings --train auctions.kibitz --test auctions.kibitz
    """

    train: Annotated[
        Sequence[Path], Said("Files of games to learn from, or one packed by pack-auctions.")
    ]
    test: Annotated[
        Sequence[Path], Said("The like to test on; only events that are for testing are.")
    ]
    calls: Annotated[int, Said("How many of the commonest calls.", bounds=(0, None))] = 300
    rare: Annotated[int, Said("How many calls after rare auctions.", bounds=(0, None))] = 200
    shown: Annotated[
        int, Said("How many calls anywhere whose claims are checked.", bounds=(0, None))
    ] = 0
    seed: int = 1
    name: ResultName = "meanings"


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """The tables that teach, as a memory for asking what a call means."""

    auctions: Auctions
    pairs: Rows
    every_sum: Floats
    withdrawn_tables: Rows
    is_house: bool = False

    @classmethod
    def of(cls, packed: PackedAuctions) -> Taught:
        rows = np.flatnonzero(packed.parts == SplitPart.TEACHES)
        auctions, pairs = packed.auctions[rows], packed.pairs[rows]
        entries = Entries.of(auctions)
        of_pair = pairs[entries.table, entries.seat % 2]
        sums = summed(entries, of_pair, int(packed.pairs.max()) + 1)
        sums[0] = 0
        return cls(auctions, pairs, sums, np.empty(0, np.int64))

    def sums_of(self, pairs: Rows, /) -> Floats:
        found: Floats = self.every_sum[pairs]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """The tables to test on."""

    auctions: Auctions
    pairs: Rows
    events: Digests

    @classmethod
    def of(cls, packed: PackedAuctions) -> Tested:
        rows = np.flatnonzero(packed.parts == SplitPart.TESTS)
        return cls(packed.auctions[rows], packed.pairs[rows], packed.events[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Stated:
    """A stated range, and whether it holds for each tested hand."""

    whose: str
    quantity: str
    cover: float
    width: int
    held: npt.NDArray[np.bool_]
    events: Digests


@dataclass(frozen=True, slots=True)
class Prepared:
    """The task as it is: files are read only when it runs, so that announcing it takes no time."""

    task: Task

    @property
    def stages(self) -> list[Stage]:
        rare = Stage(self.task.rare, 0, SECONDS_A_RARE_ONE)
        shown = Stage(self.task.shown, 0, SECONDS_A_CLAIM)
        return [Stage(self.task.calls, 0, SECONDS_A_CALL), rare, shown]

    def clear(self) -> None:
        """Nothing is kept on the way."""


def prepared(task: Task, watch: StageWatch) -> Prepared:
    return Prepared(task)


def run(
    ready: Prepared, *, engine: Engine, watch: StageWatch, network: CallNetwork | None = None
) -> Found:
    """State every range, and count how often it holds."""
    task = ready.task
    reading = partial(watch, "reading records", None)
    train = PackedAuctions.of_files(task.train, reading)
    same = list(task.train) == list(task.test)
    test = train if same else PackedAuctions.of_files(task.test, reading)
    taught, tested = Taught.of(train), Tested.of(test)
    prefixes = commonest(tested.auctions.calls, task.calls)
    if not prefixes and task.calls:
        raise UsageError("No table is left to test on: too few events.")
    net = network or CallNetwork.shipped()
    tell = begun(watch, "calls", len(prefixes) + task.rare + task.shown)
    found = list[Stated]()
    apart = known = 0
    for prefix in prefixes:
        said = find_meaning(taught, Wanted(prefix), net)
        known += bool(said.found)
        apart += bool(said.apart)
        found += _checked(said, taught, tested, prefix, is_known=same)
        tell()
    for prefix in (unusual := rare(taught.auctions, tested.auctions, task.rare)):
        said = find_meaning(taught, Wanted(prefix), net)
        found += _after(said.kinship.value, said.whole, tested, prefix)
        tell()
    claims = list[Checked]()
    for at in (places := list(drawn(tested.auctions, task.shown, task.seed))):
        claims += check(taught.auctions, tested.auctions, tested.events, at, net)
        tell()
    return {
        "shown": list(rates(claims)),
        "shown_calls": len(places),
        "records": list(train.records if same else [*train.records, *test.records]),
        "memory": len(taught.auctions),
        "tested": len(tested.auctions),
        "events": len(np.unique(tested.events)),
        "calls": len(prefixes),
        "rare": len(unusual),
        "from_hands": known,
        "told_apart": apart,
        "prior": _prior(taught.auctions),
        "rows": list(_rows(found)),
        "calibration": list(_calibration([one for one in found if one.whose == WHOLE])),
    }


def commonest(calls: Bytes, count: int) -> list[Bytes]:
    """The commonest auctions up to a player's first or second call."""
    times: Counter[bytes] = Counter()
    for place in range(_TURNS):
        there = calls[calls[:, place] != NONE, : place + 1]
        different, number = np.unique(there, axis=0, return_counts=True)
        times.update(dict(zip(map(bytes, different), number.tolist(), strict=True)))
    first = sorted(times, key=lambda one: (-times[one], one))[:count]
    return [np.frombuffer(one, np.uint8) for one in first]


def rare(taught: Auctions, tested: Auctions, count: int) -> list[Bytes]:
    """The first call after an auction seldom taught, at tables spread evenly over the tested."""
    tables = np.unique(np.linspace(0, len(tested) - 1, count).astype(np.int64)) if count else ()
    found = list[Bytes]()
    for calls in (tested.calls[table] for table in tables):
        for place in np.flatnonzero(calls > PASS).tolist():
            prefix = calls[: place + 1]
            if len(other_passes(taught, prefix)) < LEAST:
                found.append(prefix)
                break
    return found


def _after(whose: str, sense: Sense, tested: Tested, prefix: Bytes) -> Iterator[Stated]:
    """The ranges of a sense, checked on the tested hands after an auction."""
    hands = same_auction(tested.auctions, prefix)
    points, lengths = hands.holdings(tested.auctions)
    return _ranges(whose, sense, points, lengths, tested.events[hands.tables])


def _checked(
    said: Meaning, taught: Taught, tested: Tested, prefix: Bytes, *, is_known: bool
) -> Iterator[Stated]:
    """Every range stated about a call, checked on the tested hands for it."""
    hands = same_auction(tested.auctions, prefix)
    points, lengths = hands.holdings(tested.auctions)
    events = tested.events[hands.tables]
    yield from _ranges(WHOLE, said.whole, points, lengths, events)
    if said.parting is None or not is_known:
        return
    away = int(said.parting.is_theirs)
    pairs = tested.pairs[hands.tables, (hands.seats + away) % 2]
    elsewhere = OtherBoards(taught.every_sum, pairs, _nothing())
    sides, names = said.parting.style.sides(elsewhere), said.parting.names
    for sense in said.apart:
        there = sides == (LOW, HIGH)[names.index(sense.whose)]
        if there.any():
            yield from _ranges(APART, sense, points[there], lengths[there], events[there])


def _nothing() -> Entries:
    """Nothing is to be taken out of the sums, since the tested tables are not in them."""
    none = np.empty(0, np.int64)
    return Entries(none, none, none, np.empty((0, 6), np.float32))


def _ranges(
    whose: str, sense: Sense, points: Numbers, lengths: Numbers, events: Digests
) -> Iterator[Stated]:
    values = (points, *lengths.T)
    spreads = (sense.points, *sense.lengths)
    for quantity, spread, numbers in zip(QUANTITIES, spreads, values, strict=True):
        one = spread.range
        held = (numbers >= one.least) & (numbers <= one.most)
        yield Stated(whose, quantity, one.cover, one.width, held, events)


def _rows(found: Sequence[Stated]) -> Iterator[dict[str, Any]]:
    for whose in (WHOLE, APART, Kinship.SAME_MEANING.value, Kinship.READING.value):
        for name, quantities in (("points", ("points",)), ("lengths", QUANTITIES[1:])):
            some = [one for one in found if one.whose == whose and one.quantity in quantities]
            if some:
                yield {"whose": whose, "of": name, **_figures(some)}


def _calibration(found: Sequence[Stated]) -> Iterator[dict[str, Any]]:
    """Figures of ranges grouped by the share they state."""
    for low, high in zip(_BINS[:-1], _BINS[1:], strict=True):
        some = [one for one in found if low <= one.cover < high or one.cover == high == 1]
        if some:
            yield {"from": low, "to": high, **_figures(some)}


def _figures(some: Sequence[Stated]) -> dict[str, Any]:
    """The figures of some ranges, each of equal weight whatever the number of its hands."""
    stated = np.array([one.cover for one in some])
    held = np.array([one.held.mean() for one in some])
    within = _interval(some)
    return {
        "ranges": len(some),
        "hands": sum(len(one.held) for one in some),
        "stated": float(stated.mean()),
        "held": float(held.mean()),
        "difference_within": within,
        "width": float(np.mean([one.width for one in some])),
    }


def _interval(some: Sequence[Stated]) -> float:
    """Half the 95 % interval of the share held minus the share stated, over events."""
    sums: Counter[int] = Counter()
    for one in some:
        gaps = (one.held - one.cover) / len(one.held)
        events, place = np.unique(one.events, return_inverse=True)
        sums.update(dict(zip(events.tolist(), np.bincount(place, gaps).tolist(), strict=True)))
    values = np.array(list(sums.values())) / len(some)
    number = len(values)
    spread = ((values - values.mean()) ** 2).sum() * number / max(number - 1, 1)
    return float(1.96 * np.sqrt(spread))


def _prior(auctions: Auctions) -> dict[str, float]:
    """The width of the same ranges over all hands."""
    tables = np.arange(min(len(auctions), _PRIOR))
    some = CallHands(tables, tables % 4, np.zeros_like(tables), Kinship.SAME)
    points, lengths = some.holdings(auctions)
    suits = [Spread.of_values(lengths[:, suit], LENGTHS).range.width for suit in range(4)]
    return {
        "points": float(Spread.of_values(points, POINTS).range.width),
        "lengths": float(np.mean(suits)),
    }
