"""A compiled search of all states in which a context holds for one in which its advice loses.

`proof.py` calls `hunt`; a context pair and its solos and duets are those of `sequences`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.solving import kernel
from kibitz.games.boards.solving.kernel import Rules
from kibitz.games.boards.solving.ranking import StateIndex, rank_of
from kibitz.games.boards.solving.retrograde import Values, backed_up
from kibitz.runtime.compiled import compiled

Numbers = NDArray[np.int64]

HOLDS, LOSES, TOO_MANY = 0, 1, 2
LONGEST = 8  # actions of a sequence with all answers to it, at most


class Advice(NamedTuple):
    """A context and its advised sequences, as seen by the agent that it advises."""

    own: int  # as bits: the locations that the context gives to the agent
    opp: int  # those that it gives to the other side
    blank: int  # those that it leaves empty
    codes: Numbers  # the actions of each sequence, filled up with -1
    lengths: Numbers
    solo: bool  # whether the sequences hold only the agent's actions


@compiled
def _gives_away(
    rules: Rules, index: StateIndex, values: Values, state: Numbers, code: int, moves: Numbers
) -> int:
    """1 if *code* loses and another action does not, 0 if not, -1 if *code* is not legal."""
    own, opp, hand, opp_hand = state[0], state[1], state[2], state[3]
    legal, loses, held = False, False, False
    for i in range(kernel.moves(rules, own, opp, hand, moves)):
        o, p, h, q = kernel.after(own, opp, hand, opp_hand, moves[i])
        value = backed_up(values[rank_of(index, rules.locations, o, p, h, q)])
        if moves[i] == code:
            legal, loses = True, value < 0
        if value >= 0:
            held = True
    if not legal:
        return -1
    return 1 if loses and held else 0


@compiled
def _is_over(rules: Rules, state: Numbers) -> bool:
    return kernel.result(rules, state[0], state[1], state[2], state[3]) != kernel.GOES_ON


@compiled
def _play(state: Numbers, code: int, after: Numbers) -> None:
    o, p, h, q = kernel.after(state[0], state[1], state[2], state[3], code)
    after[0], after[1], after[2], after[3] = o, p, h, q


@compiled
def _follow(
    rules: Rules, index: StateIndex, values: Values, advice: Advice, s: int, start: Numbers,
    states: Numbers, replies: Numbers, tried: Numbers, line: Numbers,
) -> int:  # fmt: skip
    """Follow sequence *s*; the number of plies up to its first losing action, 0 if none loses.

    A solo is followed against every reply, a duet only against its own replies. Level i of the
    stack is the state before the agent's action i; *line* receives the moves.
    """
    moves = np.empty(kernel.MOST_MOVES, np.int64)
    states[0] = start
    level, entering = 0, True
    while level >= 0:
        own_at = level if advice.solo else 2 * level
        if entering:
            code = advice.codes[s, own_at]
            verdict = _gives_away(rules, index, values, states[level], code, moves)
            if verdict == 1:
                line[2 * level] = code
                return 2 * level + 1
            more = own_at + 1 if advice.solo else own_at + 2
            if verdict < 0 or more >= advice.lengths[s]:
                level, entering = level - 1, False
                continue
            line[2 * level] = code
            _play(states[level], code, replies[level])
            tried[level] = 0
            if _is_over(rules, replies[level]):
                level, entering = level - 1, False
                continue
        reply = replies[level]
        n = kernel.moves(rules, reply[0], reply[1], reply[2], moves)
        entering = False
        while tried[level] < n:
            answer = moves[tried[level]]
            tried[level] += 1
            if not advice.solo and answer != advice.codes[s, own_at + 1]:
                continue
            _play(reply, answer, states[level + 1])
            if not _is_over(rules, states[level + 1]):
                line[2 * level + 1] = answer
                entering = True
                break
        level += 1 if entering else -1
    return 0


@compiled
def hunt(
    rules: Rules, index: StateIndex, values: Values, reachable: NDArray[np.uint8], advice: Advice,
    blocks: Numbers, most: int, found: Numbers, line: Numbers,
) -> tuple[int, int, int]:  # fmt: skip
    """Examine the states in *blocks* of the index, at most *most*, until one refutes the advice.

    Returns the verdict, the number of states examined, and the plies of the refutation. *found*
    receives the refuting state (masks and hands), *line* the moves from there.
    """
    states = np.empty((LONGEST, 4), np.int64)
    replies = np.empty((LONGEST, 4), np.int64)
    tried = np.empty(LONGEST, np.int64)
    looked = 0
    for number in range(blocks.shape[0]):
        hand, opp_hand = blocks[number, 0], blocks[number, 1]
        a, b = blocks[number, 2], blocks[number, 3]
        for i in range(index.choose[rules.locations, a]):
            own = index.masks[index.first[a] + i]
            if own & advice.own != advice.own or own & (advice.opp | advice.blank) != 0:
                continue
            for j in range(index.choose[rules.locations, b]):
                opp = index.masks[index.first[b] + j]
                if (
                    opp & own != 0
                    or opp & advice.opp != advice.opp
                    or opp & (advice.own | advice.blank) != 0
                    or reachable[rank_of(index, rules.locations, own, opp, hand, opp_hand)] == 0
                ):
                    continue
                found[0], found[1], found[2], found[3] = own, opp, hand, opp_hand
                if _is_over(rules, found):
                    continue
                looked += 1
                if looked > most:
                    return TOO_MANY, looked, 0
                for s in range(advice.lengths.shape[0]):
                    plies = _follow(
                        rules, index, values, advice, s, found, states, replies, tried, line
                    )
                    if plies > 0:
                        return LOSES, looked, plies
    return HOLDS, looked, 0
