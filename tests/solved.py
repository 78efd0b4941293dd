"""Whether the solution of a board game agrees with itself."""

from __future__ import annotations

from fractions import Fraction

from kibitz.games.boards.lines import LineState
from kibitz.games.boards.solving.solution import Solution


def is_consistent_at(solution: Solution, state: LineState) -> bool:
    """Does the value follow from those one ply on: the soonest win, a draw, the latest loss?"""
    if state.over:
        return solution.graded(state) == []
    return solution.value(state) == max((value for _, value in solution.graded(state)), key=_worth)


def _worth(value: int) -> Fraction:
    return Fraction(1, value) if value else Fraction(0)
