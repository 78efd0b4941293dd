"""Proves or refutes a pair's advice wherever its context holds, by the exact solution.

The paper suggests this in its last section. A context stands for every state that fits it and that
a contest can reach. A pair is refuted by one such state from which its sequence (a solo against any
reply, a duet against its own) leads to an advised action that loses although another does not. It
is proved if every such state was examined, and open if there are too many of them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.solving.solution import GameSolution
from kibitz.strategies.search.refuting import LONGEST, LOSES, TOO_MANY, Advice, Numbers, hunt
from kibitz.strategies.sequences.contexts import ContextPair, ContextStatus, Refutation
from kibitz.strategies.sequences.view import BoardView

MOST = 2_000_000
"""The most states examined for one pair; only a nearly empty context has more."""


def verify(
    pair: ContextPair, view: BoardView, solution: GameSolution, *, most: int = MOST
) -> ContextPair:
    """The pair with its status, and its refutation if there is one."""
    game = solution.game
    agent = pair.context.agent
    found, line = np.zeros(4, np.int64), np.zeros(2 * LONGEST, np.int64)
    came_out, looked, plies = hunt(
        game.rules,
        solution.index,
        solution.values,
        solution.reachable,
        _advice(pair, view),
        _blocks(game, solution.index.blocks, agent),
        most,
        found,
        line,
    )
    if came_out == TOO_MANY or looked == 0:
        return replace(pair, standing=ContextStatus.OPEN, states=looked)
    if came_out != LOSES:
        return replace(pair, standing=ContextStatus.PROVED, states=looked)
    own, opp, hand, opp_hand = found.tolist()
    pieces, hands = ((own, opp), (hand, opp_hand)) if agent == 0 else ((opp, own), (opp_hand, hand))
    start = LineState(game, pieces, hands, agent)
    moves = _played_out(start, line[:plies].tolist(), solution)
    refutation = Refutation(start.contents, hands, tuple(moves), plies)
    return replace(pair, standing=ContextStatus.REFUTED, states=looked, refutation=refutation)


def _advice(pair: ContextPair, view: BoardView) -> Advice:
    agent = pair.context.agent
    masks = [0, 0, 0]
    for location, kind in enumerate(view.contents(pair.context.pattern)):
        if kind is not None:
            masks[kind] |= 1 << location
    longest = max(map(len, pair.sequences))
    filled = [(*codes, *[-1] * (longest - len(codes))) for codes in pair.sequences]
    return Advice(
        masks[1 + agent],
        masks[2 - agent],
        masks[0],
        np.array(filled, np.int64),
        np.array([len(codes) for codes in pair.sequences], np.int64),
        pair.context.solo,
    )


def _blocks(game: LineGame, blocks: Numbers, agent: int) -> Numbers:
    """The blocks of states in which it is *agent*'s move."""
    behind = game.pieces[agent] - blocks[:, 0] + agent == game.pieces[1 - agent] - blocks[:, 1]
    sliding = (blocks[:, 0] == 0) & (blocks[:, 1] == 0) & game.slides
    found: Numbers = blocks[behind | sliding]
    return found


def _played_out(start: LineState, line: list[int], solution: GameSolution) -> list[int]:
    """*line* and then best play by both sides: the fastest win, the slowest loss."""
    state = start
    for code in line:
        state = state.played(Move.of(code))
    moves = list(line)
    while not state.over:
        graded = solution.graded(state)
        won = [(value, move) for move, value in graded if value > 0]
        _, move = min(won) if won else min((value, move) for move, value in graded)
        moves.append(move.code)
        state = state.played(move)
    return moves
