"""A bounded search from an induced context: does its advice hold wherever the context does?

The paper suggests it in its last section. A context stands for every state that fits it. Its pair
is refuted by one such state in which the advised action is proved to lose and another is not;
proved when every such state was looked at and the action is proved not to lose, or loses no more
than all others; open otherwise: too many states, or too deep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import Closing, LineGame, LineState
from kibitz.strategies.search.depth_limited import SURE, search
from kibitz.strategies.sequences.contexts import ContextPair, Standing
from kibitz.strategies.sequences.view import View


def verify(pair: ContextPair, view: View, *, depth: int, most: int = 2000) -> ContextPair:
    """The pair with its standing after a search of *depth* plies in at most *most* states."""
    game = view.game
    if not isinstance(game, LineGame):
        return pair
    fitting = islice(_fitting(pair, view, game), most + 1)
    firsts = sorted({sequence[0] for sequence in pair.sequences})
    looked, sure = 0, True
    for state in fitting:
        legal = state.legal_codes
        advised = [code for code in firsts if code in legal]
        if not advised:
            continue
        looked += 1
        if looked > most:
            return replace(pair, standing=Standing.OPEN)
        values = search(state, depth).values
        if any(values[c] < 0 for c in advised) and max(values.values()) >= 0:
            return replace(pair, standing=Standing.REFUTED)
        least = search(state, depth, unknown=-SURE).values
        sure = sure and all(least[c] >= 0 or values[c] < 0 for c in advised)
    standing = Standing.PROVED if sure and looked else Standing.OPEN
    return replace(pair, standing=standing)


def _fitting(pair: ContextPair, view: View, game: LineGame) -> Iterator[LineState]:
    """Every state of the game, with no capture in its placing stage, in which the context holds."""
    fixed = view.contents(pair.context.pattern)
    free = [i for i, kind in enumerate(fixed) if kind is None]
    sliding = Move.of(pair.sequences[0][0]).source is not None
    for kinds in product(range(3), repeat=len(free)):
        stands = list(fixed)
        for i, kind in zip(free, kinds, strict=True):
            stands[i] = kind
        pieces = tuple(sum(1 << i for i, k in enumerate(stands) if k == who) for who in (1, 2))
        on_board = [mask.bit_count() for mask in pieces]
        if not _possible(game, on_board, pair.context.agent, sliding=sliding):
            continue
        hands = (0, 0) if sliding else (game.pieces[0] - on_board[0], game.pieces[1] - on_board[1])
        state = LineState(game, (pieces[0], pieces[1]), hands, pair.context.agent)
        lines = [sum(1 << i for i in line) for line in game.board.lines]
        own = pieces[pair.context.agent]
        met = game.closing is Closing.CAPTURES or not any(own & m == m for m in lines)
        if (
            met
            and not state.over
            and view.images(state)[0] & pair.context.pattern == (pair.context.pattern)
        ):
            yield state


def _possible(game: LineGame, on_board: list[int], mover: int, *, sliding: bool) -> bool:
    if sliding:
        return all(game.fewest <= n <= most for n, most in zip(on_board, game.pieces, strict=True))
    return on_board[0] - on_board[1] == mover and on_board[mover] < game.pieces[mover]
