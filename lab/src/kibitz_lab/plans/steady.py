"""Plans asked for again with other seeds: is the advice the same tomorrow?

Run:      kibitz lab steady --records FILE... --deals N --seeds 5
Writes:   steady.json
Splits:   as in `experiment.py`: only events that the frozen split keeps for testing
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Annotated, Any

from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.solving import solving
from kibitz.plans.adviser import PlanAdviser, shipped_players
from kibitz.plans.answer import PlanAnswer
from kibitz.plans.question import PlanQuestion
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.experiment import Result
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of, files, source
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.plans import experiment

SECONDS_A_PLAN = 7.0
"""About how long one core takes for a plan."""
APART = 0.08
"""How far the totals of one deal may lie apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Whether a plan is the same when it is asked for again with another seed.

    Deals in 3NT and in suits, planned when dummy is down, each with several seeds: how many have
    one line with all of them (or are called close with all), how many one first suit, and how far
    the totals lie apart. A run that was stopped goes on.

    Example: kibitz lab steady --records tables.jsonl --deals 30 --seeds 5
    """

    records: Annotated[Sequence[Path], Said("Files of games.")]
    deals: Annotated[int, Said("Deals of each strain.", bounds=(1, None))] = 30
    seeds: Annotated[int, Said("Seeds for each deal.", bounds=(2, None))] = 5
    every_event: Annotated[
        bool,
        Said(
            "Also deals of events that the networks were made from.",
            option="every-event/--no-every-event",
        ),
    ] = False
    seed: int = 1
    """Which deals are drawn."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The tables to plan, and where finished plans are kept."""

    task: Task
    tables: Sequence[Record]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        whole = len(self.tables) * self.task.seeds
        return [Stage(whole, len(self.parts) * self.task.seeds, SECONDS_A_PLAN)]

    def clear(self) -> None:
        """Keep the plans: a longer run begins with the tables of a shorter one."""


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them, as for the study of plans."""
    same = experiment.Task(
        records=task.records, deals=task.deals, every_event=task.every_event, seed=task.seed
    )
    offered = experiment.offered(same, partial(watch, "reading records", None))
    tables = experiment.drawn(offered, same)
    if not tables:
        raise UsageError("No table of a tested event was found that was played out.")
    asked = (task.seed, task.seeds, task.every_event)
    return Prepared(task, tables, parts_of("steady", contents_of(task.records), *asked))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Plan the tables with every seed, skipping what is finished."""
    telling = begun(watch, "planning", len(ready.tables))
    deals = list(
        engine.run(
            partial(planned, ready.task.seeds),
            list(enumerate(ready.tables)),
            tell=telling,
            parts=ready.parts,
            key=lambda one: one[0],
        )
    )
    return {"seeds": ready.task.seeds, **figures(deals)}


def planned(seeds: int, numbered: tuple[int, Record]) -> list[dict[str, Any]]:
    """The plans of one deal, one for each seed; plain JSON."""
    question = PlanQuestion.of(numbered[1])
    found = list[dict[str, Any]]()
    with solving() as solver:
        for seed in range(seeds):
            begin = process_time()
            adviser = PlanAdviser(
                shipped_players(), experiment.cards_adviser(), seed=seed, solver=solver
            )
            found.append({**outline(adviser.ask(question)), "seconds": process_time() - begin})
    return found


def outline(answer: PlanAnswer) -> dict[str, Any]:
    """What should not depend on the seed."""
    return {
        "line": answer.plan.line.to_json(),
        "suit": str(answer.suits[0]) if answer.suits else None,
        "card": str(answer.card),
        "close": any(step.kind == "close" for step in answer.steps),
        "total": answer.total.chance,
    }


def figures(deals: Sequence[Sequence[dict[str, Any]]]) -> dict[str, Any]:
    """The deals that are steady in each respect."""
    apart = [_apart(plans) for plans in deals]
    one_line = [_one(plans, "line") for plans in deals]
    close = [all(plan["close"] for plan in plans) for plans in deals]
    return {
        "deals": len(deals),
        "one_line": sum(one_line),
        "close": sum(close),
        "one_line_or_close": sum(map(max, one_line, close)),
        "one_suit": sum(_one(plans, "suit") for plans in deals),
        "one_card": sum(_one(plans, "card") for plans in deals),
        "totals_together": sum(distance <= APART for distance in apart),
        "totals_apart": fmean(apart),
        "furthest_apart": max(apart),
        "seconds": median(plan["seconds"] for plans in deals for plan in plans),
    }


def _one(plans: Sequence[dict[str, Any]], what: str) -> bool:
    return all(plan[what] == plans[0][what] for plan in plans)


def _apart(plans: Sequence[dict[str, Any]]) -> float:
    totals = [float(plan["total"]) for plan in plans]
    return max(totals) - min(totals)


def report(result: Result) -> Iterator[str]:
    """How often the advice was the same with every seed."""
    whole = result["deals"]

    def share(name: str) -> str:
        return f"{result[name]} of {whole} ({result[name] / whole:.0%})"

    yield "### The same tomorrow"
    yield ""
    yield (
        f"Deals of {files(result)}, of events that no network was taught by, planned when dummy is "
        f"down, with {result['seeds']} seeds each. {source(result)}"
    )
    yield ""
    yield (
        f"One line with every seed: {share('one_line')}; that, or called close with every seed: "
        f"{share('one_line_or_close')}. One first suit: {share('one_suit')}; one next card: "
        f"{share('one_card')}. Called close with every seed: {share('close')}."
    )
    yield ""
    yield (
        f"Totals of a deal within {APART:.2f} of each other: {share('totals_together')}; on "
        f"average {result['totals_apart']:.3f} apart, at most {result['furthest_apart']:.3f}. "
        f"A plan took {result['seconds']:.1f} processor seconds at the median."
    )
