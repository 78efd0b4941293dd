"""How long a report of my game takes: the benchmark, and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, table
from kibitz_lab.mygame.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """A session, and what an archive would take."""
    yield "### How long a report takes"
    yield ""
    yield (
        f"Tables of the player who sat at most of them in events that nothing was learned from, "
        f"beside a memory of {result['cases']:,} decisions; the first time includes machine code. "
        f"At the rate of the archive ten thousand tables take {result['archive_minutes']:g} "
        f"minutes. {source(result)}"
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
