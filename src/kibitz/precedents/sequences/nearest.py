"""A memory that finds the most similar cases: exactly, and for every length in one pass.

Cases are numbered in the order they were learned. Of cases equally near the earlier comes first,
on any number of cores. A removed case keeps its number and is never found again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.errors import UsageError
from kibitz.precedents.sequences.columns import Actions, Cases, SequenceMatches, SequenceSegment
from kibitz.precedents.sequences.distance import Reals, Schema, Sequences
from kibitz.precedents.sequences.kernel import scan, state_squares
from kibitz.runtime.running import at_once, cores

if TYPE_CHECKING:
    from kibitz.precedents.sequences.device import DeviceMemory

Admitted: TypeAlias = npt.NDArray[np.bool_]

_LEAST_ROOM = 1024
_WORTH_A_THREAD = 200_000  # with fewer comparisons, another thread costs more than it saves


@dataclass(slots=True, eq=False)
class SequenceMemory:
    """Cases of up to *window* states each, in the order they were learned."""

    schema: Schema
    window: int = 1
    _starts: list[int] = field(default_factory=list)
    _segments: list[SequenceSegment] = field(default_factory=list)
    _size: int = 0
    _actions: int = 0  # one more than the highest action
    _open: bool = False  # whether the last segment is ours to append to
    _counts: int = field(init=False)
    _cost: int = field(init=False)
    _flushes: npt.NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        if not 1 <= self.window <= 255:
            raise UsageError("a memory keeps from 1 to 255 states of a case")
        self._counts, self._cost = self.schema.counts, self.schema.unit**2
        self._flushes = np.array(self.schema.flushes, np.bool_)

    def __len__(self) -> int:
        """The number of cases learned, removed ones included."""
        return self._size

    @property
    def nbytes(self) -> int:
        """The size of all arrays in bytes, spare room included."""
        return sum(segment.nbytes for segment in self._segments)

    @property
    def tail(self) -> SequenceSegment:
        """The arrays that cases are being added to."""
        if not self._open:
            raise UsageError("nothing was added to this memory yet")
        return self._segments[-1]

    def attach(self, segment: SequenceSegment) -> None:
        """Take over arrays without spare room, such as a mapped file's, without copying them."""
        self._open = False
        self._starts.append(self._size)
        self._segments.append(segment)
        self._size += segment.room
        self._actions = max(self._actions, int(segment.actions.max(initial=0)) + 1)

    def add(self, cases: Sequences, actions: Actions) -> None:
        """Learn *cases*; they are found from now on."""
        self.check(cases)
        if len(actions) != len(cases):
            raise UsageError(f"{len(cases)} cases have {len(actions)} actions")
        self.append(cases, actions)

    def append(self, cases: Sequences, actions: Actions) -> None:
        """`add`, for cases already checked."""
        if not len(cases):
            return
        self._make_room(len(cases))
        self._segments[-1].put(self._size - self._starts[-1], cases, actions)
        self._actions = max(self._actions, int(actions.max()) + 1)
        self._size += len(cases)

    def remove(self, case: int) -> None:
        """Unlearn one case: it keeps its number, and is never found again."""
        segment, place = self._place(case)
        if not segment.spans[place]:
            raise UsageError(f"case {case} has already been removed")
        segment.spans[place] = 0

    def masked(self, keep: npt.NDArray[np.bool_]) -> SequenceMemory:
        """The same cases, of which only those to *keep* can be found; no feature is copied."""
        mask = SequenceMemory(self.schema, self.window)
        for start, count, segment in self._parts():
            spans = np.where(keep[start : start + count], segment.spans[:count], 0)
            full = np.zeros(segment.room, np.uint8)
            full[:count] = spans
            mask._starts.append(start)
            mask._segments.append(
                SequenceSegment(segment.codes, segment.reals, full, segment.actions)
            )
        mask._size, mask._actions = self._size, self._actions
        return mask

    def case(self, case: int) -> Sequences:
        """One case as it was learned; a removed one has no states."""
        segment, place = self._place(case)
        return segment.row(place, self.window)

    def actions(self, cases: Cases) -> Actions:
        """The action of each of the *cases*; 0 for `NONE`."""
        taken = np.zeros(cases.shape, np.uint16)
        for start, count, segment in self._parts():
            here = (cases >= start) & (cases < start + count)
            taken[here] = segment.actions[cases[here] - start]
        return taken

    def nearest(
        self, asked: Sequences, k: int = 1, *, admitted: Admitted | None = None, since: int = 0
    ) -> SequenceMatches:
        """The *k* nearest cases of each length, among those whose actions are *admitted*."""
        self.check(asked)
        if k < 1:
            raise UsageError("at least one case is looked for")
        if admitted is not None and admitted.shape != (
            len(asked),
            max(self._actions, admitted.shape[-1]),
        ):
            raise UsageError("'admitted' must have a truth value for each question and action")
        return self.search(asked, k, admitted=admitted, since=since)

    def search(
        self,
        asked: Sequences,
        k: int,
        *,
        admitted: Admitted | None = None,
        since: int = 0,
        device: str | None = None,
    ) -> SequenceMatches:
        """`nearest`, for questions already checked; by torch if a *device* is named."""
        if device is not None:
            return self._on(device).nearest(asked, k, admitted=admitted)
        threads, size = cores(), len(asked)
        work = (self._size - since) * size * asked.window
        if threads == 1 or work < _WORTH_A_THREAD:
            return self._scan(asked, k, admitted, since, self._size)
        if size < 2 * threads:
            edges = np.linspace(since, self._size, threads + 1).astype(int).tolist()
            spread = [partial(self._scan, asked, k, admitted, a, b) for a, b in pairwise(edges)]
            return SequenceMatches.merged(_run(spread))
        edges = np.linspace(0, size, threads + 1).astype(int).tolist()
        shares = [
            partial(
                self._scan,
                asked[a:b],
                k,
                None if admitted is None else admitted[a:b],
                since,
                self._size,
            )
            for a, b in pairwise(edges)
        ]
        parts = _run(shares)
        return SequenceMatches(
            np.concatenate([part.cases for part in parts]),
            np.concatenate([part.squares for part in parts]),
        )

    def _on(self, device: str) -> DeviceMemory:
        from kibitz.precedents.sequences.device import DeviceMemory

        held = DeviceMemory(self.schema, self.window, device)
        for _, count, segment in self._parts():
            held.attach(segment if count == segment.room else segment.grown(count, count))
        return held

    def gaps(self, asked: Sequences, cases: Cases) -> Reals:
        """The distance from the question of each state of the *cases* (questions, n).

        The newest state comes first.
        """
        squares = np.zeros((*cases.shape, asked.window), np.float32)
        for start, count, segment in self._parts():
            state_squares(
                segment.codes,
                segment.reals,
                self._counts,
                self._cost,
                start,
                count,
                cases,
                asked.codes,
                asked.reals,
                squares,
            )
        distances = (np.sqrt(squares) / np.float32(self.schema.unit)).astype(np.float32)
        return distances

    def check(self, rows: Sequences) -> None:
        """Refuse rows that do not have this memory's schema and window."""
        states = rows.codes.shape[1]
        shapes = (rows.codes.shape[1:], rows.reals.shape[1:])
        fits = ((states, self.schema.codes), (states, self.schema.numbers))
        if shapes != fits or states != self.window:
            raise UsageError(f"cases of shape {shapes} do not fit a memory of {fits}")
        if not len(rows):
            return
        if rows.spans.min() < 1 or rows.spans.max() > self.window:
            raise UsageError(f"a case has from 1 to {self.window} states")
        for column in range(self.schema.counts):
            feature = self.schema.features[column]
            if rows.codes[:, :, column].max() > feature.widest:
                raise UsageError(f"{feature.name} goes up to {feature.widest:g}")
        if not np.isfinite(rows.reals).all():
            raise UsageError("a feature is not a finite number")

    def _scan(
        self, asked: Sequences, k: int, admitted: Admitted | None, since: int, until: int
    ) -> SequenceMatches:
        found = SequenceMatches.none(len(asked), asked.window, k)
        if admitted is None:
            admitted = np.empty((len(asked), 0), np.bool_)
        for start, count, segment in self._parts():
            first, last = max(0, since - start), min(count, until - start)
            if first < last:
                scan(
                    segment.codes,
                    segment.reals,
                    self._counts,
                    self._cost,
                    self._flushes,
                    segment.spans,
                    segment.actions,
                    first,
                    last,
                    start,
                    asked.codes,
                    asked.reals,
                    asked.spans,
                    admitted,
                    found.squares,
                    found.cases,
                )
        return found

    def _parts(self) -> Iterator[tuple[int, int, SequenceSegment]]:
        """Each segment with the number of its first case and how many it holds."""
        edges = pairwise([*self._starts, self._size])
        for (start, end), segment in zip(edges, self._segments, strict=True):
            yield start, end - start, segment

    def _place(self, case: int) -> tuple[SequenceSegment, int]:
        for start, count, segment in self._parts():
            if 0 <= case - start < count:
                return segment, case - start
        raise UsageError(f"there is no case {case}; the memory holds {self._size}")

    def _make_room(self, more: int) -> None:
        """Make room for *more* cases; arrays at least double in size when they grow."""
        if not self._open:
            self._starts.append(self._size)
            self._segments.append(
                SequenceSegment.empty(self.schema, self.window, max(more, _LEAST_ROOM))
            )
            self._open = True
            return
        held, tail = self._size - self._starts[-1], self._segments[-1]
        if held + more > tail.room:
            self._segments[-1] = tail.grown(held, max(held + more, 2 * tail.room))


def _run(jobs: Sequence[Callable[[], SequenceMatches]]) -> list[SequenceMatches]:
    return list(at_once(lambda job: job(), jobs))
