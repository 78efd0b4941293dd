"""OpenSpiel's two-player board games behind our protocol (needs the extra ``kibitz[openspiel]``).

The board is read from three observation planes, blank and two colours: which is which is found by
random play, as the one reading under which every action moves one piece of its mover's. An action
becomes a `Move` by what it changes: where a piece comes to stand, where one leaves, what
disappears. Games that cannot be read so are refused.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.boards.board import Board, Move

_LONGEST = 1000
_CHECKED = 20  # random contests a symmetry must survive


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        missing = "OpenSpiel is not installed; try: pip install 'kibitz[openspiel]'"
        raise UsageError(missing) from None
    return pyspiel


@dataclass(frozen=True, eq=False)
class SpielGame:
    """A game by OpenSpiel's name for it: ``tic_tac_toe``, ``misere(game=tic_tac_toe())``."""

    name: str
    marks: str = ".XO"
    agents: int = 2
    longest: int = _LONGEST
    repetitions: int = 0

    @cached_property
    def native(self) -> Any:
        try:
            game = _pyspiel().load_game(self.name)
        except RuntimeError as error:
            raise UsageError(f"OpenSpiel has no game {self.name!r}: {error}") from None
        kind = game.get_type()
        fits = (
            game.num_players() == 2
            and kind.provides_observation_tensor
            and len(game.observation_tensor_shape()) == 3
            and str(kind.information).endswith("PERFECT_INFORMATION")
            and str(kind.chance_mode).endswith("DETERMINISTIC")
        )
        if not fits:
            raise UsageError(f"{self.name} is not a two-player board game of perfect information")
        return game

    @cached_property
    def _size(self) -> tuple[int, int, int]:
        planes, rows, columns = self.native.observation_tensor_shape()
        return planes, rows, columns

    @cached_property
    def planes(self) -> tuple[int, ...]:
        """The observation plane of a blank location, and of each agent's pieces."""
        for planes in permutations(range(self._size[0])) if self._size[0] == 3 else ():
            if self._reads_well(planes):
                return planes
        raise UsageError(f"{self.name} is not a board of two colours on which one piece moves")

    def _reads_well(self, planes: tuple[int, ...]) -> bool:
        rng = random.Random(0)
        for _ in range(_CHECKED):
            native = self.native.new_initial_state()
            while not native.is_terminal():
                moves = self.moves(native, planes)
                if moves is None:
                    return False
                native = native.child(moves[rng.choice(list(moves))])
        return True

    def moves(self, native: Any, planes: tuple[int, ...]) -> dict[Move, int] | None:
        """Each legal action as a move, with OpenSpiel's number for it; None if one is no move."""
        before, found = self.read(native, planes), dict[Move, int]()
        for number in native.legal_actions():
            after = self.read(native.child(number), planes)
            move = _change(before, after, native.current_player() + 1)
            if move is None or move in found:
                return None
            found[move] = number
        return found

    @cached_property
    def board(self) -> Board:
        """The grid, with those of its symmetries that random play never contradicts."""
        _, rows, columns = self._size
        places = tuple((x, y) for y in range(rows) for x in range(columns))
        return Board(places, symmetric=self._turns_freely(Board(places)))

    def _turns_freely(self, board: Board) -> bool:
        rng = random.Random(0)
        for _ in range(_CHECKED):
            state = SpielState(self, self.native.new_initial_state())
            turn = rng.choice(board.symmetries)
            turned = state
            while not state.over:
                action = rng.choice(state.legal_actions)
                image = action.under(turn)
                if image not in turned.legal_actions:
                    return False
                state, turned = state.after(action), turned.after(image)
                kinds = turned.contents
                if any(kinds[turn[i]] != kind for i, kind in enumerate(state.contents)):
                    return False
            if not turned.over or state.winner != turned.winner:
                return False
        return True

    def start(self) -> SpielState:
        return SpielState(self, self.native.new_initial_state())

    def read(self, native: Any, planes: tuple[int, ...]) -> tuple[int, ...]:
        """What stands on each location."""
        _, rows, columns = self._size
        cells = rows * columns
        seen = native.observation_tensor(0)
        set_on = [seen[plane * cells : (plane + 1) * cells] for plane in planes]
        return tuple(column.index(max(column)) for column in zip(*set_on, strict=True))


@dataclass(frozen=True, eq=False)
class SpielState:
    """A state of an OpenSpiel game; the native one is never changed."""

    game: SpielGame
    native: Any

    @cached_property
    def contents(self) -> tuple[int, ...]:
        return self.game.read(self.native, self.game.planes)

    @property
    def mover(self) -> int:
        return max(0, int(self.native.current_player()))

    @property
    def over(self) -> bool:
        return bool(self.native.is_terminal())

    @property
    def winner(self) -> int | None:
        if not self.over:
            return None
        first, second = self.native.returns()
        return None if first == second else int(second > first)

    @cached_property
    def _numbers(self) -> dict[Move, int]:
        """Each legal action as a move, with OpenSpiel's number for it."""
        moves = {} if self.over else self.game.moves(self.native, self.game.planes)
        if moves is None:
            raise UsageError(f"an action of {self.game.name} does not move one piece")
        return moves

    @property
    def legal_actions(self) -> tuple[Move, ...]:
        return tuple(self._numbers)

    def after(self, action: Move, /) -> SpielState:
        if action not in self._numbers:
            raise IllegalActionError(f"{action} is not a move of {self.game.name} here")
        return self.played(action)

    def played(self, action: Move, /) -> SpielState:
        return SpielState(self.game, self.native.child(self._numbers[action]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielState) and str(self.native) == str(other.native)

    def __hash__(self) -> int:
        return hash(str(self.native))


def _change(before: tuple[int, ...], after: tuple[int, ...], mine: int) -> Move | None:
    changed = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    came = [i for i in changed if after[i] == mine]
    left = [i for i in changed if before[i] == mine]
    gone = [i for i in changed if before[i] not in (0, mine)]
    stray = [i for i in changed if after[i] not in (0, mine)]
    if len(came) != 1 or len(left) > 1 or len(gone) > 1 or stray:
        return None
    return Move(came[0], left[0] if left else None, gone[0] if gone else None)
