"""Who votes about a decision: the nearest cases of its kind; where they are few, of a wider kind.

The adviser, my game and the lab all ask here. Whose table a case is of is told in three ways (by
the hands seen, by the table's key, or not at all), and so it comes in as *is_itself*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeAlias

import numpy as np

from kibitz.cardplay.index import NOTHING, Among, Found
from kibitz.cardplay.similarity.kinds import NO_DECISION, CardKind, kinds
from kibitz.cardplay.similarity.learned import CLOSE, FAR, SCALE
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Views

ENOUGH = 32
"""Close cases of the kind itself that vote alone; with fewer, the wider kind fills in."""
_OWN_DECISIONS = 52
"""Cases that one deal can have at the house's two tables: so many more are looked for, in case it
is the one asked about."""
_CLOSE, _FAR = (CLOSE * SCALE) ** 2, (FAR * SCALE) ** 2
_MEMORY = np.int64(1) << 40  # more cases than a memory has


class SearchedCases(Protocol):
    """Cases that can be searched."""

    def nearest(self, codes: Bytes, trumps: Bytes, k: int, among: Among, /) -> Sequence[Found]:
        """The *k* nearest cases to each question, (n, 4, 13), of those that *among* selects."""


IsItself: TypeAlias = Callable[[int, Rows, Found], Bools]
"""Which of the cases found for a question are of the very table asked about.

Called with the number of the question, the numbers of the memories that the cases are of, and the
cases.
"""


@dataclass(frozen=True, slots=True, eq=False)
class AskedCards:
    """Decisions that are asked about: their codes (n, 4, 13), trumps, kinds and plies."""

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
    """The place of each one's memory."""
    is_wider: Bools
    """Whether it is of the wider kind alone."""

    def __len__(self) -> int:
        return len(self.found)


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """Cases of several memories, nearest first; of equals those of the earlier memory."""

    found: Found
    memories: Rows

    @property
    def names(self) -> Rows:
        """What each case is known by."""
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
    """Who votes about each of the decisions asked about: nobody, where not one case is close."""
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
    """The nearest cases to some questions, without those of the table asked about."""
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
    """The nearest that are of other tables; no more are looked at than it takes."""
    kept, first = list[Rows](), 0
    missing = NEIGHBOURS
    while missing and first < len(near.found):
        some = np.arange(first, min(first + missing, len(near.found)))
        kept.append(some[~is_itself(row, near.memories[some], near.found[some])])
        first, missing = first + len(some), missing - len(kept[-1])
    return near[np.concatenate(kept)] if kept else _NONE


def _chosen(narrow: _Near, wide: Callable[[], Iterator[_Near]]) -> Voters:
    """Those of the kind itself, and those of the wider kind that fill in.

    *wide*, the nearest of the wider kind, are looked for only where they are needed.
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
