"""The cases that vote about a decision: the nearest of its kind, and of a wider kind if few.

The adviser, my game and the lab all ask here. How to recognise cases from the table in question
differs (by the hands seen, by the table's key, or not at all), so it is passed as *is_itself*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeAlias

import numpy as np

from kibitz.cardplay.similarity.index import NOTHING, Among, Found
from kibitz.cardplay.similarity.kinds import NO_DECISION, CardKind, kinds
from kibitz.cardplay.similarity.learned import CLOSE, FAR, SCALE
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Views

ENOUGH = 32
"""So many close cases of the kind itself vote alone; with fewer, the wider kind fills in."""
_OWN_DECISIONS = 52
"""The most cases of one deal at the house's two tables: so many more are looked for, as they may be
from the table in question."""
_CLOSE, _FAR = (CLOSE * SCALE) ** 2, (FAR * SCALE) ** 2
_MEMORY = np.int64(1) << 40  # more cases than a memory has


class SearchedCases(Protocol):
    """Cases that can be searched."""

    def nearest(self, codes: Bytes, trumps: Bytes, k: int, among: Among, /) -> Sequence[Found]:
        """The *k* cases nearest to each question, (n, 4, 13), of those that *among* selects."""


IsItself: TypeAlias = Callable[[int, Rows, Found], Bools]
"""Whether each case found for a question is from the table in question.

Called with the number of the question, the memory of each case, and the cases.
"""


@dataclass(frozen=True, slots=True, eq=False)
class AskedCards:
    """The decisions in question: their codes (n, 4, 13), trumps, kinds and plies."""

    codes: Bytes
    trumps: Bytes
    kinds: Bytes
    plies: Bytes

    @classmethod
    def of(cls, views: Views, codes: Bytes) -> AskedCards:
        return cls(codes, views.trumps, kinds(views), views.plies)

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, rows: Rows) -> AskedCards:
        return AskedCards(self.codes[rows], self.trumps[rows], self.kinds[rows], self.plies[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Voters:
    """The cases that vote about one decision, nearest first."""

    found: Found
    memories: Rows
    """The index of each one's memory."""
    is_wider: Bools
    """Whether each is of the wider kind only."""

    def __len__(self) -> int:
        return len(self.found)


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """Cases of several memories, nearest first; of equals, those of the earlier memory first."""

    found: Found
    memories: Rows

    @property
    def names(self) -> Rows:
        """A number that identifies each case."""
        return self.memories * _MEMORY + self.found.matches.cases

    @property
    def squares(self) -> Rows:
        return self.found.matches.squares

    def __getitem__(self, rows: Rows | slice) -> _Near:
        return _Near(self.found[rows], self.memories[rows])


_NONE = _Near(NOTHING, np.empty(0, np.int64))
_NOBODY = Voters(NOTHING, np.empty(0, np.int64), np.empty(0, np.bool_))


def voters(
    asked: AskedCards, memories: Sequence[SearchedCases], is_itself: IsItself | None = None
) -> list[Voters]:
    """The voters for each of the decisions in question; none, if not one case is close."""
    found = [_NOBODY] * len(asked)
    if not memories:
        return found
    every = zip(asked.kinds.tolist(), asked.plies.tolist(), strict=True)
    for number, ply in sorted(set(every)):
        if number == NO_DECISION:
            continue
        kind = CardKind(number, ply)
        rows = np.flatnonzero((asked.kinds == number) & (asked.plies == ply))
        narrow = _nearest(asked, rows, memories, kind.narrow, is_itself)
        for row, near in zip(rows.tolist(), narrow, strict=True):
            wide = partial(_nearest, asked, np.array([row]), memories, kind.wide, is_itself)
            found[row] = _chosen(near, wide)
    return found


def _nearest(
    asked: AskedCards,
    rows: Rows,
    memories: Sequence[SearchedCases],
    among: Among,
    is_itself: IsItself | None,
) -> Iterator[_Near]:
    """The cases nearest to some questions, without those from the table in question."""
    most = NEIGHBOURS if is_itself is None else NEIGHBOURS + _OWN_DECISIONS
    codes, trumps = asked.codes[rows], asked.trumps[rows]
    found = [memory.nearest(codes, trumps, most, among) for memory in memories]
    for row, parts in zip(rows.tolist(), zip(*found, strict=True), strict=True):
        near = _joined(parts)
        yield near[:NEIGHBOURS] if is_itself is None else _others(row, near, is_itself)


def _joined(parts: Sequence[Found]) -> _Near:
    together = Found.joined(parts)
    memories = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    order = np.argsort(together.matches.squares, kind="stable")
    return _Near(together[order], memories[order])


def _others(row: int, near: _Near, is_itself: IsItself) -> _Near:
    """The nearest cases from other tables; no more are examined than necessary."""
    kept, first = list[Rows](), 0
    missing = NEIGHBOURS
    while missing and first < len(near.found):
        some = np.arange(first, min(first + missing, len(near.found)))
        kept.append(some[~is_itself(row, near.memories[some], near.found[some])])
        first, missing = first + len(some), missing - len(kept[-1])
    return near[np.concatenate(kept)] if kept else _NONE


def _chosen(narrow: _Near, wide: Callable[[], Iterator[_Near]]) -> Voters:
    """Cases of the kind itself, and of the wider kind to fill in.

    *wide*, the search for the nearest of the wider kind, is made only if needed.
    """
    close = int(np.count_nonzero(narrow.squares <= _CLOSE))
    missing = max(0, ENOUGH - close)
    alike, others = narrow[: NEIGHBOURS - missing], _NONE
    if missing:
        [nearest] = wide()
        others = nearest[np.flatnonzero(~np.isin(nearest.names, alike.names))[:missing]]
    squares = np.concatenate([alike.squares, others.squares])
    if not len(squares) or squares.min() > _FAR:
        return _NOBODY
    in_kind = np.isin(others.names, narrow.names)
    is_wider = np.concatenate([np.zeros(len(alike.found), np.bool_), ~in_kind])
    order = np.lexsort((is_wider, squares))
    return Voters(
        Found.joined([alike.found, others.found])[order],
        np.concatenate([alike.memories, others.memories])[order],
        is_wider[order],
    )
