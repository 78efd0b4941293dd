"""The part of docs/results.md about the time of an advice, made from its result files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import read_result, source


def section(folder: Path) -> str:
    """One advice on two cores, cold and warm, and questions a second on a GPU."""
    lines = ["## Which card: how long an advice takes", ""]
    for name, told in (("cardplay-speed", _speed), ("cardplay-gpu", _gpu)):
        path = folder / f"{name}.json"
        if path.exists():
            lines += [*told(read_result(path)), ""]
    return "\n".join(lines) if len(lines) > 2 else ""


def _speed(result: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{result['cases']:,} cases, seconds: median, and a tenth and nine tenths of the "
        f"questions. {source(result)}"
    )
    yield ""
    yield "| one advice | median | tenth | nine tenths |"
    yield "|---|---:|---:|---:|"
    for name, words in (
        ("warm", "warm"),
        ("warm_processor", "warm, processor time of both cores"),
        ("cold", "cold: a new process"),
    ):
        told = result[f"{name}_seconds"]
        cells = (f"{told[each]:.2f}" for each in ("median", "tenth", "nine_tenths"))
        yield f"| {words} | {' | '.join(cells)} |"
    yield ""
    yield (
        f"A session of {result['session_boards']} boards is learned in "
        f"{result['session_seconds']} seconds."
    )


def _gpu(result: dict[str, Any]) -> Iterator[str]:
    yield (
        f"The {result['k']} nearest of {result['cases']:,} cases, exactly, on a GPU, "
        "questions a second: median, least and most. "
        f"{source(result)}"
    )
    yield ""
    yield "| questions | a second | least | most |"
    yield "|---|---:|---:|---:|"
    for name, words in (("all", "mixed"), ("no_trump", "no-trump"), ("trumps", "trumps")):
        told = result[name]
        cells = (f"{told[each]:,.0f}" for each in ("questions_per_second", "least", "most"))
        yield f"| {words} | {' | '.join(cells)} |"
