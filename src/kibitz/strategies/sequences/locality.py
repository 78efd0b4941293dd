"""Locality for larger boards: which sequences belong together, and what their contexts may mention.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §3: by vicinity, as in
            Go, or by what the moved pieces attack and defend, as in chess
Notation:   a locality maps a sequence to the locations that belong to it, or to nothing
Departures: attack and defence are read as sharing a road or a line with the moved piece
Checked by: tests/unit/strategies/test_strategies.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from kibitz.games.boards.board import Board, Move

Area = frozenset[int]


class Locality(Protocol):
    """A rule for the sequences that are worth collecting."""

    def area(self, board: Board, actions: tuple[Move, ...]) -> Area | None:
        """The locations a context may mention; None if the actions do not belong together."""


@dataclass(frozen=True, slots=True)
class Everywhere:
    """No locality: every sequence is collected, and contexts may mention the whole board."""

    def area(self, board: Board, actions: tuple[Move, ...]) -> Area | None:
        return frozenset(range(len(board.places)))


@dataclass(frozen=True, slots=True)
class Vicinity:
    """Actions, and all that contexts mention, lie within *radius* roads of an earlier action."""

    radius: int

    def area(self, board: Board, actions: tuple[Move, ...]) -> Area | None:
        return grown(actions, lambda move: around(board, move.to, self.radius))


def grown(actions: tuple[Move, ...], around: _Around) -> Area | None:
    """The locations around the actions, if each action but the first is near an earlier one."""
    area: set[int] = set()
    for number, move in enumerate(actions):
        if number and move.to not in area:
            return None
        area.update(around(move), _touched(move))
    return frozenset(area)


class _Around(Protocol):
    def __call__(self, move: Move, /) -> Area: ...


def _touched(move: Move) -> Iterator[int]:
    return (i for i in (move.to, move.source, move.takes) if i is not None)


def around(board: Board, location: int, radius: int) -> Area:
    """The locations at most *radius* roads away."""
    found = {location}
    for _ in range(radius):
        found |= {j for i in found for j in board.neighbours(i)}
    return frozenset(found)
