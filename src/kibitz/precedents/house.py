"""The house's match as cases: what a user has before anything is learned.

The match ships as records, together with its decisions as the shipped networks describe them. A
room takes these over when it is first asked; with other networks, it describes the match itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from kibitz.precedents.manifest import KeptRecord
from kibitz.precedents.shelf import Columns, Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import sources_with_keys
from kibitz.records.starter import pressed, unpressed
from kibitz.runtime.arrays import Array, FileForm, pack, unpack

C = TypeVar("C", bound=Columns)


@dataclass(frozen=True, slots=True)
class HousePack(Generic[C]):
    """How one room's cases of the match are packed into a file of the package."""

    file: str
    form: FileForm
    columns: type[C]
    arrays: Callable[[C], Mapping[str, Array]]
    """The columns by their names in the file."""
    read: Callable[[Mapping[str, Array]], C]
    """The cases, from the columns of the file."""

    def pack(self, shelf: Shelf[C]) -> bytes:
        """The file that ships, from a shelf with no withdrawn cases."""
        cases = shelf.everything()
        assert cases is not None
        return pressed(pack(self.form, self.arrays(cases), self._about(shelf.by, shelf.keys())))

    def unpack(self, packed: bytes, keys: Collection[str], by: str) -> C | None:
        """The cases; None if another network described them, or they are from other tables."""
        found = unpack(self.form, unpressed(packed, self.file), name=self.file)
        return self.read(found.arrays) if found.about == self._about(by, keys) else None

    def take_over(
        self, packed: bytes, library: Library, keys: Collection[str], folder: Path, by: str
    ) -> None:
        """Create the shelf in *folder*, if the pack holds the library's cases as described *by*."""
        cases = self.unpack(packed, keys, by)
        if cases is not None:
            sources = sources_with_keys(library, list(keys))
            shelf = Shelf.create(self.columns, folder, by)
            shelf.add(cases, [KeptRecord(sources[key], key) for key in keys])

    def _about(self, by: str, keys: Collection[str]) -> dict[str, str]:
        """The network that described the cases, and a digest of their tables."""
        tables = hashlib.sha256("".join(keys).encode()).hexdigest()
        return {self.columns.BY: by, "tables": tables}
