"""Action sequences and the states they began in (the SeqTable).

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §1.1
Notation:   a *duet* holds the actions of every agent, a *solo* those of one; the paper's origin
            state is kept as the number `BoardView.images` makes of it
Departures: 1. a solo of length n holds one agent's actions within n plies, not n actions of its
               own: that fits the paper's count of sequences
            2. sequences begin with an action of the agent who is learned from, since only then can
               the sequence be begun by the player who uses it
            3. where a symmetry maps a sequence to itself, the smaller image of the origin is kept
Checked by: tests/unit/strategies/test_strategies.py, tests/papers/test_seqlearner.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.games.boards.board import Contest, Move
from kibitz.strategies.sequences.locality import Area, Everywhere, Locality
from kibitz.strategies.sequences.view import BoardView


class ActionSequence(NamedTuple):
    """Consecutive actions, begun by *agent*: everyone's (a duet) or only that agent's (a solo)."""

    agent: int
    solo: bool
    codes: tuple[int, ...]

    @property
    def actions(self) -> tuple[Move, ...]:
        return tuple(Move.of(code) for code in self.codes)


@dataclass(slots=True)
class Origins:
    """The states in which one sequence began, and the pattern common to them all."""

    states: dict[int, int] = field(default_factory=dict)  # how often each was met
    common: int = -1
    met: int = 0

    def add(self, state: int) -> bool:
        """Add an origin; whether it is new."""
        self.met += 1
        self.common &= state
        self.states[state] = self.states.get(state, 0) + 1
        return self.states[state] == 1


@dataclass(slots=True)
class SeqTable:
    """Every sequence met, up to the symmetries of the board, with its origins."""

    view: BoardView
    lengths: tuple[int, ...]
    locality: Locality = Everywhere()
    origins: dict[ActionSequence, Origins] = field(default_factory=dict)

    def watch(
        self, contest: Contest, images: list[tuple[int, ...]], expert: int
    ) -> list[tuple[ActionSequence, int]]:
        """Collect the sequences of a contest that *expert* began; those with a new origin."""
        fresh = []
        for ply, sequence, area in self._windows(contest, expert):
            kept, origin = self._normalised(sequence, images[ply], area)
            if self.origins.setdefault(kept, Origins()).add(origin):
                fresh.append((kept, origin))
        return fresh

    def _windows(self, contest: Contest, expert: int) -> Iterator[tuple[int, ActionSequence, Area]]:
        movers = [state.mover for state in contest.states]
        codes = [action.code for action in contest.actions]
        several = len(set(movers)) > 1
        for ply in range(len(codes)):
            if movers[ply] != expert:
                continue
            for length in self.lengths:
                end = ply + length
                if end > len(codes):
                    break
                area = self.locality.area(self.view.game.board, contest.actions[ply:end])
                if area is None:
                    continue
                yield ply, ActionSequence(expert, False, tuple(codes[ply:end])), area
                own = tuple(codes[i] for i in range(ply, end) if movers[i] == expert)
                if several and len(own) > 1:
                    yield ply, ActionSequence(expert, True, own), area

    def _normalised(
        self, sequence: ActionSequence, images: tuple[int, ...], area: Area
    ) -> tuple[ActionSequence, int]:
        turned, spoken_of = self.view.turned, self.view.masks(area)
        codes, origin = min(
            (tuple([turned(k, code) for code in sequence.codes]), image & spoken_of[k])
            for k, image in enumerate(images)
        )
        return ActionSequence(sequence.agent, sequence.solo, codes), origin

    def met(self, agent: int, solo: bool, codes: tuple[int, ...]) -> int:
        """How often a sequence was met in any orientation."""
        turned, turns = self.view.turned, range(len(self.view.turns))
        key = min(tuple(turned(k, code) for code in codes) for k in turns)
        return self.origins[ActionSequence(agent, solo, key)].met

    def __len__(self) -> int:
        return len(self.origins)
