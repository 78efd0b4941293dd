"""Reproduces the dissertation's tables: CBridge1 and CBridge1a, leave-one-out, K = 1 to 60.

Run:      kibitz lab cbridge FILE
Writes:   docs/results/cbridge.json with --into, from which docs/results.md is made
Departs:  our 2,091 first-seat cases are other deals of the same program. What does not reproduce:
          the method, run as described, is right far more often than its author reports. His table
          cannot be right: at K = 1 changing a suit cannot change the number of passes, yet his
          falls from 1,127 to 990. `readings` and `mismatch` look for what could print his figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from kibitz.bidding.openings.cases import OpeningCase
from kibitz.bidding.openings.similarity.cbridge import (
    MOST_POINTS,
    POINTS_WEIGHT,
    UNIT,
    Cases,
    CBridgeSimilarity,
    HandSimilarity,
    NearestHands,
)
from kibitz.bidding.openings.similarity.columns import Bytes, SituationColumns, columns_of
from kibitz.bidding.openings.similarity.voting import adapted, vote
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.cbridge import paper
from kibitz_lab.cbridge.mismatch import SEED, mismatched
from kibitz_lab.cbridge.nearest import nearest_by
from kibitz_lab.cbridge.readings import DESCRIBED, READINGS, closest_first, fingerprint
from kibitz_lab.cbridge.variants import ATTEMPTS, inside_nodes
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.openings.experiment import cases_of
from kibitz_lab.openings.scores import balanced

MOST = 60  # the largest K; the dissertation's tables end at 20
LIMITS = (100, 200, 500, 1000)  # and all of them, where every call is a pass
RANGES = ((0, 5), (6, 10), (11, 12), (13, 15), (16, MOST_POINTS))  # §4.6
SECONDS_A_PAIR = 3e-6  # about how long one process takes per pair of cases in a task


@dataclass(frozen=True, slots=True)
class EqualPointsAndLongest:
    """§4.6, first failed attempt: hands are alike if points and longest suit are equal."""

    cases: SituationColumns

    def nearest(
        self, asked: SituationColumns, k: int, *, skip: Cases | None = None
    ) -> NearestHands:
        own, other = _longest(self.cases), _longest(asked)
        found = np.full((len(asked), k), -1, dtype=np.int64)
        alike = np.zeros((len(asked), k))
        for row in range(len(asked)):
            same = ((self.cases.points == asked.points[row]) & (own == other[row])).astype(np.int64)
            if skip is not None:
                same[skip[row]] = -1
            best = np.argsort(-same, kind="stable")[:k]
            best = best[same[best] >= 0]
            found[row, : len(best)], alike[row, : len(best)] = best, same[best]
        return NearestHands(found, alike)

    def among(self, cases: Cases) -> EqualPointsAndLongest:
        return EqualPointsAndLongest(self.cases[cases])


def _longest(columns: SituationColumns) -> Cases:
    order: Cases = (columns.lengths.astype(np.int64) * 4 + np.arange(4)).argmax(axis=1)
    return order


def point_ranges(cases: SituationColumns) -> CBridgeSimilarity:
    """§4.6, second failed attempt: points count as equal within a range of points."""
    place = [next(i for i, (low, high) in enumerate(RANGES) if low <= points <= high)
             for points in range(MOST_POINTS + 1)]  # fmt: skip
    ranged = np.array(place)
    table = (ranged[:, None] == ranged[None, :]).astype(np.int64) * (POINTS_WEIGHT * UNIT)
    return CBridgeSimilarity.over(cases, points=table)


def first_seat(cases: Sequence[OpeningCase], number: int = paper.CASES) -> list[OpeningCase]:
    """The first *number* decisions made by dealers."""
    chosen = [case for case in cases if case.situation.seat == 1][:number]
    if len(chosen) < 2:
        raise UsageError("there are no opening decisions of dealers to learn from")
    return chosen


VARIANTS: dict[str, Callable[[SituationColumns], HandSimilarity]] = {
    "cbridge1": CBridgeSimilarity.over,
    "cbridge1a": CBridgeSimilarity.over,
    "equal points and longest suit": EqualPointsAndLongest,
    "point ranges": point_ranges,
}


Piece = tuple[str, Any]
"""A worker's task: the kind of table, and which one."""

