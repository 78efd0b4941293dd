"""Row games: agents in turn take locations of a square; so many of one's own in a row win.

For boards that are too large to be solved, and for more than two agents: Trio is a game for three,
five in a row is played on a board of nine by nine.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz.errors import IllegalActionError
from kibitz.games.boards.board import Board, Move, square
from kibitz.games.boards.lines import Closing


def _rows(side: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Every *length* locations in a row, across, down or aslant."""
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    spots = [(x, y) for y in range(side) for x in range(side)]
    runs = [[(x + k * dx, y + k * dy) for k in range(length)] for x, y in spots for dx, dy in steps]
    return tuple(
        tuple(y * side + x for x, y in run) for run in runs if all(spot in spots for spot in run)
    )


@dataclass(frozen=True, eq=False)
class RowGame:
    """The rules of one row game."""

    name: str
    side: int
    length: int
    marks: str
    agents: int
    board: Board = field(init=False)
    closing: Closing = Closing.WINS
    slides: bool = False
    repetitions: int = 0

    def __post_init__(self) -> None:
        board = square(self.side, lines=_rows(self.side, self.length))
        object.__setattr__(self, "board", board)

    @property
    def longest(self) -> int:
        return self.side * self.side

    @property
    def pieces(self) -> tuple[int, ...]:
        """How many each agent places if the board is filled."""
        return tuple(len(range(agent, self.longest, self.agents)) for agent in range(self.agents))

    def start(self) -> RowState:
        return RowState(self, (0,) * self.longest, 0)


@dataclass(frozen=True, slots=True)
class RowState:
    game: RowGame
    contents: tuple[int, ...]
    mover: int

    @property
    def winner(self) -> int | None:
        contents = self.contents
        for line in self.game.board.lines:
            kind = contents[line[0]]
            if kind and all(contents[i] == kind for i in line):
                return kind - 1
        return None

    @property
    def over(self) -> bool:
        return 0 not in self.contents or self.winner is not None

    @property
    def legal_actions(self) -> tuple[Move, ...]:
        return () if self.over else tuple(Move(i) for i, k in enumerate(self.contents) if k == 0)

    def after(self, action: Move, /) -> RowState:
        if action not in self.legal_actions:
            raise IllegalActionError(f"{action} is not a move of {self.game.name} here")
        return self.played(action)

    def played(self, action: Move, /) -> RowState:
        contents = list(self.contents)
        contents[action.to] = self.mover + 1
        return replace(self, contents=tuple(contents), mover=(self.mover + 1) % self.game.agents)


TRIO = RowGame("trio", 4, 3, ".XOZ", 3)
FIVE_IN_A_ROW = RowGame("five-in-a-row", 9, 5, ".XO", 2)
