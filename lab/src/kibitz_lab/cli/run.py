"""The options of every experiment, beside those of every long command."""

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
    """How an experiment is run: also where its result file goes."""

    into: Into = None

    def result(
        self,
        name: str,
        found: Mapping[str, Any],
        records: Iterable[Path] = (),
        seed: int | None = None,
    ) -> dict[str, Any]:
        """What was found with all that is needed to find it again, written where asked."""
        result = result_of(name, found, seed=seed, records=records)
        if self.into is not None:
            write_result(self.into, result)
        return result


@dataclass(frozen=True, slots=True)
class DrawnRun(LabRun):
    """How an experiment is run in which chance has a part: also what chance starts from."""

    seed: Seed = 1
