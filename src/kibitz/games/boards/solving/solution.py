"""The exact value of every state of a line game (tic-tac-toe, morris), solved once and kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import StorageError, UsageError
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.solving import kernel
from kibitz.games.boards.solving.kernel import Rules
from kibitz.games.boards.solving.ranking import WIDEST, StateIndex, index_of, rank_of, state_of
from kibitz.games.boards.solving.retrograde import Values, backed_up, solve
from kibitz.places import Places
from kibitz.runtime.arrays import FileForm, load, save
from kibitz.runtime.compiled import compiled

_KIND, _VERSION = "solved-game", 2


@compiled
def grade(
    rules: Rules, index: StateIndex, values: Values, own: int, opp: int, hand: int, opp_hand: int,
    codes: NDArray[np.int64], graded: NDArray[np.int64],
) -> int:  # fmt: skip
    """Write each move and its value for the mover; return the number of moves."""
    n = kernel.moves(rules, own, opp, hand, codes)
    for i in range(n):
        o, p, h, q = kernel.after(own, opp, hand, opp_hand, codes[i])
        graded[i] = backed_up(values[rank_of(index, rules.locations, o, p, h, q)])
    return n


@compiled
def count_losing_replies(
    rules: Rules, index: StateIndex, values: Values, own: int, opp: int, hand: int, opp_hand: int
) -> int:
    """The number of moves with which the mover goes wrong: the other side wins after them."""
    codes = np.empty(kernel.MOST_MOVES, np.int64)
    graded = np.empty(kernel.MOST_MOVES, np.int64)
    n = grade(rules, index, values, own, opp, hand, opp_hand, codes, graded)
    return int((graded[:n] < 0).sum())


@compiled
def mark_reachable(rules: Rules, index: StateIndex, first: int, second: int) -> NDArray[np.uint8]:
    """Which states can arise in a contest, whichever colour is to move; 0: never."""
    seen = np.zeros(index.size, np.uint8)  # 1: found, 2: its moves followed
    seen[rank_of(index, rules.locations, 0, 0, first, second)] = 1
    codes = np.empty(kernel.MOST_MOVES, np.int64)
    grown = True
    while grown:
        grown = False
        for block in range(index.blocks.shape[0]):
            hand, opp_hand = index.blocks[block, 0], index.blocks[block, 1]
            offset = index.blocks[block, 4]
            for number in range(index.blocks[block, 5]):
                if seen[offset + number] != 1:
                    continue
                seen[offset + number] = 2
                grown = True
                own, opp = state_of(index, rules.locations, block, number)
                if kernel.result(rules, own, opp, hand, opp_hand) != kernel.GOES_ON:
                    continue
                for i in range(kernel.moves(rules, own, opp, hand, codes)):
                    o, p, h, q = kernel.after(own, opp, hand, opp_hand, codes[i])
                    at = rank_of(index, rules.locations, o, p, h, q)
                    seen[at] = max(seen[at], 1)
    return seen


@dataclass(frozen=True, eq=False)
class GameSolution:
    """What each state is worth: 0 a draw, n + 1 a win in n plies, -(n + 1) a loss in n."""

    game: LineGame
    index: StateIndex
    values: Values

    def value(self, state: LineState) -> int:
        rank = rank_of(self.index, self.game.rules.locations, *state.seen)
        if rank < 0:
            raise UsageError(f"this state cannot arise in a contest of {self.game.name}")
        return int(self.values[rank])

    def graded(self, state: LineState) -> list[tuple[Move, int]]:
        """Every legal move with its value for the mover."""
        if state.over:
            return []
        codes = np.empty(kernel.MOST_MOVES, np.int64)
        graded = np.empty(kernel.MOST_MOVES, np.int64)
        n = grade(self.game.rules, self.index, self.values, *state.seen, codes, graded)
        pairs = zip(codes[:n].tolist(), graded[:n].tolist(), strict=True)
        return [(Move.of(code), value) for code, value in pairs]

    def losing_replies(self, state: LineState) -> int:
        """The number of legal moves in *state* that lose."""
        return int(count_losing_replies(self.game.rules, self.index, self.values, *state.seen))

    @cached_property
    def reachable(self) -> NDArray[np.uint8]:
        """For each state, in index order, whether it can arise in a contest; 0: never."""
        return mark_reachable(self.game.rules, self.index, *self.game.pieces)


def solution_path(game: LineGame) -> Path:
    return Places.of().solution_of(game.name)


@lru_cache(maxsize=4)
def open_solution(game: LineGame, path: Path | None = None) -> GameSolution:
    """The solution of *game*, from its file; if that is missing or bad, solved now and saved."""
    index = index_of(_small_enough(game))
    place = solution_path(game) if path is None else path
    form = FileForm(f"{_KIND} {_rules_in_words(game)}", _VERSION)
    try:
        kept = load(form, place).arrays["values"]
        if kept.shape == (index.size,) and kept.dtype == np.int16:
            return GameSolution(game, index, kept)
    except StorageError:
        pass  # whatever is wrong with the kept file, solving again puts it right
    values = solve(game, index)
    save(form, place, {"values": values.astype(np.int16)})
    values.flags.writeable = False
    return GameSolution(game, index, values)


def _small_enough(game: LineGame) -> LineGame:
    if len(game.board.places) > WIDEST or max(game.pieces) > 7:
        raise UsageError(f"{game.name} is too large to be solved")
    return game


def _rules_in_words(game: LineGame) -> str:
    """The rules that the values depend on, so that a file is never read for other rules."""
    return (
        f"{game.closing.name.lower()} {game.pieces[0]}+{game.pieces[1]} on "
        f"{len(game.board.places)} flying={game.flying} sheltered={game.sheltered}"
    )
