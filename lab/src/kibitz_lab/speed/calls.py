"""How long an advice on a call takes (benchmarks/calls.py): its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.calls.report import CHAPTER
from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source


def report(result: Result) -> Iterator[str]:
    """One call asked over many cases."""
    wall, processor = result["seconds"], result["processor_seconds"]
    yield "### How long a call takes"
    yield ""
    yield (
        f"{result['questions']:,} calls asked over {result['cases']:,} cases (the house's match, "
        f"repeated): {wall['median']:.3f} s by the clock at the median, {wall['tenth']:.3f} and "
        f"{wall['nine_tenths']:.3f} for a tenth and nine tenths of them; of all processors "
        f"{processor['median']:.3f} s. {source(result)}"
    )


EXPERIMENTS = (
    Experiment(
        result="calls-speed",
        command="benchmarks/calls.py",
        quick="benchmarks/calls.py --cases 100 --questions 3",
        chapter=CHAPTER,
        report=report,
    ),
)
