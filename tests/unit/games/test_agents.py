"""Agents and tournaments."""

import random
from dataclasses import dataclass, field

import pytest

from kibitz.errors import UsageError
from kibitz.games.boards import FIVE_IN_A_ROW, FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE, TIC_TAC_TOE
from kibitz.games.boards.agents import (
    Forgetful,
    PerfectAgent,
    Random,
    Reasonable,
    Watchful,
    agent_named,
)
from kibitz.games.boards.board import Move
from kibitz.games.boards.contests import play, score, tournament
from kibitz.games.boards.lines import LineState
from kibitz.games.boards.rows import RowState
from kibitz.games.boards.solving.solution import open_solution


def ttt(*moves: str) -> LineState:
    state = TIC_TAC_TOE.start()
    for move in moves:
        state = state.after(Move.parse(move))
    return state


@pytest.mark.parametrize("seed", range(10))
def test_reasonable_play_wins_at_once_and_else_stops_a_win(seed: int) -> None:
    rng = random.Random(seed)
    assert str(Reasonable().choose(ttt("1", "4", "2", "5"), rng)) == "3"
    assert str(Reasonable().choose(ttt("1", "5", "2"), rng)) == "3"


@pytest.mark.parametrize("narrow", [False, True])
def test_perfect_play_never_loses_a_draw_game(narrow: bool) -> None:
    perfect = agent_named("perfect", LOSE_TIC_TAC_TOE, narrow=narrow)
    result = score(LOSE_TIC_TAC_TOE, perfect, Random(), 200, random.Random(1))
    assert result.lost == 0
    assert result.won > 100


def test_a_narrow_perfect_agent_chooses_among_fewer_drawing_moves() -> None:
    solution = open_solution(LOSE_TIC_TAC_TOE)
    fewer = 0
    for seed in range(40):
        rng = random.Random(seed)
        state = LOSE_TIC_TAC_TOE.start().after(Move(4))
        for _ in range(rng.randrange(4)):
            state = state.played(PerfectAgent(solution).choose(state, rng))
        narrow, uniform = (
            {PerfectAgent(solution, n).choose(state, random.Random(s)) for s in range(60)}
            for n in (True, False)
        )
        assert narrow <= uniform
        fewer += narrow < uniform
    assert fewer > 5


def test_a_tournament_alternates_who_starts_and_repeats_with_its_seed() -> None:
    runs = [
        [(c.actions, seat) for c, seat in tournament(TIC_TAC_TOE, Random(), Random(), 6, rng)]
        for rng in (random.Random(3), random.Random(3))
    ]
    assert runs[0] == runs[1]
    assert [seat for _, seat in runs[0]] == [0, 1, 0, 1, 0, 1]


@dataclass
class Shuttling(Forgetful):
    """Places in order, then slides one piece to and fro."""

    places: list[str] = field(default_factory=list)

    def choose(self, state: LineState, rng: random.Random) -> Move:
        legal = state.legal_actions
        wanted = [Move.parse(text) for text in self.places]
        return next(move for move in wanted if move in legal)


def test_a_state_met_three_times_is_a_draw() -> None:
    black = Shuttling(["1", "3", "4", "6", "15", "1-2", "2-1"])
    white = Shuttling(["7", "16", "8", "13", "12", "16-10", "10-16"])
    contest = play(FIVE_MENS_MORRIS, (black, white), random.Random(0))
    assert contest.winner is None
    assert len(contest.actions) < FIVE_MENS_MORRIS.longest
    assert contest.states.count(contest.states[-1]) == 3


def test_an_unknown_agent_is_named() -> None:
    with pytest.raises(UsageError, match="no agent 'godlike'"):
        agent_named("godlike", LOSE_TIC_TAC_TOE)


def test_a_watchful_agent_wins_at_once_and_else_stops_a_win() -> None:
    def after(*moves: int) -> RowState:
        state = FIVE_IN_A_ROW.start()
        for move in moves:
            state = state.after(Move(move))
        return state

    agent, rng = Watchful(), random.Random(1)
    theirs, mine = (0, 1, 2, 3), (40, 41, 42, 43)
    pairs = [move for pair in zip(theirs, mine, strict=True) for move in pair]
    to_win = after(*pairs)  # the mover has four in the corner, the other four in the middle
    assert agent.choose(to_win, rng) == Move(4)
    to_stop = after(*pairs[:-1])
    assert agent.choose(to_stop, rng) == Move(4)
