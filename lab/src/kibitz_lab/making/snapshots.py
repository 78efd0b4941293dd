"""How far a training is, as plain arrays: what is kept of it when it is stopped."""

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
    """The latest state of each stage, a file of arrays each; *step* says how far it is."""

    folder: Path

    @classmethod
    def of(cls, training: str, *circumstances: object) -> Snapshots:
        """Those of a training: the same under the same circumstances finds them again."""
        return cls(parts_of(training, *circumstances).folder)

    def find(self, stage: int) -> Any:
        """What was kept of a stage, or `NOT_KEPT`; a damaged file counts as not kept."""
        path = self._path(stage)
        if not path.is_file():
            return NOT_KEPT
        try:
            found = load(FORM, path).arrays
        except StorageError:
            return NOT_KEPT
        return {name: array.copy() for name, array in found.items()}  # the file is replaced soon

    def keep(self, stage: int, arrays: Arrays) -> None:
        save(FORM, self._path(stage), arrays)

    def steps(self, stage: int) -> int:
        """How many steps of a stage are done."""
        found = self.find(stage)
        return 0 if found is NOT_KEPT else int(found["step"])

    def clear(self) -> None:
        """Forget them, once what was trained is written down."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, stage: int) -> Path:
        return self.folder / f"stage-{stage + 1}.kibitz"
