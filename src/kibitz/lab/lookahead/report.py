"""Lookahead at one decision: what is run, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lab.harness.experiment import Chapter, Experiment, Result
from kibitz.lab.harness.results import files, source
from kibitz.lab.harness.tables import Column, table, within

CHAPTER = Chapter("Lookahead")


def report(result: Result) -> Iterator[str]:
    """What lookahead adds at one decision."""
    yield "### One real decision at a time"
    yield ""
    yield (
        f"{result['decisions']:,} real decisions, one a table, of {result['events']} events of "
        f"{files(result)} that nothing was learned from; {result['layouts']} layouts; "
        f"similarity {result['similarity']}, precedents of {result['precedents']:,} tables; the "
        f"logarithm of the votes plus {result['trick_weight']:g} times the tricks. Intervals over "
        f"events. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["rows"])


_COLUMNS = (
    Column("method", "method", left=True),
    Column(
        "agrees with the expert",
        lambda row: within(row["agreement_real"], row["agreement_within"], ".1%"),
    ),
    Column(
        "tricks lost a decision, double dummy",
        lambda row: within(row["tricks_lost"], row["tricks_lost_within"], ".3f"),
    ),
)

EXPERIMENTS = (
    Experiment(
        result="lookahead",
        command="lab lookahead --train {human_3nt_made.jsonl.gz} --test {human_3nt_made.jsonl.gz}"
        " --sample 1200",
        quick="lab lookahead --train {3nt.jsonl} --test {3nt.jsonl} --sample 3 --layouts 2",
        chapter=CHAPTER,
        report=report,
    ),
)
