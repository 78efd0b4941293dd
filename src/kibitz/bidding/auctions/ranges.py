"""Ranges of points and lengths, with the share of other hands that they hold, as measured.

A range is the shortest one that holds the wanted share of hands. Tested on the hands from which it
was chosen, it would look too good. So the hands are divided into folds of neighbours (tables of one
event are neighbours), each fold is tested with the range of all the others, and if that holds too
few hands, a wider range is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

COVER = 0.8
"""The share of hands that a range should hold."""
FOLDS = 20
_LEVELS = (0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98, 1.0)

Shares: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Range:
    """From *least* to *most*, both included; *cover* is the share of other hands within it."""

    least: int
    most: int
    cover: float

    @property
    def width(self) -> int:
        """The number of whole numbers in it."""
        return self.most - self.least + 1

    def to_json(self) -> dict[str, Any]:
        return {"least": self.least, "most": self.most, "cover": round(self.cover, 4)}


@dataclass(frozen=True, slots=True)
class Spread:
    """How often each number occurred among some hands, and the range to be stated."""

    shares: tuple[float, ...]
    range: Range

    @classmethod
    def of_values(cls, values: Numbers, size: int, groups: Numbers | None = None) -> Spread:
        """From the values of hands in the order of their tables; each is less than *size*.

        *groups* gives the auction of each hand, if there are several. Then each auction is a fold,
        so that the stated share holds for an auction that the range was not made from.
        """
        if groups is None:
            folds = min(FOLDS, len(values))
            fold = np.arange(len(values)) * folds // len(values)
        else:
            different, fold = np.unique(groups, return_inverse=True)
            folds = len(different)
        counts = np.bincount(fold * size + values, minlength=folds * size).reshape(folds, size)
        return cls(tuple((counts.sum(axis=0) / len(values)).tolist()), measured(counts))

    @classmethod
    def of_shares(cls, shares: Shares) -> Spread:
        """From the chance of each number; the cover follows from the chances."""
        least, most = shortest(shares[None], COVER)[0]
        cover = float(shares[least : most + 1].sum())
        return cls(tuple(shares.tolist()), Range(int(least), int(most), cover))

    @property
    def mean(self) -> float:
        return sum(number * share for number, share in enumerate(self.shares))

    def to_json(self) -> dict[str, Any]:
        shares = [round(share, 4) for share in self.shares]
        return {**self.range.to_json(), "mean": round(self.mean, 2), "shares": shares}


def measured(counts: Numbers) -> Range:
    """The range for the hands of all folds together, with its cover; *counts* is (folds, size)."""
    whole = counts.sum(axis=0)
    others = whole - counts if len(counts) > 1 else counts
    size = whole.sum()
    for level in _LEVELS:
        apart = shortest(others, level)
        before = np.concatenate([np.zeros((len(counts), 1), np.int64), counts.cumsum(axis=1)], 1)
        each = np.arange(len(counts))
        held = before[each, apart[:, 1] + 1] - before[each, apart[:, 0]]
        cover = float(held.sum() / (size + 1))  # one more hand, outside, is added for doubt
        if cover >= COVER:
            break
    [(least, most)] = shortest(whole[None], level)
    return Range(int(least), int(most), cover)


def shortest(weights: npt.NDArray[Any], level: float) -> Numbers:
    """The shortest range of each row that holds the share *level* of its weight, (rows, 2).

    Of equally short ranges it is the one that holds most, then the lowest.

    >>> shortest(np.array([[1, 2, 9, 8, 1]]), 0.8).tolist()
    [[2, 3]]
    """
    rows, size = weights.shape
    before = np.concatenate([np.zeros((rows, 1)), weights.cumsum(axis=1)], axis=1)
    wanted = level * before[:, -1] - 1e-9
    found = np.full((rows, 2), -1)
    for width in range(1, size + 1):
        held = before[:, width:] - before[:, :-width]
        best = held.argmax(axis=1)
        fits = (found[:, 0] < 0) & (held[np.arange(rows), best] >= wanted)
        found[fits] = np.stack([best, best + width - 1], axis=1)[fits]
        if (found[:, 0] >= 0).all():
            break
    return found
