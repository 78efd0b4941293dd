"""SeqLearner: sequences and their contexts, learned by watching one contest at a time.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §1.1
Notation:   the paper's SeqTable is `table`; its context pairs are `book`
Departures: 1. what the paper leaves open is the `PaperReading`
            2. beside the pattern common to all origins, `closed` asks for those common to two or
               three of them (beyond the paper; 1 keeps the paper's one pattern)
Checked by: tests/papers/test_seqlearner.py, lab/tests/papers/test_readings.py
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.games.boards.board import BoardState, Contest
from kibitz.strategies.sequences.contexts import (
    Codes,
    Context,
    ContextBook,
    ContextPair,
    weight,
)
from kibitz.strategies.sequences.locality import Everywhere, Locality
from kibitz.strategies.sequences.reading import FIRST, Against, PaperReading
from kibitz.strategies.sequences.table import ActionSequence, SeqTable
from kibitz.strategies.sequences.view import BoardView

BestMoves = Callable[[Any], Collection[int]]
"""The codes of the moves an expert might have drawn in a state of its game."""


@dataclass(slots=True)
class SeqLearner:
    """Watches contests: `learn` takes one in, `sweep` extracts contexts from those collected."""

    view: BoardView
    lengths: tuple[int, ...]
    reading: PaperReading = FIRST
    best_moves: BestMoves | None = None  # for a reading that judges by them
    closed: int = 1  # 1: contexts are common to all origins; 2 or 3: also to that many of them
    locality: Locality = Everywhere()
    table: SeqTable = field(init=False)
    book: ContextBook = field(init=False)
    _fresh: dict[ActionSequence, list[int]] = field(default_factory=dict)
    _patterns: dict[ActionSequence, set[int]] = field(default_factory=dict)
    _placed: dict[ActionSequence, tuple[Context, Codes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.table = SeqTable(self.view, self.lengths, self.locality)
        self.book = ContextBook(self.view, self.reading)

    def learn(self, contest: Contest, experts: Collection[int]) -> None:
        """Judge the pairs by the decisions of *experts*, then collect their sequences.

        The first of *experts* is the one who judges where the reading has one judge.
        """
        images = [self.view.images(state) for state in contest.states]
        for number, expert in enumerate(experts):
            if contest.winner not in (expert, None):
                continue  # §1: only from contests that the contestant won or drew
            if len(self.book) and not (self.reading.one_judge and number):
                self.book.judge(contest, images, expert, self._decisions(contest, expert))
            for sequence, origin in self.table.watch(contest, images, expert):
                self._fresh.setdefault(sequence, []).append(origin)

    def _decisions(self, contest: Contest, expert: int) -> list[Collection[int]]:
        """For each ply, the actions that count as the expert's decision."""
        best = self.best_moves if self.reading.against is Against.BEST_MOVES else None
        return [
            best(state) if best is not None and state.mover == expert else (action.code,)
            for state, action in zip(contest.states, contest.actions, strict=False)
        ]

    def sweep(self) -> None:
        """Extract the contexts of every sequence met often enough."""
        found: list[tuple[Context, list[Codes]]] = []
        outdated: list[tuple[Context, Codes]] = []
        for sequence in self._fresh:
            origins = self.table.origins[sequence]
            if origins.met < self.reading.repeated:
                continue
            for pattern in self._contexts(sequence, origins.common):
                context, codes = self._placing(sequence, pattern)
                found.append((context, [codes]))
                if self.reading.replaced:
                    before = self._placed.get(sequence, (context, codes))
                    outdated += [before] if before != (context, codes) else []
                    self._placed[sequence] = (context, codes)
        met = self.table.origins
        self._fresh = {s: o for s, o in self._fresh.items() if met[s].met < self.reading.repeated}
        if outdated:
            self.book.remove(outdated)
        self.book.put(found)

    def _placing(self, sequence: ActionSequence, pattern: int) -> tuple[Context, Codes]:
        """A context with its sequence, as they are or both turned to the context's least image."""
        codes = sequence.codes
        if self.reading.normalised:
            turned = self.view.turned
            images = self.view.pattern_images(pattern)
            least = min(images)
            codes = min(
                tuple(turned(k, code) for code in sequence.codes)
                for k, image in enumerate(images)
                if image == least
            )
            pattern = least
        return Context(sequence.agent, sequence.solo, pattern), codes

    def pairs(self) -> list[ContextPair]:
        """The context pairs extracted so far, with their current weights."""
        book = self.book
        counts = zip(
            book.supports.tolist(), book.comments.tolist(), book.right.tolist(), strict=True
        )
        return [
            ContextPair(
                context,
                tuple(sorted(sequences)),
                sum(self.table.met(context.agent, context.solo, codes) for codes in sequences),
                supports,
                comments,
                right,
                weight(supports, comments, self.reading.weight),
            )
            for context, sequences, (supports, comments, right) in zip(
                book.contexts, book.sequences, counts, strict=True
            )
        ]

    def _contexts(self, sequence: ActionSequence, common: int) -> Iterable[int]:
        if self.closed == 1:
            return [common]
        known = self._patterns.setdefault(sequence, set())
        origins = list(self.table.origins[sequence].states)
        for origin in self._fresh[sequence]:
            pairs = {origin & other for other in origins}
            known |= pairs
            if self.closed > 2:
                known |= {one & other for one in pairs for other in pairs}
        return known | {common}


def codes_of(state: BoardState) -> list[int]:
    """The legal actions as codes."""
    return [action.code for action in state.legal_actions]
