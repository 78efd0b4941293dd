"""How often each method makes the expert's call, on events it has not learned from.

Run:      kibitz lab calls --train FILE... --test FILE...
Writes:   calls.json, from which docs/results.md is made
Method:   every real decision of the tables drawn for testing, with what is known about the pairs
          from their other boards, and without; declining counts as wrong. Rules: the house system,
          which passes where no rule applies; with cases, the cases answer there. Natural: a page
          of rules. Two experts: the call at another table with the same hand after the same calls,
          over all tables for testing. Intervals are percentiles of resampled events, or of
          resampled deals where all are of one event
Splits:   by event, the frozen split of `harness.splits`; a single event (a program's deals) is
          split by deal: seven in ten teach and three test, as in `kibitz lab openings --apart`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.bidding.auctions.arrays import NONE
from kibitz.bidding.calls.network import CallNetwork
from kibitz.forms import Said
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.calls import answers
from kibitz_lab.calls.answers import (
    BOTH,
    EXPERTS,
    KNOWING,
    LEARNED,
    METHODS,
    NATURAL,
    NETWORK,
    PASSES,
    RULES,
)
from kibitz_lab.calls.sample import (
    BLOCK,
    CallDraw,
    CallSample,
    CallTables,
    ForeseenCalls,
    foresee,
    read,
    taught_as,
)
from kibitz_lab.calls.scores import row
from kibitz_lab.harness.options import Methods, ResultName, methods_named
from kibitz_lab.harness.study import StageWatch

SECONDS_A_BLOCK = 0.4
"""About how long one core takes to foresee a block of tables."""
SECONDS_A_RULING = 0.001
"""The same, to read an auction by the rules of the house system and call."""
SECONDS_A_PAIR = 1e-8
"""The same, to compare a decision with one that was learned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """How often each method makes the expert's call, on events it has not learned from.

    Of all calls and of those that are not pass; the expert's call among the first three; by kind
    of decision. Known: with what the pairs did at other tables, and without. Only real decisions
    count. Intervals are over events. A file of one event (a program's deals) is split by deal:
    name a network made from it (kibitz lab train-calls) with --network.

    Example: kibitz lab calls --train auctions.kibitz --test auctions.kibitz --limit-test 5000
    """

    draw: CallDraw
    methods: Methods = ()
    network: Annotated[Path | None, Said("A network of your own making; else the shipped one.")] = (
        None
    )
    name: ResultName = "calls"


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The tables drawn, and the network."""

    task: Task
    sample: CallSample
    network: CallNetwork

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        sample, methods = self.sample, self.task.methods
        asked = sum(2 for method in KNOWING if method in methods)
        tested = -(-len(sample.tested) // BLOCK)
        found = [Stage(tested * max(1, asked), 0, SECONDS_A_BLOCK)]
        if {RULES, BOTH} & set(methods):
            found.append(Stage(decisions_in(sample.tested), 0, SECONDS_A_RULING))
        if {LEARNED, BOTH} & set(methods):
            lessons, decisions = map(decisions_in, (sample.lessons, sample.tested))
            found.append(Stage(-(-len(sample.lessons) // BLOCK), 0, SECONDS_A_BLOCK))
            found.append(Stage(2 * decisions, 0, SECONDS_A_PAIR * lessons))
        return found

    def clear(self) -> None:
        """Nothing is kept on the way."""


def decisions_in(tables: CallTables) -> int:
    return int((tables.auctions.calls != NONE).sum())


def prepared(task: Task, watch: StageWatch, methods: Sequence[str] = METHODS) -> Prepared:
    """Read the files and draw from them; *methods* lists those available."""
    task = replace(task, methods=methods_named(task.methods, methods))
    network = CallNetwork.shipped() if task.network is None else CallNetwork.at(task.network)
    return Prepared(task, read(task.draw, watch), network)


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """The table of methods, with what it is based on."""
    sample, seed = ready.sample, ready.task.draw.seed
    given = list(_given(ready, engine, watch))
    return {
        "records": list(sample.records),
        "network": taught_as(ready.network),
        "memory": len(sample.lessons),
        "tested": len(sample.tested),
        "events": len(np.unique(sample.tested.events)),
        "part": ready.task.draw.part.name.lower(),
        "decisions": decisions_in(sample.tested),
        "rows": [row(one, seed) for one in given],
    }


def _given(ready: Prepared, engine: Engine, watch: StageWatch) -> Iterator[answers.GivenCalls]:
    """Every method's calls: the baselines, then the learned ones, without and with known pairs."""
    sample, network, methods = ready.sample, ready.network, ready.task.methods
    tested, seed = sample.tested, ready.task.draw.seed
    look = partial(foresee, network, engine=engine, watch=watch)
    asked = look(tested, None)
    nothing = np.zeros(len(asked), np.bool_)
    if PASSES in methods:
        yield answers.always_pass(asked, tested)
    if NATURAL in methods:
        yield answers.natural(asked, tested)
    ruled = answers.ruled(asked, tested, watch) if {RULES, BOTH} & set(methods) else None
    if ruled is not None and RULES in methods:
        yield ruled[0]
    if EXPERTS in methods:
        yield answers.another_expert(sample.every, seed)
    lessons: ForeseenCalls | None = None
    if {LEARNED, BOTH} & set(methods):
        lessons = look(sample.lessons, partial(sample.of_taught, network.usual))
    known = sample.are_known(asked.table, asked.place)
    ways = [(nothing, asked)]
    if known.any() and set(KNOWING) & set(methods):
        ways.append((known, look(tested, partial(sample.of_tested, network.usual))))
    for there, seen in ways:
        if NETWORK in methods:
            yield answers.foreseen(network, seen, tested, there)
        if lessons is None:
            continue
        cases = answers.precedents(network, seen, tested, there, lessons, watch)
        if LEARNED in methods:
            yield cases
        if ruled is not None and BOTH in methods:
            yield answers.rules_first(*ruled, cases)
