"""States experts left behind in contests they did not lose: contexts without a don't-care.

Whoever plays without fault never leaves a lost state behind, so where such an expert won or drew,
every state it left is one it could hold. States that differ only by a symmetry of the rules, or by
whose colour is whose, are one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.games.boards.board import Contest, Move
from kibitz.games.boards.lines import LineState
from kibitz.games.boards.symmetry import identity


@dataclass(slots=True)
class Held:
    """How often each state was left behind."""

    counts: dict[int, int] = field(default_factory=dict)

    def learn(self, contest: Contest, expert: int) -> None:
        if contest.winner not in (expert, None):
            return
        for before, after in zip(contest.states, contest.states[1:], strict=False):
            if before.mover == expert and isinstance(after, LineState):
                key = identity(after)
                self.counts[key] = self.counts.get(key, 0) + 1

    def among(self, state: LineState, codes: list[int]) -> dict[int, int]:
        """The actions that leave a held state behind, with how often it was."""
        found = {}
        for code in codes:
            met = self.counts.get(identity(state.played(Move.of(code))))
            if met:
                found[code] = met
        return found

    def __len__(self) -> int:
        return len(self.counts)
