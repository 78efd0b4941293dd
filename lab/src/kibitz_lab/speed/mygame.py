"""How long a report of my game takes (benchmarks/me.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, table
from kibitz_lab.mygame.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Seconds for each report, and minutes for an archive at that rate."""
    yield "### How long a report takes"
    yield ""
    yield (
        f"The tables are those of the player with most tables in events that nothing was learned "
        f"from; the memory holds {result['cases']:,} decisions; the first time includes making "
        f"machine code. At the rate of the archive, ten thousand tables take "
        f"{result['archive_minutes']:g} minutes. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["rows"])


_COLUMNS = (
    Column("", "what", left=True),
    Column("tables", "tables", ","),
    Column("decisions", "decisions", ","),
    Column("departures", "departures", ","),
    Column("slips", "slips", ","),
    Column("seconds to open", "opening", ".1f"),
    Column("seconds in all", "seconds", ".1f"),
)

EXPERIMENTS = (
    Experiment(
        result="mygame-speed",
        command="benchmarks/me.py {human_players.jsonl.xz}",
        quick="benchmarks/me.py --cases 4000 --tables 30",
        chapter=CHAPTER,
        report=report,
    ),
)
