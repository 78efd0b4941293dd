"""Contests and tournaments: who starts alternates, draws come by repetition and by length."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.games.boards.agents import Agent
from kibitz.games.boards.board import BoardState, Contest, Game, Move


def play(game: Game, agents: Sequence[Agent[Any]], rng: random.Random) -> Contest:
    """One contest; the first of *agents* starts."""
    for agent in agents:
        agent.begin()
    state: BoardState = game.start()
    states, actions = [state], list[Move]()
    met: Counter[BoardState] = Counter()
    while not state.over and len(actions) < game.longest:
        action = agents[state.mover].choose(state, rng)
        for agent in agents:
            agent.saw(state, action)
        after = state.played(action)
        actions.append(action)
        states.append(after)
        if game.repetitions:
            met[after] += 1
            if met[after] >= game.repetitions:
                return Contest(game, tuple(states), tuple(actions), None)
        state = after
    return Contest(game, tuple(states), tuple(actions), state.winner)


@dataclass(frozen=True, slots=True)
class Score:
    """How one agent fared in a tournament."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def contests(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def reliability(self) -> float:
        """Percentage won or drawn."""
        return 100 * (self.won + self.drawn) / self.contests

    @property
    def power(self) -> float:
        """Percentage won."""
        return 100 * self.won / self.contests

    def __add__(self, other: Score) -> Score:
        return Score(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


def tournament(
    game: Game, one: Agent[Any], other: Agent[Any], contests: int, rng: random.Random
) -> Iterator[tuple[Contest, int]]:
    """Contests between two agents, starting in turn; with each, the seat of *one*."""
    for number in range(contests):
        seat = number % 2
        agents = (one, other) if seat == 0 else (other, one)
        yield play(game, agents, rng), seat


def score(
    game: Game, one: Agent[Any], other: Agent[Any], contests: int, rng: random.Random
) -> Score:
    """How *one* fares against *other*."""
    total = Score()
    for contest, seat in tournament(game, one, other, contests, rng):
        won = contest.winner == seat
        drawn = contest.winner is None
        total += Score(won, drawn, not won and not drawn)
    return total
