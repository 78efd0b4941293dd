"""How long one suit takes: the benchmark, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lab.harness.experiment import Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.tables import Column, named, table
from kibitz.lab.suits.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Seconds of a whole answer, over combinations of every kind."""
    yield "### How long a whole answer takes"
    yield ""
    yield (
        "Every target and the average, seconds of processor time in one process; "
        f"start-up {result['start_up_s']:.1f} s. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, named(result["rows"]))


_COLUMNS = (
    Column("combinations", "name", left=True),
    Column("number", "problems", ","),
    Column("median", "median", ".3f"),
    Column("99 %", "p99", ".3f"),
    Column("worst", "worst", ".3f"),
    Column("total", "total", ".1f"),
    Column("the worst", "worst_problem", left=True),
)

EXPERIMENTS = (
    Experiment(
        result="suits_speed",
        command="benchmarks/suits.py",
        quick="benchmarks/suits.py --share 100",
        chapter=CHAPTER,
        report=report,
    ),
)
