"""Deals declared to the end: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.declare.run import Task, prepared, run
from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table, within
from kibitz_lab.lookahead.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """How precedents and lookahead fare on whole deals."""
    yield "### Deals declared to the end"
    yield ""
    yield (
        f"{result['deals']} deals of {files(result)}, seed {result['seed']}, against "
        "defenders who see all four hands; the experts' own results were against people, and "
        "their tricks lost are those of the cards recorded. 95 % intervals over events. "
        f"{source(result)}"
    )
    if result["similarity"]:
        yield ""
        yield (
            f"Precedents: {result['precedents']:,} tables of the same files, none of an "
            "event of the deals declared."
        )
    yield ""
    yield from table(_COLUMNS, result["rows"])


def made(row: Row) -> str:
    """The number of contracts made, and their share with its interval."""
    return f"{row['made']:,}: {within(row['made_rate'], row['made_rate_within'], '.1%')}"


def lost(row: Row) -> str:
    """Tricks lost a deal against perfect play."""
    return within(row["lost_a_deal"], row["lost_a_deal_within"], ".2f")


_COLUMNS = (
    Column("method", "method", left=True),
    Column("made", made),
    Column("of those makeable", "makeable"),
    Column("tricks", lambda row: within(row["tricks"], row["tricks_within"], ".2f")),
    Column("lost a deal, double dummy", lost),
)

_RECORDS = "--records {human_3nt_made.jsonl.gz} --records {human_3nt_down.jsonl.gz}"
_LESSONS = "--train {human_3nt_made.jsonl.gz} --train {human_3nt_down.jsonl.gz}"

STUDIES = (
    Study(
        name="declare",
        task=Task,
        records=("records", "train"),
        prepare=prepared,
        run=run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="declare",
        command=f"lab declare {_RECORDS} {_LESSONS} --deals 200",
        quick="lab declare --records {3nt.jsonl} --deals 2",
        chapter=CHAPTER,
        report=report,
    ),
)
