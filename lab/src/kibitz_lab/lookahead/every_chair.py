"""Whether lookahead loses fewer tricks by weighing the calls than by rules that exclude layouts.

Run:      kibitz lab lookahead --every-chair --test FILE...
Writes:   docs/results/layouts.json
Method:   one real decision per table, half of declarer's side and half of the defenders', of tables
that the frozen split keeps for testing; lookahead alone, with the same number of layouts
drawn either way; tricks lost are double dummy; differences are taken decision by
decision, intervals over events
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.lookahead.evaluation import look_ahead
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.positions import DECLARING, DEFENDING, Tables, Views
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import costs
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.splits import SplitPart
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.lookahead.experiment import Task
from kibitz_lab.making.house_player import best_card
from kibitz_lab.making.tables import PackedTables

CALLS, RULES = "the calls weighed", "the calls by rules"
SECONDS_A_LAYOUT = 0.06
"""About how long one core takes to draw and solve a layout, both ways together."""
_SIDES = {"declarer": DECLARING, "defenders": DEFENDING}


@dataclass(frozen=True, slots=True)
class ChairDecision:
    """An expert's real decision, and its event."""

    state: Play
    auction: Auction | None
    event: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """The decisions drawn, and where finished answers are kept."""

    task: Task
    questions: Sequence[ChairDecision]
    records: Sequence[dict[str, Any]]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        seconds = SECONDS_A_LAYOUT * self.task.layouts
        return [Stage(len(self.questions), len(self.parts), seconds)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them; from any event, if none is for testing."""
    packed = PackedTables.of_files(task.test, partial(watch, "reading records", None))
    unseen = np.flatnonzero(packed.parts == SplitPart.TESTS)
    rows = unseen if len(unseen) else np.arange(len(packed.parts))
    order = np.random.default_rng(task.seed).permutation(rows)
    halves = zip(_SIDES.values(), np.array_split(order, 2), strict=True)
    questions = [
        ChairDecision(state, auction, int(packed.events[half[table]]))
        for side, half in halves
        for table, state, auction in _drawn(packed.tables[half], side, task)
    ]
    numbers = (task.sample, task.layouts, task.seed)
    parts = parts_of("layouts", contents_of(task.test), *numbers)
    return Prepared(task, questions, packed.records, parts)


def _drawn(tables: Tables, side: int, task: Task) -> Iterator[tuple[int, Play, Auction | None]]:
    """One real decision of each of the first tables that have one, and an auction."""
    rng = np.random.default_rng((task.seed, side))
    found = 0
    for table in range(len(tables)):
        views = Views.of_tables(tables[np.array([table])], side)
        real = np.flatnonzero(kinds(views) != NO_DECISION)
        start, cards, auction = tables.table(table)
        if not len(real) or auction is None:
            continue
        ply = int(views.plies[rng.choice(real)])
        yield table, start.after_all(cards[:ply]), auction
        found += 1
        if 2 * found >= task.sample:
            return


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Look ahead at every decision, both ways."""
    tell = begun(watch, "looking ahead", len(ready.questions))
    answered = engine.run(
        partial(_lost, ready.task), enumerate(ready.questions),
        tell=tell, parts=ready.parts, key=lambda one: one[0],
    )  # fmt: skip
    both = [
        (question, lost)
        for question, lost in zip(ready.questions, answered, strict=True)
        if lost is not None
    ]
    return {
        "records": list(ready.records),
        "decisions": len(both),
        "events": len({question.event for question, _ in both}),
        "layouts": ready.task.layouts,
        "rows": [_row(name, some) for name, some in _groups(both)],
    }


def _lost(task: Task, numbered: tuple[int, ChairDecision]) -> dict[str, int] | None:
    """The tricks that the card of each way loses; None if the solver fails."""
    _, question = numbered
    state, auction = question.state, question.auction
    with solving() as solver:
        look = partial(
            look_ahead, state, auction, layouts=task.layouts, seed=task.seed, solver=solver
        )
        try:
            ahead = {CALLS: look(believer=hear(auction, None)), RULES: look()}
            worth = costs(state, solver)
        except SolverError:
            return None
    return {way: int(worth[best_card(state, found)]) for way, found in ahead.items()}


def _groups(
    both: Sequence[tuple[ChairDecision, dict[str, int]]],
) -> Iterator[tuple[str, Sequence[tuple[ChairDecision, dict[str, int]]]]]:
    yield "all", both
    chairs = {Chair.DECLARER: "declarer", Chair.DUMMY: "declarer", Chair.OPENING_LEAD: "lead"}
    for name in ("declarer", "lead", "defence"):
        some = [one for one in both if chairs.get(Chair.of(one[0].state), "defence") == name]
        if some:
            yield name, some


def _row(name: str, some: Sequence[tuple[ChairDecision, dict[str, int]]]) -> dict[str, Any]:
    events = [question.event for question, _ in some]
    by_calls, by_rules = ([float(lost[way]) for _, lost in some] for way in (CALLS, RULES))
    saved = [rules - calls for rules, calls in zip(by_rules, by_calls, strict=True)]
    calls, rules, fewer = (clustered(values, events) for values in (by_calls, by_rules, saved))
    return {
        "of": name,
        "decisions": len(some),
        "lost_calls": calls.mean,
        "lost_calls_within": calls.within,
        "lost_rules": rules.mean,
        "lost_rules_within": rules.within,
        "saved": fewer.mean,
        "saved_within": fewer.within,
        "better": sum(one > 0 for one in saved),
        "worse": sum(one < 0 for one in saved),
    }
