"""How long a player waits at the table (benchmarks/table.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, table

_COLUMNS = (
    Column("what", "kind", left=True),
    Column("times", "times", "d"),
    Column("first of all, s", "cold", ".3f"),
    Column("median, s", "median", ".3f"),
    Column("95 % within, s", "often", ".3f"),
    Column("longest, s", "longest", ".3f"),
)


def report(result: Result) -> Iterator[str]:
    """Seconds for a call, a card, a decision, a question and the end."""
    yield (
        f"{result['deals']} deals played as declarer by the house; every turn of the player's is "
        f"timed as if he had to be asked. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["waits"])


EXPERIMENTS = (
    Experiment(
        result="table-speed",
        command="benchmarks/table.py",
        quick="benchmarks/table.py --deals 1",
        chapter=Chapter("At the table: how long a player waits"),
        report=report,
    ),
)
