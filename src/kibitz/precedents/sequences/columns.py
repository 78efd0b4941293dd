"""Cases in columns, and the matches of a search: the typed arrays that the kernel works on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.precedents.sequences.distance import Codes, Reals, Schema, Sequences

Actions: TypeAlias = npt.NDArray[np.uint16]
Cases: TypeAlias = npt.NDArray[np.int64]

NONE = -1
"""Stands for "no case" where there are too few."""


@dataclass(frozen=True, slots=True, eq=False)
class SequenceSegment:
    """Cases in columns: one row of *codes* and *reals* for each feature of each state.

    The newest state comes first.
    """

    codes: Codes
    reals: Reals
    spans: Codes
    actions: Actions

    @classmethod
    def empty(cls, schema: Schema, window: int, room: int) -> SequenceSegment:
        return cls(
            np.empty((window * schema.codes, room), np.uint8),
            np.empty((window * schema.numbers, room), np.float32),
            np.zeros(room, np.uint8),
            np.empty(room, np.uint16),
        )

    @property
    def room(self) -> int:
        return len(self.actions)

    def grown(self, held: int, room: int) -> SequenceSegment:
        """The first *held* cases in arrays with *room* for more."""
        roomy = SequenceSegment(
            np.empty((len(self.codes), room), np.uint8),
            np.empty((len(self.reals), room), np.float32),
            np.zeros(room, np.uint8),
            np.empty(room, np.uint16),
        )
        for old, new in zip(self.arrays, roomy.arrays, strict=True):
            new[..., :held] = old[..., :held]
        return roomy

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        return self.codes, self.reals, self.spans, self.actions

    def put(self, place: int, cases: Sequences, actions: Actions) -> None:
        end = place + len(cases)
        self.codes[:, place:end] = cases.codes.reshape(len(cases), -1).T
        self.reals[:, place:end] = cases.reals.reshape(len(cases), -1).T
        self.spans[place:end] = cases.spans
        self.actions[place:end] = actions

    def row(self, place: int, window: int) -> Sequences:
        return Sequences(
            np.ascontiguousarray(self.codes[:, place]).reshape(1, window, -1),
            np.ascontiguousarray(self.reals[:, place]).reshape(1, window, -1),
            self.spans[place : place + 1].copy(),
        )

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self.arrays)


@dataclass(frozen=True, slots=True, eq=False)
class SequenceMatches:
    """The nearest cases, (questions, lengths, k), nearest first; `NONE` where there are too few."""

    cases: Cases
    squares: Reals

    @classmethod
    def none(cls, questions: int, lengths: int, k: int) -> SequenceMatches:
        shape = (questions, lengths, k)
        return cls(np.full(shape, NONE, np.int64), np.full(shape, np.inf, np.float32))

    def __getitem__(self, questions: slice) -> SequenceMatches:
        return SequenceMatches(self.cases[questions], self.squares[questions])

    @classmethod
    def merged(cls, parts: Sequence[SequenceMatches]) -> SequenceMatches:
        """The nearest of several searches, each over later cases; of equals the earlier first."""
        cases = np.concatenate([part.cases for part in parts], axis=2)
        squares = np.concatenate([part.squares for part in parts], axis=2)
        k = parts[0].cases.shape[2]
        order = np.argsort(squares, axis=2, kind="stable")[:, :, :k]
        return cls(
            np.take_along_axis(cases, order, axis=2), np.take_along_axis(squares, order, axis=2)
        )
