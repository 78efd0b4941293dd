"""Snapshots of a training as plain arrays, from which it continues after a stop."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from kibitz.errors import StorageError
from kibitz.runtime.arrays import FileForm, load, save
from kibitz.runtime.parts import NOT_KEPT
from kibitz_lab.harness.provenance import parts_of

Arrays = dict[str, npt.NDArray[Any]]

FORM = FileForm("training", 2)


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The latest state of each stage, one file of arrays each; *step* is its progress."""

    folder: Path

    @classmethod
    def of(cls, training: str, *circumstances: object) -> Snapshots:
        """The snapshots of a training, found again under the same circumstances."""
        return cls(parts_of(training, *circumstances).folder)

    def find(self, stage: int) -> Any:
        """The snapshot of a stage, or `NOT_KEPT` if there is none or it is damaged."""
        path = self._path(stage)
        if not path.is_file():
            return NOT_KEPT
        try:
            found = load(FORM, path).arrays
        except StorageError:
            return NOT_KEPT
        return {name: array.copy() for name, array in found.items()}  # the file will be replaced

    def keep(self, stage: int, arrays: Arrays) -> None:
        save(FORM, self._path(stage), arrays)

    def steps(self, stage: int) -> int:
        """The number of finished steps of a stage."""
        found = self.find(stage)
        return 0 if found is NOT_KEPT else int(found["step"])

    def clear(self) -> None:
        """Delete them once the trained network is written."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, stage: int) -> Path:
        return self.folder / f"stage-{stage + 1}.kibitz"
