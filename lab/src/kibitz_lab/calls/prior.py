"""What is known about the hidden hands before the first call: the odds of the cards alone."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from kibitz.bidding.auctions.arrays import Floats
from kibitz.bidding.calls.network import LENGTHS, POINTS

_HIDDEN, _HAND = 39, 13


@cache
def of_length(own: int) -> Floats:
    """The chance of each length of a hidden hand in a suit, given *own* cards of it.

    >>> round(float(of_length(13)[0]), 3)
    1.0
    """
    there = 13 - own
    ways = [comb(there, n) * comb(_HIDDEN - there, _HAND - n) for n in range(LENGTHS)]
    return np.array(ways, np.float64).astype(np.float32) / np.float32(comb(_HIDDEN, _HAND))


@cache
def of_points(honours: tuple[int, int, int, int]) -> Floats:
    """The chance of each number of points of a hidden hand; *honours*: the unseen aces to jacks.

    >>> round(float(of_points((4, 4, 4, 4)) @ np.arange(POINTS)), 2)  # none of the forty held
    13.33
    """
    ways = np.zeros((POINTS + 1, 17))  # by points and by honours dealt
    ways[0, 0] = 1
    for worth, there in zip((4, 3, 2, 1), honours, strict=True):
        more = np.zeros_like(ways)
        for dealt in range(there + 1):
            shifted = np.zeros_like(ways)
            shifted[worth * dealt :, dealt:] = ways[: POINTS + 1 - worth * dealt, : 17 - dealt]
            more += comb(there, dealt) * shifted
        ways = more
    low = _HIDDEN - sum(honours)
    rest = np.array([comb(low, _HAND - dealt) if dealt <= _HAND else 0 for dealt in range(17)])
    found: Floats = ((ways @ rest) / comb(_HIDDEN, _HAND))[:POINTS].astype(np.float32)
    return found
