"""How long first answers take on a fresh machine: its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, table
from kibitz_lab.house.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Seconds of the first command of each kind, and of the second."""
    yield "### The first answer of each kind"
    yield ""
    yield (
        "One command in a process of its own, with an empty cache and nothing imported: machine "
        "code and memories that are missing are made first. Then the same command again. Seconds "
        f"by the clock, and of all processors together. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["rows"])


_COLUMNS = (
    Column("command", lambda row: f"`{row['command']}`", left=True),
    Column("first", "first", ".1f"),
    Column("processor", "first_processor", ".1f"),
    Column("second", "second", ".1f"),
    Column("processor", "second_processor", ".1f"),
)

EXPERIMENTS = (
    Experiment(
        result="first-answers",
        command="benchmarks/first_answers.py",
        quick="benchmarks/first_answers.py --only opening",
        chapter=CHAPTER,
        report=report,
    ),
)
