"""How often an elected action is right, by the chance that a network gives to it.

A network's own chances are too high or too low in places; how often they held on events that it
was not taught from is a logistic function of them, three numbers that ship with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_CERTAIN = 0.998


def evidence(chance: float) -> tuple[float, float, float]:
    """What confidence is a logistic function of.

    >>> evidence(0.5)
    (1.0, 0.0, 0.0)
    """
    bounded = min(max(chance, 1 - _CERTAIN), _CERTAIN)
    odds = math.log(bounded / (1 - bounded))
    return 1.0, odds, odds * abs(odds) / 5


def confidence(trust: Sequence[float], chance: float) -> float:
    """How often an action with this chance is right.

    >>> confidence((0, 1, 0), 0.75)
    0.75
    """
    return 1 / (1 + math.exp(-sum(a * b for a, b in zip(trust, evidence(chance), strict=True))))
