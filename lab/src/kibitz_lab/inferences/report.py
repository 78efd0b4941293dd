"""What calls and cards tell: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.inferences import experiment

CHAPTER = Chapter("What calls and cards tell")


def report(result: Result) -> Iterator[str]:
    """Each rule's rate, where it was counted and on events for testing."""
    yield "### Rules about hidden hands"
    yield ""
    yield (
        f"{result['readings']} readings of rules, counted at {result['learned']:,} tables of "
        f"events that teach or validate, of {files(result)}. What is right above 99.5 % is said "
        "surely, above 90 % usually, by the lower end of an interval; no other is. Then the "
        f"same at {result['tested']:,} tables of {result['events']} other events, with 95 % "
        f"intervals over events. {source(result)}"
    )
    yield ""
    yield from table(
        (
            Column("said", "certainty", left=True),
            Column("rules", "rules", ","),
            Column("times on events for testing", "times", ","),
            Column("right, %", "rate", ".2f", scale=100),
            Column("rules below their word there", lambda row: len(row["below"])),
        ),
        result["said"],
    )
    yield ""
    yield from table(_RULES, result["rows"])
    yield ""
    yield "### The suit that partner asked for"
    yield ""
    yield (
        "Partner doubled, by what he doubled; of the leaders who held a card of that suit, those "
        "who led it."
    )
    yield ""
    yield from table(_ASKED, result["asked"])


def _within(row: Row) -> str | None:
    if row["tested_rate"] is None:
        return None
    shown = f"{100 * row['tested_rate']:.1f}"
    return shown if row["within"] is None else f"{shown} ± {100 * row['within']:.1f}"


_COUNTED = (
    Column("%", "rate", ".1f", scale=100),
    Column("of", "count", ","),
    Column("on events for testing, %", _within),
    Column("of", "tested", ","),
)
_RULES = (Column("rule", "rule", left=True), Column("said", "certainty", left=True), *_COUNTED)
_ASKED = (Column("doubled", "rule", left=True), *_COUNTED)

STUDIES = (
    Study(
        name="inferences",
        task=experiment.Task,
        records=("records",),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="inferences",
        command="lab inferences --records {human_players.jsonl.xz} --every 3",
        quick="lab inferences --records {3nt.jsonl}",
        chapter=CHAPTER,
        report=report,
    ),
)
