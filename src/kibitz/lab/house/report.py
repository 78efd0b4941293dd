"""The house: how its library is made, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lab.harness.experiment import Chapter, Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.tables import Column, table


def report_starter(result: Result) -> Iterator[str]:
    """What the match holds, and what the openings are."""
    match, openings = result["match"], result["openings"]
    yield (
        f"{source(result)} A match of the house against itself: {match['deals']:,} deals at "
        f"{match['tables']:,} tables, {match['different']:,} of them different, "
        f"{match['passed_out']:,} passed out, {match['doubled']:,} doubled; {match['calls']:,} "
        f"calls; the rooms differ by {match['swing']:.2f} IMPs a deal."
    )
    yield ""
    yield from table(_KINDS, match["kinds"])
    yield ""
    calls = ", ".join(f"{name} {count:,}" for name, count in openings["by_call"].items())
    yield (
        f"Openings by the house rules: {openings['cases']:,} decisions on {openings['deals']:,} "
        f"deals, {openings['bids']:,} of them bids: {calls}."
    )
    yield ""
    sizes = ", ".join(f"`{name}` {size:,} bytes" for name, size in result["bytes"].items())
    yield f"In the package: {sizes}."


_KINDS = (
    Column("contract", "kind"),
    Column("tables", "tables", ","),
    Column("made", lambda row: f"{row['made'] / row['tables']:.0%}"),
)

EXPERIMENTS = (
    Experiment(
        result="starter",
        command="lab starter",
        quick="lab starter --deals 2 --openings 40",
        chapter=Chapter("The starter library"),
        report=report_starter,
    ),
)
