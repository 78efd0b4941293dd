"""Held states: those that experts moved to in contests they did not lose.

A perfect player never moves to a lost state, so where such an expert won or drew, it could hold
every state it moved to. They are contexts without a don't-care. States that differ only by a
symmetry of the rules, or by the colours of the sides, count as one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.games.boards.board import Contest, Move
from kibitz.games.boards.lines import LineState
from kibitz.games.boards.symmetry import identity


@dataclass(slots=True)
class Held:
    """How often experts moved to each state."""

    counts: dict[int, int] = field(default_factory=dict)

    def learn(self, contest: Contest, expert: int) -> None:
        if contest.winner not in (expert, None):
            return
        for before, after in zip(contest.states, contest.states[1:], strict=False):
            if before.mover == expert and isinstance(after, LineState):
                key = identity(after)
                self.counts[key] = self.counts.get(key, 0) + 1

    def among(self, state: LineState, codes: list[int]) -> dict[int, int]:
        """The actions that lead to a held state, with how often experts moved to it."""
        found = {}
        for code in codes:
            met = self.counts.get(identity(state.played(Move.of(code))))
            if met:
                found[code] = met
        return found

    def __len__(self) -> int:
        return len(self.counts)
