"""Context pairs: where a sequence applies, the sequence, and how far it can be trusted.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §1.1
Notation:   a context is a pattern of `BoardView` bits; a location without a bit is a don't-care (#)
Departures: the weight is a documented variant of PWL, as the paper's is: the share of the expert's
            decisions that the pair commented on and supported, times a tenth for each of its first
            ten comments, so that it reaches 1 only if it is always right and often applicable;
            the `PaperReading` says what supports a decision
Checked by: tests/unit/strategies/test_sequences.py, lab/tests/papers/test_readings.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

import numpy as np

from kibitz.games.boards.board import Contest
from kibitz.strategies.sequences.matching import (
    ContestCourse,
    ContextPairs,
    Numbers,
    Shares,
    find,
    judge,
)
from kibitz.strategies.sequences.reading import FIRST, JudgedAdvice, PaperReading, Weight
from kibitz.strategies.sequences.view import BoardView, packed

CONFIDENT_AFTER = 10  # comments

Codes = tuple[int, ...]


class ContextStatus(Enum):
    """The verdict of the exact solution of the game on a context pair."""

    OPEN = "open"
    PROVED = "proved"
    REFUTED = "refuted"


class Context(NamedTuple):
    """Where a sequence applies: the agent, the kind of sequence, and the pattern."""

    agent: int
    solo: bool
    pattern: int


def weight(supports: float, comments: int, formula: Weight = Weight.TEN_COMMENTS) -> float:
    """How well a pair simulates the expert, in [0, 1], by its supports and comments.

    >>> weight(9, 10), weight(3, 3), weight(0, 0), weight(3, 3, Weight.SHARE)
    (0.9, 0.3, 0.0, 1.0)
    """
    if comments == 0:
        return 0.0
    share = supports / comments
    return share if formula is Weight.SHARE else share * min(1.0, comments / CONFIDENT_AFTER)


@dataclass(frozen=True, slots=True)
class Refutation:
    """A state in which a context holds and following its advice loses, played out to the end."""

    contents: tuple[int, ...]  # what stands on each location
    hands: tuple[int, ...]
    moves: Codes  # everyone's, from that state on
    advised: int  # how many of them lead to the advice that loses, that one included


@dataclass(frozen=True, slots=True)
class ContextPair:
    """A context with the sequences that were begun in it."""

    context: Context
    sequences: tuple[Codes, ...]
    seen: int  # how often those sequences were watched
    supports: float
    comments: int
    right: int  # how often all of its advice was right
    weight: float
    standing: ContextStatus = ContextStatus.OPEN
    states: int = 0  # that were examined for its status
    refutation: Refutation | None = None


@dataclass(slots=True)
class ContextBook:
    """The context pairs of one view, in arrays that are scanned at once."""

    view: BoardView
    reading: PaperReading = FIRST
    contexts: list[Context] = field(default_factory=list)
    sequences: list[set[Codes]] = field(default_factory=list)
    supports: Shares = field(default_factory=lambda: np.zeros(0))
    comments: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    right: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    _number: dict[tuple[Context, Codes], int] = field(default_factory=dict)
    _pairs: ContextPairs | None = None

    def put(self, pairs: Iterable[tuple[Context, Iterable[Codes]]]) -> None:
        """Add contexts with their sequences; those with the same context merge."""
        for context, sequences in pairs:
            for codes in sequences:
                number = self._number.setdefault(self._key(context, codes), len(self.contexts))
                if number == len(self.contexts):
                    self.contexts.append(context)
                    self.sequences.append(set())
                self.sequences[number].add(codes)
        self._pack()

    def remove(self, pairs: Iterable[tuple[Context, Codes]]) -> None:
        """Remove sequences; a pair that has none left disappears with its record."""
        for context, codes in pairs:
            self.sequences[self._number[self._key(context, codes)]].discard(codes)
        alive = [number for number, sequences in enumerate(self.sequences) if sequences]
        kept = {number: place for place, number in enumerate(alive)}
        self._number = {key: kept[n] for key, n in self._number.items() if n in kept}
        self.contexts = [self.contexts[number] for number in alive]
        self.sequences = [self.sequences[number] for number in alive]
        self.supports = self.supports[alive]
        self.comments, self.right = self.comments[alive], self.right[alive]
        self._pairs = None

    def _key(self, context: Context, codes: Codes) -> tuple[Context, Codes]:
        return context, () if self.reading.merged else codes

    def _pack(self) -> None:
        missing = len(self.contexts) - len(self.supports)
        self.supports = np.pad(self.supports, (0, missing))
        self.comments = np.pad(self.comments, (0, missing))
        self.right = np.pad(self.right, (0, missing))
        every = [codes for sequences in self.sequences for codes in sorted(sequences)]
        longest = max(map(len, every), default=1)
        filled = [(*codes, *[-1] * (longest - len(codes))) for codes in every]
        self._pairs = ContextPairs(
            packed([context.pattern for context in self.contexts], self.view.words),
            np.array([context.agent for context in self.contexts], np.int64),
            np.array([context.solo for context in self.contexts], np.int64),
            np.cumsum([0, *map(len, self.sequences)]).astype(np.int64),
            np.array(filled, np.int64).reshape(len(every), longest),
            np.array([len(codes) for codes in every], np.int64),
        )

    @property
    def packed(self) -> ContextPairs:
        if self._pairs is None:
            self._pack()
        assert self._pairs is not None
        return self._pairs

    def firsts(self, number: int) -> list[int]:
        """The first actions that a pair advises."""
        return sorted({codes[0] for codes in self.sequences[number]})

    def judge(
        self,
        contest: Contest,
        images: Sequence[tuple[int, ...]],
        expert: int,
        decisions: Sequence[Iterable[int]],
    ) -> None:
        """Judge every pair whose context holds by the decisions of one expert.

        *decisions* gives, for each ply, the actions that count as the expert's decision.
        """
        if not self.contexts:
            return
        plies = range(len(contest.actions))
        own = [contest.states[t].mover == expert for t in plies]
        legal = [
            [action.code for action in contest.states[t].legal_actions] if own[t] else []
            for t in plies
        ]
        course = ContestCourse(
            np.stack([packed(images[t], self.view.words) for t in plies]),
            np.array([contest.states[t].mover for t in plies], np.int64),
            np.array([action.code for action in contest.actions], np.int64),
            _filled(legal),
            _filled([list(codes) for codes in decisions]),
            np.array(self.view.turns, np.int64),
            np.array(self.view.back, np.int64),
            self.view.game.agents,
        )
        every = self.reading.judged is JudgedAdvice.ALL_ADVICE
        judge(
            self.packed, course, expert, int(self.reading.credit), every,
            self.supports, self.comments, self.right,
        )  # fmt: skip

    def holding(self, agent: int, images: tuple[int, ...]) -> list[tuple[int, int]]:
        """The (pair, symmetry) of every context of *agent* that holds in a state."""
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
        pairs = self.packed
        return find(pairs.patterns, pairs.agents, agent, packed(images, self.view.words), hits)

    def __len__(self) -> int:
        return len(self.contexts)


def _filled(rows: list[list[int]]) -> Numbers:
    longest = max(1, *map(len, rows))
    return np.array([[*row, *[-1] * (longest - len(row))] for row in rows], np.int64)
