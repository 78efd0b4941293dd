"""Larger boards: what hangs together, and contexts that speak of it alone."""

from collections.abc import Iterable

from kibitz.games.boards.board import Contest, Move, square
from kibitz.games.boards.lines import Closing, LineGame
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.locality import Everywhere, Vicinity
from kibitz.strategies.sequences.view import BoardView
from tiny_game import Influence


def contest(game: LineGame, moves: Iterable[str], winner: int | None = None) -> Contest:
    states = [game.start()]
    actions = [Move.parse(move) for move in moves]
    for action in actions:
        states.append(states[-1].after(action))
    return Contest(game, tuple(states), tuple(actions), winner)


def test_vicinity_keeps_sequences_that_stay_near_and_influence_those_along_lines() -> None:
    board = square(7, lines=((0, 1, 2, 3, 4, 5, 6),))
    near, far = (Move(0), Move(1), Move(8)), (Move(0), Move(48))
    along = (Move(0), Move(6))
    assert Vicinity(1).area(board, near) == frozenset({0, 1, 2, 7, 8, 9, 15})
    assert Vicinity(1).area(board, far) is None
    assert Vicinity(1).area(board, along) is None
    assert Influence().area(board, along) is not None
    assert len(Everywhere().area(board, far) or ()) == 49


def test_a_larger_board_is_learned_locally() -> None:
    row = tuple(tuple(range(start, start + 3)) for start in range(0, 49, 7))
    game = LineGame("rows", square(7, lines=row), ".XO", (10, 10), Closing.WINS)
    learner = SeqLearner(BoardView(game), (3,), locality=Vicinity(1))
    apart = contest(game, ["1", "2", "9", "49", "10"])
    learner.learn(apart, (0,))
    learner.learn(apart, (0,))
    learner.sweep()
    assert len(learner.table) == 2  # 1 2 9 hang together; 9 49 10 do not
    for context in learner.book.contexts:
        assert learner.view.contents(context.pattern).count(None) >= 40
