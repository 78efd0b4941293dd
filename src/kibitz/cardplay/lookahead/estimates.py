"""Means over weighted layouts, with their errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.lookahead.expected import Weights

Floats: TypeAlias = npt.NDArray[np.float64]

SURE = 2.33
"""The number of standard errors that a gain must exceed to be said: one in a hundred by chance."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over weighted layouts, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Floats, weights: Weights) -> Estimate:
        whole = float(weights.sum())
        if not whole:
            return cls(0.0, 1.0)
        shares = weights / whole
        mean = float(shares @ values)
        spread = float(shares**2 @ (values - mean) ** 2) ** 0.5
        return cls(mean, spread)

    @property
    def is_sure(self) -> bool:
        """Whether it is significantly positive: by chance it would be so one time in a hundred."""
        return self.mean > SURE * self.error

    def interval(self, wide: float = 1.96) -> tuple[float, float]:
        return self.mean - wide * self.error, self.mean + wide * self.error
