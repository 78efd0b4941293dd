"""What every board game shares: numbered locations, their symmetries, actions, states, contests.

A new game owes the rest of the package a `Game` and its `BoardState`; nothing that watches,
learns, plays or draws asks for more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Protocol, Self

from kibitz.errors import IllegalActionError, UsageError

_NOWHERE = 255  # in a code: the part of a move that does not happen


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One action: a piece comes *to* a location, perhaps from another, and may take a third.

    Locations count from 0 inside and from 1, in row order, in print.

    >>> Move.parse("3-10x7")
    Move(to=9, source=2, takes=6)
    >>> print(Move(4))
    5
    """

    to: int
    source: int | None = None
    takes: int | None = None

    @classmethod
    def parse(cls, text: str) -> Move:
        found = re.fullmatch(r"(?:(\d{1,3})-)?(\d{1,3})(?:x(\d{1,3}))?", text.strip(), re.ASCII)
        parts = (
            [None if part is None else int(part) - 1 for part in found.groups()] if found else []
        )
        if not found or any(part is not None and not 0 <= part < _NOWHERE for part in parts):
            raise UsageError(f"not a move such as 5, 3-10 or 3-10x7: {text!r}")
        source, to, takes = parts
        assert to is not None  # the pattern has no move without a destination
        return cls(to, source, takes)

    def __str__(self) -> str:
        came = "" if self.source is None else f"{self.source + 1}-"
        took = "" if self.takes is None else f"x{self.takes + 1}"
        return f"{came}{self.to + 1}{took}"

    @property
    def code(self) -> int:
        """The move as one number, eight bits a part: the form of compiled code and of keys."""
        source = _NOWHERE if self.source is None else self.source
        takes = _NOWHERE if self.takes is None else self.takes
        return self.to | source << 8 | takes << 16

    @staticmethod
    @cache
    def of(code: int) -> Move:
        source, takes = code >> 8 & 255, code >> 16
        return Move(
            code & 255,
            None if source == _NOWHERE else source,
            None if takes == _NOWHERE else takes,
        )

    def under(self, symmetry: tuple[int, ...]) -> Move:
        """The same move on the turned or reflected board."""
        return Move(
            symmetry[self.to],
            None if self.source is None else symmetry[self.source],
            None if self.takes is None else symmetry[self.takes],
        )


@dataclass(frozen=True)
class Board:
    """What pieces stand on: locations in row order, roads between them, lines that count."""

    places: tuple[tuple[int, int], ...]  # column and row of each location
    lines: tuple[tuple[int, ...], ...] = ()
    roads: tuple[tuple[int, int], ...] = ()
    symmetric: bool = True  # False: turning the board changes the game

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The turns and reflections of the board, identity first: where each location goes.

        >>> square(3).symmetries[1]
        (2, 5, 8, 1, 4, 7, 0, 3, 6)
        """
        if not self.symmetric:
            return (tuple(range(len(self.places))),)
        kept = [image for image in self._images() if self._keeps(image)]
        return tuple(dict.fromkeys(kept))

    def _images(self) -> Iterator[tuple[int, ...]]:
        columns = {x for x, _ in self.places}
        rows = {y for _, y in self.places}
        across, down = min(columns) + max(columns), min(rows) + max(rows)
        index = {place: number for number, place in enumerate(self.places)}
        for mirrored in (False, True):
            for turns in range(4):
                goes = []
                for x, y in self.places:
                    dx, dy = 2 * x - across, 2 * y - down
                    if mirrored:
                        dx = -dx
                    for _ in range(turns):
                        dx, dy = -dy, dx
                    goes.append(index.get(((dx + across) // 2, (dy + down) // 2), -1))
                if min(goes) >= 0:
                    yield tuple(goes)

    def _keeps(self, image: tuple[int, ...]) -> bool:
        roads = {frozenset(road) for road in self.roads}
        lines = {frozenset(line) for line in self.lines}
        return {frozenset(image[i] for i in road) for road in roads} == roads and {
            frozenset(image[i] for i in line) for line in lines
        } == lines

    def neighbours(self, location: int) -> tuple[int, ...]:
        ends = [road for road in self.roads if location in road]
        return tuple(sorted(a + b - location for a, b in ends))


class BoardState(Protocol):
    """A board with its contents and whose turn it is; immutable."""

    @property
    def contents(self) -> tuple[int, ...]:
        """For each location a kind, counted as in `Game.marks`: 0 where it is blank."""

    @property
    def mover(self) -> int:
        """The agent to act, counted from 0."""

    @property
    def legal_actions(self) -> tuple[Move, ...]:
        """What the mover may do; nothing when the contest is over."""

    @property
    def over(self) -> bool: ...

    @property
    def winner(self) -> int | None:
        """The agent who has won, once it is over; None for a draw."""

    def after(self, action: Move, /) -> Self: ...

    def played(self, action: Move, /) -> Self:
        """The state after an action already known to be legal."""


class Game(Protocol):
    """The rules of one board game."""

    @property
    def name(self) -> str: ...

    @property
    def board(self) -> Board: ...

    @property
    def agents(self) -> int: ...

    @property
    def marks(self) -> str:
        """The letters a person sees, blank first: ``.XO``."""

    @property
    def longest(self) -> int:
        """A contest of so many actions is drawn."""

    @property
    def repetitions(self) -> int:
        """A state that arises so often is a draw; 0 where states cannot recur."""

    def start(self) -> Any:  # a BoardState; each game returns its own class
        ...


@dataclass(frozen=True, slots=True)
class Contest:
    """One contest from start to end: the states, the actions between them, who won."""

    game: Game
    states: tuple[BoardState, ...]
    actions: tuple[Move, ...]
    winner: int | None

    def __post_init__(self) -> None:
        if len(self.states) != len(self.actions) + 1:
            raise IllegalActionError("a contest has one state more than actions")


def square(side: int, *, lines: tuple[tuple[int, ...], ...] = ()) -> Board:
    """A square board of *side* rows, each location next to those beside, above and below it."""
    numbered = range(side * side)
    beside = [(i, i + 1) for i in numbered if (i + 1) % side]
    below = [(i, i + side) for i in numbered if i + side < side * side]
    return Board(tuple((i % side, i // side) for i in numbered), lines, tuple(beside + below))
