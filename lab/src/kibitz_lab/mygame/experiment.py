"""Whether slips cost, whether their rate means something, and whether worse players slip more.

Run:      kibitz lab slips --records FILE... --robots FILE..., and kibitz lab halves
Writes:   slips.json and halves.json, from which docs/results.md is made, and with --summary the
          experts' figures that ship (numbers only)
Method:   every seat of tables drawn from events for testing is reviewed as by `kibitz me` out of
the box, without precedents. The cost of a decision is measured twice: on layouts other
than those that flagged it (the experts' card against the one played), and on the actual
layout (against the best card double dummy). Reliability: a player's tables are dealt to
two halves in turn, and the rates of both halves are correlated over players
Splits:   by event, the frozen split; reliability also uses the events for validation
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.bidding.calls.network import CallNetwork
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.errors import SolverError
from kibitz.forms import Said
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.playing_out import costs
from kibitz.games.bridge.solving import solving
from kibitz.mygame.costs import LAYOUTS, card_costs
from kibitz.mygame.electing import Electors
from kibitz.mygame.foresight import Foreseer, pairs_in
from kibitz.mygame.report import LEAST
from kibitz.mygame.sitting import Decision, Role, Sitting
from kibitz.mygame.slips import AGREED, Reviewer, TableReview
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage, chance
from kibitz.runtime.storage import write_atomically
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.splits import SplitPart, event_of
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.mygame.figures import costs_of, rates, reliability, summary
from kibitz_lab.mygame.tables import Seats, by_player, everybody, robots, unlearned

BLOCK = 64
"""Sittings reviewed together, as one task."""
SECONDS_A_BLOCK = 12.0
"""About how long one core takes for a block."""
_CARDS, _A_TABLE = 6.5, 9
"""About the number of cards, and of decisions, of one seat at a table."""
_FEW_LAYOUTS = 4  # enough for a mean over thousands of cards that were not flagged
APART = 1
"""Added to the seed, so that costs are judged on layouts other than those that flagged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Whether slips cost, and whether worse players slip more.

    Every seat of tables from events for testing is reviewed as `kibitz me` does; costs are measured
    on layouts drawn apart and on the actual one. Programs, and people among them, are put beside
    experts.

    Example: kibitz lab slips --records human_players.jsonl.xz --robots robots.jsonl.gz
    """

    records: Annotated[Sequence[Path], Said("Files of games with players' names.")]
    robots: Annotated[Sequence[Path], Said("Files of programs' games.")] = ()
    tables: Annotated[int, Said("Tables whose four seats are reviewed.", bounds=(1, None))] = 500
    sample: Annotated[int, Said("Cards not blamed that are costed.", bounds=(1, None))] = 5000
    sittings: Annotated[int, Said("Of each program.", bounds=(1, None))] = 400
    summary: Annotated[
        Path | None, Said("Also write the experts' figures that ship.", metavar="FILE")
    ] = None
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Halving:
    """Whether a rate of slips means something: two halves of a player's tables beside each other.

    The tables of every player with enough decisions, of events that nothing was learned from, are
    dealt to two halves in turn, and the rates of both halves correlated over players.

    Example: kibitz lab halves --records human_players.jsonl.xz
    """

    records: Annotated[Sequence[Path], Said("Files of games with players' names.")]
    least: Annotated[int, Said("Decisions of a player to be halved.", bounds=(2, None))] = 2000
    few: Annotated[int, Said("The same where they are few.", bounds=(2, None))] = 300
    players: Annotated[int, Said("Of whom only few are taken.", bounds=(0, None))] = 100
    costed: Annotated[
        bool,
        Said(
            "Cost slips; else only departures are counted, which is quick.",
            option="costs/--no-costs",
        ),
    ] = True
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The sittings of each group, and where finished blocks are kept."""

    task: Task | Halving
    groups: Sequence[Seats]
    pairs: dict[str, Floats]
    kept: Parts

    @property
    def is_costed(self) -> bool:
        return not isinstance(self.task, Halving) or self.task.costed

    @property
    def stages(self) -> list[Stage]:
        blocks = sum(-(-len(one.sittings) // BLOCK) for one in self.groups)
        return [Stage(blocks, min(blocks, len(self.kept)), SECONDS_A_BLOCK)]

    def clear(self) -> None:
        """Keep the reviews: they take hours, and another run continues from them."""


def prepare(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw tables of experts and of programs."""
    records = unlearned(task.records, (SplitPart.VALIDATES, SplitPart.TESTS), _reading(watch))
    tested = [one for one in records if _part(one) is SplitPart.TESTS] or records
    rng = random.Random(task.seed)
    drawn = rng.sample(tested, min(task.tables, len(tested)))
    programs = robots(task.robots, task.sittings, rng)
    asked = replace(task, summary=None)
    kept = parts_of("slips", *contents_of(task.records, task.robots), repr(asked))
    played = [*records, *(one.record for group in programs for one in group.sittings)]
    groups = [Seats("experts", everybody(drawn)), *programs]
    return Prepared(task, groups, pairs_in(played), kept)


def prepare_halves(task: Halving, watch: StageWatch) -> Prepared:
    """Read the files, and draw players by their approximate number of decisions."""
    records = unlearned(task.records, (SplitPart.VALIDATES, SplitPart.TESTS), _reading(watch))
    players = by_player(records)
    regulars = [name for name, some in players.items() if len(some) * _A_TABLE >= task.least]
    enough = sorted(
        name
        for name, some in players.items()
        if len(some) * _A_TABLE >= 1.2 * task.few and name not in regulars
    )
    chosen = random.Random(task.seed).sample(enough, min(task.players, len(enough)))
    groups = [Seats(name, players[name]) for name in regulars]
    groups += [Seats(name, players[name][: 2 * task.few // _A_TABLE]) for name in chosen]
    kept = parts_of("halves", *contents_of(task.records), repr(task))
    return Prepared(task, groups, pairs_in(records), kept)


def _reading(watch: StageWatch) -> Callable[[int], object]:
    return lambda done: watch("reading records", None, done)


def _part(record: Any) -> SplitPart:
    from kibitz_lab.harness.splits import digest, parts_of_events

    return SplitPart(int(parts_of_events(np.array([digest(event_of(record))], np.uint64))[0]))


def run(prepared: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Review every group: the costs of the experts' slips, and each group's rate of slips."""
    task, experts = prepared.task, prepared.groups[0]
    assert isinstance(task, Task)
    tell = begun(watch, "reviewing", prepared.stages[0].tasks)
    share = task.sample / (_CARDS * len(experts.sittings))
    found = _look(prepared, engine, tell, experts, share)
    rows = [rates(experts.name, found["reviews"], None)]
    for one in prepared.groups[1:]:
        rows.append(rates(one.name, _look(prepared, engine, tell, one)["reviews"], rows[0]))
    figures = summary(found["reviews"], experts)
    return {
        "agreed": AGREED,
        "tables": figures.tables,
        "events": figures.events,
        "costs": [*costs_of(found, task.seed)],
        "rates": rows,
        "themes": [
            {"theme": name, **rate.to_json()}
            for name, rate in sorted(figures.themes.items(), key=lambda one: -one[1].a_hundred)
            if rate.decisions >= LEAST
        ],
        "experts": figures.to_json(),
    }


def run_halves(prepared: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Review every player: how the rates of two halves of his tables correlate."""
    task = prepared.task
    assert isinstance(task, Halving)
    tell = begun(watch, "reviewing", prepared.stages[0].tasks)
    found = {one.name: _look(prepared, engine, tell, one)["reviews"] for one in prepared.groups}
    return {
        "agreed": AGREED,
        "reliability": [
            reliability(f"{task.least:,} or more", found, task.least, None),
            reliability(f"{task.few:,}", found, task.few, task.few),
        ],
    }


def _look(
    prepared: Prepared,
    engine: Engine,
    tell: Callable[[], object],
    group: Seats,
    share: float = 0.0,
) -> dict[str, Any]:
    """The reviews of a group, with the costs of its slips and of a *share* of its other cards."""
    blocks = [
        (group.name, first, tuple(group.sittings[first : first + BLOCK]))
        for first in range(0, len(group.sittings), BLOCK)
    ]
    tasks = ((*block, _pairs_of(prepared, block[2])) for block in blocks)
    made = list(
        engine.run(
            partial(_reviewed, share, prepared.task.seed, prepared.is_costed),
            tasks,
            tell=tell,
            parts=prepared.kept,
            key=lambda task: task[:2],
        )
    )
    return {
        "reviews": [TableReview.of_json(one) for block in made for one in block["reviews"]],
        "slips": [one for block in made for one in block["slips"]],
        "others": [one for block in made for one in block["others"]],
    }


def _pairs_of(prepared: Prepared, sittings: Sequence[Sitting]) -> dict[str, Floats]:
    """What is known about the pairs at these tables."""
    from kibitz.bidding.calls.memory import pair_name

    names = {
        pair_name(one.record, seat)
        for one in sittings
        for seat in (one.record.dealer, one.record.dealer.next)
    }
    return {name: prepared.pairs[name] for name in names if name in prepared.pairs}


@cache
def _networks() -> tuple[Similarity, Similarity | None, CallNetwork]:
    return Similarity.shipped(), Similarity.shipped_defence(), CallNetwork.shipped()


_Block = tuple[str, int, tuple[Sitting, ...], dict[str, Floats]]


def _reviewed(share: float, seed: int, costed: bool, task: _Block) -> dict[str, Any]:
    """Review one block: its slips with their costs, and the costs of some other cards."""
    name, first, sittings, pairs = task
    declarer, defence, network = _networks()
    foresight = Foreseer(declarer, defence, network, pairs)
    nobody = Electors(CardAdviser(declarer, (), defence=defence), None)
    if not costed:
        counted = Reviewer(foresight, nobody, network, None).review(sittings)
        return {"reviews": [one.to_json() for one in counted], "slips": [], "others": []}
    with solving() as solver:
        reviewer = Reviewer(foresight, nobody, network, solver, seed)
        reviews = list(reviewer.review(sittings))
        slips, others = list[list[Any]](), list[list[Any]]()
        if share:
            rng = chance(seed, f"{name} {first}")
            slips, others = _costed(foresight, sittings, reviews, share, rng, solver, seed)
    return {"reviews": [one.to_json() for one in reviews], "slips": slips, "others": others}


def _costed(
    foresight: Foreseer,
    sittings: Sequence[Sitting],
    reviews: Sequence[TableReview],
    share: float,
    rng: random.Random,
    solver: DoubleDummy,
    seed: int,
) -> tuple[list[list[Any]], list[list[Any]]]:
    """[event, cost on the actual layout, cost over others] for every slip and some other cards."""
    slips, others = list[list[Any]](), list[list[Any]]()
    for sitting, review, decisions in zip(
        sittings, reviews, foresight.decisions(sittings), strict=True
    ):
        blamed = {slip.number for slip in review.slips if not slip.is_call}
        for one in decisions:
            if one.role is Role.CALLS or (one.number not in blamed and rng.random() >= share):
                continue
            layouts = LAYOUTS if one.number in blamed else _FEW_LAYOUTS
            row = _cost_of(sitting, one, solver, seed, layouts)
            if row is not None:
                (slips if one.number in blamed else others).append(row)
    return slips, others


def _cost_of(
    sitting: Sitting, one: Decision, solver: DoubleDummy, seed: int, layouts: int
) -> list[Any] | None:
    assert isinstance(one.did, Card)
    assert isinstance(one.experts, Card)
    state, record = sitting.state(one.number), sitting.record
    try:
        actual = costs(state, solver)[one.did]
    except SolverError:
        return None
    over = 0.0
    if not one.agrees:
        asked = (state, record.auction, record.vulnerability, one.did, one.experts)
        [found] = card_costs([asked], solver, seed + APART, layouts)
        if found is None:
            return None
        over = found.average
    return [event_of(record), one.role.value, actual, round(over, 4)]


def write_summary(task: Task, result: dict[str, Any], into: Path | None) -> None:
    """Write the experts' figures that ship, if a file is named."""
    if task.summary is None:
        return
    content = {**result["experts"], "made_by": result["made_by"], "records": result["records"]}
    write_atomically(task.summary, (json.dumps(content, indent=1) + "\n").encode())
