"""How long the explorer takes over a large library: its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.calls.report import CHAPTER
from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.tables import Column, Row, table


def report(result: Result) -> Iterator[str]:
    """Seconds an answer, with the index open already and with opening it."""
    making = result["making"]
    yield f"### How long the explorer takes over {result['tables']:,} tables"
    yield ""
    yield (
        f"The first {result['recorded']:,} tables of {files(result)}, whose index is made once in "
        f"{making['processor']:.0f} s of one core, repeated as other boards until there are so "
        f"many; medians of {result['repeats']}. A whole answer opens the index too, as a command "
        f"does: the slowest takes {result['slowest']:.2f} s of one core. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["rows"])


def _seconds(title: str, what: str, clock: str) -> Column:
    def cell(row: Row) -> str:
        return f"{row[what][clock]:.3f}"

    return Column(title, cell)


_COLUMNS = (
    Column("question", "question", left=True),
    Column("tables", "tables", ","),
    _seconds("answered, s", "opened", "processor"),
    _seconds("by the clock", "opened", "clock"),
    _seconds("opened and answered, s", "whole", "processor"),
    _seconds("by the clock", "whole", "clock"),
)

EXPERIMENTS = (
    Experiment(
        result="explore",
        command="benchmarks/explore.py {human_players.jsonl.xz}",
        quick="benchmarks/explore.py {3nt.jsonl} --tables 500 --repeats 1",
        chapter=CHAPTER,
        report=report,
    ),
)
