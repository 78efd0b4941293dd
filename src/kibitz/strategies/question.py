"""The question: a contest of a named game so far, and so the state in which to move."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.boards import LineGame, game_named
from kibitz.games.boards.board import Move
from kibitz.games.boards.ending import has_ended
from kibitz.games.boards.lines import LineState


@dataclass(frozen=True, slots=True)
class StrategyQuestion:
    """What is the plan after these moves? All are legal, and the contest is not over.

    >>> question = StrategyQuestion.parse("lose-tic-tac-toe: 5 1 9")
    >>> question
    StrategyQuestion.parse('lose-tic-tac-toe: 5 1 9')
    >>> question.mark
    'O'
    """

    game: LineGame
    moves: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        if has_ended(self.game, replay(self.game, self.moves)):
            raise UsageError(f"this contest of {self.game.name} is over; there is nothing to play")

    @classmethod
    def parse(cls, text: str) -> StrategyQuestion:
        """Read a game and its moves, ``five-mens-morris: 1 16 2 15 3x16``; commas are allowed."""
        name, colon, moves = text.partition(":")
        if not colon and len(text.split()) > 1:
            raise UsageError(f"not a game and its moves such as 'tic-tac-toe: 5 1 9': {text!r}")
        words = moves.replace(",", " ").split()
        return cls(game_named(name.strip()), tuple(Move.parse(word) for word in words))

    def __str__(self) -> str:
        return f"{self.game.name}: {' '.join(map(str, self.moves))}".rstrip()

    def __repr__(self) -> str:
        return f"StrategyQuestion.parse({str(self)!r})"

    @property
    def state(self) -> LineState:
        """The state in which to move."""
        return replay(self.game, self.moves)[-1]

    @property
    def mark(self) -> str:
        """The letter of the side to move."""
        return self.game.marks[self.state.mover + 1]


def replay(game: LineGame, moves: tuple[Move, ...]) -> list[LineState]:
    """The states along *moves*, from the start."""
    states = [game.start()]
    for move in moves:
        if has_ended(game, states):
            raise UsageError(f"the contest is over before the move {move}")
        try:
            states.append(states[-1].after(move))
        except IllegalActionError as error:
            raise UsageError(str(error)) from None
    return states
