"""The part of docs/results.md about the page, made from its result file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import source


def section(folder: Path) -> str:
    """How soon the page answers, alone and under load."""
    path = folder / "page.json"
    if not path.exists():
        return ""
    told = _page(json.loads(path.read_text("utf-8")))
    return "\n".join(["## The coach: how soon it answers", "", *told])


def _page(result: dict[str, Any]) -> Iterator[str]:
    yield source(result)
    yield ""
    start = result["start"]
    yield (
        f"From `kibitz serve` to its address: {start['first_s']:.1f} s the first time of all, "
        f"then {start['median_s']:.1f} s ({start['least_s']:.1f} to {start['most_s']:.1f}, "
        f"{start['starts']} starts)."
    )
    yield ""
    yield "| question | first of all, s | after a start, s | then, median s | 95 %, s | answers |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name, row in result["questions"].items():
        then = row["warm"]
        yield (
            f"| {name} | {row['first_s']:.2f} | {row['cold_s']:.2f} | {then['median_s']:.3f} | "
            f"{then['p95_s']:.3f} | {then['answers']} |"
        )
    load = result["load"]
    yield ""
    yield (
        f"{load['clients']} clients at once on mixed questions for {load['seconds']:.0f} s: "
        f"{load['answers']:,} answers, {load['errors']} errors, {load['under_way']} told that work "
        f"was under way; {load['answers'] / load['seconds']:.0f} answers a second, median "
        f"{load['median_s']:.2f} s, 95 % within {load['p95_s']:.2f} s, the longest "
        f"{load['most_s']:.2f} s."
    )
