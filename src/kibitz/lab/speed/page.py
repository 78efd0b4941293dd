"""How soon the page answers: the benchmark, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lab.harness.experiment import Chapter, Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.tables import Column, named, table


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
    load = result["load"]
    yield ""
    yield (
        f"{load['clients']} clients at once on mixed questions for {load['seconds']:.0f} s: "
        f"{load['answers']:,} answers, {load['errors']} errors, {load['under_way']} told that work "
        f"was under way; {load['answers'] / load['seconds']:.0f} answers a second, median "
        f"{load['median_s']:.2f} s, 95 % within {load['p95_s']:.2f} s, the longest "
        f"{load['most_s']:.2f} s."
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
