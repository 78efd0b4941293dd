"""All experiments, one after the other, each in a process of its own; then the page is rebuilt.

A run that stops goes on where it stopped: an experiment that is finished is not run again, and one
that was under way finds its own finished parts.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.lab.generated import write_openings, write_three_no_trump
from kibitz.lab.provenance import parts_of
from kibitz.lab.registry import GENERATED, Experiment
from kibitz.lab.results_page import rebuild
from kibitz.parts import NOT_KEPT, Parts

MADE, BEFORE, FAILED = "made", "made before", "failed"
_CHECKOUT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an experiment; *why* it was left out or failed."""

    result: str
    state: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which experiments are run on which records, and where their results go."""

    experiments: tuple[Experiment, ...]
    docs: Path
    data: Path
    quick: bool
    environment: Mapping[str, str] = field(default_factory=dict)
    """What every command is told beside its own words: how many processes, which cluster."""

    @property
    def parts(self) -> Parts:
        return parts_of("all", str(self.docs.absolute()), self.quick)

    def missing(self, experiment: Experiment) -> str:
        """Why an experiment can not be run here; empty where it can."""
        if self.quick and not experiment.quick:
            return "takes too long to be quick"
        wanted = experiment.records(self.quick)
        gone = [name for name in wanted if not (self.data / name).exists()]
        if gone and not self.quick:
            return f"needs {', '.join(gone)} in {self.data}"
        script = experiment.command.split()[0]
        if script.endswith(".py") and not (_CHECKOUT / script).is_file():
            return f"needs {script} of a checkout"
        return ""

    def key(self, experiment: Experiment) -> list[str]:
        """What a finished experiment is known by: its command and the content of its records."""
        told = [experiment.quick if self.quick else experiment.command]
        for name in experiment.records(self.quick):
            path = self.data / name
            if path.is_file():
                told.append(hashlib.sha256(path.read_bytes()).hexdigest())
        return told

    def is_done(self, experiment: Experiment, parts: Parts) -> bool:
        known = parts.find(self.key(experiment)) is not NOT_KEPT
        return known and (self.docs / "results" / f"{experiment.result}.json").is_file()


def run(plan: Plan) -> Iterator[Outcome]:
    """Run what is not done yet, telling of each; at the end docs/results.md and its figures."""
    if plan.quick:
        generate(plan.data)
    parts, failed = plan.parts, False
    for experiment in plan.experiments:
        why = plan.missing(experiment)
        if why:
            yield Outcome(experiment.result, "left out", why)
        elif plan.is_done(experiment, parts):
            yield Outcome(experiment.result, BEFORE)
        else:
            why = _run(experiment, plan)
            failed = failed or bool(why)
            if not why:
                parts.keep(plan.key(experiment), True)
            yield Outcome(experiment.result, FAILED if why else MADE, why)
    rebuild(plan.docs)
    if not failed:
        parts.clear()


def generate(folder: Path) -> None:
    """The records of a quick run."""
    write_three_no_trump(folder / "3nt.jsonl", GENERATED["3nt.jsonl"], seed=1)
    write_openings(folder / "openings.jsonl", GENERATED["openings.jsonl"], seed=2)


def _run(experiment: Experiment, plan: Plan) -> str:
    """Run one; the last it said where it failed, else nothing."""
    words = experiment.words(plan.quick, plan.data)
    is_script = words[0].endswith(".py")
    begin = [str(_CHECKOUT / words[0])] if is_script else ["-m", "kibitz", words[0]]
    command = [sys.executable, *begin, *words[1:], "--into", str(plan.docs / "results")]
    environment = {**os.environ, **plan.environment}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode == 0:
        return ""
    if done.returncode in (130, -2):
        raise KeyboardInterrupt
    said = (done.stderr or done.stdout).strip().splitlines()
    return said[-1] if said else f"exit code {done.returncode}"
