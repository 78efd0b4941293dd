"""Experts' deals defended to the end by each method: the tricks it gives away per deal.

Run:      kibitz lab defend --records FILE... --deals N
Writes:   defend.json, from which docs/results.md is made
Departs:  declarer sees all four hands and never errs; what the experts gave away, given beside,
          is counted over the recorded cards, and they played against people
Splits:   by event, as for `kibitz lab leads`
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import NO_CARD, Rows, Tables
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.playing_out import defended, given_away
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage, chance
from kibitz_lab.cardplay.cases import description
from kibitz_lab.cardplay.precedent_votes import Precedents, PrecedentVotes
from kibitz_lab.declare.experiment import EXPERTS
from kibitz_lab.declare.run import METHODS, players_of
from kibitz_lab.defending.experiment import describe, open_defence
from kibitz_lab.defending.sample import Asked, DefenceDraw, DefenceSample, draw
from kibitz_lab.harness.options import SimilarityFile
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import StageWatch, begun

SECONDS_A_DEAL = 5.0
"""About how long one core takes per deal and method; drawing layouts before the lead is slow."""

_TABLES = 4  # drawn for each deal: some repeat a deal, others were hardly played
_PLAYED = 20  # cards that must be recorded for a table to tell anything about the experts


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Defend experts' deals to the end against a declarer who sees all four hands.

    The tricks that each method gives a deal: lookahead alone, precedents alone and both together,
    beside what the experts gave with the cards that are recorded; differences on the same deals.

    Example: kibitz lab defend --records tables.kibitz --deals 20
    """

    records: Annotated[Sequence[Path], Said("Files of experts' deals, or packed by pack-tables.")]
    train: Annotated[Sequence[Path], Said("Files of precedents; else those of the deals.")] = ()
    deals: Annotated[int, Said("How many deals.", bounds=(2, 100_000))] = 300
    limit_train: Annotated[
        int, Said("At most so many tables to learn from; 0: all.", bounds=(0, None))
    ] = 5_000
    similarity: SimilarityFile = None
    seed: int = 1

    @property
    def draw(self) -> DefenceDraw:
        return DefenceDraw(
            train=self.train or self.records,
            test=self.records,
            limit_train=self.limit_train,
            limit_test=_TABLES * self.deals,
            seed=self.seed,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The tables to defend, those to learn from, and where finished deals are kept."""

    task: Task
    similarity: Similarity | None
    sample: DefenceSample
    rows: Rows
    """The sample's tables that are defended."""
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        methods = 1 if self.similarity is None else len(METHODS)
        defended = Stage(self.task.deals, len(self.parts), methods * SECONDS_A_DEAL)
        if self.similarity is None:
            return [defended]
        return [description(Asked.ALL.views(self.sample.lessons), self.similarity), defended]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them."""
    similarity, seen = open_defence(task.similarity)
    wanted = task.draw
    sample = draw(wanted, Asked.LEADS, seen, watch)
    rows = chosen(sample, task.deals, wanted.seed)
    files = contents_of(wanted.train, wanted.test)
    by = (similarity.name, wanted.limit_train) if similarity else ()
    parts = parts_of("defend", files, task.deals, wanted.seed, *by)
    return Prepared(task, similarity, sample, rows, parts)


def chosen(sample: DefenceSample, deals: int, seed: int) -> Rows:
    """Tables with enough play, no deal twice, in an order drawn from the seed."""
    played = (sample.tested.played != NO_CARD).sum(axis=1)
    order = np.random.default_rng(seed).permutation(np.flatnonzero(played >= _PLAYED))
    _, first = np.unique(sample.deals[order], return_index=True)
    if len(first) < deals:
        raise UsageError(f"{deals} deals with play are needed, not {len(first)}.")
    return order[np.sort(first)[:deals]]


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Defend the tables that are not finished yet."""
    task, sample, similarity = ready.task, ready.sample, ready.similarity
    path = None
    if similarity is not None:
        path = describe(Asked.ALL.views(sample.lessons), similarity, engine=engine, watch=watch)
    telling = begun(watch, "defending", len(ready.rows))
    tables = ((row, sample.tested[row : row + 1]) for row in ready.rows.tolist())
    work = partial(_defended, similarity, path, task.seed)
    found = engine.run(work, tables, tell=telling, parts=ready.parts, key=lambda one: one[0])
    return {
        "records": list(sample.records),
        "similarity": similarity.name if similarity else None,
        "memory": len(sample.lessons),
        "refused": sample.refused,
        "deals": len(ready.rows),
        "rows": rows(list(found), sample.events[ready.rows].tolist()),
    }


def _defended(
    similarity: Similarity | None, path: Path | None, seed: int, numbered: tuple[int, Tables]
) -> dict[str, int]:
    """The tricks that each method gave away on one deal, and the experts' over recorded cards."""
    row, tables = numbered
    start, cards, auction = tables.table(0)
    votes = None
    if similarity is not None and path is not None:
        votes = PrecedentVotes(similarity, Precedents.at(path))
    with solving() as solver:
        par, luck = solver.solve(start).best, chance(seed, row).random()
        players = players_of(votes, solver, seed, by_auction=True)
        ends = {
            name: defended(start, auction, player, solver, random.Random(luck))
            for name, player in players.items()
        }
        given = given_away(start.after_all(cards), solver, by_defenders=True)
    return {**{name: end.declarer_tricks - par for name, end in ends.items()}, EXPERTS: given}


def rows(found: Sequence[Mapping[str, int]], events: Sequence[int]) -> list[dict[str, Any]]:
    """A row for each method and one for the experts, compared deal by deal."""
    return [
        {
            "method": name,
            "deals": len(found),
            **_estimate("given_a_deal", [one[name] for one in found], events),
            **{
                key: value
                for other in (METHODS[0], EXPERTS)
                for key, value in _estimate(
                    f"less_than_{other}", [one[other] - one[name] for one in found], events
                ).items()
            },
        }
        for name in found[0]
    ]


def _estimate(name: str, values: Sequence[float], events: Sequence[int]) -> dict[str, float]:
    estimate = clustered(values, events)
    return {name: estimate.mean, f"{name}_within": estimate.within}
