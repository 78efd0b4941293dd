"""The rules of tic-tac-toe and men's morris, one by one."""

import pytest

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE, TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.morris import mens_morris


def after(game: LineGame, *moves: str) -> LineState:
    state = game.start()
    for move in moves:
        state = state.after(Move.parse(move))
    return state


def sliding(black: set[int], white: set[int], game: LineGame = FIVE_MENS_MORRIS) -> LineState:
    """Black to slide; locations as printed."""
    masks = [sum(1 << (i - 1) for i in side) for side in (black, white)]
    return LineState(game, (masks[0], masks[1]), (0, 0), 0)


def legal(state: LineState) -> set[str]:
    return {str(move) for move in state.legal_actions}


def test_three_in_a_row_wins_tic_tac_toe_and_loses_the_other() -> None:
    moves = ("1", "4", "2", "5", "3")
    assert after(TIC_TAC_TOE, *moves).winner == 0
    assert after(LOSE_TIC_TAC_TOE, *moves).winner == 1


def test_a_full_board_without_a_row_is_a_draw() -> None:
    full = after(LOSE_TIC_TAC_TOE, *"512837469")
    assert full.over
    assert full.winner is None


def test_the_mills_are_the_sides_of_the_two_squares_alone() -> None:
    sides = {"-".join(str(i + 1) for i in line) for line in FIVE_MENS_MORRIS.board.lines}
    assert sides == {
        "1-2-3", "1-7-14", "3-10-16", "14-15-16", "4-5-6", "4-8-11", "6-9-13", "11-12-13"
    }  # fmt: skip


def test_a_mill_in_the_placing_stage_takes_any_one_piece() -> None:
    state = after(FIVE_MENS_MORRIS, "1", "8", "2", "9")
    assert {m for m in legal(state) if m.startswith("3")} == {"3x8", "3x9"}
    assert after(FIVE_MENS_MORRIS, "1", "8", "2", "9", "3x8").contents[7] == 0


def test_two_mills_at_once_take_one_piece() -> None:
    masks = [sum(1 << (i - 1) for i in side) for side in ({2, 3, 7, 14}, {9, 10, 11, 12})]
    state = LineState(FIVE_MENS_MORRIS, (masks[0], masks[1]), (1, 1), 0)
    assert {m for m in legal(state) if m.startswith("1x")} == {"1x9", "1x10", "1x11", "1x12"}


def test_pieces_in_mills_may_be_taken_unless_the_rule_says_otherwise() -> None:
    black, white = {1, 2, 10}, {11, 12, 13, 9}
    assert {m for m in legal(sliding(black, white)) if m.startswith("10-3x")} == {
        "10-3x9", "10-3x11", "10-3x12", "10-3x13"
    }  # fmt: skip
    kind = mens_morris("kind", 5, sheltered=True)
    assert {m for m in legal(sliding(black, white, kind)) if "x" in m} == {"10-3x9"}


def test_pieces_slide_to_neighbours_and_fly_only_if_the_rule_says_so() -> None:
    black, white = {1, 5, 16}, {2, 7, 11, 12}
    assert legal(sliding(black, white)) == {"5-4", "5-6", "16-10", "16-15"}
    flying = mens_morris("flying", 5, flying=3)
    assert len(legal(sliding(black, white, flying))) == 27


def test_two_pieces_left_lose() -> None:
    state = sliding({1, 2}, {5, 6, 7})
    assert state.over
    assert state.winner == 1


def test_who_cannot_slide_loses() -> None:
    state = sliding({1, 3, 2}, {7, 5, 10})
    assert state.over
    assert state.winner == 1


def test_pieces_in_hand_count_as_pieces() -> None:
    assert not after(FIVE_MENS_MORRIS, "1", "8", "2", "9", "3x8").over


@pytest.mark.parametrize("game", [FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE])
def test_an_illegal_move_is_named(game: LineGame) -> None:
    with pytest.raises(ValueError, match=f"3-9 is not a move of {game.name}"):
        game.start().after(Move.parse("3-9"))
