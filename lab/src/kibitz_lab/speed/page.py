"""How soon the page answers (benchmarks/page.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, named, table


def report(result: Result) -> Iterator[str]:
    """How soon the page answers, alone and under load."""
    yield source(result)
    yield ""
    start = result["start"]
    yield (
        f"From `kibitz serve` to its address: {start['first_s']:.1f} s the first time of all, "
        f"then {start['median_s']:.1f} s ({start['least_s']:.1f} to {start['most_s']:.1f}, "
        f"{start['starts']} starts)."
    )
    yield ""
    yield from table(_COLUMNS, named(result["questions"]))
    yield ""
    yield "At the table, while a deal is played and stepped through:"
    yield ""
    yield from table(_AT_THE_TABLE, [{"name": what, **result["cards"][what]} for what in _PLAYED])
    weight, beside = result["weight"], result["beside"]
    yield ""
    yield (
        f"The heaviest page weighs {weight['heaviest'] / 1000:.0f} kB with all that it loads "
        f"(`{weight['of']}`). While an evening is reviewed a step of the table takes "
        f"{beside['median_s']:.3f} s at the median, 95 % within {beside['p95_s']:.3f} s."
    )
    yield ""
    readers = result["readers"]
    pause = f", who read for {readers['pause']:g} s between two questions on average,"
    yield _under(readers, f"readers{pause}")
    yield ""
    yield _under(result["load"], "clients without any pause")


def _under(load: Mapping[str, Any], who: str) -> str:
    waiting = load["under_way"] / load["answers"]
    return (
        f"{load['clients']} {who} on mixed questions for {load['seconds']:.0f} s: "
        f"{load['answers']:,} answers, {load['errors']} errors, {waiting:.1%} told that work was "
        f"under way; {load['answers'] / load['seconds']:.0f} answers a second, median "
        f"{load['median_s']:.2f} s, 95 % within {load['p95_s']:.2f} s, the longest "
        f"{load['most_s']:.2f} s."
    )


_PLAYED = ("card", "experts", "own line", "step")
_AT_THE_TABLE = (
    Column("what", "name", left=True),
    Column("median s", "median_s", ".3f"),
    Column("95 %, s", "p95_s", ".3f"),
    Column("most, s", "most_s", ".3f"),
    Column("answers", "answers"),
)


_COLUMNS = (
    Column("question", "name", left=True),
    Column("first of all, s", "first_s", ".2f"),
    Column("after a start, s", "cold_s", ".2f"),
    Column("then, median s", lambda row: row["warm"]["median_s"], ".3f"),
    Column("95 %, s", lambda row: row["warm"]["p95_s"], ".3f"),
    Column("answers", lambda row: row["warm"]["answers"]),
)

EXPERIMENTS = (
    Experiment(
        result="page",
        command="benchmarks/page.py",
        quick="benchmarks/page.py --seconds 2 --clients 4 --starts 1 --compiled",
        chapter=Chapter("The coach: how soon it answers"),
        report=report,
    ),
)
