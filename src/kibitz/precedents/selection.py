"""The one rule for choosing the nearest: nearest first, and of equals the case learned first.

Every search goes through its cases in its own way, and hands each of them to `keep_nearest`. Two
searches apply the same rule in another way: on a graphics processor sorting whole blocks is
fast and inserting is not (`device`, `kibitz_lab.cardplay.gpu_neighbours`: keys of gap and number).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.runtime.compiled import compiled


@compiled
def comes_before(gap: Any, case: int, other_gap: Any, other: int) -> bool:
    """Whether one case ranks before another."""
    return gap < other_gap or (gap == other_gap and case < other)


@compiled
def keep_nearest(gaps: npt.NDArray[Any], cases: npt.NDArray[np.int64], gap: Any, case: int) -> int:
    """Insert a case among the nearest so far; its rank, or their number if it is not among them.

    Free places hold a gap larger than any other, and case -1.

    >>> gaps, cases = np.array([1, 5, 5]), np.array([7, 2, 4])
    >>> keep_nearest(gaps, cases, 5, 3), gaps.tolist(), cases.tolist()
    (2, [1, 5, 5], [7, 2, 3])
    """
    place = len(gaps) - 1
    if not comes_before(gap, case, gaps[place], cases[place]):
        return len(gaps)
    while place > 0 and comes_before(gap, case, gaps[place - 1], cases[place - 1]):
        gaps[place], cases[place] = gaps[place - 1], cases[place - 1]
        place -= 1
    gaps[place], cases[place] = gap, case
    return place
