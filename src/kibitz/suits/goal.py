"""The goals that a line of play can be best for."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.errors import UsageError


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal by its name; *tricks* is used only if the goal is a number of tricks.

    >>> str(at_least(4)), str(AVERAGE)
    ('for 4 tricks', 'for the most tricks on average')
    """

    name: str
    tricks: int = 0

    def __str__(self) -> str:
        if self.name == "tricks":
            return f"for {self.tricks} {'trick' if self.tricks == 1 else 'tricks'}"
        return _PHRASES[self.name]


MOST, AVERAGE, MATCHPOINTS = Goal("most"), Goal("average"), Goal("matchpoints")
"""The most tricks that have any chance (FINESSE's goal), the best average, and matchpoints."""

GOALS = {goal.name: goal for goal in (AVERAGE, MATCHPOINTS, MOST)}
_PHRASES = {
    "most": "for the most tricks with any chance",
    "average": "for the most tricks on average",
    "matchpoints": "at matchpoints",
}


def at_least(tricks: int) -> Goal:
    return Goal("tricks", tricks)


def parse_goal(tricks: int | None, name: str | None) -> Goal:
    """The goal of a question: a number of tricks or a name, by default the average.

    >>> parse_goal(4, None)
    Goal(name='tricks', tricks=4)
    """
    if tricks is not None and name is not None:
        raise UsageError("Give either a number of tricks from 1 to 13 or a goal, not both.")
    if tricks is not None:
        if not isinstance(tricks, int) or not 1 <= tricks <= 13:
            raise UsageError(f"A number of tricks is from 1 to 13, not {tricks}.")
        return at_least(tricks)
    if name is None:
        return AVERAGE
    if name not in GOALS:
        raise UsageError(f"A goal is one of {', '.join(GOALS)}, not {name!r}.")
    return GOALS[name]
