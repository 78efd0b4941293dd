"""One of several calls or cards is drawn by chance: none far less likely than the best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.bidding.auctions.arrays import Bytes, Floats

Uniform = npt.NDArray[np.float64]
"""Random numbers between 0 and 1."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How one of several calls or cards is drawn.

    Chances are raised to *power* (a large one always takes the likeliest); those below *least*
    times the largest are left out.
    """

    power: float
    least: float


def taken(chances: Floats, luck: Uniform, taste: Taste) -> Bytes:
    """One column for each row, drawn at random: a call or a card."""
    best = chances.max(axis=1, keepdims=True)
    kept = np.where(chances >= taste.least * best, chances / best, 0.0).astype(np.float64)
    weights = kept**taste.power
    until = np.cumsum(weights, axis=1)
    until /= until[:, -1:]  # so that the last is one, which luck never reaches
    found: Bytes = (luck[:, None] >= until).sum(axis=1).astype(np.uint8)
    return found
