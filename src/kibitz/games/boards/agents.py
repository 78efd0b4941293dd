"""The agents of the board-game experiments, from random to perfect.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §2
Notation:   an x-reasonable agent is `Mixed` with `share` = x / 100
Departures: 1. the paper's perfect agent plays "a randomly-chosen best move"; best among drawing
               moves may mean all of them (`narrow=False`) or those that leave the most losing
               replies (`narrow=True`); wins are the fastest, losses the slowest
            2. "reasonable" is read to the letter, a win one ply away and a loss two plies away, so
               in lose tic-tac-toe, where one only ever loses by one's own move, it is random
Checked by: tests/unit/games/test_agents.py, the baselines of kibitz_lab/seqlearner/experiment.py
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol, TypeVar

from kibitz.errors import UsageError
from kibitz.games.boards.board import BoardState, Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.rows import RowState
from kibitz.games.boards.solving import kernel
from kibitz.games.boards.solving.retrograde import better
from kibitz.games.boards.solving.solution import GameSolution, open_solution

S = TypeVar("S", contravariant=True)


class Agent(Protocol[S]):
    """A player: asked for an action, and informed of every action and of a new contest."""

    def choose(self, state: S, rng: random.Random) -> Move: ...

    def begin(self) -> None:
        """A new contest starts."""

    def saw(self, state: S, action: Move) -> None:
        """*action* was taken in *state*, by whomever."""


class Forgetful:
    """An agent who needs no memory of the contest."""

    def begin(self) -> None:
        pass

    def saw(self, state: BoardState, action: Move) -> None:
        pass


@dataclass(frozen=True)
class Random(Forgetful):
    """Any legal action."""

    def choose(self, state: BoardState, rng: random.Random) -> Move:
        return rng.choice(state.legal_actions)


@dataclass(frozen=True)
class Reasonable(Forgetful):
    """Wins at once where it can, else avoids what lets the other side win at once."""

    def choose(self, state: LineState, rng: random.Random) -> Move:
        codes = state.legal_codes
        wins = [code for code in codes if _wins(state, code)]
        if wins:
            return Move.of(rng.choice(wins))
        safe = [code for code in codes if not _lets_win(state, code)]
        return Move.of(rng.choice(safe or codes))


@dataclass(frozen=True)
class Watchful(Forgetful):
    """For games that nobody has solved: wins at once, stops a win, else takes the best place.

    That is where most lines meet which no other agent has entered, its own pieces counting double.
    """

    def choose(self, state: RowState, rng: random.Random) -> Move:
        moves = state.legal_actions
        wins = [move for move in moves if state.played(move).winner is not None]
        if wins:
            return rng.choice(wins)
        worth = {move: self._worth(state, move) for move in moves}
        best = max(worth.values())
        return rng.choice([move for move in moves if worth[move] == best])

    @staticmethod
    def _worth(state: RowState, move: Move) -> tuple[int, int]:
        """Whether it stops a line that lacks one piece, and what the place is good for."""
        stops = open_lines = 0
        for line in state.game.board.lines:
            if move.to not in line:
                continue
            there = [state.contents[place] for place in line if state.contents[place]]
            if len(set(there)) == 1 and len(there) == len(line) - 1:
                stops = 1
            if set(there) <= {state.mover + 1}:
                open_lines += 1 + 2 * len(there)
        return stops, open_lines


@dataclass(frozen=True)
class PerfectAgent(Forgetful):
    """A best action: the fastest win, the slowest loss, any draw or the one hardest to answer."""

    solution: GameSolution
    narrow: bool = False

    def choose(self, state: LineState, rng: random.Random) -> Move:
        return rng.choice(self.best(state))

    def best(self, state: LineState) -> list[Move]:
        """The actions it draws from."""
        graded = self.solution.graded(state)
        best = graded[0][1]
        for _, value in graded:
            if better(value, best):
                best = value
        moves = [move for move, value in graded if value == best]
        if best == 0 and self.narrow and len(moves) > 1:
            traps = [self.solution.losing_replies(state.played(move)) for move in moves]
            most = max(traps)
            moves = [move for move, n in zip(moves, traps, strict=True) if n == most]
        return moves


@dataclass(frozen=True)
class Mixed(Forgetful):
    """Plays like one agent in a share of its decisions, like another in the rest."""

    usual: Agent[LineState]
    lapse: Agent[LineState]
    share: float

    def choose(self, state: LineState, rng: random.Random) -> Move:
        agent = self.lapse if rng.random() < self.share else self.usual
        return agent.choose(state, rng)


LEVELS = ("perfect", "expert", "novice", "random")  # the columns of the paper's Table 1


def perfect_agent(game: LineGame, *, narrow: bool = False) -> PerfectAgent:
    return PerfectAgent(open_solution(game), narrow)


def agent_named(level: str, game: LineGame, *, narrow: bool = False) -> Agent[LineState]:
    """One of the paper's four opponents."""
    if level == "random":
        return Random()
    perfect = perfect_agent(game, narrow=narrow)
    lapses = {"perfect": 0.0, "expert": 0.1, "novice": 0.7}
    if level not in lapses:
        raise UsageError(f"no agent {level!r}; there are {', '.join(LEVELS)}")
    return perfect if level == "perfect" else Mixed(perfect, Reasonable(), lapses[level])


def _wins(state: LineState, code: int) -> bool:
    seen = kernel.after(*state.seen, code)
    return kernel.result(state.game.rules, *seen) == kernel.LOST


def _lets_win(state: LineState, code: int) -> bool:
    after = state.played(Move.of(code))
    return any(_wins(after, reply) for reply in after.legal_codes)
