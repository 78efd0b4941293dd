"""The starter library: how it is made, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lab.declare.report import lost, made
from kibitz.lab.harness.experiment import Chapter, Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.tables import Column, table


def report(result: Result) -> Iterator[str]:
    """How well the house player declares, and what the openings are."""
    openings = result["openings"]
    yield (
        f"{source(result)} Three no-trump by the house player "
        "against double-dummy defence; 95 % intervals over deals."
    )
    yield ""
    yield from table(_COLUMNS, [result["deals"]])
    yield ""
    calls = ", ".join(f"{name} {count:,}" for name, count in openings["by_call"].items())
    yield (
        f"Openings by the house rules: {openings['cases']:,} decisions on {openings['deals']:,} "
        f"deals, {openings['bids']:,} of them bids: {calls}."
    )
    yield ""
    sizes = ", ".join(f"`{name}` {size:,} bytes" for name, size in result["bytes"].items())
    yield f"In the package: {sizes}."


_COLUMNS = (
    Column("deals", "played", ","),
    Column("made", made),
    Column("makeable double dummy", "makeable", ","),
    Column("tricks lost a deal", lost),
    Column("a real decision", "lost_a_real_decision", ".3f"),
)

EXPERIMENTS = (
    Experiment(
        result="starter",
        command="lab starter",
        quick="lab starter --deals 2 --openings 40",
        chapter=Chapter("The starter library"),
        report=report,
    ),
)
