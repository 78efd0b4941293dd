"""Experts' deals planned; every sentence checked on fresh layouts, and by what the expert did.

Run:      kibitz lab plans --records FILE... --deals N
Writes:   plans.json, from which docs/results.md is made
Departs:  fresh layouts come from the same belief and are played out by the same players, with other
          seeds: this checks the sentence, not the belief. The expert's card and result check both
Splits:   only events that the frozen split keeps for testing; no deal twice
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.asking import Kibitz
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.auction import Strain
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play, replay
from kibitz.games.bridge.solving import solving
from kibitz.places import Places
from kibitz.plans.adviser import PlanAdviser, shipped_players
from kibitz.plans.answer import PlanAnswer, PlanStep, Witness
from kibitz.plans.claims.checker import check
from kibitz.plans.claims.claim import parse_claim
from kibitz.plans.lines.line import Free, HoldUp, PlanLine
from kibitz.plans.lines.line import parts_of as parts_of_line
from kibitz.plans.lines.reading import parse_line
from kibitz.plans.precedents import first_lead, rounds_let_go
from kibitz.plans.question import PlanQuestion, Scoring
from kibitz.plans.trying.layouts import layouts
from kibitz.plans.trying.trials import Bench, worth
from kibitz.records.formats.reading import Piece, pieces
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.splits import SplitPart, digest, event_named, event_of, parts_of_events
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.plans.because import reasoned
from kibitz_lab.plans.figures import figures, following
from kibitz_lab.plans.following import lost_tricks

SECONDS_A_DEAL = 18.0
"""About how long one core takes to plan a deal and check the plan."""
FRESH = 400
_RIVALS = 3
_OTHER_SEED = 7919
_EVENT = re.compile(r'"event":\s*("(?:[^"\\]|\\.)+")')
DECIDES = ("hold up", "first", "order", "if", "way", "safety", "ruff", "card")
"""The kinds of sentence that decide between lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Whether what plans say holds on fresh layouts, and beside what the experts did.

    Deals in 3NT and in suits, planned when dummy is down: for each kind of sentence how many were
    said and how many held on fresh layouts, the total chance against the played-out one and
    against the expert's result, the plan's first suit and hold-up beside the expert's, and, where
    asked, the tricks lost when the plan is followed. A run that was stopped goes on.

    Example: kibitz lab plans --records tables.jsonl --deals 100
    """

    records: Annotated[Sequence[Path], Said("Files of games.")]
    deals: Annotated[int, Said("Deals of each strain.", bounds=(1, None))] = 100
    follow: Annotated[
        int, Said("Of each strain, so many are also played to the end.", bounds=(0, None))
    ] = 0
    layouts: Annotated[int, Said("Fresh layouts a deal.", bounds=(10, None))] = FRESH
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
    """The tables to plan, and where finished plans and followed deals are kept."""

    task: Task
    tables: Sequence[Record]
    parts: Parts
    followed: Parts

    @property
    def stages(self) -> list[Stage]:
        """How much there is to plan; following takes little in comparison."""
        return [Stage(len(self.tables), len(self.parts), SECONDS_A_DEAL)]

    def clear(self) -> None:
        """Keep the plans: a longer run begins with the tables of a shorter one."""


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them."""
    tables = drawn(offered(task, partial(watch, "reading records", None)), task)
    if not tables:
        raise UsageError("No table of a tested event was found that was played out.")
    files = contents_of(task.records)
    asked = (task.seed, task.layouts, task.every_event)
    kept = (parts_of(name, files, *asked) for name in ("plans", "plans-followed"))
    return Prepared(task, tables, *kept)


def offered(task: Task, seen: Callable[[int], object]) -> Iterator[Record]:
    """The tables of the files; lines of training events are not even parsed."""
    for path in task.records:
        with path.open("rb") as stream:
            for piece in pieces(stream, name=path.name):
                if isinstance(piece, Piece) and piece.form == "jsonl" and not task.every_event:
                    kept = tuple(line for line in piece.text if _may_be_tested(line))
                    piece = replace(piece, text=kept)
                for found in piece.judged():
                    seen(1)
                    if isinstance(found, Record):
                        yield found


