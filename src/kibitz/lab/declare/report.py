"""The part of docs/results.md about lookahead, made from its result files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import source


def section(folder: Path) -> str:
    """What lookahead adds at one decision, and in deals declared to the end."""
    lines = ["## Lookahead", ""]
    for name, lines_of in (("lookahead.json", _decisions), ("declare.json", _deals)):
        path = folder / name
        if path.exists():
            lines += [*lines_of(json.loads(path.read_text("utf-8"))), ""]
    return "\n".join(lines)


def _decisions(result: dict[str, Any]) -> Iterator[str]:
    yield "### One real decision at a time"
    yield ""
    yield (
        f"{result['decisions']:,} real decisions, one a table, of {result['events']} events of "
        f"{_files(result['records'])} that nothing was learned from; {result['layouts']} layouts; "
        f"similarity {result['similarity']}, precedents of {result['precedents']:,} tables; the "
        f"logarithm of the votes plus {result['trick_weight']:g} times the tricks. Intervals over "
        f"events. {source(result)}"
    )
    yield ""
    yield "| method | agrees with the expert | tricks lost a decision, double dummy |"
    yield "|---|---:|---:|"
    for row in result["rows"]:
        yield (
            f"| {row['method']} | {row['agreement_real']:.1%} ± {row['agreement_within']:.1%} "
            f"| {row['tricks_lost']:.3f} ± {row['tricks_lost_within']:.3f} |"
        )


def _deals(result: dict[str, Any]) -> Iterator[str]:
    yield "### Deals declared to the end"
    yield ""
    yield (
        f"{result['deals']} deals of {_files(result['records'])}, seed {result['seed']}, against "
        "defenders who see all four hands; the experts' own results were against people, and "
        "their tricks lost are those of the cards recorded. 95 % intervals over events. "
        f"{source(result)}"
    )
    if result["similarity"]:
        yield ""
        yield (
            f"Precedents: {result['precedents']:,} tables of the same files, none of an "
            "event of the deals declared."
        )
    yield ""
    yield "| method | made | of those makeable | tricks | lost a deal, double dummy |"
    yield "|---|---:|---:|---:|---:|"
    for row in result["rows"]:
        yield (
            f"| {row['method']} | {row['made']}: {row['made_rate']:.1%} "
            f"± {row['made_rate_within']:.1%} | {row['makeable']} | {row['tricks']:.2f} "
            f"± {row['tricks_within']:.2f} | {row['lost_a_deal']:.2f} "
            f"± {row['lost_a_deal_within']:.2f} |"
        )


def _files(cited: list[dict[str, Any]]) -> str:
    return ", ".join(f"`{one['file']}` (SHA-256 {one['sha256'][:12]}…)" for one in cited)
