"""A truck's day as a game for one agent: from the depot to every waiting stop, and home.

The stops are locations of a board, some of which wait each day; driving to one is the only action.
So whatever learns from board games can learn from a dispatcher.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.boards.board import Board, Move

DONE, WAITING, TRUCK = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Town:
    """The map: the stops, the depot first, and those that wait today."""

    places: tuple[tuple[int, int], ...]
    waiting: frozenset[int] = frozenset()
    name: str = "routing"
    marks: str = ".wT"
    agents: int = 1
    repetitions: int = 0

    def __post_init__(self) -> None:
        if not all(0 < stop < len(self.places) for stop in self.waiting):
            raise UsageError("a stop that waits is not on the map, or is the depot")

    @classmethod
    def scattered(cls, stops: int, rng: random.Random, *, size: int = 100) -> Town:
        """A town with *stops* stops besides the depot, at random places."""
        spots = [(x, y) for x in range(size) for y in range(size)]
        return cls(tuple(rng.sample(spots, stops + 1)))

    @cached_property
    def board(self) -> Board:
        return Board(self.places, symmetric=False)

    @property
    def longest(self) -> int:
        return len(self.places)

    @cached_property
    def miles(self) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(hypot(x - u, y - v) for u, v in self.places) for x, y in self.places)

    def day(self, orders: int, rng: random.Random) -> Town:
        """The same town on a day when *orders* stops wait."""
        stops = range(1, len(self.places))
        return Town(self.places, frozenset(rng.sample(stops, orders)))

    def start(self) -> Trip:
        return Trip(self, 0, self.waiting)

    def length(self, stops: tuple[int, ...]) -> float:
        """The miles of a tour from the depot through *stops* and home."""
        tour = (0, *stops, 0)
        return sum(self.miles[a][b] for a, b in zip(tour, tour[1:], strict=False))


@dataclass(frozen=True, slots=True)
class Trip:
    """Where the truck is, and which stops still wait."""

    game: Town
    at: int
    waiting: frozenset[int]

    @property
    def contents(self) -> tuple[int, ...]:
        kinds = [WAITING if i in self.waiting else DONE for i in range(len(self.game.places))]
        kinds[self.at] = TRUCK
        return tuple(kinds)

    @property
    def mover(self) -> int:
        return 0

    @property
    def over(self) -> bool:
        return not self.waiting

    @property
    def winner(self) -> int | None:
        return 0 if self.over else None

    @property
    def legal_actions(self) -> tuple[Move, ...]:
        return tuple(self.drive(stop) for stop in sorted(self.waiting))

    def drive(self, stop: int) -> Move:
        """The action of driving to *stop*."""
        return Move(stop, self.at)

    def after(self, action: Move, /) -> Trip:
        if action.to not in self.waiting or action != self.drive(action.to):
            raise IllegalActionError(f"nobody waits at {action}")
        return self.played(action)

    def played(self, action: Move, /) -> Trip:
        return Trip(self.game, action.to, self.waiting - {action.to})
