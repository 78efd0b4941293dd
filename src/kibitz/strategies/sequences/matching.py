"""Which contexts hold in a state, and whether they advise what an expert did: compiled scans."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.runtime.compiled import compiled

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]

ANY, SHARE, ALONE = 0, 1, 2  # how a pair is credited: `reading.Credit`


class ContextPairs(NamedTuple):
    """Context pairs for compiled code; those of pair p are ``codes[starts[p]:starts[p + 1]]``."""

    patterns: Words
    agents: Numbers
    solos: Numbers
    starts: Numbers
    codes: Numbers  # the actions of each sequence
    lengths: Numbers


class ContestCourse(NamedTuple):
    """The decisions of one agent in one contest, and its alternatives."""

    images: Words  # by ply and symmetry
    movers: Numbers
    played: Numbers
    legal: Numbers  # by ply, padded with -1
    decisions: Numbers  # by ply, padded with -1: what counts as the expert's
    turns: Numbers  # by symmetry: where each location goes
    back: Numbers  # by symmetry: the one that undoes it
    agents: int


@compiled
def holds(pattern: Words, state: Words) -> bool:
    """Whether the state has every bit of the pattern."""
    missing = pattern[0] & ~state[0]
    for w in range(1, pattern.shape[0]):
        missing |= pattern[w] & ~state[w]
    return bool(missing == 0)


@compiled
def find(contexts: Words, agents: Numbers, agent: int, images: Words, hits: Numbers) -> int:
    """Write the (context, symmetry) of every context that holds; their number."""
    n = 0
    for p in range(contexts.shape[0]):
        if agents[p] != agent:
            continue
        for k in range(images.shape[0]):
            if holds(contexts[p], images[k]):
                if n < hits.shape[0]:
                    hits[n, 0] = p
                    hits[n, 1] = k
                n += 1
    return n


@compiled
def _turned(turn: Numbers, code: int) -> int:
    """A move's code under a symmetry."""
    source, takes = code >> 8 & 255, code >> 16
    if source != 255:
        source = turn[source]
    if takes != 255:
        takes = turn[takes]
    return int(turn[code & 255] | source << 8 | takes << 16)


@compiled
def _among(codes: Numbers, code: int) -> bool:
    for i in range(codes.shape[0]):
        if codes[i] == code:
            return True
        if codes[i] < 0:
            return False
    return False


@compiled
def _advise(advised: Numbers, n: int, code: int) -> int:
    """Add an action to those advised, once; their number."""
    if _among(advised[:n], code):
        return n
    advised[n] = code
    return n + 1


@compiled
def _credit(
    p: int, advised: Numbers, decisions: Numbers, credit: int,
    supports: Shares, comments: Numbers, right: Numbers,
) -> None:  # fmt: skip
    """Compare the advice of pair p with one expert decision."""
    n = advised.shape[0]
    fit = 0
    for i in range(n):
        if _among(decisions, advised[i]):
            fit += 1
    if credit == ALONE and 0 < fit < n:
        return
    comments[p] += 1
    supports[p] += fit / n if credit == SHARE else min(fit, 1)
    if fit == n or (credit == ANY and fit > 0):
        right[p] += 1


@compiled
def _first(
    pairs: ContextPairs, course: ContestCourse, p: int, t: int, advised: Numbers, going: Numbers
) -> tuple[int, int]:
    """The advice of pair p at ply t, and the sequences that the expert's action begins."""
    n, begun = 0, 0
    for k in range(course.images.shape[1]):
        if not holds(pairs.patterns[p], course.images[t, k]):
            continue
        back = course.back[k]
        for s in range(pairs.starts[p], pairs.starts[p + 1]):
            code = _turned(course.turns[back], pairs.codes[s, 0])
            if _among(course.legal[t], code):
                n = _advise(advised, n, code)
                if code == course.played[t]:
                    going[begun, 0], going[begun, 1] = s, back
                    begun += 1
    return n, begun


@compiled
def _continued(
    pairs: ContextPairs, course: ContestCourse, s: int, back: int, step: int, ply: int, solo: bool
) -> int:
    """The expert's own action number *step* of a sequence begun at *ply*; -1 if none."""
    agents = 1 if solo else course.agents
    if step * agents >= pairs.lengths[s]:
        return -1
    turn = course.turns[back]
    for j in range(1, agents):
        reply = _turned(turn, pairs.codes[s, (step - 1) * agents + j])
        if reply != course.played[ply + j]:
            return -1
    code = _turned(turn, pairs.codes[s, step * agents])
    return code if _among(course.legal[ply + course.agents], code) else -1


@compiled
def judge(
    pairs: ContextPairs, course: ContestCourse, agent: int, credit: int, whole: bool,
    supports: Shares, comments: Numbers, right: Numbers,
) -> None:  # fmt: skip
    """Compare every pair's advice with the decisions of one expert in one contest.

    With *whole*, while the expert follows a sequence of a pair, its next own action is advice too.
    """
    plies = course.played.shape[0]
    most = 1
    for p in range(pairs.agents.shape[0]):
        most = max(most, pairs.starts[p + 1] - pairs.starts[p])
    advised = np.empty(course.legal.shape[1] + 1, np.int64)
    going = np.empty((most * course.images.shape[1], 2), np.int64)
    for p in range(pairs.agents.shape[0]):
        if pairs.agents[p] != agent:
            continue
        for t in range(plies):
            if course.movers[t] != agent:
                continue
            n, begun = _first(pairs, course, p, t, advised, going)
            ply, step = t, 1
            while n > 0:
                _credit(p, advised[:n], course.decisions[ply], credit, supports, comments, right)
                after = ply + course.agents
                if not whole or begun == 0 or after >= plies:
                    break
                n, kept = 0, 0
                for g in range(begun):
                    s, back = going[g, 0], going[g, 1]
                    code = _continued(pairs, course, s, back, step, ply, pairs.solos[p] == 1)
                    if code < 0:
                        continue
                    n = _advise(advised, n, code)
                    if code == course.played[after]:
                        going[kept, 0], going[kept, 1] = s, back
                        kept += 1
                begun, ply, step = kept, after, step + 1
