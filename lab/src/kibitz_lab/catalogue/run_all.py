"""All experiments, one after the other; then the page of results is rebuilt.

Each runs in a process of its own, so that none is measured in the wake of another; in small all of
them share one process, which imports and opens everything once. A run that was stopped goes on
where it stopped: a finished experiment is not run again, and one that was under way finds its own
finished parts.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.runtime import storage
from kibitz.runtime.parts import NOT_KEPT, Parts
from kibitz_lab.catalogue.commands import RunCommand, apart, in_this_process, is_script
from kibitz_lab.catalogue.generated import generate
from kibitz_lab.catalogue.results_page import rebuild
from kibitz_lab.harness import experiment as declared
from kibitz_lab.harness.experiment import Experiment
from kibitz_lab.harness.provenance import CHECKOUT, COMMIT, commit, parts_of
from kibitz_lab.harness.results import command_of, read_result, write_result

MADE, BEFORE, FAILED, LEFT_OUT = "made", "made before", "failed", "left out"


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The state of an experiment after a run, and *why* it was left out or failed."""

    result: str
    state: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Which experiments to run on which records, and where to put their results."""

    experiments: tuple[Experiment, ...]
    docs: Path
    data: Path
    quick: bool
    environment: Mapping[str, str] = field(default_factory=dict)
    """Environment variables for every command: the number of processes, the cluster."""

    @property
    def parts(self) -> Parts:
        return parts_of("all", str(self.docs.absolute()), self.quick)

    def found(self, name: str) -> Path:
        """The path of a file of records, or of a file made on the way."""
        made = name.startswith(declared.MADE)
        return (storage.cache_folder() if made else self.data) / name

    def missing(self, experiment: Experiment) -> str:
        """Why an experiment cannot be run here, or an empty text."""
        script = experiment.words(self.quick).split()[0]
        if script.endswith(".py") and not (CHECKOUT / script).is_file():
            return f"needs {script} of a checkout"
        if experiment.needs and not _is_here(experiment.needs):
            return f"needs {experiment.needs}"
        gone = [name for name in experiment.records(self.quick) if not self.found(name).exists()]
        if gone and not self.quick:
            return f"needs {', '.join(gone)} in {self.data}"
        return ""

    def key(self, experiment: Experiment) -> list[str]:
        """The key of a finished experiment: its command and the content of its records."""
        key = [experiment.words(self.quick)]
        for name in experiment.records(self.quick):
            path = self.found(name)
            if path.is_file():
                key.append(hashlib.sha256(path.read_bytes()).hexdigest())
        return key

    def is_done(self, experiment: Experiment, parts: Parts) -> bool:
        known = parts.find(self.key(experiment)) is not NOT_KEPT
        return known and (self.docs / "results" / f"{experiment.result}.json").is_file()


def run(plan: RunPlan) -> Iterator[RunOutcome]:
    """Run what is not done yet and yield the outcome of each; then write the pages and figures."""
    if plan.quick:
        generate(plan.data)
    plan = replace(plan, environment={COMMIT: commit(), **plan.environment})
    parts, failed = plan.parts, False
    with in_this_process(plan.environment) if plan.quick else apart(plan.environment) as command:
        for experiment in plan.experiments:
            why = plan.missing(experiment)
            if why:
                yield RunOutcome(experiment.result, LEFT_OUT, why)
            elif plan.is_done(experiment, parts):
                yield RunOutcome(experiment.result, BEFORE)
            else:
                why = _run(experiment, plan, command)
                failed = failed or bool(why)
                if not why:
                    parts.keep(plan.key(experiment), True)
                yield RunOutcome(experiment.result, FAILED if why else MADE, why)
    rebuild(plan.docs)
    if not failed:
        parts.clear()


def seconds_of(experiment: Experiment) -> float | None:
    """How long an experiment took when its committed result file was made, if known."""
    path = CHECKOUT / "docs" / "results" / f"{experiment.result}.json"
    if not path.is_file():
        return None
    took = read_result(path).get("made_by", {}).get("seconds")
    return None if took is None else float(took)


def _is_here(needed: str) -> bool:
    if needed != declared.GPU:
        return find_spec(needed) is not None
    if find_spec("torch") is None:
        return False
    import torch

    return bool(torch.cuda.is_available())


def _run(experiment: Experiment, plan: RunPlan, run_command: RunCommand) -> str:
    """Run one experiment; why it failed, or an empty text."""
    start = time.monotonic()
    commands = experiment.commands(plan.quick, plan.found)
    with TemporaryDirectory() as folder:
        for words in commands:
            into = [] if "--into" in words else ["--into", folder]
            if why := run_command([*words, *into]):
                return why
        path = Path(folder) / f"{experiment.result}.json"
        if not path.is_file():
            return f"wrote no {path.name}"
        result = read_result(path)
    result["made_by"]["command"] = "; ".join(map(_typed, commands))
    result["made_by"]["seconds"] = round(time.monotonic() - start, 1)
    write_result(plan.docs / "results", result)
    return ""


def _typed(words: list[str]) -> str:
    return command_of(words if is_script(words) else ["kibitz", *words])
