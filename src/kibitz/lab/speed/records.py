"""The part of docs/results.md about reading archives, made from its result file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import source


def section(folder: Path) -> str:
    """How fast LIN files are read beside bridgebots, and in how much memory."""
    lines = ["## Watching: an archive", ""]
    path = folder / "import.json"
    if path.exists():
        lines += _import(json.loads(path.read_text("utf-8")))
    return "\n".join(lines)


def _import(result: dict[str, Any]) -> Iterator[str]:
    failed = len(result["bridgebots_fails_on"])
    yield (
        f"{result['files']} LIN files, tables a second, median of {result['repeats']} turns "
        "(least to most); ours judges deal, auction, play and claim. bridgebots fails on "
        f"{failed} of the files. {source(result)}"
    )
    yield ""
    yield "| | tables a second | times bridgebots |"
    yield "|---|---:|---:|"
    ratios = {"kibitz reads": "ratio", "kibitz imports": "ratio_with_library"}
    for name, rate in result["tables_a_second"].items():
        ratio = _spread(result[ratios[name]], 2) if name in ratios else ""
        yield f"| {name} | {_spread(rate, 0)} | {ratio} |"
    many = result.get("record_lines")
    if many:
        yield ""
        yield (
            f"{many['kept']:,} record lines are imported at {many['tables_a_second']:,} a second; "
            f"the process never holds more than {many['peak_mb']} MB."
        )


def _spread(told: dict[str, float], digits: int) -> str:
    median, least, most = (f"{told[name]:,.{digits}f}" for name in ("median", "least", "most"))
    return f"{median} ({least} to {most})"
