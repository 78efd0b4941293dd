"""Exact solutions: small games against plain minimax, five men's morris in tests/papers."""

import random
from functools import cache
from pathlib import Path

import pytest

from kibitz.games.boards import LOSE_TIC_TAC_TOE, TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.morris import mens_morris
from kibitz.games.boards.solving.solution import GameSolution, open_solution
from tiny_game import is_consistent_at

THREE = mens_morris("three-mens-morris", 3)


def test_every_state_of_both_tic_tac_toes_has_its_minimax_value(tmp_path: Path) -> None:
    for game in (TIC_TAC_TOE, LOSE_TIC_TAC_TOE):
        solution = open_solution(game, tmp_path / game.name)

        @cache
        def value(state: LineState) -> tuple[int, int]:
            """Result for the mover, and plies to it, by plain recursion."""
            if state.over:
                winner = state.winner
                return (0 if winner is None else 1 if winner == state.mover else -1), 0
            after = [value(state.played(action)) for action in state.legal_actions]
            best = max(-result for result, _ in after)
            plies = [n for result, n in after if -result == best]
            return best, 1 + (min(plies) if best > 0 else max(plies))

        value(game.start())
        states = [game.start()]
        met = {game.start()}
        for state in states:
            result, plies = value(state)
            assert solution.value(state) == (0 if result == 0 else result * (plies + 1))
            for action in state.legal_actions:
                after = state.played(action)
                if after not in met:
                    met.add(after)
                    states.append(after)
        assert len(met) == 5478 == (solution.reachable > 0).sum()


def test_only_the_centre_opening_draws_lose_tic_tac_toe(tmp_path: Path) -> None:
    graded = open_solution(LOSE_TIC_TAC_TOE, tmp_path / "solved").graded(LOSE_TIC_TAC_TOE.start())
    assert [move for move, value in graded if value == 0] == [Move.parse("5")]
    assert all(value < 0 for move, value in graded if move != Move.parse("5"))


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> GameSolution:
    return open_solution(THREE, tmp_path_factory.mktemp("three") / "solved")


def wandering(game: LineGame, seed: int) -> list[LineState]:
    rng = random.Random(seed)
    states = [game.start()]
    while not states[-1].over and len(states) < 40:
        states.append(states[-1].played(rng.choice(states[-1].legal_actions)))
    return states


@pytest.mark.parametrize("seed", range(20))
def test_every_value_follows_from_those_one_ply_on(three: GameSolution, seed: int) -> None:
    assert all(is_consistent_at(three, state) for state in wandering(THREE, seed))


@pytest.mark.parametrize("seed", range(20))
def test_turned_states_have_the_same_value(three: GameSolution, seed: int) -> None:
    state = wandering(THREE, seed)[-1]
    for turn in THREE.board.symmetries:
        masks = [sum(1 << turn[i] for i in range(16) if m >> i & 1) for m in state.pieces]
        turned = LineState(THREE, (masks[0], masks[1]), state.hands, state.mover)
        assert three.value(turned) == three.value(state)


def test_a_won_state_is_won_in_as_many_plies_as_it_says(three: GameSolution) -> None:
    for seed in range(200):
        state = wandering(THREE, seed)[-2]
        plies = three.value(state) - 1
        if plies < 0:
            continue
        for _ in range(plies):
            best = min((v for _, v in three.graded(state) if v > 0), default=0)
            graded = three.graded(state)
            wanted = best or min(v for _, v in graded)
            state = state.played(next(move for move, v in graded if v == wanted))
        assert state.over


def test_a_damaged_or_outdated_file_is_solved_again(tmp_path: Path) -> None:
    path = tmp_path / "solved"
    good = open_solution(LOSE_TIC_TAC_TOE, path)
    sound = path.read_bytes()
    for bad in (
        sound[:-1],
        b"",
        b"nonsense\n" + sound,
        sound.replace(b'"version": 1', b'"version": 0'),
    ):
        path.write_bytes(bad)
        open_solution.cache_clear()
        assert (open_solution(LOSE_TIC_TAC_TOE, path).values == good.values).all()
        assert path.read_bytes() == sound


def test_a_file_of_other_rules_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "solved"
    open_solution(TIC_TAC_TOE, path)
    assert open_solution(LOSE_TIC_TAC_TOE, path).value(LOSE_TIC_TAC_TOE.start()) == 0
    assert dict(open_solution(LOSE_TIC_TAC_TOE, path).graded(LOSE_TIC_TAC_TOE.start()))[Move(0)] < 0
