"""How far a figure can be trusted: a network's chance, and a proportion that was counted.

A network's own chances are too high or too low in places. How often they held on events it was not
taught from is a logistic function of them, whose three weights ship with the network.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kibitz.runtime.compiled import compiled

_CERTAIN = 0.998


def evidence(chance: float) -> tuple[float, float, float]:
    """The three numbers that `confidence` weighs.

    >>> evidence(0.5)
    (1.0, 0.0, 0.0)
    """
    bounded = min(max(chance, 1 - _CERTAIN), _CERTAIN)
    odds = math.log(bounded / (1 - bounded))
    return 1.0, odds, odds * abs(odds) / 5


def confidence(trust: Sequence[float], chance: float) -> float:
    """How often an action to which the network gives this chance is right.

    >>> confidence((0, 1, 0), 0.75)
    0.75
    """
    return 1 / (1 + math.exp(-sum(a * b for a, b in zip(trust, evidence(chance), strict=True))))


@compiled
def wilson(hits: float, tries: float, z: float, sign: float) -> float:
    """One end of Wilson's interval for a proportion: the lower for *sign* -1, the upper for +1."""
    if tries == 0:
        return 0.0 if sign < 0 else 1.0
    p, square = hits / tries, z * z
    spread = z * np.sqrt(p * (1 - p) / tries + square / (4 * tries * tries))
    return float((p + square / (2 * tries) + sign * spread) / (1 + square / tries))
