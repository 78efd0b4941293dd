"""What to play: one question, one answer, every ground opened."""

import json

import pytest

import kibitz
from kibitz.advice import Proof, Rule
from kibitz.errors import UsageError
from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.places import Places
from kibitz.strategies.adviser import StrategyAdviser, open_adviser
from kibitz.strategies.answer import LeftBehind, Spoke
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.player import Knowledge
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.memory import StrategyMemory
from kibitz.strategies.question import StrategyQuestion
from kibitz.strategies.sequences.reading import L


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess: 5", "no game 'chess'"),
        ("", "no game ''"),
        ("tic-tac-toe 5 1", "not a game and its moves"),
        ("tic-tac-toe: 5 z", "not a move such as"),
        ("tic-tac-toe: 5 5", "5 is not a move of tic-tac-toe here"),
        ("tic-tac-toe: 1 4 2 5 3", "is over"),
        ("tic-tac-toe: 1 4 2 5 3 9", "the contest is over before the move 9"),
    ],
)
def test_a_bad_question_is_one_clear_error(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        StrategyQuestion.parse(text)


@pytest.mark.parametrize(
    "text", ["lose-tic-tac-toe:", "lose-tic-tac-toe: 5 1 9", "five-mens-morris: 1 16 2 15 3x16"]
)
def test_a_question_is_read_back_from_what_it_prints(text: str) -> None:
    question = StrategyQuestion.parse(text)
    assert str(question) == text
    assert eval(repr(question)) == question


@pytest.mark.parametrize("spot", ["2", "4", "6", "8"])
def test_x_is_told_to_reflect_through_the_centre_however_the_board_lies(spot: str) -> None:
    answer = kibitz.strategy(f"lose-tic-tac-toe: 5 {spot}")
    assert answer.best is not None
    assert str(answer.best.action) == str(10 - int(spot))
    assert str(answer).startswith(
        f"{10 - int(spot)}: experts who did not lose brought just this state about"
    )
    assert "proved, and was right" in str(answer)
    assert f"X reflects the opponent's moves through the centre: X {10 - int(spot)}," in str(answer)


def test_every_legal_move_is_a_choice_best_first() -> None:
    answer = kibitz.strategy("five-mens-morris: 1 16 2")
    assert {choice.action for choice in answer.choices} == set(answer.question.state.legal_actions)
    weights = [choice.weight for choice in answer.choices]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == 1.0
    # X threatens 1-2-3, so whatever does not block it loses a piece
    assert str(answer.choices[0].action) == "3"


def test_asking_twice_gives_the_same_and_plain_json() -> None:
    question = StrategyQuestion.parse("five-mens-morris: 1 16")
    adviser = open_adviser(Places.of(), FIVE_MENS_MORRIS)
    first, second = adviser.ask(question), adviser.ask(question)
    assert first.to_json() == second.to_json()
    assert json.loads(json.dumps(first.to_json())) == first.to_json()


def test_grounds_say_what_was_searched_and_what_experts_did() -> None:
    best = kibitz.strategy("five-mens-morris: 1 16").choices[0]
    assert any(isinstance(ground, Proof) for ground in best.grounds)
    best = kibitz.strategy("lose-tic-tac-toe:").choices[0]
    [left] = [ground for ground in best.grounds if isinstance(ground, LeftBehind)]
    assert 0 < left.part <= left.whole


def forgetful(game_memory: StrategyMemory) -> StrategyMemory:
    """The contexts alone."""
    game = game_memory.game
    knowledge = Knowledge(Held(), Judgement(game))
    return StrategyMemory(game, 160, 1, L, game_memory.pairs, knowledge)


def test_a_strategy_that_holds_here_is_told_as_the_board_lies() -> None:
    memory = forgetful(open_adviser(Places.of(), LOSE_TIC_TAC_TOE).memory)
    answer = StrategyAdviser(memory).ask(StrategyQuestion.parse("lose-tic-tac-toe: 5 4"))
    best = answer.choices[0]
    spoke = [ground for ground in best.grounds if isinstance(ground, Spoke)]
    assert best.action == Move.parse("6")
    assert spoke
    board = answer.to_json()["board"]
    for ground in spoke:
        context = ground.strategy.to_json()["context"]
        assert all(mark in ("#", there) for mark, there in zip(context, board, strict=True))
        assert {Move.of(s[0]) for s in ground.strategy.pair.sequences} == {best.action}
    assert "here advise" in str(answer)


def test_an_adviser_who_knows_nothing_says_so() -> None:
    unlearned = Knowledge(Held(), Judgement(LOSE_TIC_TAC_TOE))
    memory = StrategyMemory(LOSE_TIC_TAC_TOE, 0, 1, L, (), unlearned)
    answer = StrategyAdviser(memory).ask(StrategyQuestion.parse("lose-tic-tac-toe:"))
    assert answer.choices == ()
    assert str(answer).startswith("Nothing that was learned speaks here")


def test_the_only_legal_move_needs_no_other_reason() -> None:
    answer = kibitz.strategy("lose-tic-tac-toe: 5 1 9 6 4 7 3 2")
    [choice] = answer.choices
    assert Rule("the only legal move", "the rules of lose-tic-tac-toe") in choice.grounds
    assert str(answer).startswith("8: the only legal move")
