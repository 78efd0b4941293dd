"""Strategies that hold: proved by the exact solution, or refuted by a contest anybody can play."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE, TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.solving.solution import open_solution
from kibitz.strategies.adviser import StrategyAdviser
from kibitz.strategies.answer import Spoke, Strategy
from kibitz.strategies.explain import standing_text
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.player import Knowledge
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.memory import StrategyMemory
from kibitz.strategies.question import StrategyQuestion
from kibitz.strategies.search.proof import verify
from kibitz.strategies.sequences.contexts import Context, ContextPair, ContextStatus
from kibitz.strategies.sequences.view import BoardView
from kibitz.strategies.store import recall

VIEW = BoardView(LOSE_TIC_TAC_TOE)
NOTHING = Path("nothing.strategies")
"""Where nobody has learned anything, so that what ships answers."""


def pair(board: str, agent: int, *moves: str, solo: bool = False) -> ContextPair:
    pattern = sum(1 << (".XO".index(k) * 9 + i) for i, k in enumerate(board) if k != "#")
    sequence = tuple(Move.parse(move).code for move in moves)
    return ContextPair(Context(agent, solo, pattern), (sequence,), 5, 12, 12, 12, 1.0)


def checked(pair: ContextPair) -> ContextPair:
    return verify(pair, VIEW, open_solution(LOSE_TIC_TAC_TOE))


def test_x5_then_1_whatever_is_answered_is_refuted_by_o2() -> None:
    solo = checked(pair(".........", 0, "5", "1", solo=True))
    assert solo.standing is ContextStatus.REFUTED
    assert solo.refutation is not None
    assert [str(Move.of(code)) for code in solo.refutation.moves[:3]] == ["5", "2", "1"]
    assert standing_text(Strategy.of(solo, VIEW)).startswith(
        "Refuted: from the empty board, X 5, O 2, X 1 loses by force: O "
    )


def test_reflecting_is_proved_and_its_states_are_counted() -> None:
    duet = checked(pair(".........", 0, "5", "1", "9"))
    assert (duet.standing, duet.states) == (ContextStatus.PROVED, 1)
    wide = checked(pair("#O#.X.#.#", 0, "8", "4", "6"))
    assert wide.standing is ContextStatus.PROVED
    assert wide.states > 1


def test_a_state_that_is_lost_anyway_refutes_nothing() -> None:
    lost = pair("X........", 0, "5", "9", "2")  # X on a corner with O to come has lost already
    assert checked(lost).standing in (ContextStatus.PROVED, ContextStatus.OPEN)


def test_more_states_than_were_looked_at_leave_it_open() -> None:
    solution = open_solution(LOSE_TIC_TAC_TOE)
    duet = pair("#O#.X.#.#", 0, "8", "4", "6")
    assert verify(duet, VIEW, solution, most=2).standing is ContextStatus.OPEN


@cache
def shipped(game: LineGame) -> StrategyMemory:
    return recall(game, NOTHING)


@pytest.mark.parametrize("game", [LOSE_TIC_TAC_TOE, TIC_TAC_TOE], ids=lambda game: game.name)
def test_every_refutation_is_a_contest_that_the_advised_side_loses(game: LineGame) -> None:
    solution = open_solution(game)
    refuted = [p for p in shipped(game).pairs if p.refutation is not None]
    assert refuted
    for one in refuted:
        refutation = one.refutation
        assert refutation is not None
        masks = [
            sum(1 << i for i, k in enumerate(refutation.contents) if k == side) for side in (1, 2)
        ]
        hands = (refutation.hands[0], refutation.hands[1])
        state = LineState(game, (masks[0], masks[1]), hands, one.context.agent)
        assert one.context.pattern & BoardView(game).images(state)[0] == one.context.pattern
        for ply, code in enumerate(refutation.moves):
            move = Move.of(code)
            if ply == refutation.advised - 1:
                assert any(value >= 0 for _, value in solution.graded(state))
                assert dict(solution.graded(state))[move] < 0
            state = state.after(move)
        assert state.over
        assert state.winner == 1 - one.context.agent


@pytest.mark.parametrize(
    "game", [LOSE_TIC_TAC_TOE, TIC_TAC_TOE, FIVE_MENS_MORRIS], ids=lambda game: game.name
)
def test_each_shipped_strategy_says_how_it_stands(game: LineGame) -> None:
    for one in shipped(game).pairs:
        assert one.standing is not ContextStatus.OPEN
        assert (one.refutation is not None) == (one.standing is ContextStatus.REFUTED)
    assert not any(one.standing is ContextStatus.REFUTED for one in shipped(game).trusted)


def test_no_answer_rests_on_a_refuted_strategy() -> None:
    known = recall(LOSE_TIC_TAC_TOE, NOTHING)
    contexts = replace(known, knowledge=Knowledge(Held(), Judgement(LOSE_TIC_TAC_TOE)))
    adviser = StrategyAdviser(contexts)
    solution = open_solution(LOSE_TIC_TAC_TOE)
    spoke = 0
    waiting = [StrategyQuestion(LOSE_TIC_TAC_TOE)]
    while waiting:
        question = waiting.pop()
        answer = adviser.ask(question)
        grounds = [g for choice in answer.choices for g in choice.grounds]
        assert all(
            ground.strategy.pair.standing is not ContextStatus.REFUTED
            for ground in grounds
            if isinstance(ground, Spoke)
        )
        state = question.state
        if answer.best is not None and solution.value(state) == 0:
            spoke += 1
            assert dict(solution.graded(state))[answer.best.action] == 0
        if len(question.moves) < 3:
            waiting += [
                StrategyQuestion(LOSE_TIC_TAC_TOE, (*question.moves, move))
                for move in state.legal_actions
            ]
    assert spoke >= 5
