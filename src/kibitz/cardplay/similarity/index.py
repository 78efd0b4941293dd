"""An index of cases by kind, so that a search meets only the candidates; and the cases found.

The cases of a file are sorted into cells by all that decides whether they are candidates: trumps or
no-trump, kind, and ply. Within a cell they are in the order learned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.neighbours import Neighbours
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bools, Bytes, Rows
from kibitz.precedents.shelf import Numbers

Among: TypeAlias = Callable[[Bytes, Bytes], Rows]
"""Selects candidate cases by kind and ply."""

_PLIES = 52
_KINDS = 256
_CELLS = _KINDS * _PLIES
_GRID = np.arange(_CELLS)
_GRID_KINDS, _GRID_PLIES = (_GRID // _PLIES).astype(np.uint8), (_GRID % _PLIES).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class CellIndex:
    """The rows of the cases in the order of their cells; the cells, and where each begins."""

    order: Numbers
    cells: npt.NDArray[np.uint16]
    starts: Numbers

    @classmethod
    def of(cls, kinds: Bytes, plies: Bytes, trumps: Bytes) -> CellIndex:
        cells = kinds.astype(np.uint16) * np.uint16(_PLIES) + plies
        cells += (trumps == NO_TRUMPS) * np.uint16(_CELLS)
        order = np.argsort(cells, kind="stable").astype(np.uint32)
        there, counts = np.unique(cells, return_counts=True)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
        return cls(order, there, starts)

    @classmethod
    def read(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> CellIndex | None:
        """The index of a file; None if it was written without one."""
        names = [field.name for field in fields(cls)]
        if not all(name in arrays for name in names):
            return None
        order, cells, starts = (arrays[name] for name in names)
        return cls(order.view(np.uint32), cells.view(np.uint16), starts.view(np.uint32))

    @property
    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The index as a file stores it."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def rows(self, wanted: Bools) -> Numbers:
        """The rows of all cells wanted."""
        here = np.flatnonzero(wanted[self.cells]).tolist()
        starts = self.starts.tolist() if len(here) > 1 else self.starts
        parts = [self.order[starts[cell] : starts[cell + 1]] for cell in here]
        return np.concatenate(parts) if parts else np.empty(0, np.uint32)


def wanted(among: Among, trumps: int) -> Bools:
    """The cells that *among* selects, with these *trumps*."""
    found = np.zeros(2 * _CELLS, np.bool_)
    found[among(_GRID_KINDS, _GRID_PLIES) + (trumps == NO_TRUMPS) * _CELLS] = True
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The nearest cases: the matches, with their codes, cards, records and plies."""

    matches: Neighbours
    codes: Bytes
    cards: Bytes
    records: Numbers
    plies: Bytes

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, rows: Rows | slice) -> Found:
        return Found(
            self.matches[rows],
            self.codes[rows],
            self.cards[rows],
            self.records[rows],
            self.plies[rows],
        )

    @classmethod
    def joined(cls, parts: Sequence[Found]) -> Found:
        """The results of several searches, one after the other."""
        if not parts:
            return NOTHING
        matches = [part.matches for part in parts]
        return cls(
            Neighbours(
                np.concatenate([near.cases for near in matches]),
                np.concatenate([near.squares for near in matches]),
                np.concatenate([near.suits for near in matches]),
            ),
            np.concatenate([part.codes for part in parts]),
            np.concatenate([part.cards for part in parts]),
            np.concatenate([part.records for part in parts]),
            np.concatenate([part.plies for part in parts]),
        )


NOTHING = Found(
    Neighbours(np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 4), np.uint8)),
    np.empty((0, 52), np.uint8),
    np.empty(0, np.uint8),
    np.empty(0, np.uint32),
    np.empty(0, np.uint8),
)
