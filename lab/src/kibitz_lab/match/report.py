"""Matches of the house: their command, result file and section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, table
from kibitz_lab.match import experiment


def report(result: Result) -> Iterator[str]:
    """IMPs a board of each match."""
    yield (
        "Boards dealt at random, each in both rooms, played line by line over the table-manager "
        f"protocol. IMPs a board for the home team, 95 % intervals over boards. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["matches"])


_COLUMNS = (
    Column("home", "home", left=True),
    Column("visitors", "away", left=True),
    Column("boards", "boards", "d"),
    Column("IMPs a board", lambda row: f"{row['imps']:+.2f} ± {row['imps_within']:.2f}"),
    Column("with a swing, %", "swings", ".0f", scale=100),
    Column("same contract, %", "same_contract", ".0f", scale=100),
    Column("broken", "broken", "d"),
)

STUDIES = (
    Study(
        name="match",
        task=experiment.Task,
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="match",
        command="lab match --boards 200",
        quick="lab match --boards 2",
        chapter=Chapter("Matches of the house: what its calls and cards are worth"),
        report=report,
    ),
)
