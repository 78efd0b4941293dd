"""The reasons for plans and for cards: how often one is said, and whether it is true again.

Run:      kibitz lab reasons --records FILE...
Writes:   docs/results/reasons.json
Method:   the comparisons that answers make by themselves: the steps of plans that compare two
          lines, and a card beside the best other one where it does clearly better, at the decision
          most in doubt of three drawn at each table. Each reason is checked on fresh layouts of the
          same belief, looked for anew on them alone, and looked for where the same failures are
          dealt at random. Every card advised is also put beside the expert's: the confidence of
          votes and layouts together. Intervals are Wilson's
Departs:  fresh layouts are played out by the same players: this checks the sentence, not them
Splits:   only events that the frozen split keeps for testing; no deal twice
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.solving import solving
from kibitz.plans.adviser import PlanAdviser, shipped_players
from kibitz.plans.question import PlanQuestion
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.plans import experiment as plans
from kibitz_lab.plans.because import reasoned
from kibitz_lab.reasons.cards import answered, decisions_of, in_doubt
from kibitz_lab.reasons.figures import cards_figures, compared_figures

SECONDS_A_DEAL, SECONDS_A_DECISION = 15.0, 2.0
"""About how long one core takes to plan a deal, or to answer about a card, and to check both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """How often plans and cards come with a reason, and whether it is true again.

    Of every comparison that answers make by themselves: a reason said, true on fresh layouts, of
    the same kind from other layouts, and found where failures are dealt at random. Of every card
    advised with its reason: how sure, beside how often the expert played it.
    A run that was stopped goes on.

    Example: kibitz lab reasons --records tables.jsonl --deals 40 --decisions 400
    """

    records: Annotated[Sequence[Path], Said("Files of games.")]
    deals: Annotated[int, Said("Deals planned.", bounds=(1, None))] = 150
    decisions: Annotated[int, Said("Decisions about a card.", bounds=(1, None))] = 700
    layouts: Annotated[int, Said("Fresh layouts for each.", bounds=(10, None))] = 300
    every_event: Annotated[
        bool,
        Said(
            "Also deals of events that the networks were made from.",
            option="every-event/--no-every-event",
        ),
    ] = False
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The tables to ask about, and where finished answers are kept."""

    task: Task
    tables: Sequence[Record]
    planned: Parts
    cards: Parts

    @property
    def stages(self) -> list[Stage]:
        decisions = min(self.task.decisions, len(self.tables))
        return [
            Stage(decisions, len(self.cards), SECONDS_A_DECISION),
            Stage(min(self.task.deals, len(self.tables)), len(self.planned), SECONDS_A_DEAL),
        ]

    def clear(self) -> None:
        """Keep the answers: a longer run begins with the tables of a shorter one."""


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them."""
    most = max(task.deals, task.decisions)
    drawing = plans.Task(
        records=task.records, deals=most, every_event=task.every_event, seed=task.seed
    )
    offered = plans.offered(drawing, partial(watch, "reading records", None))
    tables = plans.drawn(offered, drawing)[:most]
    if not tables:
        raise UsageError("No table of a tested event was found that was played out.")
    asked = (contents_of(task.records), task.seed, task.layouts, task.every_event)
    kept = (parts_of(name, *asked) for name in ("reasons-plans", "reasons-cards"))
    return Prepared(task, tables, *kept)


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Ask about a card of each table, then plan some of them, skipping what is finished."""
    task, tables = ready.task, list(enumerate(ready.tables))
    asked, deals = tables[: task.decisions], tables[: task.deals]
    telling = begun(watch, "asking about cards", len(asked))
    cards = list(
        engine.run(
            partial(card, task), asked, tell=telling, parts=ready.cards, key=lambda one: one[0]
        )
    )
    telling = begun(watch, "planning", len(deals))
    planned = list(
        engine.run(
            partial(plan, task), deals, tell=telling, parts=ready.planned, key=lambda one: one[0]
        )
    )
    return {
        "layouts": task.layouts,
        "deals": len(planned),
        "plans": compared_figures([one for deal in planned for one in deal]),
        "cards": cards_figures([one for one in cards if one is not None]),
    }


def plan(task: Task, numbered: tuple[int, Record]) -> list[dict[str, Any]]:
    """One deal planned: every step that compares two lines; plain JSON."""
    _, record = numbered
    with solving() as solver:
        adviser = PlanAdviser(
            shipped_players(), plans.cards_adviser(), seed=task.seed, solver=solver
        )
        question = PlanQuestion.of(record)
        answer = adviser.ask(question)
        return reasoned(answer, plans.fresh_bench(adviser, question, task.layouts))


def card(task: Task, numbered: tuple[int, Record]) -> dict[str, Any] | None:
    """One decision of a table asked about; None if it has none. Plain JSON."""
    number, record = numbered
    rng = random.Random(f"{task.seed} {number}")
    adviser = replace(plans.cards_adviser(), seed=task.seed)
    quick = in_doubt(adviser, decisions_of(record, number % 4 < 2, rng))
    if quick is None:
        return None
    with solving() as solver:
        return answered(adviser, quick, task.layouts, solver)
