"""Opening bids: the command, its result files and their section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import Any

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.openings import experiment

CHAPTER = Chapter("Opening bids")

_TITLES = {
    "openings-wbridge5": "WBridge5, deals not learned from",
    "openings-heldout": "WBridge5, the deals that no choice of ours has seen",
    "openings-ben": "BEN data, deals not learned from",
    "openings-human": "Human experts, mixed systems, events not learned from",
    "openings-across": "Another system: learned from WBridge5, asked BEN's hands",
}


def report(result: Result) -> Iterator[str]:
    """How often each method opens as the experts did."""
    yield f"### {_TITLES.get(result['experiment'], 'Openings')}"
    yield ""
    runs = result["runs"]
    kind = "splits" if result.get("splits", True) else "seeds of one split"
    means = f"; means over {len(runs)} {kind}, ± one sd" if len(runs) > 1 else ""
    yield f"Some {runs[0]['train']:,} cases learned from{means}. {source(result)}"
    yield ""
    yield from table(_COLUMNS, rows_of(result))
    tests = result["precedents_less_boosting"]
    if tests:
        gains = ", ".join(f"{one['gain']:+.2%} (p = {one['p']:.3f})" for one in tests)
        yield ""
        yield f"Precedents less boosting, paired over deals: {gains}."


def rows_of(result: Result) -> list[dict[str, Any]]:
    """The rows to show: means over the runs, then the ceiling."""
    rows = [{**row, "interval": _interval(result, i)} for i, row in enumerate(result["mean"])]
    if result["ceiling"]["decisions"]:
        rows.append(result["ceiling"])
    return rows


def _interval(result: Result, place: int) -> list[float]:
    """A method's mean interval over splits, each interval being over the deals of its split."""
    intervals = [run["rows"][place]["interval"] for run in result["runs"]]
    return [round(fmean(end), 5) for end in zip(*intervals, strict=True)]


def _share(title: str, name: str) -> Column:
    def cell(row: Row) -> str | None:
        spread = f" ± {row[f'{name}_sd']:.2%}" if row.get(f"{name}_sd") else ""
        return f"{row[name]:.2%}{spread}" if name in row else None

    return Column(title, cell)


_COLUMNS = (
    Column("method", "method", left=True),
    Column("decisions", "decisions", ",.0f"),
    _share("accuracy", "accuracy"),
    _share("non-pass", "non_pass"),
    _share("balanced", "balanced"),
    _share("calls with 20+", "balanced20"),
    Column("95 %", lambda row: "-".join(f"{end:.1%}" for end in row.get("interval", ()))),
    Column("unanimous", "unanimous", ".2%"),
    Column("of them right", "unanimous_right", ".2%"),
    Column("calibration error", "calibration_error", ".2%"),
)

_FEW = "lab openings --train {openings.jsonl} --runs 2 --method rules --method cbridge1"


def _experiment(result: str, command: str, quick: str = "") -> Experiment:
    return Experiment(
        result=result,
        command=f"lab openings {command} --name {result}",
        quick=f"{_FEW}{quick} --name {result}",
        chapter=CHAPTER,
        report=report,
    )


STUDIES = (
    Study(
        name="openings",
        task=experiment.Task,
        records=("train", "test"),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
        plain=rows_of,
    ),
)

EXPERIMENTS = (
    _experiment(
        "openings-wbridge5",
        "--train {wbridge5.jsonl.gz} --runs 5",
        " --method forest --method boosting",
    ),
    _experiment(
        "openings-heldout",
        "--train {wbridge5.jsonl.gz} --apart --runs 5"
        " --method rules --method boosting --method forest",
        " --apart",
    ),
    _experiment(
        "openings-ben",
        "--train {ben_data.jsonl.gz} --runs 2 --method always-pass --method rules --method forest",
    ),
    _experiment(
        "openings-human",
        "--train {human_other.jsonl.gz} --runs 2 --by event --most 14000 --mixed"
        " --method always-pass --method rules --method cbridge1 --method forest",
        " --by event",
    ),
    _experiment(
        "openings-across",
        "--train {wbridge5.jsonl.gz} --test {ben_data.jsonl.gz} --mixed"
        " --method rules --method forest",
    ),
)
