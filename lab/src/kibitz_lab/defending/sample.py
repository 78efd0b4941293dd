"""The tables that the experiments of leads and defence learn from and test on, as arrays.

A table is tested only if the similarity has seen neither its deal nor another of its event; it
teaches only if neither its event nor its deal is tested. The filter of seen deals has a few false
positives: an event is refused only if it has more seen deals than these explain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.positions import DEFENDING, Bools, Rows, Tables, Views
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.cards import Named
from kibitz_lab.harness.seen_deals import SeenDeals
from kibitz_lab.harness.splits import Digests, SplitPart
from kibitz_lab.harness.study import StageWatch
from kibitz_lab.making.tables import PackedTables

_UNLIKELY = 0.001
"""An event is refused if its seen deals are this unlikely to be false positives of the filter."""

_AT_ONCE = 1024  # tables whose decisions are counted together


class Asked(Named, Enum):
    """Which decisions of the defenders are asked about."""

    LEADS = "leads"
    DEFENCE = "defence"
    """Real decisions after the lead."""
    ALL = "all"

    def views(self, tables: Tables) -> Views:
        """The decisions of some tables, table by table."""
        views = Views.of_tables(tables, DEFENDING)
        if self is Asked.LEADS:
            return views[np.flatnonzero(views.plies == 0)]
        real = kinds(views) != NO_DECISION
        return views[np.flatnonzero(real & ((views.plies > 0) | (self is Asked.ALL)))]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceDraw:
    """Which files to learn from and to test on, and how much of each."""

    train: Annotated[
        Sequence[Path], Said("Files of games to learn from, or packed by pack-tables.")
    ]
    test: Annotated[
        Sequence[Path], Said("The like to test on; events that are known already are left out.")
    ]
    limit_train: Annotated[
        int, Said("At most so many tables to learn from; 0: all.", bounds=(0, None))
    ] = 5_000
    limit_test: Annotated[
        int, Said("About so many decisions to test, whole tables; 0: all.", bounds=(0, None))
    ] = 20_000
    validation: Annotated[bool, Said("Test on the events kept for choosing numbers.")] = False
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class DefenceSample:
    """Tables to learn from, tables to test with event and deal of each, and what was refused."""

    lessons: Tables
    tested: Tables
    events: Digests
    deals: Digests
    refused: int
    refused_events: int
    records: Sequence[dict[str, Any]]
    """The files they all come from."""


def draw(
    wanted: DefenceDraw, asked: Asked, seen: SeenDeals | None, watch: StageWatch
) -> DefenceSample:
    """Read the files and draw from them; without a filter, no deal counts as seen."""
    reading = partial(watch, "reading records", None)
    train = PackedTables.of_files(wanted.train, reading)
    same = list(wanted.test) == list(wanted.train)
    test = train if same else PackedTables.of_files(wanted.test, reading)
    refused = np.zeros(len(test.deals), np.bool_)
    if wanted.validation:
        open_to_test = test.parts == SplitPart.VALIDATES
    else:
        refused = are_seen(test.events, test.deals, seen) if seen is not None else refused
        open_to_test = ~refused
    if not open_to_test.any():
        raise UsageError(
            f"No table is left to test on: {int(refused.sum()):,} of {len(refused):,} are of "
            "events that the similarity was made from."
        )
    rng = np.random.default_rng(wanted.seed)
    order = rng.permutation(np.flatnonzero(open_to_test))
    chosen = np.sort(order[: _enough(test.tables, order, asked, wanted.limit_test)])
    events = test.events[chosen]
    others = ~np.isin(train.events, events) & ~np.isin(train.deals, test.deals[chosen])
    if wanted.validation:
        others &= train.parts == SplitPart.TEACHES
    lessons = rng.permutation(np.flatnonzero(others))[: wanted.limit_train or None]
    if not len(lessons):
        raise UsageError("No table is left to learn from: its events are those to test on.")
    return DefenceSample(
        lessons=train.tables[np.sort(lessons)],
        tested=test.tables[chosen],
        events=events,
        deals=test.deals[chosen],
        refused=int(refused.sum()),
        refused_events=len(np.unique(test.events[refused])),
        records=train.records if same else [*train.records, *test.records],
    )


def are_seen(events: Digests, deals: Digests, seen: SeenDeals) -> Bools:
    """The tables that may not be tested: their deal, or others of their event, were seen."""
    numbers, event = np.unique(events, return_inverse=True)
    names, deal = np.unique(deals, return_inverse=True)
    known = seen.has_each(names)
    pairs = np.unique(event * len(names) + deal)
    of_event = pairs // len(names)
    dealt = np.bincount(of_event, minlength=len(numbers))
    familiar = np.bincount(of_event, known[pairs % len(names)], minlength=len(numbers))
    refused = familiar > _by_mistake(dealt, seen.mistakes)
    found: Bools = known[deal] | refused[event]
    return found


def _by_mistake(dealt: Rows, mistakes: float) -> Rows:
    """How many of *dealt* new deals a filter may plausibly take for seen ones."""
    from scipy.stats import poisson

    return np.asarray(poisson.ppf(1 - _UNLIKELY, dealt * mistakes), np.int64)


def _enough(tables: Tables, order: Rows, asked: Asked, limit: int) -> int:
    """How many tables, in this order, have *limit* decisions between them."""
    count = 0
    for first in range(0, len(order) if limit else 0, _AT_ONCE):
        views = asked.views(tables[order[first : first + _AT_ONCE]])
        of_table = np.bincount(views.table, minlength=len(views.tables))
        reached = count + np.cumsum(of_table)
        if reached[-1] >= limit:
            return first + int(np.searchsorted(reached, limit)) + 1
        count = int(reached[-1])
    return len(order)
