"""How fast board games are watched, played and solved: its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.seqlearner.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Contests a second, and seconds to solve a game."""
    yield "### How fast board games are watched, played and solved"
    yield ""
    yield (
        "Contests a second: a training stage watched and learned from, and contests against the "
        "perfect agent. Processor time of one core, median and extremes; by the clock beside it. "
        + source(result)
    )
    yield ""
    yield from table(_COLUMNS, result["rows"])
    yield ""
    for one in result["solving"]:
        low, high = one["spread"]
        yield (
            f"- {one['game']}: all {one['states']:,} states ({one['reachable']:,} of them can be "
            f"reached) are solved in {one['processor']:.3f} s of one core ({low:.3f} to "
            f"{high:.3f}; {one['wall']:.3f} s by the clock), with {one['peak_mb']:,.0f} MB at most."
        )
    for one in result["tables"]:
        yield (
            f"- {one['game']}: the paper's table, {one['runs']} runs, takes {one['wall']:.0f} s; "
            f"the goal is {one['goal']:.0f} s."
        )


def _extremes(row: Row) -> str:
    slow, fast = row["spread"]
    return f"{slow:,.0f} to {fast:,.0f}"


_COLUMNS = (
    Column("game", "game", left=True),
    Column("what", "what", left=True),
    Column("contests", "contests"),
    Column("a second", "processor", ",.0f"),
    Column("extremes", _extremes),
    Column("by the clock", "wall", ",.0f"),
)

EXPERIMENTS = (
    Experiment(
        result="boards",
        command="benchmarks/boards.py",
        quick="benchmarks/boards.py --games lose-tic-tac-toe --repeats 1 --runs 1",
        chapter=CHAPTER,
        report=report,
    ),
)
