"""A game that nobody knew is solved, watched, learned and asked about."""

from __future__ import annotations

from kibitz.games.boards import GAMES
from kibitz.games.boards.solving.solution import open_solution
from kibitz.strategies.adviser import StrategyAdviser
from kibitz.strategies.learning import learn_all
from kibitz.strategies.question import StrategyQuestion
from tiny_game import STRIP


def test_a_new_game_is_solved_learned_and_asked(tmp_path) -> None:  # type: ignore[no-untyped-def]
    solution = open_solution(STRIP, tmp_path / "strip.solution")
    assert solution.value(STRIP.start()) == 0
    memory = learn_all(STRIP, 160, seed=1)
    answer = StrategyAdviser(memory).ask(StrategyQuestion(STRIP))
    assert answer.best is not None
    assert answer.best.action in STRIP.start().legal_actions
    assert answer.best.grounds
    assert "strip" not in GAMES
