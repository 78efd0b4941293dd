"""Which contexts hold in a state, and whether they advise what an expert did: compiled scans."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.runtime.compiled import compiled

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]


@compiled
def holds(pattern: Words, state: Words) -> bool:
    """Does the state have every bit of the pattern?"""
    missing = pattern[0] & ~state[0]
    for w in range(1, pattern.shape[0]):
        missing |= pattern[w] & ~state[w]
    return bool(missing == 0)


@compiled
def find(contexts: Words, agents: Numbers, agent: int, images: Words, hits: Numbers) -> int:
    """Write (context, symmetry) of every context that holds; how many there are."""
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
def judge(
    contexts: Words, agents: Numbers, starts: Numbers, firsts: Numbers, agent: int, images: Words,
    legal: Numbers, chosen: Numbers, supports: Numbers, comments: Numbers,
) -> None:  # fmt: skip
    """Hold every context's advice against one expert decision.

    `legal` and `chosen` give the legal codes and the expert's under each symmetry; the first
    actions that context p advises are `firsts[starts[p]:starts[p + 1]]`.
    """
    for p in range(contexts.shape[0]):
        if agents[p] != agent:
            continue
        spoke = False
        agreed = False
        for k in range(images.shape[0]):
            if not holds(contexts[p], images[k]):
                continue
            for f in range(starts[p], starts[p + 1]):
                if firsts[f] == chosen[k]:
                    agreed = True
                if not spoke:
                    for i in range(legal.shape[1]):
                        if legal[k, i] == firsts[f]:
                            spoke = True
                            break
        if spoke or agreed:
            comments[p] += 1
            if agreed:
                supports[p] += 1
