"""How cost grows, from the result files of benchmarks/growth.py: for results.md and scale.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import read_result, source

GOAL = 1_000_000_000
"""The case base that docs/scale.md asks about."""

_DECISIONS_A_TABLE = 26
_GB = 1e9
_ASKED = (("question", "a question alone"), ("question_in_batch", "of a batch, each"))
_MACHINE_GB, _WORKERS = 64, 64


def section(folder: Path) -> str:
    """The part of docs/results.md: every measured size."""
    path = folder / "growth.json"
    if not path.is_file():
        return ""
    lines = ["## How cost grows", "", *_processor(read_result(path))]
    for name, told in (("growth-tables", _archives), ("growth-gpu", _device)):
        beside = folder / f"{name}.json"
        if beside.is_file():
            lines += ["", *told(read_result(beside))]
    lines += ["", "What follows for a thousand million cases stands in [scale.md](scale.md)."]
    return "\n".join(lines)


def _processor(result: dict[str, Any]) -> Iterator[str]:
    yield (
        f"The {result['neighbours']} nearest cases of all lengths, alone and {result['batch']} at a"
        f" time; median of {result['rounds']} rounds (fastest to slowest)."
    )
    yield ""
    times = ("a question, ms", "in a batch, ms", "learn a case, µs", "keep it, µs")
    yield f"| cases | states | {' | '.join(times)} | bytes in memory | on disk |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    for row in result["rows"]:
        yield (
            f"| {row['cases']:,} | {row['states']} | {_spread(row['question'])} |"
            f" {_spread(row['question_in_batch'])} | {1e6 * row['learned_case_seconds']:.2f} |"
            f" {1e6 * row['kept_case_seconds']:.2f} | {row['memory_bytes_a_case']:.0f} |"
            f" {row['disk_bytes_a_case']:.0f} |"
        )
    yield ""
    yield from _imported(result)
    yield ""
    yield "Cost grows as this power of the size (0: not at all; 1: in proportion):"
    yield ""
    yield from (f"- {what}: {power:.2f}" for what, power in result["exponents"].items())
    yield ""
    yield "![Cost against size](results/growth.svg)"
    yield ""
    yield source(result)


def _imported(result: dict[str, Any]) -> Iterator[str]:
    yield "| tables imported | a table, ms | bytes on disk | most memory, MB |"
    yield "|---:|---:|---:|---:|"
    for row in result["tables"]:
        yield (
            f"| {row['tables']:,} | {1e3 * row['imported_table_seconds']:.3g} |"
            f" {row['disk_bytes_a_table']:,.0f} | {row['peak_mb']:.0f} |"
        )


def _archives(result: dict[str, Any]) -> Iterator[str]:
    processes = result["tables"][0]["processes"]
    yield f"Larger archives, judged by {processes} processes and written by one:"
    yield ""
    yield from _imported(result)
    yield ""
    yield from (f"- {what}: {power:.2f}" for what, power in result["exponents"].items())
    yield ""
    yield source(result)


def _device(result: dict[str, Any]) -> Iterator[str]:
    yield (
        f"On a graphics processor (torch {result['torch']}), cases drawn there;"
        f" {result['batch']:,} questions in a batch. The first {result['rows'][0]['checked']}"
        " answers of each size were counted again in whole numbers, and were the same."
    )
    yield ""
    yield "| cases | states | a question, ms | in a batch, ms | bytes a case | most memory, MB |"
    yield "|---:|---:|---:|---:|---:|---:|"
    for row in result["rows"]:
        peak = f"{row['peak_mb']:,.0f}" if "peak_mb" in row else ""
        yield (
            f"| {row['cases']:,} | {row['states']} | {_spread(row['question'])} |"
            f" {_spread(row['question_in_batch'])} | {row['memory_bytes_a_case']:.0f} | {peak} |"
        )
    yield ""
    yield from (f"- {what}: {power:.2f}" for what, power in result["exponents"].items())
    yield ""
    yield source(result)


def _spread(told: dict[str, float]) -> str:
    middle, low, high = (1e3 * told[name] for name in ("seconds", "fastest", "slowest"))
    return f"{middle:.3g} ({low:.3g} to {high:.3g})"


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
    beside = folder / "growth-gpu.json"
    device = read_result(beside) if beside.is_file() else None
    yield (
        f"{GOAL:,} cases are the decisions of {GOAL // _DECISIONS_A_TABLE // 10**6} million tables"
        f" played to the end. Times beyond the largest size measured, which is"
        f" {max(row['cases'] for row in result['rows']):,} cases, are drawn on in proportion, or by"
        " the fitted power where that is more."
    )
    yield ""
    yield "| | one state | five states |"
    yield "|---|---:|---:|"
    wide = {states: _widest(result, states) for states in (1, 5)}
    sizes = {states: GOAL * row["memory_bytes_a_case"] / _GB for states, row in wide.items()}
    yield _row("memory, GB", [f"{sizes[states]:,.0f}" for states in (1, 5)])
    disks = [f"{GOAL * wide[states]['disk_bytes_a_case'] / _GB:,.0f}" for states in (1, 5)]
    yield _row("case files, GB", disks)
    machines = [f"{-(-sizes[states] // (_MACHINE_GB / 2)):.0f}" for states in (1, 5)]
    yield _row(f"machines of {_MACHINE_GB} GB that keep half of it for cases", machines)
    for key, words in _ASKED:
        times = [reached(result, states, key)[1] for states in (1, 5)]
        yield _row(f"{words}, on the machine measured", [_time(one) for one in times])
        spread = [_time(one / _WORKERS) for one in times]
        yield _row(f"{words}, on {_WORKERS} such machines", spread)
    if device is not None:
        held = [f"{GOAL * _widest(device, s)['memory_bytes_a_case'] / _GB:,.0f}" for s in (1, 5)]
        name, _, _ = device["made_by"]["machine"].partition(",")
        yield _row(f"on a GPU ({name}): memory, GB", held)
        for key, words in (
            ("question", "a question alone"),
            ("question_in_batch", "of a batch, each"),
        ):
            times = [reached(device, states, key)[1] for states in (1, 5)]
            yield _row(f"on a GPU: {words}", [_time(one) for one in times])
    kept = [GOAL * wide[states]["kept_case_seconds"] for states in (1, 5)]
    yield _row("writing the case files, one process", [_time(one) for one in kept])
    tables = max(result["tables"], key=lambda row: row["tables"])
    judged = GOAL / _DECISIONS_A_TABLE * tables["imported_table_seconds"]
    yield _row("importing the tables, one process", [_time(judged)] * 2)
    library = GOAL / _DECISIONS_A_TABLE * tables["disk_bytes_a_table"] / _GB
    yield _row("the library, GB", [f"{library:,.0f}"] * 2)


def _widest(result: dict[str, Any], states: int) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [row for row in result["rows"] if row["states"] == states]
    return max(rows, key=lambda row: row["cases"])


def _row(words: str, cells: list[str]) -> str:
    return f"| {words} | {' | '.join(cells)} |"


def _time(seconds: float) -> str:
    """A time in the largest unit of which it is one or more.

    >>> _time(0.004), _time(90), _time(400_000)
    ('4.0 ms', '1.5 min', '4.6 days')
    """
    units = (("days", 86400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3))
    unit, size = next(((name, size) for name, size in units if seconds >= size), ("µs", 1e-6))
    return f"{seconds / size:.1f} {unit}"
