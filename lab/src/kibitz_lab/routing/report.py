"""Truck routing: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.routing import experiment
from kibitz_lab.seqlearner.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Miles above the shortest tour."""
    yield "### Truck routing"
    yield ""
    yield (
        f"{result['runs']} towns of {result['stops']} stops, {result['orders']} of which ask each "
        f"day; {result['days']:,} exact tours watched. Miles above the shortest tour, seed "
        f"{result['seed']}. {source(result)}"
    )
    yield ""
    for how, miles in result["above the shortest"].items():
        yield f"- {how}: {miles['mean']:.1f} % ± {miles['sd']:.1f}"


STUDIES = (
    Study(
        name="routing",
        task=experiment.Task,
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="routing",
        command="lab routing --runs 3 --seed 2026",
        quick="lab routing --runs 2 --days 40",
        chapter=CHAPTER,
        report=report,
    ),
)
