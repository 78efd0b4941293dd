"""The part of docs/results.md about single suits, made from its result files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import source
from kibitz.wording import percent


def section(folder: Path) -> str:
    """What the paper's tactics lose, how long an answer takes, and whose texts are FINESSE's."""
    lines = ["## FINESSE: one suit", ""]
    for name, write in REPORTS:
        path = folder / name
        if path.exists():
            lines += [*write(json.loads(path.read_text("utf-8"))), ""]
    return "\n".join(lines)


def _tactics(result: dict[str, Any]) -> Iterator[str]:
    yield "### What the tree of tactics loses against the exact line"
    yield ""
    yield (
        f"{result['problems']} combinations drawn like the Encyclopedia's, seed {result['seed']}; "
        f"chances, and for the average tricks. {source(result)}"
    )
    yield ""
    yield "| goal | questions | as good | mean loss | sd | mean where worse | largest |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for goal, row in result["goals"].items():
        losses = ("mean_loss", "spread_of_loss", "mean_loss_where_worse", "largest_loss")
        figures = " | ".join(f"{row[name]:.4f}" for name in losses)
        yield f"| {goal} | {row['questions']:,} | {percent(row['as_good'], 1)} | {figures} |"


def _speed(result: dict[str, Any]) -> Iterator[str]:
    yield "### How long a whole answer takes"
    yield ""
    yield (
        "Every target and the average, seconds of processor time in one process; "
        f"start-up {result['start_up_s']:.1f} s. {source(result)}"
    )
    yield ""
    yield "| combinations | number | median | 99 % | worst | total | the worst |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for name, row in result["rows"].items():
        times = " | ".join(f"{row[key]:.3f}" for key in ("median", "p99", "worst"))
        worst = row["worst_problem"]
        yield f"| {name} | {row['problems']:,} | {times} | {row['total']:.1f} | {worst} |"


def _texts(result: dict[str, Any]) -> Iterator[str]:
    yield "### Our plans beside FINESSE's texts"
    yield ""
    yield (
        f"{result['same']} of the {result['legible']} legible texts are the same once case, "
        "punctuation, spelling and 10/ten are folded; the others, in our words. "
        f"{source(result)}"
    )
    yield ""
    yield "| # | cards | chance | our text | why it differs |"
    yield "|---:|---|---:|---|---|"
    for row in result["different"]:
        text = "; ".join(line.strip() for line in row["text"])
        chance = f"{row['chance']:.2%}"
        yield f"| {row['number']} | {row['cards']} | {chance} | {text} | {row['reason']} |"


def _lengths(result: dict[str, Any]) -> Iterator[str]:
    yield "### How long plans are"
    yield ""
    yield (
        f"All {result['combinations']:,} combinations like the Encyclopedia's, each for its most "
        f"tricks: {result['told']:,} have a plan in words ({result['plans']:,} different ones), "
        f"{result['played_out']:,} of them played out against every layout and defence; "
        f"{percent(result['eight'], 2)} of them in at "
        f"most eight lines, {percent(result['three'], 1)} in at most three; the longest has "
        f"{result['longest']}. {source(result)}"
    )
    if "note" in result:
        yield ""
        yield result["note"]


REPORTS = (
    ("suits.json", _tactics),
    ("suits_speed.json", _speed),
    ("suits_texts.json", _texts),
    ("suits_table.json", _lengths),
)
