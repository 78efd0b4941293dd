"""The one rule by which the nearest are chosen: nearest first, of equals the case learned first.

Every search of this package goes through its cases in its own way and hands each one over here.
Two searches choose otherwise, by the same rule: on a graphics processor sorting whole blocks is
fast and inserting is not (`device`, `cardplay.similarity.gpu_neighbours`: keys of gap and number).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.runtime.compiled import compiled


@compiled
def keep_nearest(gaps: npt.NDArray[Any], cases: npt.NDArray[np.int64], gap: Any, case: int) -> int:
    """Put a case in its place among the nearest so far; its place, or their number if it has none.

    Places that are still free hold a gap that is larger than any, and case -1.

    >>> gaps, cases = np.array([1, 5, 5]), np.array([7, 2, 4])
    >>> keep_nearest(gaps, cases, 5, 3), gaps.tolist(), cases.tolist()
    (2, [1, 5, 5], [7, 2, 3])
    """
    place = len(gaps)
    while place > 0 and (
        gap < gaps[place - 1] or (gap == gaps[place - 1] and case < cases[place - 1])
    ):
        place -= 1
    for later in range(len(gaps) - 1, place, -1):
        gaps[later], cases[later] = gaps[later - 1], cases[later - 1]
    if place < len(gaps):
        gaps[place], cases[place] = gap, case
    return place
