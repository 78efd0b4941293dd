"""The dissertation's tables: what is run, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lab.cbridge.experiment import CASES
from kibitz.lab.harness.experiment import Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.tables import Column, Row, table
from kibitz.lab.openings.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """The dissertation's tables beside ours, under their heading."""
    yield "### The dissertation's tables, leave-one-out"
    yield ""
    yield from tables(result)


def tables(result: Result) -> Iterator[str]:
    """The dissertation's tables beside ours, as a table of Markdown for each method."""
    share = result["passes"] / result["cases"]
    counted = f"{result['cases']:,} cases, {result['passes']:,} passes"
    yield f"{counted}: always passing is right {share:.2%} of the time. {source(result)}"
    for name, rows in result["tables"].items():
        yield ""
        yield f"**{name}**"
        yield ""
        yield from table((*_OURS, *(_PAPER if "paper" in rows[0] else ())), rows)


def _correct(row: Row) -> str:
    return f"{row['correct']:,} ({row['share']:.2%})"


def _paper_correct(row: Row) -> str:
    return f"{row['paper']['correct']:,} ({row['paper']['correct'] / CASES:.2%})"


_OURS = (
    Column("K", "k"),
    Column("correct", _correct),
    Column("similarity", "similarity", ".2%"),
    Column("passes", "passes", ","),
    Column("non-pass", "non_pass", ".2%"),
    Column("balanced", "balanced", ".2%"),
)
_PAPER = (
    Column("paper: correct", _paper_correct),
    Column("similarity", lambda row: row["paper"].get("similarity"), ".2%"),
    Column("passes", lambda row: row["paper"]["passes"], ","),
)

EXPERIMENTS = (
    Experiment(
        result="cbridge",
        command="lab cbridge {wbridge5.jsonl.gz}",
        quick="lab cbridge {openings.jsonl} --cases 200",
        chapter=CHAPTER,
        report=report,
    ),
)
