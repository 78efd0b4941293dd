"""The part of docs/results.md about finding experts' cards, made from its result files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import source

_FILES = ("cardplay", "cardplay-trumps", "cardplay-two-cores")
_TITLES = {
    "cardplay": "Three no-trump",
    "cardplay-trumps": "Contracts in a suit",
    "cardplay-two-cores": "A similarity trained on two cores",
}


def section(folder: Path) -> str:
    """Agreement with experts, method by method, and how far confidence can be trusted."""
    found = [folder / f"{name}.json" for name in _FILES]
    results = [json.loads(path.read_text("utf-8")) for path in found if path.exists()]
    if not results:
        return ""
    lines = ["## Which card? Agreement with experts on events not learned from"]
    for result in results:
        lines += ["", *_paragraphs(result)]
    return "\n".join(lines)


def _paragraphs(result: dict[str, Any]) -> Iterator[str]:
    tested = ", ".join(f"`{name}`" for name in result["test"])
    yield f"### {_TITLES[result['experiment']]}"
    yield ""
    yield (
        f"{result['decisions']:,} decisions at {result['tested']:,} tables of {tested} "
        f"({result['events']:,} groups of events, {result['refused']:,} tables refused because the "
        f"similarity `{result['similarity']}` was made from their deals); precedents from "
        f"{result['learned']:,} tables of other events; seed {result['seed']}. Equal cards count "
        "as one; the interval (95 %, resampled events) is that of real decisions. Tricks lost are "
        f"double dummy, with their interval, on a sample; a dash: not measured. {source(result)}"
    )
    yield ""
    yield (
        "| method | decisions | all | real | interval | top 2 | paper's score | tricks lost "
        "| ms each | MB |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for row in result["rows"]:
        low, high = row["interval"]
        yield (
            f"| {row['method']} | {row['decisions']:,} | {_percent(row['agreement_all'])} "
            f"| {_percent(row['agreement_real'])} | {_percent(low)} to {_percent(high)} "
            f"| {_percent(row['top2'])} | {row['paper_score']:.3f} | {_lost(row)} "
            f"| {_cost(row, 'seconds_per_decision', 1000, 1)} | {_cost(row, 'memory_mb', 1, 0)} |"
        )
    for row in result["rows"]:
        if row["method"] == "learned":
            yield ""
            yield (
                "Confidence of precedents, in tenths of the decisions (said / true, %): "
                + ", ".join(f"{100 * t['said']:.0f} / {100 * t['true']:.0f}" for t in row["tenths"])
                + f"; the worst tenth is {100 * row['calibration_error']:.1f} points off. "
                f"It is 90 % or more in {_percent(row['sure'])} % of real decisions."
            )


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


def _cost(row: dict[str, Any], name: str, scale: int, decimals: int) -> str:
    return "–" if row[name] is None else f"{scale * row[name]:.{decimals}f}"


def _lost(row: dict[str, Any]) -> str:
    if row["tricks_lost"] is None:
        return ""
    within = row["tricks_lost_interval"]
    spread = f"{within[0]:.3f} to {within[1]:.3f}; " if within else ""
    return f"{row['tricks_lost']:.3f} ({spread}{row['sampled']})"
