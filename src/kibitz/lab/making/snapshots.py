"""How far a training is, as plain arrays: what is kept of it when it is stopped."""

from __future__ import annotations

import io
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.errors import StorageError
from kibitz.runtime import storage
from kibitz.runtime.parts import NOT_KEPT
from kibitz.runtime.provenance import parts_of

Arrays = dict[str, npt.NDArray[Any]]

_KIND, _VERSION = "training", 1


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The latest state of each stage, a sealed file of arrays each; *step* says how far it is."""

    folder: Path

    @classmethod
    def of(cls, training: str, *settings: object) -> Snapshots:
        """Those of a training: the same under the same circumstances finds them again."""
        return cls(parts_of(training, *settings).folder)

    def find(self, stage: int) -> Any:
        """What was kept of a stage, or `NOT_KEPT`; a damaged file counts as not kept."""
        path = self._path(stage)
        if not path.is_file():
            return NOT_KEPT
        try:
            content = storage.load(path, kind=_KIND, version=_VERSION)
            with np.load(io.BytesIO(content), allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        except (StorageError, ValueError):
            return NOT_KEPT

    def keep(self, stage: int, arrays: Arrays) -> None:
        file = io.BytesIO()
        np.savez(file, **arrays)  # type: ignore[arg-type]
        storage.save(self._path(stage), file.getvalue(), kind=_KIND, version=_VERSION)

    def steps(self, stage: int) -> int:
        """How many steps of a stage are done."""
        found = self.find(stage)
        return 0 if found is NOT_KEPT else int(found["step"])

    def clear(self) -> None:
        """Forget them, once what was trained is written down."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, stage: int) -> Path:
        return self.folder / f"stage-{stage + 1}.kibitz"
