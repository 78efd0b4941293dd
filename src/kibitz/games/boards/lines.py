"""Line games: two agents place pieces, perhaps slide them, and a closed line wins, loses or takes.

Tic-tac-toe, lose tic-tac-toe and the men's morris games are values of one class.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from kibitz.errors import IllegalActionError
from kibitz.games.boards.board import Board, Move
from kibitz.games.boards.solving import kernel


class Closing(IntEnum):
    """What closing a line does to the one who closes it."""

    WINS = kernel.WINS
    LOSES = kernel.LOSES
    CAPTURES = kernel.CAPTURES


@dataclass(frozen=True, eq=False)
class LineGame:
    """The rules of one line game; each rule a description may leave open is a field."""

    name: str
    board: Board
    marks: str
    pieces: tuple[int, int]  # in hand at the start, first agent first
    closing: Closing
    slides: bool = False
    flying: int = 0  # with so many pieces left, a slide may go anywhere; 0: never
    sheltered: bool = False  # pieces in a line are not taken while others can be
    fewest: int = 3  # with fewer, board and hand together, one has lost (capturing games)
    longest: int = 100
    repetitions: int = 0

    @property
    def agents(self) -> int:
        return 2

    def start(self) -> LineState:
        return LineState(self, (0, 0), self.pieces, 0)

    @cached_property
    def rules(self) -> kernel.Rules:
        """The same rules for compiled code."""
        locations = range(len(self.board.places))
        masks = [sum(1 << i for i in line) for line in self.board.lines]
        through = [[m & ~(1 << i) for m in masks if m >> i & 1] for i in locations]
        widest = max(map(len, through))
        return kernel.Rules(
            lines=np.array(masks, np.int64),
            rest_of_lines=np.array([r + [0] * (widest - len(r)) for r in through], np.int64),
            near=np.array(
                [sum(1 << j for j in self.board.neighbours(i)) for i in locations], np.int64
            ),
            locations=len(locations),
            closing=int(self.closing),
            slides=int(self.slides),
            flying=self.flying,
            sheltered=int(self.sheltered),
            fewest=self.fewest,
        )


@dataclass(frozen=True, slots=True)
class LineState:
    """A state of a line game."""

    game: LineGame
    pieces: tuple[int, int]  # the mask of each agent's locations
    hands: tuple[int, int]
    mover: int

    @property
    def seen(self) -> tuple[int, int, int, int]:
        """Own and opposing mask, own and opposing hand: the form of compiled code."""
        me, other = self.mover, 1 - self.mover
        return self.pieces[me], self.pieces[other], self.hands[me], self.hands[other]

    @property
    def contents(self) -> tuple[int, ...]:
        first, second = self.pieces
        return tuple(
            (first >> i & 1) + 2 * (second >> i & 1) for i in range(len(self.game.board.places))
        )

    @property
    def result(self) -> int:
        return kernel.result(self.game.rules, *self.seen)

    @property
    def over(self) -> bool:
        return self.result != kernel.GOES_ON

    @property
    def winner(self) -> int | None:
        match self.result:
            case kernel.WON:
                return self.mover
            case kernel.LOST:
                return 1 - self.mover
            case _:
                return None

    @property
    def legal_codes(self) -> list[int]:
        """The moves as codes, in order of location."""
        if self.over:
            return []
        own, opp, hand, _ = self.seen
        out = np.empty(kernel.MOST_MOVES, np.int64)
        found: list[int] = out[: kernel.moves(self.game.rules, own, opp, hand, out)].tolist()
        return found

    @property
    def legal_actions(self) -> tuple[Move, ...]:
        return tuple(Move.of(code) for code in self.legal_codes)

    def after(self, action: Move, /) -> LineState:
        if action.code not in self.legal_codes:
            raise IllegalActionError(f"{action} is not a move of {self.game.name} here")
        return self.played(action)

    def played(self, action: Move, /) -> LineState:
        """The state after an action already known to be legal."""
        opp, own, opp_hand, hand = kernel.after(*self.seen, action.code)
        if self.mover == 0:
            return LineState(self.game, (own, opp), (hand, opp_hand), 1)
        return LineState(self.game, (opp, own), (opp_hand, hand), 0)
