"""SeqLearner: sequences and their contexts, learned by watching one contest at a time.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §1.1
Notation:   the paper's SeqTable is `table`; its context pairs are `book`
Departures: 1. a pair found by an earlier sweep stays when a later one finds a more general context
            2. beside the pattern common to all origins, `closed` asks for those common to two or
               three of them (beyond the paper; 1 keeps the paper's one pattern)
Checked by: tests/papers/test_seqlearner.py, lab/seqlearner/experiment.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.games.boards.board import BoardState, Contest
from kibitz.strategies.sequences.contexts import Context, ContextBook, ContextPair
from kibitz.strategies.sequences.locality import Everywhere, Locality
from kibitz.strategies.sequences.table import ActionSequence, SeqTable
from kibitz.strategies.sequences.view import View


@dataclass(slots=True)
class SeqLearner:
    """Watches contests; `learn` takes one in, `sweep` extracts contexts from what was collected."""

    view: View
    lengths: tuple[int, ...]
    repeats: int = 2  # a sequence met less often has no context yet
    closed: int = 1  # contexts are common to all origins; up to 2 or 3: also to so many of them
    locality: Locality = Everywhere()
    table: SeqTable = field(init=False)
    book: ContextBook = field(init=False)
    _fresh: dict[ActionSequence, list[int]] = field(default_factory=dict)
    _patterns: dict[ActionSequence, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.table = SeqTable(self.view, self.lengths, self.locality)
        self.book = ContextBook(self.view)

    def learn(self, contest: Contest, experts: Iterable[int]) -> None:
        """Weigh the pairs by the decisions of *experts*, then collect their sequences."""
        images = [self.view.images(state) for state in contest.states]
        for expert in experts:
            if contest.winner not in (expert, None):
                continue  # §1: only from contests that the contestant won or drew
            self._weigh(contest, images, expert)
            for sequence, origin in self.table.watch(contest, images, expert):
                self._fresh.setdefault(sequence, []).append(origin)

    def _weigh(self, contest: Contest, images: list[tuple[int, ...]], expert: int) -> None:
        for state, image, action in zip(contest.states, images, contest.actions, strict=False):
            if state.mover == expert and len(self.book):
                self.book.weigh(expert, image, codes_of(state), action.code)

    def sweep(self) -> None:
        """Extract the contexts of every sequence met often enough."""
        found = []
        for sequence, origins in self.table.origins.items():
            if sequence not in self._fresh or origins.met < self.repeats:
                continue
            for pattern in self._contexts(sequence, origins.common):
                context = Context(sequence.agent, sequence.solo, pattern)
                found.append((context, [sequence.codes]))
        met = self.table.origins
        self._fresh = {s: o for s, o in self._fresh.items() if met[s].met < self.repeats}
        self.book.put(found)

    def pairs(self) -> list[ContextPair]:
        """The context pairs extracted so far, as they now stand."""
        return [
            ContextPair(
                context,
                tuple(sorted(sequences)),
                sum(self._met(context, codes) for codes in sequences),
                int(supports),
                int(comments),
            )
            for context, sequences, supports, comments in zip(
                self.book.contexts,
                self.book.sequences,
                self.book.supports,
                self.book.comments,
                strict=True,
            )
        ]

    def _met(self, context: Context, codes: tuple[int, ...]) -> int:
        return self.table.origins[ActionSequence(context.agent, context.solo, codes)].met

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
