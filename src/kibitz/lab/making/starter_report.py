"""The part of docs/results.md about the starter library, made from its result file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import source


def section(folder: Path) -> str:
    """How well the house player declares, and what the openings are."""
    lines = ["## The starter library", ""]
    path = folder / "starter.json"
    if path.exists():
        lines += _told(json.loads(path.read_text("utf-8")))
    return "\n".join(lines)


def _told(result: dict[str, Any]) -> Iterator[str]:
    deals, openings = result["deals"], result["openings"]
    yield (
        f"{source(result)} Three no-trump by the house player "
        "against double-dummy defence; 95 % intervals over deals."
    )
    yield ""
    yield "| deals | made | makeable double dummy | tricks lost a deal | a real decision |"
    yield "|---:|---:|---:|---:|---:|"
    yield (
        f"| {deals['played']:,} | {deals['made']:,}: {deals['made_rate']:.1%} "
        f"± {deals['made_rate_within']:.1%} | {deals['makeable']:,} | {deals['lost_a_deal']:.2f} "
        f"± {deals['lost_a_deal_within']:.2f} | {deals['lost_a_real_decision']:.3f} |"
    )
    yield ""
    calls = ", ".join(f"{name} {count:,}" for name, count in openings["by_call"].items())
    yield (
        f"Openings by the house rules: {openings['cases']:,} decisions on {openings['deals']:,} "
        f"deals, {openings['bids']:,} of them bids: {calls}."
    )
    yield ""
    sizes = ", ".join(f"`{name}` {size:,} bytes" for name, size in result["bytes"].items())
    yield f"In the package: {sizes}."