def _may_be_tested(line: str) -> bool:
    """Whether a line's event may be tested; a line without one is read."""
    found = _EVENT.search(line)
    return found is None or _is_tested(event_named(json.loads(found[1])))


def drawn(offered: Iterable[Record], task: Task) -> list[Record]:
    """Tables of events for testing, 3NT and suit contracts alternating, no deal twice."""
    strains: tuple[dict[Deal, Record], dict[Deal, Record]] = ({}, {})
    for record in offered:
        contract = record.contract
        if contract is None or record.tricks is None or len(record.play) < 8:
            continue
        if not task.every_event and not _is_tested(event_of(record)):
            continue
        no_trumps = contract.bid.strain is Strain.NOTRUMP
        if not no_trumps or contract.bid.level == 3:
            strains[not no_trumps].setdefault(record.deal, record)
    chosen = []
    for tables in strains:
        order = list(tables.values())
        random.Random(task.seed).shuffle(order)
        chosen.append(order[: task.deals])
    longest = max(map(len, chosen))
    return [part[at] for at in range(longest) for part in chosen if at < len(part)]


@cache
def _is_tested(event: str) -> bool:
    return int(parts_of_events(np.array([digest(event)], np.uint64))[0]) == SplitPart.TESTS


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Plan the tables, then follow some plans to the end, skipping what is finished.

    A longer list begins with the tables of a shorter one, so a stopped run can be reported with
    the tables it has.
    """
    task = ready.task
    telling = begun(watch, "planning", len(ready.tables))
    tables = list(enumerate(ready.tables))
    deals = list(
        engine.run(
            partial(planned, task), tables, tell=telling, parts=ready.parts, key=lambda one: one[0]
        )
    )
    asked = [(*one, deal["line"]) for one, deal in zip(tables, deals, strict=True)]
    asked = asked[: 2 * task.follow]
    telling = begun(watch, "following plans", len(asked))
    lost = engine.run(
        partial(followed, task), asked, tell=telling, parts=ready.followed, key=lambda one: one[0]
    )
    for deal, tricks in zip(deals, lost, strict=False):
        deal["lost"] = tricks
    return {"layouts": task.layouts, "strains": figures(deals), "followed": following(deals)}


@cache
def cards_adviser() -> CardAdviser:
    """The adviser for "Which card?", with the memory that ships."""
    return Kibitz(Places.of()).cards


def planned(task: Task, numbered: tuple[int, Record]) -> dict[str, Any]:
    """Plan one deal and check every sentence; plain JSON."""
    _, record = numbered
    with solving() as solver:
        adviser = PlanAdviser(shipped_players(), cards_adviser(), seed=task.seed, solver=solver)
        question = PlanQuestion.of(record)
        answer = adviser.ask(question)
        fresh = fresh_bench(adviser, question, task.layouts)
        return {**outcome(record, answer, fresh), **menu_gap(answer, fresh), "lost": None}


def followed(task: Task, asked: tuple[int, Record, dict[str, Any]]) -> dict[str, int]:
    """The tricks lost by following one plan to the end, and without it."""
    number, record, line = asked
    with solving() as solver:
        rng = random.Random(f"{task.seed} {number}")
        return lost_tricks(record, parse_line(line), cards_adviser(), solver, rng)


def fresh_bench(adviser: PlanAdviser, question: PlanQuestion, number: int) -> Bench:
    """Layouts from another seed, which had no part in choosing or stating anything."""
    rng = replace(adviser, seed=adviser.seed + _OTHER_SEED).rng(question)
    heard = question.auction, question.vulnerability
    found = layouts(question.state, *heard, adviser.players.defenders, rng, number / 2)
    some = found.some(number, rng)
    order = rng.permutation(len(some.owners))
    fresh = replace(some, owners=some.owners[order], weights=some.weights[order])
    bench = Bench(adviser.players, question.state, question.auction, fresh)
    return replace(bench, solver=adviser.solver)


def outcome(record: Record, answer: PlanAnswer, fresh: Bench) -> dict[str, Any]:
    """Sentences, total and witness on fresh layouts, and the plan beside the expert's play."""
    state, contract = answer.asked.state, answer.asked.state.contract
    line = answer.plan.line
    claims = [parse_claim(dict(step.claim)) for step in answer.steps if _is_checked(step)]
    fresh.trials([line, *(one for claim in claims for one in claim.lines), *_rivals(answer)])
    chance = Estimate.of(worth(line, fresh, Scoring.TEAMS), fresh.weights)
    low, high = answer.total.interval
    led = first_lead(record, state)
    hold = next((one for one in parts_of_line(line) if isinstance(one, HoldUp)), None)
    return {
        "event": event_of(record),
        "strain": "no-trump" if state.trumps is None else "suit",
        "made": (record.tricks or 0) >= contract.target,
        "chance": answer.total.chance,
        "error": (high - low) / 3.92,
        "fresh": chance.mean,
        "fresh_error": chance.error,
        "fresh_layouts": len(fresh),
        "double_dummy": answer.total.double_dummy,
        "said": [
            _on_fresh(step.kind, step.claim, step.gain or 0.0, step.interval, fresh)
            for step in answer.steps
            if _is_checked(step)
        ],
        "because": reasoned(answer, fresh),
        "steps": len(answer.steps),
        "witness": None if answer.witness is None else replays(answer.witness, state),
        "suits": [str(suit) for suit in answer.suits],
        "expert_suit": None if led is None else str(led.suit),
        "hold": None if hold is None else hold.rounds,
        "expert_hold": None if hold is None else rounds_let_go(record, state),
        "line": told_by(answer).to_json(),
    }


