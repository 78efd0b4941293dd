"""How cost grows, from the result files of benchmarks/growth.py: for results.md and scale.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz_lab.harness.experiment import GPU, Chapter, Experiment, Result
from kibitz_lab.harness.results import read_result, source
from kibitz_lab.harness.tables import Column, Row, named, ranged, table
from kibitz_lab.speed.growth_figure import draw_growth

GOAL = 1_000_000_000
"""The case base that docs/scale.md asks about."""

_DECISIONS_A_TABLE = 26
_GB = 1e9
_KINDS = (("question", "a question alone"), ("question_in_batch", "of a batch, each"))
_MACHINE_GB, _WORKERS = 64, 64
_STATES = (1, 5)


def report(result: Result) -> Iterator[str]:
    """Every measured size, on processors."""
    yield (
        f"The {result['neighbours']} nearest cases of all lengths, alone and {result['batch']} at a"
        f" time; median of {result['rounds']} rounds (fastest to slowest)."
    )
    yield ""
    yield from table((*_QUESTIONS, *_CASES), result["rows"])
    yield ""
    yield from table(_TABLES, result["tables"])
    yield from ("", "Cost grows as this power of the size (0: not at all; 1: in proportion):", "")
    yield from _powers(result)
    yield from ("", "![Cost against size](results/growth.svg)", "")
    yield source(result)


def report_archives(result: Result) -> Iterator[str]:
    """Larger archives, imported by several processes."""
    processes = result["tables"][0]["processes"]
    yield f"Larger archives, judged by {processes} processes and written by one:"
    yield ""
    yield from table(_TABLES, result["tables"])
    yield ""
    yield from _powers(result)
    yield ""
    yield source(result)


def report_device(result: Result) -> Iterator[str]:
    """Every measured size, on a graphics processor."""
    yield (
        f"On a graphics processor (torch {result['torch']}), cases drawn there;"
        f" {result['batch']:,} questions in a batch. The first {result['rows'][0]['checked']}"
        " answers of each size were counted again in whole numbers, and were the same."
    )
    yield ""
    yield from table((*_QUESTIONS, *_DEVICE), result["rows"])
    yield ""
    yield from _powers(result)
    yield ""
    yield source(result)


def _powers(result: Result) -> Iterator[str]:
    yield from (f"- {what}: {power:.2f}" for what, power in result["exponents"].items())


def _milliseconds(title: str, name: str) -> Column:
    def cell(row: Row) -> str:
        found = row[name]
        return ranged(found["seconds"], found["fastest"], found["slowest"], ".3g", scale=1e3)

    return Column(title, cell)


_QUESTIONS = (
    Column("cases", "cases", ","),
    Column("states", "states"),
    _milliseconds("a question, ms", "question"),
    _milliseconds("in a batch, ms", "question_in_batch"),
)
_CASES = (
    Column("learn a case, µs", "learned_case_seconds", ".2f", scale=1e6),
    Column("keep it, µs", "kept_case_seconds", ".2f", scale=1e6),
    Column("bytes in memory", "memory_bytes_a_case", ".0f"),
    Column("on disk", "disk_bytes_a_case", ".0f"),
)
_DEVICE = (
    Column("bytes a case", "memory_bytes_a_case", ".0f"),
    Column("most memory, MB", "peak_mb", ",.0f"),
)
_TABLES = (
    Column("tables imported", "tables", ","),
    Column("a table, ms", "imported_table_seconds", ".3g", scale=1e3),
    Column("bytes on disk", "disk_bytes_a_table", ",.0f"),
    Column("most memory, MB", "peak_mb", ".0f"),
)


def reached(result: dict[str, Any], states: int, key: str) -> tuple[float, float]:
    """Seconds at the largest size that was measured, and what they would be at the goal."""
    rows = [row for row in result["rows"] if row["states"] == states]
    what = {"question": "question", "question_in_batch": "question in a batch"}[key]
    power = result["exponents"][what if states == 1 else f"{what}, {states} states"]
    largest = max(rows, key=lambda row: row["cases"])
    seconds = largest[key]["seconds"]
    return seconds, seconds * (GOAL / largest["cases"]) ** max(1.0, power)


def goal(folder: Path) -> Iterator[str]:
    """The table of docs/scale.md: what the goal would take."""
    result = read_result(folder / "growth.json")
    gpu = folder / "growth-gpu.json"
    yield (
        f"{GOAL:,} cases are the decisions of {GOAL // _DECISIONS_A_TABLE // 10**6} million tables"
        f" played to the end. Times beyond the largest size measured, which is"
        f" {max(row['cases'] for row in result['rows']):,} cases, are drawn on in proportion, or by"
        " the fitted power where that is more."
    )
    yield ""
    rows = dict(_sizes(result)) | dict(_times(result))
    if gpu.is_file():
        rows |= dict(_on_device(read_result(gpu)))
    rows |= dict(_imports(result))
    columns = (Column("", "name", left=True), Column("one state", "1"), Column("five states", "5"))
    yield from table(columns, named(rows))


_Cells = Iterator[tuple[str, dict[str, str]]]


def _cells(one: str, five: str) -> dict[str, str]:
    return {"1": one, "5": five}


def _sizes(result: Result) -> _Cells:
    wide = [_widest(result, states) for states in _STATES]
    sizes = [GOAL * row["memory_bytes_a_case"] / _GB for row in wide]
    yield "memory, GB", _cells(*(f"{size:,.0f}" for size in sizes))
    yield "case files, GB", _cells(*(f"{GOAL * r['disk_bytes_a_case'] / _GB:,.0f}" for r in wide))
    machines = [-(-size // (_MACHINE_GB / 2)) for size in sizes]
    yield (
        f"machines of {_MACHINE_GB} GB that keep half of it for cases",
        _cells(*(f"{number:.0f}" for number in machines)),
    )


def _times(result: Result) -> _Cells:
    for key, words in _KINDS:
        times = [reached(result, states, key)[1] for states in _STATES]
        yield f"{words}, on the machine measured", _cells(*map(_time, times))
        shared = (_time(one / _WORKERS) for one in times)
        yield f"{words}, on {_WORKERS} such machines", _cells(*shared)


def _on_device(result: Result) -> _Cells:
    sizes = [GOAL * _widest(result, s)["memory_bytes_a_case"] / _GB for s in _STATES]
    name, _, _ = result["made_by"]["machine"].partition(",")
    yield f"on a GPU ({name}): memory, GB", _cells(*(f"{size:,.0f}" for size in sizes))
    for key, words in _KINDS:
        times = [reached(result, states, key)[1] for states in _STATES]
        yield f"on a GPU: {words}", _cells(*map(_time, times))


def _imports(result: Result) -> _Cells:
    kept = (GOAL * _widest(result, states)["kept_case_seconds"] for states in _STATES)
    yield "writing the case files, one process", _cells(*map(_time, kept))
    largest, tables = (
        max(result["tables"], key=lambda row: row["tables"]),
        GOAL / _DECISIONS_A_TABLE,
    )
    judged = _time(tables * largest["imported_table_seconds"])
    yield "importing the tables, one process", _cells(judged, judged)
    library = f"{tables * largest['disk_bytes_a_table'] / _GB:,.0f}"
    yield "the library, GB", _cells(library, library)


def _widest(result: dict[str, Any], states: int) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [row for row in result["rows"] if row["states"] == states]
    return max(rows, key=lambda row: row["cases"])


def _time(seconds: float) -> str:
    """A time in the largest unit of which it is one or more.

    >>> _time(0.004), _time(90), _time(400_000)
    ('4.0 ms', '1.5 min', '4.6 days')
    """
    units = (("days", 86400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3))
    unit, size = next(((name, size) for name, size in units if seconds >= size), ("µs", 1e-6))
    return f"{seconds / size:.1f} {unit}"


CHAPTER = Chapter(
    "How cost grows",
    ending="What follows for a thousand million cases stands in [scale.md](scale.md).",
)

EXPERIMENTS = (
    Experiment(
        result="growth",
        command="benchmarks/growth.py",
        quick="benchmarks/growth.py --sizes 10000,20000 --tables 200,400",
        chapter=CHAPTER,
        report=report,
        draw=draw_growth,
    ),
    Experiment(
        result="growth-tables",
        command="benchmarks/growth.py --jobs 0 --tables 10000,100000,1000000,10000000",
        quick="benchmarks/growth.py --jobs 2 --tables 200,400",
        chapter=CHAPTER,
        report=report_archives,
    ),
    Experiment(
        result="growth-gpu",
        command="benchmarks/growth.py --device cuda",
        quick="benchmarks/growth.py --device cuda --sizes 10000,20000",
        chapter=CHAPTER,
        report=report_device,
        needs=GPU,
    ),
)
