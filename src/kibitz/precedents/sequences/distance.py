"""The distance between two states, feature by feature.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 4.1, equations 9 and 10
Notation:   f_i is a `Feature`; difference_i is `Feature.difference`; v is the length of a `Schema`
Departures: none; a feature also states its widest difference, by which section 4 normalises
Checked by: tests/papers/test_sibl.py, tests/laws/test_nearest.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.errors import UsageError

Codes: TypeAlias = npt.NDArray[np.uint8]
Reals: TypeAlias = npt.NDArray[np.float32]

_PART_LIMIT = (1 << 16) - 1  # the kernel sums squares of codes in 16 bits, then flushes them
_TOTAL_LIMIT = 1 << 24  # whole numbers up to here are exact in 32-bit floats


class FeatureKind(IntEnum):
    """The kind of values that a feature has."""

    COUNT = 0  # a whole number from 0 to 255; differences are subtracted
    SYMBOL = 1  # one of up to 256 symbols: the same or not
    NUMBER = 2  # any number; differences are subtracted


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature of a state; *widest* is the largest difference between two of its values."""

    name: str
    kind: FeatureKind
    widest: float = 1.0

    def difference(self, one: float, other: float) -> float:
        """Equation 10: the difference of two numbers; 0 for equal symbols, 1 for different ones."""
        return float(one != other) if self.kind is FeatureKind.SYMBOL else abs(one - other)


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance and its parts: the squares of the parts add up to the square of the total."""

    total: float
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Schema:
    """The features of a state, in the order of their columns: counts, symbols, numbers.

    >>> length, led = Feature("length", FeatureKind.COUNT, 13), Feature("led", FeatureKind.SYMBOL)
    >>> suit = Schema((length, led))
    >>> suit.distance((5, 1), (2, 0)).parts
    {'length': 3.0, 'led': 1.0}

    Counts are measured in *unit*: with a unit of 13, a difference of 13 weighs as much as two
    different symbols. (Internally squares stay whole: different symbols cost the unit squared.)
    """

    features: tuple[Feature, ...]
    unit: int = 1

    def __post_init__(self) -> None:
        kinds = [feature.kind for feature in self.features]
        if not kinds or kinds != sorted(kinds):
            raise UsageError("a schema lists its counts, then its symbols, then its numbers")
        if len({feature.name for feature in self.features}) != len(kinds):
            raise UsageError("two features of a schema have the same name")
        if any(f.widest > 255 for f in self.features if f.kind is FeatureKind.COUNT):
            raise UsageError("a count goes up to 255; call it a number")
        if self.unit < 1 or (self.unit > 1 and self.numbers):
            raise UsageError("the unit is a whole number, and numbers are given ready scaled")
        if self.code_square >= _TOTAL_LIMIT:
            raise UsageError("the counts of a schema are too many or too wide to add up exactly")

    @property
    def counts(self) -> int:
        return sum(feature.kind is FeatureKind.COUNT for feature in self.features)

    @property
    def codes(self) -> int:
        """The number of features stored as bytes: the counts and the symbols."""
        return sum(feature.kind is not FeatureKind.NUMBER for feature in self.features)

    @property
    def numbers(self) -> int:
        return len(self.features) - self.codes

    @property
    def code_square(self) -> float:
        """The largest squared distance by counts and symbols alone."""
        return sum(self._square(f) for f in self.features[: self.codes])

    @property
    def widest(self) -> float:
        """The largest distance between two states."""
        return math.sqrt(sum(self._square(feature) for feature in self.features)) / self.unit

    @property
    def flushes(self) -> tuple[bool, ...]:
        """For each byte column, whether the 16-bit sum must be added to the total after it."""
        flushes, held = [], 0.0
        squares = [self._square(feature) for feature in self.features[: self.codes]]
        for column, square in enumerate(squares):
            held += square
            after = squares[column + 1] if column + 1 < len(squares) else math.inf
            flushes.append(held + after > _PART_LIMIT)
            held = 0.0 if flushes[-1] else held
        return tuple(flushes)

    def _measure(self, feature: Feature) -> int:
        return self.unit if feature.kind is FeatureKind.COUNT else 1

    def _square(self, feature: Feature) -> float:
        """The most that a feature can add to a square, in the kernel's units."""
        return (feature.widest * self.unit / self._measure(feature)) ** 2

    def distance(self, one: Sequence[float], other: Sequence[float]) -> Distance:
        """Equation 9: the distance, and its parts by feature."""
        values = zip(self.features, one, other, strict=True)
        parts = {f.name: f.difference(a, b) / self._measure(f) for f, a, b in values}
        return Distance(math.sqrt(sum(part**2 for part in parts.values())), parts)


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """Rows of states, newest first, as typed arrays; row *i* holds ``spans[i]`` states.

    *codes* has the shape (rows, states, byte features), *reals* (rows, states, number features).
    """

    codes: Codes
    reals: Reals
    spans: Codes

    @classmethod
    def of(
        cls, schema: Schema, rows: Sequence[Sequence[Sequence[float]]], window: int
    ) -> Sequences:
        """Rows of plain states, oldest first; of each row only the newest *window* are kept.

        >>> length = Feature("length", FeatureKind.COUNT, 13)
        >>> schema = Schema((length, Feature("speed", FeatureKind.NUMBER)))
        >>> rows = Sequences.of(schema, [[(4, 0.5), (5, 0.25)], [(2, 0.75)]], window=5)
        >>> rows.spans.tolist(), rows.values(0, 0), rows.values(0, 1)
        ([2, 1], (5, 0.25), (4, 0.5))
        """
        codes = np.zeros((len(rows), window, schema.codes), np.uint8)
        reals = np.zeros((len(rows), window, schema.numbers), np.float32)
        spans = np.array([min(window, len(row)) for row in rows], np.uint8)
        for number, row in enumerate(rows):
            for place, state in enumerate(list(row)[::-1][:window]):
                codes[number, place] = state[: schema.codes]
                reals[number, place] = state[schema.codes :]
        return cls(codes, reals, spans)

    @classmethod
    def of_codes(cls, codes: Codes, spans: Codes) -> Sequences:
        """Rows whose features are all counts and symbols."""
        return cls(codes, np.empty((*codes.shape[:2], 0), np.float32), spans)

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, rows: slice | npt.NDArray[np.int64]) -> Sequences:
        return Sequences(self.codes[rows], self.reals[rows], self.spans[rows])

    def cut(self, window: int) -> Sequences:
        """The newest *window* states of each row."""
        if window == self.window:
            return self
        return Sequences(
            np.ascontiguousarray(self.codes[:, :window]),
            np.ascontiguousarray(self.reals[:, :window]),
            np.minimum(self.spans, window).astype(np.uint8),
        )

    @property
    def window(self) -> int:
        return int(self.codes.shape[1])

    def values(self, row: int, state: int) -> tuple[float, ...]:
        """The features of one state as plain numbers; state 0 is the newest."""
        return (*self.codes[row, state].tolist(), *self.reals[row, state].tolist())
