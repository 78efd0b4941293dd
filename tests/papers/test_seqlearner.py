"""Lock and Epstein's worked examples, and the strategies of their figures among those learned."""

import random
from functools import cache

import pytest

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.solving.solution import open_solution
from kibitz.strategies.learning import contests_for, default_for, learn_sequences
from kibitz.strategies.sequences.contexts import ContextPair
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.properties import Blocks, Reflects, Shuttles, properties
from kibitz.strategies.sequences.trees import SequenceTree
from kibitz.strategies.sequences.view import BoardView
from tiny_game import is_consistent_at


def test_figure_2_three_sequences_with_one_context_become_one_tree() -> None:
    tree = SequenceTree.of([(1, 2, 8), (1, 2, 7), (1, 4, 6)])
    assert list(tree.branches) == [1]
    assert set(tree.branches[1].branches) == {2, 4}
    assert set(tree.branches[1].branches[2].branches) == {7, 8}
    assert set(tree.sequences()) == {(1, 2, 8), (1, 2, 7), (1, 4, 6)}


def lose_ttt(board: str, mover: int) -> LineState:
    masks = [sum(1 << i for i, k in enumerate(board) if k == mark) for mark in "XO"]
    return LineState(LOSE_TIC_TAC_TOE, (masks[0], masks[1]), (3, 3), mover)


def test_figure_3_the_context_is_what_six_origins_have_in_common() -> None:
    origins = ["....X...O", ".O.XX...O", "...OXX..O", ".X.OX...O", ".X..XO..O", ".X..X..OO"]
    view = BoardView(LOSE_TIC_TAC_TOE)
    common = -1
    for origin in origins:
        common &= view.images(lose_ttt(origin, 0))[0]
    marks = ["#" if k is None else ".XO"[k] for k in view.contents(common)]
    assert "".join(marks) == ".#.#X#.#O"


@cache
def watched(game: LineGame, seed: int, contests: int, *, narrow: bool) -> SeqLearner:
    return learn_sequences(
        game, contests, random.Random(seed), narrow=narrow, reading=default_for(game)
    )


def first_properties(learner: SeqLearner, least: float) -> list[tuple[ContextPair, list[object]]]:
    return [
        (pair, [p for s in pair.sequences for p in properties(pair, s, learner.view)])
        for pair in learner.pairs()
        if pair.weight >= least
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_figure_5_reflecting_through_the_centre_is_learned_with_weight_one(seed: int) -> None:
    learner = watched(LOSE_TIC_TAC_TOE, seed, contests_for(LOSE_TIC_TAC_TOE), narrow=False)
    reflecting = [
        pair
        for pair, found in first_properties(learner, 1.0)
        if not pair.context.solo and Reflects(2) in found
    ]
    assert reflecting
    assert all(pair.context.agent == 0 for pair in reflecting)
    assert any(learner.view.contents(p.context.pattern)[4] == 1 for p in reflecting)


def test_the_count_of_sequences_in_lose_tic_tac_toe_fits_the_papers() -> None:
    learner = watched(LOSE_TIC_TAC_TOE, 1, contests_for(LOSE_TIC_TAC_TOE), narrow=False)
    assert 70 <= len(learner.table) <= 95  # the paper: 78.2


def _check_solution() -> None:
    """A draw, with one-ply consistency and symmetry over a sample."""
    solution = open_solution(FIVE_MENS_MORRIS)
    assert solution.value(FIVE_MENS_MORRIS.start()) == 0
    rng = random.Random(0)
    checked = 0
    while checked < 2000:
        state = FIVE_MENS_MORRIS.start()
        for _ in range(rng.randrange(1, 60)):
            if state.over:
                break
            state = state.played(rng.choice(state.legal_actions))
        assert is_consistent_at(solution, state)
        turn = rng.choice(FIVE_MENS_MORRIS.board.symmetries)
        masks = [sum(1 << turn[i] for i in range(16) if m >> i & 1) for m in state.pieces]
        turned = LineState(FIVE_MENS_MORRIS, (masks[0], masks[1]), state.hands, state.mover)
        assert solution.value(turned) == solution.value(state)
        checked += 1


def test_five_mens_morris_is_solved_and_figures_6_and_7_are_learned_from_it() -> None:
    """One test, so that with several workers only one of them solves the game."""
    _check_solution()
    learner = watched(FIVE_MENS_MORRIS, 1, contests_for(FIVE_MENS_MORRIS), narrow=True)
    found = first_properties(learner, 0.55)
    placing = [
        p
        for pair, ps in found
        for p in ps
        if not pair.context.solo and Move.of(pair.sequences[0][0]).source is None
    ]
    assert any(isinstance(p, Blocks) and len(p.lines) == 2 for p in placing)  # Figure 6
    solos = [p for pair, ps in found for p in ps if pair.context.solo]
    assert any(isinstance(p, Shuttles) for p in solos)  # Figure 7
