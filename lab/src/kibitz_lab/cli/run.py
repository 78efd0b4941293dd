"""The options that all experiments share, in addition to those of all long commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.run import Run
from kibitz_lab.harness.results import result_of, write_result

Seed = Annotated[int, typer.Option(help="Everything drawn follows from it.")]
Into = Annotated[Path | None, typer.Option(help="Also write the result file into this folder.")]


@dataclass(frozen=True, slots=True)
class LabRun(Run):
    """How to run an experiment, including where to write its result file."""

    into: Into = None

    def result(
        self,
        name: str,
        found: Mapping[str, Any],
        records: Iterable[Path] = (),
        seed: int | None = None,
    ) -> dict[str, Any]:
        """The result, with all that is needed to repeat it; written if a folder is named."""
        result = result_of(name, found, seed=seed, records=records)
        if self.into is not None:
            write_result(self.into, result)
        return result


@dataclass(frozen=True, slots=True)
class DrawnRun(LabRun):
    """How to run an experiment that draws at random, including its seed."""

    seed: Seed = 1
