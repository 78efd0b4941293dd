"""How fast CBridge's similarity is (benchmarks/openings.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.openings.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Questions a second beside scikit-learn's."""
    yield "### CBridge's similarity: questions a second on one core, the five nearest"
    yield ""
    yield "scikit-learn calls a compiled metric for each pair; its search over a row of distances"
    yield "that numpy made is faster. The last column is against the faster; all find the same."
    yield "The slowest and the fastest of the repeats stand behind their median."
    yield source(result)
    yield ""
    yield from table(_COLUMNS, result["rows"])


def _a_second(title: str, name: str) -> Column:
    def cell(row: Row) -> str:
        middle, low, high = (
            f"{rate:,.0f}" if rate >= 10 else f"{rate:,.1f}"
            for rate in (row[name], *row["spread"][name])
        )
        return f"{middle} ({low} to {high})"

    return Column(title, cell)


_COLUMNS = (
    Column("cases", "cases", ","),
    _a_second("kibitz", "kibitz"),
    _a_second("scikit-learn, metric", "callable_metric"),
    _a_second("distances by numpy", "precomputed"),
    Column("times", lambda row: row["kibitz"] / row["sklearn"], ",.0f"),
)

EXPERIMENTS = (
    Experiment(
        result="openings-speed",
        command="benchmarks/openings.py",
        quick="benchmarks/openings.py --sizes 2000,4000",
        chapter=CHAPTER,
        report=report,
    ),
)
