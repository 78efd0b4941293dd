"""The options of every experiment, beside those of every long command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.run import Run
from kibitz.errors import UsageError

Seed = Annotated[int, typer.Option(help="Everything drawn follows from it.")]
Into = Annotated[Path | None, typer.Option(help="Also write the result file into this folder.")]
TrainFiles = Annotated[list[Path], typer.Option(help="Files of games to learn from.")]
TestFiles = Annotated[
    list[Path], typer.Option(help="Files of games to test on; events learned from are left out.")
]
SimilarityFile = Annotated[
    Path | None, typer.Option(help="A similarity of your own making; else the shipped one.")
]


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
        from kibitz_lab.harness.results import result_of, write_result

        result = result_of(name, found, seed=seed, records=records)
        if self.into is not None:
            write_result(self.into, result)
        return result


@dataclass(frozen=True, slots=True)
class DrawnRun(LabRun):
    """How an experiment is run in which chance has a part: also what chance starts from."""

    seed: Seed = 1


def methods_named(asked: Sequence[str] | None, known: Sequence[str]) -> list[str]:
    """The methods that were asked for, all of them where none was; one there is not is refused."""
    for one in asked or ():
        if one not in known:
            raise UsageError(f"There is no method {one!r}, only {', '.join(known)}.")
    return list(asked or known)
