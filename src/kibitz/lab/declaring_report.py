"""The part of docs/results.md about deals declared to the end, made from its result file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def section(folder: Path) -> str:
    """Contracts made and tricks taken, method by method."""
    path = folder / "declare.json"
    if not path.exists():
        return ""
    return "\n".join(_told(json.loads(path.read_text("utf-8"))))


def _told(result: dict[str, Any]) -> Iterator[str]:
    made_by = result["made_by"]
    yield "## Deals declared to the end"
    yield ""
    yield (
        f"{result['deals']} deals of {_files(result['records'])}, seed {result['seed']}, against "
        "defenders who see all four hands; the experts' own results were against people, and "
        "their tricks lost are those of the cards recorded. 95 % intervals over events. "
        f"`{made_by['command']}`, commit {made_by['commit']}."
    )
    if result["train"]:
        yield ""
        yield f"Precedents: {_files(result['train'])}; no event of the deals declared is in them."
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
