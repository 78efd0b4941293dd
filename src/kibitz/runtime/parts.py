"""The finished parts of a long run, kept as they come, so that it goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from kibitz.errors import StorageError
from kibitz.runtime.storage import cache_folder, load, save

KIND, VERSION = "part", 1
NOT_KEPT: Final = object()
"""What `Kept.find` gives for what is still to be done."""


class Kept(Protocol):
    """Results by the key of their task: `Parts`, or whatever else keeps them."""

    def find(self, key: Any) -> Any: ...

    def keep(self, key: Any, result: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """Results by the key of their task, each a sealed file of JSON in the folder of one run."""

    folder: Path

    @classmethod
    def of(cls, run: str, *circumstances: object) -> Parts:
        """Those of a run: the same *run* under the same circumstances finds them again."""
        return cls(cache_folder() / "parts" / f"{run}-{_digest(circumstances)}")

    def find(self, key: object) -> Any:
        """What was kept under *key*, or `NOT_KEPT`; a damaged part counts as not kept."""
        path = self._path(key)
        if not path.is_file():
            return NOT_KEPT
        try:
            return json.loads(load(path, kind=KIND, version=VERSION))
        except StorageError:
            return NOT_KEPT

    def keep(self, key: object, result: Any) -> None:
        save(self._path(key), json.dumps(result).encode(), kind=KIND, version=VERSION)

    def __len__(self) -> int:
        return sum(1 for _ in self.folder.glob("*.json"))

    def clear(self) -> None:
        """Forget them, once the whole is written down."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, key: object) -> Path:
        return self.folder / f"{_digest(key)}.json"


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:24]
