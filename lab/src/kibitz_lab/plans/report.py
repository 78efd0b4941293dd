"""Plans of whole deals: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, table
from kibitz_lab.plans import experiment, steady

CHAPTER = Chapter("Plans of whole deals")


def report(result: Result) -> Iterator[str]:
    """What plans said, what held, and what the experts did."""
    yield "### Every sentence on fresh layouts"
    yield ""
    yield (
        f"Deals of {files(result)}, of events that no network was taught by, planned when dummy is "
        f"down; {result['layouts']} fresh layouts each, seed {result['seed']}. {source(result)}"
    )
    for strain, found in result["strains"].items():
        yield ""
        yield from _strain(strain, found)
    if result["followed"]["followed"]:
        yield ""
        yield f"**Both together**: {_followed(result['followed'])}"


def _strain(strain: str, found: dict[str, Any]) -> Iterator[str]:
    name = "3NT" if strain == "no-trump" else "Contracts in a suit"
    share = f"{found['held'] / found['said']:.1%}" if found["said"] else "none"
    yield f"**{name}**, {found['deals']} deals, {found['steps']:.1f} steps a plan."
    yield ""
    yield from table(_COLUMNS, found["kinds"])
    if "because" in found:
        yield ""
        yield from _because(found["because"])
    yield ""
    yield (
        f"Sentences held: {found['held']} of {found['said']} ({share}). Witnesses replayed: "
        f"{found['replayed']} of {found['witnesses']}. Total within two standard errors of the "
        f"played-out chance: {found['within_two_errors']:.1%} of the deals."
    )
    yield ""
    yield (
        f"Brier score of the total against what the expert made: {found['brier']:.3f} (base rate "
        f"{found['brier_base_rate']:.3f}, double dummy alone "
        f"{_or_none(found['brier_double_dummy'])}); "
        f"stated {found['stated']:.1%}, made {found['made']:.1%}."
    )
    yield ""
    yield (
        f"Best and next best line ten points apart in {found['ten_points_apart']} deals; a "
        f"sentence decided in {found['decided']} of them; the plan's first suit was the expert's "
        f"in {found['expert_suit']} of {found['expert_suit_known']}, its hold-up in "
        f"{found['expert_hold']} of {found['expert_hold_known']} of them with one."
    )
    if found["followed"]:
        yield ""
        yield _followed(found)


def _because(found: dict[str, Any]) -> Iterator[str]:
    """The reasons, by kind of cause."""
    yield (
        f"Steps that compare two lines: {found['compared']}, {found['said']} of them with a "
        f"reason; {found['held']} held on fresh layouts. From fresh layouts alone a reason was "
        f"found for {found['found_anew']} of these, of the same kind for {found['same_kind']}. "
        f"Failures dealt at random: {found['by_chance']} explained."
    )
    if found["kinds"]:
        yield ""
        yield from table(_CAUSES, found["kinds"])


def _followed(found: dict[str, Any]) -> str:
    return (
        f"Followed to the end against perfect defenders, {found['followed']} deals: precedents of "
        f"the starter memory with lookahead lose {found['lost']:.2f} tricks a deal if they follow "
        f"the plan, {found['lost_free']:.2f} if they do not know it (paired standard error "
        f"{found['lost_error'] or 0:.2f})."
    )


def _or_none(score: float | None) -> str:
    return "unknown" if score is None else f"{score:.3f}"


_COLUMNS = (
    Column("kind", "kind", left=True),
    Column("said", "said"),
    Column("held on fresh layouts", "held"),
    Column("number within two errors", "numbers_held"),
)

_CAUSES = (
    Column("reason", "kind", left=True),
    Column("said", "said"),
    Column("held on fresh layouts", "held"),
)

STUDIES = (
    Study(
        name="plans",
        task=experiment.Task,
        records=("records",),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
    Study(
        name="steady",
        task=steady.Task,
        records=("records",),
        prepare=steady.prepared,
        run=steady.run,
        report=steady.report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="plans",
        command="lab plans --records {human_players.jsonl.xz} --deals 150 --follow 150",
        quick="lab plans --records {3nt.jsonl} --deals 1 --layouts 20 --follow 1 --every-event",
        chapter=CHAPTER,
        report=report,
    ),
    Experiment(
        result="steady",
        command="lab steady --records {human_players.jsonl.xz} --deals 30",
        quick="lab steady --records {3nt.jsonl} --deals 1 --seeds 2 --every-event",
        chapter=CHAPTER,
        report=steady.report,
    ),
)
