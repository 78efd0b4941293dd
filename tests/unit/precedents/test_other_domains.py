"""One agent, three agents, and OpenSpiel's games, all through the same learner."""

import random
from typing import Any

import pytest

from kibitz.errors import UsageError
from kibitz.games.boards import LOSE_TIC_TAC_TOE, TIC_TAC_TOE
from kibitz.games.boards.agents import Forgetful, Random
from kibitz.games.boards.board import Move
from kibitz.games.boards.contests import play
from kibitz.games.boards.lines import LineGame
from kibitz.games.boards.rows import TRIO, RowState
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.player import Following, SeqPlayer
from kibitz.strategies.sequences.view import BoardView
from tiny_game import Influence


class Careful(Forgetful):
    """Wins Trio at once where it can, else stops whoever could, else takes the middle."""

    def choose(self, state: RowState, rng: random.Random) -> Move:
        for agent in (state.mover, *[a for a in range(3) if a != state.mover]):
            for move in state.legal_actions:
                contents = list(state.contents)
                contents[move.to] = agent + 1
                if RowState(state.game, tuple(contents), state.mover).winner == agent:
                    return move
        return min(state.legal_actions, key=lambda move: abs(2 * move.to - 15.5))


@pytest.mark.long
def test_three_agents_are_watched_and_the_careful_one_is_learned_from() -> None:
    rng = random.Random(1)
    learner = SeqLearner(BoardView(TRIO), (1, 3), closed=2, locality=Influence())
    for number in range(480):
        seat = number % 3
        agents: list[Any] = [Random(), Random(), Random()]
        agents[seat] = Careful()
        learner.learn(play(TRIO, agents, rng), (seat,))
        if number % 30 == 29:
            learner.sweep()
    assert any(not sequence.solo and len(sequence.codes) == 3 for sequence in learner.table.origins)
    tiers = ((0.9, 1.0, False), (0.7, 0.9, False))
    player = Following(SeqPlayer.of(learner.view, learner.pairs(), tiers))

    def won(one: Any) -> int:
        seats = [(seat, play(TRIO, _around(one, seat), rng)) for seat in (0, 1, 2) * 40]
        return sum(contest.winner == seat for seat, contest in seats)

    assert won(player) > won(Random()) + 10


def _around(one: Any, seat: int) -> list[Any]:
    agents: list[Any] = [Random(), Random(), Random()]
    agents[seat] = one
    return agents


spiel = pytest.importorskip("pyspiel", reason="the extra kibitz[openspiel] is not installed")


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(TIC_TAC_TOE, "tic_tac_toe"), (LOSE_TIC_TAC_TOE, "misere(game=tic_tac_toe())")],
)
@pytest.mark.parametrize("seed", range(10))
def test_our_tic_tac_toes_are_openspiels_move_by_move(
    ours: LineGame, theirs: str, seed: int
) -> None:
    from kibitz.games.boards.openspiel import SpielGame

    rng = random.Random(seed)
    mine, other = ours.start(), SpielGame(theirs).start()
    while not mine.over:
        assert not other.over
        assert mine.contents == other.contents
        assert mine.mover == other.mover
        assert set(mine.legal_actions) == set(other.legal_actions)
        action = rng.choice(mine.legal_actions)
        mine, other = mine.after(action), other.after(action)
    assert other.over
    assert mine.winner == other.winner


def test_an_openspiel_game_can_be_watched_and_played() -> None:
    from kibitz.games.boards.openspiel import SpielGame

    game = SpielGame("tic_tac_toe")
    assert len(game.board.symmetries) == 8
    learner = SeqLearner(BoardView(game), (3,))
    rng = random.Random(0)
    for _ in range(20):
        learner.learn(play(game, (Random(), Random()), rng), (0, 1))
    learner.sweep()
    assert len(learner.book) > 0
    player = Following(SeqPlayer.of(learner.view, learner.pairs(), ((0.0, 1.0, True),)))
    assert play(game, (player, Random()), rng).states[-1].over


def test_boards_that_cannot_be_read_are_refused() -> None:
    from kibitz.games.boards.openspiel import SpielGame

    assert SpielGame("connect_four").start().legal_actions[3] == Move(3)
    for name in ("othello", "kuhn_poker", "no_such_game"):
        with pytest.raises(UsageError, match=name):
            SpielGame(name).start().contents  # noqa: B018
