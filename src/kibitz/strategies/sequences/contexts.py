"""Context pairs: where a sequence applies, the sequence, and how far it can be trusted.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §1.1
Notation:   a context is a pattern of `View` bits; a location without a bit is a don't-care (#)
Departures: the weight is a documented variant of PWL, as the paper's is: the share of expert
            decisions the pair spoke on and agreed with, times a tenth for each of the first ten
            times it spoke, so that it reaches 1 only when it is always right and often applicable
Checked by: tests/unit/strategies/test_strategies.py, tests/papers/test_seqlearner.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

import numpy as np

from kibitz.strategies.sequences.matching import Numbers, Words, find, judge
from kibitz.strategies.sequences.view import View, packed

CONFIDENT_AFTER = 10  # comments


class Standing(Enum):
    """What a bounded search says of a context pair."""

    OPEN = "open"
    PROVED = "proved"
    REFUTED = "refuted"


class Context(NamedTuple):
    """Where something applies: to whom, to which kind of sequence, and the pattern."""

    agent: int
    solo: bool
    pattern: int


def weight(supports: int, comments: int) -> float:
    """How well a pair that spoke so often simulates the expert, in [0, 1].

    >>> weight(9, 10), weight(3, 3), weight(0, 0)
    (0.9, 0.3, 0.0)
    """
    if comments == 0:
        return 0.0
    return supports / comments * min(1.0, comments / CONFIDENT_AFTER)


@dataclass(frozen=True, slots=True)
class ContextPair:
    """A context with the sequences that were begun in it."""

    context: Context
    sequences: tuple[tuple[int, ...], ...]
    seen: int  # how often those sequences were watched
    supports: int
    comments: int
    standing: Standing = Standing.OPEN

    @property
    def weight(self) -> float:
        return weight(self.supports, self.comments)


@dataclass(slots=True)
class ContextBook:
    """The context pairs of one view, in arrays that are scanned at once."""

    view: View
    contexts: list[Context] = field(default_factory=list)
    sequences: list[set[tuple[int, ...]]] = field(default_factory=list)
    supports: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    comments: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    _number: dict[Context, int] = field(default_factory=dict)
    _words: Words = field(default_factory=lambda: np.zeros((0, 1), np.uint64))
    _agents: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    _starts: Numbers = field(default_factory=lambda: np.zeros(1, np.int64))
    _firsts: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))

    def put(self, pairs: Iterable[tuple[Context, Iterable[tuple[int, ...]]]]) -> None:
        """Add contexts with their sequences; those with the same context merge."""
        grown = False
        for context, sequences in pairs:
            number = self._number.get(context)
            if number is None:
                number = self._number[context] = len(self.contexts)
                self.contexts.append(context)
                self.sequences.append(set())
            self.sequences[number].update(sequences)
            grown = True
        if grown:
            self._pack()

    def _pack(self) -> None:
        missing = len(self.contexts) - len(self.supports)
        self.supports = np.pad(self.supports, (0, missing))
        self.comments = np.pad(self.comments, (0, missing))
        self._words = packed([context.pattern for context in self.contexts], self.view.words)
        self._agents = np.array([context.agent for context in self.contexts], np.int64)
        firsts = [sorted({s[0] for s in sequences}) for sequences in self.sequences]
        self._starts = np.cumsum([0, *map(len, firsts)]).astype(np.int64)
        self._firsts = np.array([code for codes in firsts for code in codes], np.int64)

    def firsts(self, number: int) -> list[int]:
        """The first actions a pair advises."""
        advised: list[int] = self._firsts[self._starts[number] : self._starts[number + 1]].tolist()
        return advised

    def weigh(self, agent: int, images: tuple[int, ...], legal: list[int], chosen: int) -> None:
        """Let every pair whose context holds be judged by one expert decision."""
        turned = self.view.turned
        turns = range(len(images))
        judge(
            self._words,
            self._agents,
            self._starts,
            self._firsts,
            agent,
            packed(images, self.view.words),
            np.array([[turned(k, code) for code in legal] for k in turns], np.int64),
            np.array([turned(k, chosen) for k in turns], np.int64),
            self.supports,
            self.comments,
        )

    def holding(self, agent: int, images: tuple[int, ...]) -> list[tuple[int, int]]:
        """(pair, symmetry) for every context of *agent* that holds in a state."""
        if not self.contexts:
            return []
        hits = np.empty((4096, 2), np.int64)
        found = self._find(agent, images, hits)
        if found > len(hits):
            hits = np.empty((found, 2), np.int64)
            self._find(agent, images, hits)
        pairs: list[tuple[int, int]] = [(int(p), int(k)) for p, k in hits[:found].tolist()]
        return pairs

    def _find(self, agent: int, images: tuple[int, ...], hits: Numbers) -> int:
        return find(self._words, self._agents, agent, packed(images, self.view.words), hits)

    def __len__(self) -> int:
        return len(self.contexts)
