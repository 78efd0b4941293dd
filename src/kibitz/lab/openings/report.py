"""Result files of the openings, and the part of docs/results.md that is made from them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from kibitz.lab.harness.results import source

_FIGURES = ("accuracy", "non_pass", "balanced", "balanced20")
_TITLES = {
    "openings-wbridge5": "WBridge5, deals not learned from",
    "openings-heldout": "WBridge5, the deals that no choice of ours has seen",
    "openings-ben": "BEN data, deals not learned from",
    "openings-human": "Human experts, mixed systems, events not learned from",
    "openings-across": "Another system: learned from WBridge5, asked BEN's hands",
}


def rows_of(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows to show: means over the runs, then the ceiling."""
    rows = [{**row, "interval": _interval(found, i)} for i, row in enumerate(found["mean"])]
    if found["ceiling"]["decisions"]:
        rows.append(found["ceiling"])
    return rows


def _interval(found: dict[str, Any], place: int) -> list[float]:
    """Of a method over splits: the mean of its intervals, each over the deals of one split."""
    intervals = [run["rows"][place]["interval"] for run in found["runs"]]
    return [round(fmean(end), 5) for end in zip(*intervals, strict=True)]


def cbridge_lines(found: dict[str, Any]) -> Iterator[str]:
    """The dissertation's tables beside ours, as a table of Markdown for each method."""
    share = found["passes"] / found["cases"]
    counted = f"{found['cases']:,} cases, {found['passes']:,} passes"
    yield f"{counted}: always passing is right {share:.2%} of the time. {source(found)}"
    for name, rows in found["tables"].items():
        yield ""
        yield f"**{name}**"
        yield ""
        head = ("K", "correct", "similarity", "passes", "non-pass", "balanced")
        paper = ("paper: correct", "similarity", "passes") if "paper" in rows[0] else ()
        yield _line((*head, *paper))
        yield _line(["---:"] * len((*head, *paper)))
        for row in rows:
            yield _line((*_ours(row), *(_paper(row["paper"], found) if paper else ())))


def _ours(row: dict[str, Any]) -> tuple[str, ...]:
    figures = (f"{row[name]:.2%}" for name in ("non_pass", "balanced"))
    share = f"{row['correct']:,} ({row['share']:.2%})"
    return str(row["k"]), share, f"{row['similarity']:.2%}", f"{row['passes']:,}", *figures


def _paper(figures: dict[str, Any], found: dict[str, Any]) -> tuple[str, ...]:
    share = figures["correct"] / 2091
    alike = f"{figures['similarity']:.2%}" if "similarity" in figures else ""
    return f"{figures['correct']:,} ({share:.2%})", alike, f"{figures['passes']:,}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def section(folder: Path) -> str:
    """The part of docs/results.md about openings, made from the result files in *folder*."""
    lines = ["## Opening bids", ""]
    for name, title in _TITLES.items():
        path = folder / f"{name}.json"
        if path.exists():
            lines += [*_comparison(title, json.loads(path.read_text())), ""]
    path = folder / "cbridge.json"
    if path.exists():
        found = json.loads(path.read_text())
        lines += ["### The dissertation's tables, leave-one-out", "", *cbridge_lines(found), ""]
    speed = folder / "openings-speed.json"
    if speed.exists():
        lines += [*_speed(json.loads(speed.read_text())), ""]
    return "\n".join(lines)


def _comparison(title: str, found: dict[str, Any]) -> Iterator[str]:
    yield f"### {title}"
    yield ""
    runs = found["runs"]
    kind = "splits" if found.get("splits", True) else "seeds of one split"
    means = f"; means over {len(runs)} {kind}, ± one sd" if len(runs) > 1 else ""
    yield f"Some {runs[0]['train']:,} cases learned from{means}. {source(found)}"
    yield ""
    head = ("method", "decisions", "accuracy", "non-pass", "balanced", "calls with 20+", "95 %")
    extra = ("unanimous", "of them right", "calibration error")
    yield _line((*head, *extra))
    yield _line(["---", *["---:"] * (len(head) + len(extra) - 1)])
    for row in rows_of(found):
        yield _line(_cells(row))
    tests = found["precedents_less_boosting"]
    if tests:
        gains = ", ".join(f"{one['gain']:+.2%} (p = {one['p']:.3f})" for one in tests)
        yield ""
        yield f"Precedents less boosting, paired over deals: {gains}."


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    figures = []
    for name in _FIGURES:
        spread = f" ± {row[f'{name}_sd']:.2%}" if row.get(f"{name}_sd") else ""
        figures.append(f"{row[name]:.2%}{spread}" if name in row else "")
    low_high = "-".join(f"{each:.1%}" for each in row.get("interval", ()))
    more = (f"{row[name]:.2%}" if name in row else "" for name in
            ("unanimous", "unanimous_right", "calibration_error"))  # fmt: skip
    return row["method"], f"{row['decisions']:,.0f}", *figures, low_high, *more


def _speed(found: dict[str, Any]) -> Iterator[str]:
    yield "### CBridge's similarity: questions a second on one core, the five nearest"
    yield ""
    yield "scikit-learn calls a compiled metric for each pair; its search over a row of distances"
    yield "that numpy made is faster. The last column is against the faster; all find the same."
    yield "The slowest and the fastest of the repeats stand behind their median."
    yield source(found)
    yield ""
    yield _line(("cases", "kibitz", "scikit-learn, metric", "distances by numpy", "times"))
    yield _line(["---:"] * 5)
    for row in found["rows"]:
        rates = (_a_second(row, name) for name in ("kibitz", "callable_metric", "precomputed"))
        yield _line((f"{row['cases']:,}", *rates, f"{row['kibitz'] / row['sklearn']:,.0f}"))


def _a_second(row: dict[str, Any], name: str) -> str:
    rates = [
        f"{one:,.0f}" if one >= 10 else f"{one:,.1f}" for one in (row[name], *row["spread"][name])
    ]
    return f"{rates[0]} ({rates[1]} to {rates[2]})"
