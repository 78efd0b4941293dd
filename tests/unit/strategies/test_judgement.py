"""Players by search, held states and judgement."""

import random

import pytest

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE, TIC_TAC_TOE
from kibitz.games.boards.agents import PerfectAgent, Random, agent_named
from kibitz.games.boards.board import Move
from kibitz.games.boards.contests import play, score
from kibitz.games.boards.lines import LineState
from kibitz.games.boards.solving.solution import open_solution
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.player import BoardPlayer, Knowledge
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.learning import watch
from kibitz.strategies.search.depth_limited import SURE, search
from kibitz.strategies.sequences.contexts import Context, ContextPair
from kibitz.strategies.sequences.view import BoardView

VIEW = BoardView(LOSE_TIC_TAC_TOE)


def codes(*moves: str) -> tuple[int, ...]:
    return tuple(Move.parse(move).code for move in moves)


def at(board: str, mover: int) -> LineState:
    masks = [sum(1 << i for i, k in enumerate(board) if k == mark) for mark in "XO"]
    hands = (5 - masks[0].bit_count(), 4 - masks[1].bit_count())
    return LineState(LOSE_TIC_TAC_TOE, (masks[0], masks[1]), hands, mover)


def pair(
    board: str, agent: int, *sequences: tuple[int, ...], solo: bool = False, right: int = 10
) -> ContextPair:
    pattern = sum(1 << (".XO".index(k) * 9 + i) for i, k in enumerate(board) if k != "#")
    return ContextPair(Context(agent, solo, pattern), sequences, 2, right, 10, right, right / 10)


def plain(state: LineState, depth: int) -> int:
    if state.over:
        return 0 if state.winner is None else SURE if state.winner == state.mover else -SURE
    if depth == 0:
        return 0
    values = [-plain(state.played(action), depth - 1) for action in state.legal_actions]
    return max(v - (v > 0) + (v < 0) for v in values)


@pytest.mark.parametrize("seed", range(15))
def test_search_finds_what_plain_minimax_finds(seed: int) -> None:
    rng = random.Random(seed)
    state = FIVE_MENS_MORRIS.start()
    for _ in range(rng.randrange(14, 50)):
        if not state.over:
            state = state.played(rng.choice(state.legal_actions))
    if state.over:
        return
    for code, value in search(state, 3).values.items():
        below = -plain(state.played(Move.of(code)), 2)
        assert value == below - (below > 0) + (below < 0)


def test_knowledge_changes_neither_what_is_searched_nor_how_far() -> None:
    knowledge = Knowledge(Held(), Judgement(LOSE_TIC_TAC_TOE))
    for seen in watch(LOSE_TIC_TAC_TOE, 5, random.Random(1), narrow=False):
        knowledge.learn(seen.contest, seen.experts)
    state = at("....X...O", 0)
    with_it = BoardPlayer(3, knowledge.held, None, knowledge.judgement)
    assert with_it.weigh(state).searched == BoardPlayer(3).weigh(state).searched


def test_what_experts_held_is_never_lost() -> None:
    solution = open_solution(LOSE_TIC_TAC_TOE)
    held = Held()
    for seen in watch(LOSE_TIC_TAC_TOE, 10, random.Random(2), narrow=False):
        for expert in seen.experts:
            held.learn(seen.contest, expert)
    rng = random.Random(0)
    met = 0
    for _ in range(100):
        states = play(LOSE_TIC_TAC_TOE, (Random(), PerfectAgent(solution)), rng).states
        for state in states[:-1]:
            assert isinstance(state, LineState)
            for code in held.among(state, state.legal_codes):
                met += 1
                assert solution.value(state.played(Move.of(code))) <= 0
    assert met > 100


def test_judgement_and_held_states_play_lose_tic_tac_toe_almost_without_fault() -> None:
    knowledge = Knowledge(Held(), Judgement(LOSE_TIC_TAC_TOE))
    for seen in watch(LOSE_TIC_TAC_TOE, 100, random.Random(3), narrow=False):
        knowledge.learn(seen.contest, seen.experts)
    player = BoardPlayer(0, knowledge.held, None, knowledge.judgement)
    for level in ("perfect", "expert", "novice", "random"):
        other = agent_named(level, LOSE_TIC_TAC_TOE)
        assert score(LOSE_TIC_TAC_TOE, player, other, 100, random.Random(4)).reliability >= 98


def test_the_lines_of_tic_tac_toe_are_found_among_all_triples() -> None:
    judgement = Judgement(TIC_TAC_TOE)
    for seen in watch(TIC_TAC_TOE, 50, random.Random(4), narrow=False):
        for expert in seen.experts:
            if seen.contest.winner in (expert, None):
                judgement.learn(seen.contest, expert)
    lines = {tuple(sorted(line)) for line in TIC_TAC_TOE.board.lines}
    assert set(judgement.strongest(3, 3)) == lines
