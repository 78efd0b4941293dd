"""The question about one suit: declarer's holdings, what is known, and the goal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.errors import UsageError
from kibitz.suits.combination import Combination, letters, spell
from kibitz.suits.goal import AVERAGE, GOALS, Goal, at_least, parse_goal


@dataclass(frozen=True, slots=True)
class SuitQuestion:
    """Two holdings as given, what is known, and the goal.

    With *all_lines* every sensible first play is weighed for every goal.

    >>> question = SuitQuestion.parse("AJ9 opposite Kxx, for 3 tricks, West holds Q")
    >>> question.goal.tricks, str(question.combination)
    (3, 'AJ9 K32')
    >>> SuitQuestion.parse(str(question)) == question
    True
    """

    north: str
    south: str
    combination: Combination
    goal: Goal = AVERAGE
    all_lines: bool = False

    @classmethod
    def of(
        cls,
        north: str,
        south: str,
        *,
        tricks: int | None = None,
        goal: str | None = None,
        all_lines: bool = False,
        **known: Any,
    ) -> SuitQuestion:
        """*known* are the keywords of `Combination.parse`."""
        return cls(
            letters(north) or "-",
            letters(south) or "-",
            Combination.parse(north, south, **known),
            parse_goal(tricks, goal),
            all_lines,
        )

    @classmethod
    def parse(cls, text: str) -> SuitQuestion:
        """Read ``AKQ9 xxx``, or what `str` writes: holdings, then clauses after commas."""
        holdings, *clauses = (part.strip() for part in text.split(","))
        pair = re.split(r" opposite | / | - ", holdings)
        pair = pair if len(pair) == 2 else holdings.split()
        if len(pair) != 2:
            raise UsageError(f"Give two holdings, as in 'AKQ9 opposite xxx', not {text[:60]!r}.")
        asked: dict[str, Any] = {}
        for clause in clauses:
            name, value = _read(clause)
            if name in asked:
                raise UsageError(f"{clause!r} was said before.")
            asked[name] = value
        return cls.of(*pair, **asked)

    def __str__(self) -> str:
        clauses = [str(self.goal), *_known(self.combination)]
        if self.all_lines:
            clauses.append(EVERY)
        return ", ".join([f"{self.north} opposite {self.south}", *clauses])


EVERY = "with every first play"
_CLAUSES = (
    (r"(west|east) holds (\S+)", lambda m: (m[1], m[2])),
    (r"(west|east) has (\d{1,2}) cards?", lambda m: (f"{m[1]}_length", int(m[2]))),
    (r"played (\S+)", lambda m: ("played", m[1])),
    (r"vacant places (\d{1,2})-(\d{1,2})", lambda m: ("vacant", (int(m[1]), int(m[2])))),
    (r"(\d{1,2}) entr(?:y|ies) to (north|south)", lambda m: (f"entries_{m[2]}", int(m[1]))),
    (r"for (\d{1,2}) tricks?", lambda m: ("tricks", int(m[1]))),
    (EVERY, lambda m: ("all_lines", True)),
)


def _read(clause: str) -> tuple[str, Any]:
    """A clause as a keyword and its value."""
    for name, goal in GOALS.items():
        if clause == str(goal):
            return "goal", name
    for pattern, value in _CLAUSES:
        if match := re.fullmatch(pattern, clause, re.IGNORECASE):
            name, said = value(match)
            return name.lower(), said
    example = f"{at_least(4)}, {', '.join(map(str, GOALS.values()))}, or 'West holds Q'"
    raise UsageError(f"Not understood: {clause[:60]!r}. Say {example}.")


def _known(suit: Combination) -> Iterator[str]:
    """The clauses for what is known of the defenders' cards."""
    for who, held, length in (
        ("West", suit.west, suit.west_length),
        ("East", suit.east, suit.east_length),
    ):
        if held:
            yield f"{who} holds {spell(held)}"
        if length is not None:
            yield f"{who} has {length} {'card' if length == 1 else 'cards'}"
    if suit.played:
        yield f"played {spell(suit.played)}"
    if suit.vacant != (13, 13):
        yield f"vacant places {suit.vacant[0]}-{suit.vacant[1]}"
    for hand, entries in (("North", suit.entries_north), ("South", suit.entries_south)):
        if entries is not None:
            yield f"{entries} {'entry' if entries == 1 else 'entries'} to {hand}"
