"""How long one suit takes (benchmarks/suits.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, named, table
from kibitz_lab.suits.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Seconds of processor time, over combinations of every kind, and against 0.1.0."""
    yield "### How long a whole answer takes"
    yield ""
    yield (
        "Every target and the average, seconds of processor time in one process; "
        f"start-up {result['start_up_s']:.1f} s. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, named(result["rows"]))
    if "first_answer" in result:
        first = result["first_answer"]
        yield ""
        yield (
            "On a machine without any compiled code the command line has answered its first "
            f"question after {first['processor']:.1f} s of processor time "
            f"({first['wall']:.1f} s by the clock)."
        )
    if "against" in result:
        yield ""
        yield (
            f"0.1.0 (commit {result['before']}) asked the same questions in turn, in the same run; "
            "a whole answer has the plan and its reasons, and the worst of the table is J9xx-K8xx:"
        )
        yield ""
        yield from table(_AGAINST, named(result["against"]))


_COLUMNS = (
    Column("combinations", "name", left=True),
    Column("number", "problems", ","),
    Column("median", "median", ".3f"),
    Column("99 %", "p99", ".3f"),
    Column("worst", "worst", ".3f"),
    Column("total", "total", ".1f"),
    Column("the worst", "worst_problem", left=True),
)

_AGAINST = (
    Column("seconds of processor time", "name", left=True),
    Column("number", "problems", ","),
    Column("0.1.0, median", "before_median", ".4f"),
    Column("today", "today_median", ".4f"),
    Column("times as fast", "times_median", ".1f"),
    Column("0.1.0, total", "before_total", ".2f"),
    Column("today", "today_total", ".2f"),
    Column("times as fast", "times_total", ".1f"),
    Column("9 of 10 from", "times_low", ".1f"),
    Column("to", "times_high", ".1f"),
)

EXPERIMENTS = (
    Experiment(
        result="suits_speed",
        command="benchmarks/suits.py",
        quick="benchmarks/suits.py --share 100 --alone",
        chapter=CHAPTER,
        report=report,
    ),
)
