"""How fast the memory of sequences answers, learns and opens: its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.tables import Column, Row, ranged, table
from kibitz_lab.sibl.report import CHAPTER


def report_nearest(result: Result) -> Iterator[str]:
    """Questions a second, beside other programs."""
    ours = {
        _task(row): row["queries_per_second"]
        for row in result["rows"]
        if row["program"] == "kibitz"
    }
    sizes = " and ".join(f"{size:,}" for size in sorted({row["cases"] for row in result["rows"]}))
    yield f"### How fast the memory answers: {sizes} cases"
    yield ""
    yield (
        f"Exact nearest case over the 23 features; median of"
        f" {result['rounds']} rounds in which every program got the same questions, and gave the"
        " same distances. Five states: all five lengths in one pass for Kibitz, the longest alone"
        " for the others. Peers whose coding takes more than"
        f" {result['room_gb']:g} GB are left out."
    )
    yield ""

    def faster(row: Row) -> float:
        return float(ours[_task(row)] / row["queries_per_second"])

    columns = (*_NEAREST, Column("kibitz is faster by", faster, ".1f"))
    yield from table(columns, result["rows"])
    yield ""
    yield source(result)


def report_learning(result: Result) -> Iterator[str]:
    """Seconds of the paper's model."""
    yield "### How long the paper's model takes to learn"
    yield ""
    yield "24 deals under 48 relabellings; median of the rounds."
    yield ""
    yield from table(_LEARNING, result["rows"])
    yield ""
    yield source(result)


def report_opening(result: Result) -> Iterator[str]:
    """Seconds to open a memory on disk."""
    yield "### How long a memory on disk takes to open"
    yield ""
    yield (
        f"{result['cases']:,} cases of one state ({result['bytes'] / 1e6:,.0f} MB)"
        f" are opened in {_took(result, 'open_seconds')}; the first question"
        f" takes {_took(result, 'first_question_seconds')}, the next"
        f" {_took(result, 'next_question_seconds')}, and reading every byte to verify them"
        f" {_took(result, 'verify_seconds')}; medians and extremes."
    )
    yield ""
    yield source(result)


def _task(row: Row) -> tuple[int, int, int]:
    return row["cases"], row["states"], row["questions"]


def _a_second(row: Row) -> str:
    return ranged(row["queries_per_second"], row["slowest"], row["fastest"], ",.1f")


def _took(result: Result, what: str) -> str:
    low, high = result["spread"][what]
    return f"{result[what]:.3f} s ({low:.3f} to {high:.3f})"


_NEAREST = (
    Column("cases", "cases", ","),
    Column("states", "states"),
    Column("at a time", "questions"),
    Column("program", "program", left=True),
    Column("questions a second", _a_second),
    Column("CPU ms each", "cpu_ms_per_query", ".2f"),
    Column("MB", lambda row: row["bytes"] / 1e6, ",.0f"),
)
_LEARNING = (
    Column("rule", "rule", left=True),
    Column("lessons", "lessons", ","),
    Column("stored", "stored", ","),
    Column("seconds", lambda row: ranged(row["seconds"], row["fastest"], row["slowest"], ".1f")),
    Column("CPU seconds", "cpu_seconds", ".1f"),
)

EXPERIMENTS = (
    Experiment(
        result="nearest",
        command="benchmarks/nearest.py",
        quick="benchmarks/nearest.py --sizes 10000 --states 1 --rounds 1",
        chapter=CHAPTER,
        report=report_nearest,
    ),
    Experiment(
        result="nearest-large",
        command="benchmarks/nearest.py --sizes 10000000 --rounds 3 --room 8 --name nearest-large",
        quick="benchmarks/nearest.py --sizes 20000 --states 5 --rounds 1 --name nearest-large",
        chapter=CHAPTER,
        report=report_nearest,
    ),
    Experiment(
        result="learning",
        command="benchmarks/learning.py",
        quick="benchmarks/learning.py --rounds 1 --deals 1",
        chapter=CHAPTER,
        report=report_learning,
    ),
    Experiment(
        result="opening",
        command="benchmarks/opening.py",
        quick="benchmarks/opening.py --cases 10000",
        chapter=CHAPTER,
        report=report_opening,
    ),
)