PIECES: tuple[Piece, ...] = (
    *(("table", variant) for variant in VARIANTS),
    ("limit", None),
    *(("attempt", number) for number in range(len(ATTEMPTS))),
    *(("node", ordered) for ordered in (False, True)),
    ("mismatch", None),
    *(("reading", number) for number in range(len(READINGS))),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The dissertation's tables beside ours: CBridge1, CBridge1a and all that it says was tried.

    Leave-one-out over the first decisions of dealers, for K from 1 to 60 and beyond; readings of
    its similarity, by the column it prints; bids that stand beside other hands, as a hypothesis.

    Example: kibitz lab cbridge wbridge5.jsonl.gz
    """

    files: Annotated[
        Sequence[Path],
        typer.Argument(help="Files of games; else the library.", metavar="[FILE]..."),
    ] = ()
    cases: Annotated[int, Said("How many cases, as in the paper.", bounds=(2, None))] = paper.CASES


@dataclass(frozen=True, slots=True)
class Prepared:
    """The task as it is: files are read only when it runs, so that announcing it takes no time."""

    task: Task

    @property
    def stages(self) -> list[Stage]:
        return [Stage(len(PIECES), 0, SECONDS_A_PAIR * self.task.cases**2)]

    def clear(self) -> None:
        """Nothing is kept on the way."""


def prepared(task: Task, watch: StageWatch) -> Prepared:
    return Prepared(task)


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """Everything measured about CBridge."""
    cases = first_seat(cases_of(ready.task.files), ready.task.cases)
    tell = begun(watch, "leaving one out", len(PIECES))
    return {"seed": SEED, **tables(cases, engine=engine, tell=tell)}


def tables(
    cases: Sequence[OpeningCase],
    *,
    engine: Engine | None = None,
    tell: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Everything measured about CBridge, ours beside the dissertation's."""
    columns, calls = columns_of(cases)
    asked = [(task, columns, calls) for task in PIECES]
    done = list((engine or Engine()).run(_work, asked, tell=tell))

    def found(kind: str) -> dict[Any, Any]:
        outcomes = zip(PIECES, done, strict=True)
        return {which: outcome for (what, which), outcome in outcomes if what == kind}

    ours = found("table")
    for k, (correct, similarity, passes) in enumerate(paper.CBRIDGE1[: len(ours["cbridge1"])]):
        row = ours["cbridge1"][k]
        row["paper"] = {"correct": correct, "similarity": similarity / 100, "passes": passes}
    for k, (correct, passes) in enumerate(paper.CBRIDGE1A[: len(ours["cbridge1a"])]):
        ours["cbridge1a"][k]["paper"] = {"correct": correct, "passes": passes}
    return {
        "cases": len(cases),
        "passes": int((calls == 0).sum()),
        "tables": ours,
        "limit": found("limit")[None],
        "attempts": list(found("attempt").values()),
        "nodes": list(found("node").values()),
        "readings": closest_first(list(found("reading").values())),
        "mismatch": found("mismatch")[None],
    }


def _work(asked: tuple[Piece, SituationColumns, Bytes]) -> Any:
    (kind, which), columns, calls = asked
    match kind:
        case "table":
            return variant_rows(which, columns, calls)
        case "limit":
            return _limit(columns, calls)
        case "attempt":
            return ATTEMPTS[which].rows(columns, calls)
        case "node":
            return inside_nodes(columns, calls, ordered=which)
        case "reading":
            return fingerprint(READINGS[which], columns, calls)
        case _:
            return mismatched(columns, calls)


def _limit(columns: SituationColumns, calls: Bytes) -> list[dict[str, Any]]:
    """CBridge1 with more and more neighbours, up to all of them."""
    everyone = len(calls) - 1
    found = nearest_by(DESCRIBED.between(columns), everyone)
    rows = []
    for k in (*(k for k in LIMITS if k < everyone), everyone):
        said = vote(calls[found.cases[:, :k]], found.first(k)).calls
        right, passes = int((said == calls).sum()), int((said == 0).sum())
        rows.append({"k": k, "correct": right, "passes": passes})
    return rows


def variant_rows(variant: str, columns: SituationColumns, calls: Bytes) -> list[dict[str, Any]]:
    """A row for each K, leaving each case out in turn."""
    everyone = np.arange(len(calls), dtype=np.int64)
    most = min(MOST, len(calls) - 1)
    found = VARIANTS[variant](columns).nearest(columns, most, skip=everyone)
    moves = variant == "cbridge1a"
    proposed = adapted(calls, columns, columns, found) if moves else calls[found.cases]
    rows = []
    for k in range(1, most + 1):
        near = NearestHands(found.cases[:, :k], found.similarities[:, :k])
        said = vote(proposed[:, :k], near).calls
        right = said == calls
        bids = calls != 0
        rows.append(
            {
                "k": k,
                "correct": int(right.sum()),
                "share": round(float(right.mean()), 5),
                "similarity": round(float(near.similarities.mean()), 5),
                "passes": int((said == 0).sum()),
                "non_pass": round(float(right[bids].mean()), 5),
                "balanced": balanced(right, calls, 1),
            }
        )
    return rows
