"""How fast board games are watched, played and solved, from ``boards.json``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import read_result, source


def section(folder: Path) -> str:
    """The part of docs/results.md; nothing where it was not measured."""
    path = folder / "boards.json"
    return "\n".join(_told(read_result(path))) if path.is_file() else ""


def _told(result: dict[str, Any]) -> Iterator[str]:
    yield "### How fast board games are watched, played and solved"
    yield ""
    yield (
        "Contests a second: a training stage watched and learned from, and contests against the "
        "perfect agent. Processor time of one core, median and extremes; by the clock beside it. "
        + source(result)
    )
    yield ""
    yield "| game | what | contests | a second | extremes | by the clock |"
    yield "|---|---|---:|---:|---:|---:|"
    for row in result["rows"]:
        slow, fast = row["spread"]
        yield (
            f"| {row['game']} | {row['what']} | {row['contests']} | {row['processor']:,.0f} "
            f"| {slow:,.0f} to {fast:,.0f} | {row['wall']:,.0f} |"
        )
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
