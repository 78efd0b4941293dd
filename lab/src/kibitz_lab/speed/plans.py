"""How long a plan takes (benchmarks/plans.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.plans.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """Seconds to the first step, to the next card and to the end."""
    yield "### How long a plan takes"
    yield ""
    yield (
        f"{result['deals']} deals of the starter, dummy down, one after the other: the first step "
        f"after {result['first_step']:.2f} s at the median, the next card after "
        f"{result['next_card']:.1f} s, the whole plan after {result['whole']:.1f} s (nine in ten "
        f"within {result['nine_in_ten']:.1f} s); {result['processor']:.1f} s of processors at the "
        f"median, without the solver's. {source(result)}"
    )


EXPERIMENTS = (
    Experiment(
        result="plans-speed",
        command="benchmarks/plans.py",
        quick="benchmarks/plans.py --deals 1",
        chapter=CHAPTER,
        report=report,
    ),
)