def told_by(answer: PlanAnswer) -> PlanLine:
    """The line that the steps describe, or None if nothing matters."""
    free = any(step.kind in ("take", "nothing matters") for step in answer.steps)
    return Free() if free else answer.plan.line


def _is_checked(step: PlanStep) -> bool:
    """Whether a sentence depends on layouts; the total is checked separately."""
    return step.hangs_on_layouts and step.kind != "total"


def _rivals(answer: PlanAnswer) -> list[PlanLine]:
    """The best lines of the menu with a different beginning."""
    return [one.line for one in answer.menu[:_RIVALS]]


def _on_fresh(
    kind: str, claim: Any, gain: float, interval: tuple[float, float] | None, fresh: Bench
) -> dict[str, Any]:
    checked = check(parse_claim(dict(claim)), fresh)
    low, high = interval or (0.0, 0.0)
    return {
        "kind": kind,
        "gain": gain,
        "error": (high - low) / 3.92,
        "fresh": checked.gain.mean,
        "fresh_error": checked.gain.error,
        "held": checked.holds,
    }


def replays(witness: Witness, state: Play) -> bool:
    """Whether both plays of a witness are legal on its layout, with the results it states."""
    for play, tricks in (
        (witness.plan_play, witness.plan_tricks),
        (witness.other_play, witness.other_tricks),
    ):
        found = replay(witness.deal, state.contract, play)
        if found.problem or found.cards != 52 or found.tricks != tricks:
            return False
    return witness.plan_tricks > witness.other_tricks


def menu_gap(answer: PlanAnswer, fresh: Bench) -> dict[str, Any]:
    """The lead of the menu's best line over the next that begins otherwise, on fresh layouts."""
    chances = sorted(
        (float(fresh.weights @ worth(line, fresh, Scoring.TEAMS)) for line in _rivals(answer)),
        reverse=True,
    )
    gap = chances[0] - chances[1] if len(chances) > 1 else 0.0
    decides = any(step.kind in DECIDES and step.hangs_on_layouts for step in answer.steps)
    return {"gap": gap, "decides": decides}
