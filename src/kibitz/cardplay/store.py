"""Decisions about cards on disk, as the similarities describe them.

A case has a description of 52 bytes, its trumps, the card chosen, its record, its ply (the number
of cards played before) and its kind (`similarity.kinds`). The shelf remembers which similarities
described them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from kibitz.cardplay.similarity.index import CellIndex
from kibitz.cardplay.similarity.kinds import FIRST_OF_DEFENDERS
from kibitz.cardplay.similarity.positions import Bytes
from kibitz.precedents.shelf import Numbers, Rows
from kibitz.runtime.arrays import Array, FileForm

_NAMES = ("codes", "trumps", "card", "record", "ply", "kind")


@dataclass(frozen=True, eq=False)
class Cases:
    """Cases in columns; *codes* has a row of 52 bytes each."""

    FORM: ClassVar[FileForm] = FileForm("cardplay-cases", 2)
    WHAT: ClassVar[str] = "cases of card play"
    BY: ClassVar[str] = "similarity"
    SMALL: ClassVar[int] = 50_000

    codes: Bytes
    trumps: Bytes
    cards: Bytes
    records: Numbers
    plies: Bytes
    kinds: Bytes
    indexed: CellIndex | None = field(default=None, kw_only=True)
    """The index stored in the file, if there is one."""

    @classmethod
    def read(cls, arrays: Mapping[str, Array]) -> Cases:
        return cls(*(arrays[name] for name in _NAMES), indexed=CellIndex.read(arrays))

    @classmethod
    def joined(cls, parts: Sequence[Cases], firsts: Sequence[int] = ()) -> Cases:
        """Several as one; *firsts* are the numbers of their first records, if any is not 0."""
        numbered = [
            part.records + np.uint32(first)
            for part, first in zip(parts, firsts or [0] * len(parts), strict=True)
        ]
        return cls(
            np.concatenate([part.codes for part in parts]),
            np.concatenate([part.trumps for part in parts]),
            np.concatenate([part.cards for part in parts]),
            np.concatenate(numbered),
            np.concatenate([part.plies for part in parts]),
            np.concatenate([part.kinds for part in parts]),
        )

    def arrays(self, first_record: int = 0) -> dict[str, Array]:
        numbers = (self.records.astype(np.int64) + first_record).astype(np.uint32)
        columns = (self.codes, self.trumps, self.cards, numbers, self.plies, self.kinds)
        return {**dict(zip(_NAMES, columns, strict=True)), **self.index.arrays}

    def __len__(self) -> int:
        return len(self.trumps)

    def __getitem__(self, rows: Rows) -> Cases:
        return Cases(
            self.codes[rows],
            self.trumps[rows],
            self.cards[rows],
            self.records[rows],
            self.plies[rows],
            self.kinds[rows],
        )

    @cached_property
    def index(self) -> CellIndex:
        return self.indexed or CellIndex.of(self.kinds, self.plies, self.trumps)

    @cached_property
    def of_defenders(self) -> int:
        """The number of defenders' decisions."""
        return int(np.count_nonzero(self.kinds >= FIRST_OF_DEFENDERS))

    @property
    def own_records(self) -> int:
        """Always 0: files store the numbers that records have on the shelf."""
        return 0

    def place(self, row: int) -> str:
        return f"card {int(self.plies[row]) + 1}"
