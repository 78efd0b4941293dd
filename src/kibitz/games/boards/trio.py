"""Trio: three agents on a board of four by four; three in a row wins. A game for three."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.errors import IllegalActionError
from kibitz.games.boards.board import Board, Move, square

_SIDE = 4


def _lines() -> tuple[tuple[int, ...], ...]:
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    spots = [(x, y) for y in range(_SIDE) for x in range(_SIDE)]
    runs = [[(x + k * dx, y + k * dy) for k in range(3)] for x, y in spots for dx, dy in steps]
    return tuple(
        tuple(y * _SIDE + x for x, y in run) for run in runs if all(spot in spots for spot in run)
    )


@dataclass(frozen=True)
class Trio:
    """The rules of Trio."""

    name: str = "trio"
    board: Board = square(_SIDE, lines=_lines())
    marks: str = ".XOZ"
    agents: int = 3
    longest: int = _SIDE * _SIDE
    repetitions: int = 0

    def start(self) -> TrioState:
        return TrioState(self, (0,) * len(self.board.places), 0)


@dataclass(frozen=True, slots=True)
class TrioState:
    game: Trio
    contents: tuple[int, ...]
    mover: int

    @property
    def winner(self) -> int | None:
        for line in self.game.board.lines:
            kinds = {self.contents[i] for i in line}
            if len(kinds) == 1 and kinds != {0}:
                return kinds.pop() - 1
        return None

    @property
    def over(self) -> bool:
        return 0 not in self.contents or self.winner is not None

    @property
    def legal_actions(self) -> tuple[Move, ...]:
        return () if self.over else tuple(Move(i) for i, k in enumerate(self.contents) if k == 0)

    def after(self, action: Move, /) -> TrioState:
        if action not in self.legal_actions:
            raise IllegalActionError(f"{action} is not a move of trio here")
        return self.played(action)

    def played(self, action: Move, /) -> TrioState:
        contents = list(self.contents)
        contents[action.to] = self.mover + 1
        return replace(self, contents=tuple(contents), mover=(self.mover + 1) % self.game.agents)


TRIO = Trio()
