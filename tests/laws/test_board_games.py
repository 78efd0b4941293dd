"""What every board game promises, whatever its rules."""

import random
from typing import Any

import pytest

from kibitz.errors import IllegalActionError
from kibitz.games.boards import GAMES, ROW_GAMES
from kibitz.games.boards.board import Board, BoardState, Game, Move, square
from kibitz.page.words import WORDS
from kibitz_lab.routing.town import Town
from tiny_game import STRIP

TOWN = Town.scattered(12, random.Random(0)).day(8, random.Random(1))
EVERY: dict[str, Game] = {**GAMES, **ROW_GAMES, "routing": TOWN, "strip": STRIP}


def contest(game: Game, seed: int) -> list[Any]:
    rng = random.Random(seed)
    states = [game.start()]
    while not states[-1].over and len(states) <= game.longest:
        states.append(states[-1].after(rng.choice(states[-1].legal_actions)))
    return states


@pytest.mark.parametrize("game", EVERY.values(), ids=EVERY.keys())
@pytest.mark.parametrize("seed", range(5))
class TestEveryGame:
    def test_offers_actions_until_it_is_over(self, game: Game, seed: int) -> None:
        *going, last = contest(game, seed)
        assert all(state.legal_actions and not state.over for state in going)
        assert not last.over or not last.legal_actions

    def test_refuses_what_is_not_legal(self, game: Game, seed: int) -> None:
        state = contest(game, seed)[-2]
        taken = Move(state.contents.index(max(state.contents)))
        assert taken not in state.legal_actions
        with pytest.raises(IllegalActionError, match=str(taken)):
            state.after(taken)

    def test_is_the_same_when_the_board_is_turned(self, game: Game, seed: int) -> None:
        rng = random.Random(seed)
        for turn in game.board.symmetries:
            state: BoardState = game.start()
            turned: BoardState = game.start()
            for _ in range(12):
                if state.over:
                    break
                assert {a.under(turn) for a in state.legal_actions} == set(turned.legal_actions)
                action = rng.choice(state.legal_actions)
                state, turned = state.after(action), turned.after(action.under(turn))
                assert all(turned.contents[turn[i]] == k for i, k in enumerate(state.contents))
            assert state.winner == turned.winner

    def test_takes_turns(self, game: Game, seed: int) -> None:
        movers = [state.mover for state in contest(game, seed)[:-1]]
        assert movers == [ply % game.agents for ply in range(len(movers))]

    def test_acting_changes_no_earlier_state(self, game: Game, seed: int) -> None:
        state = game.start()
        before = state.contents
        state.after(state.legal_actions[0])
        assert state.contents == before

    def test_every_move_can_be_written_and_read(self, game: Game, seed: int) -> None:
        for state in contest(game, seed):
            for action in state.legal_actions:
                assert Move.parse(str(action)) == action == Move.of(action.code)


def test_the_page_describes_every_game() -> None:
    assert set(WORDS["board_games"]) == {*GAMES, *ROW_GAMES}


def test_a_square_has_eight_symmetries_and_a_lopsided_board_one() -> None:
    assert len(square(3).symmetries) == 8
    assert Board(((0, 0), (1, 0), (0, 2))).symmetries == ((0, 1, 2),)


@pytest.mark.parametrize("text", ["", "x", "0", "5x", "-3", "1-2-3", "999", "٣"])
def test_what_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        Move.parse(text)
