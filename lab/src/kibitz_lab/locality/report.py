"""Locality on a board of nine by nine: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, named, table, within
from kibitz_lab.locality import experiment
from kibitz_lab.seqlearner.report import CHAPTER


def _column(title: str, name: str, form: str) -> Column:
    def cell(row: Any) -> str | None:
        return within(row[name]["mean"], row[name]["sd"], form) if name in row else None

    return Column(title, cell)


def report(result: Result) -> Iterator[str]:
    """One table against the search."""
    yield "### Locality on a board of nine by nine"
    yield ""
    yield (
        f"Five in a row, {result['runs']} runs, seed {result['seed']}: {result['watched']:,} "
        f"contests watched, then {result['tested']} against a search of two plies. Every player "
        "searches as far, and its contexts decide among what the search leaves; all watched the "
        f"same contests. Locality: within {result['radius']} roads. Mean ± standard deviation over "
        f"runs. {source(result)}"
    )
    yield ""
    columns = (
        Column("", "name", left=True),
        _column("won or drawn, %", "reliability", ".1f"),
        _column("won, %", "power", ".1f"),
        _column("decided by contexts, %", "known", ".1f"),
        _column("sequences", "sequences", ",.0f"),
        _column("pairs of .55 or more", "pairs", ",.0f"),
    )
    yield from table(columns, named(result["rows"]))


STUDIES = (
    Study(
        name="locality",
        task=experiment.Task,
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="locality",
        command="lab locality --runs 10 --seed 4117",
        quick="lab locality --runs 2 --watched 16 --tested 2",
        chapter=CHAPTER,
        report=report,
    ),
)
