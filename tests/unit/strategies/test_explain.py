"""Strategies as people see them: sentences from checked properties, boards, SVG, kept files."""

import xml.etree.ElementTree as ElementTree

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame
from kibitz.strategies.answer import Strategy
from kibitz.strategies.explain import sentence
from kibitz.strategies.sequences.contexts import Context, ContextPair
from kibitz.strategies.sequences.view import BoardView


def pair(
    game: LineGame, stands: dict[int, str], agent: int, *moves: str, solo: bool = False
) -> ContextPair:
    n = len(game.board.places)
    pattern = sum(1 << (game.marks.index(k) * n + i - 1) for i, k in stands.items())
    sequence = tuple(Move.parse(move).code for move in moves)
    return ContextPair(Context(agent, solo, pattern), (sequence,), 5, 12, 12, 12, 1.0)


def test_reflection_is_told_only_where_every_own_move_reflects() -> None:
    view = BoardView(LOSE_TIC_TAC_TOE)
    board = {5: "X", 8: "O", 2: ".", 1: ".", 9: "."}
    reflecting = pair(LOSE_TIC_TAC_TOE, board, 0, "2", "1", "9")
    other = pair(LOSE_TIC_TAC_TOE, board, 0, "2", "1", "3")
    words = "X reflects the opponent's moves through the centre: X 2, O 1, X 9."
    assert sentence(Strategy.of(reflecting, view)) == words
    assert "reflects" not in sentence(Strategy.of(other, view))


def test_two_blocked_mills_are_told_in_turn_as_in_figure_6() -> None:
    view = BoardView(FIVE_MENS_MORRIS)
    board = {3: "B", 16: "B", 10: ".", 14: ".", 15: "."}
    blocking = pair(FIVE_MENS_MORRIS, board, 1, "10", "14", "15")
    assert sentence(Strategy.of(blocking, view)) == (
        "W blocks two mills in turn, 3-10-16 and 14-15-16: W 10, B 14, W 15."
    )


def test_a_mill_opened_and_closed_is_told_as_in_figure_7() -> None:
    view = BoardView(FIVE_MENS_MORRIS)
    board = {3: "B", 16: "B", 9: "B", 10: "."}
    shuttle = pair(FIVE_MENS_MORRIS, board, 0, "9-10x1", "10-9", "9-10x2", solo=True)
    assert sentence(Strategy.of(shuttle, view)).startswith("B opens and closes the mill 3-10-16: ")


def test_a_pair_is_drawn_with_its_sequence_its_weight_and_how_often_it_was_seen() -> None:
    view = BoardView(LOSE_TIC_TAC_TOE)
    drawn = pair(LOSE_TIC_TAC_TOE, {5: "X", 8: "O", 2: "."}, 0, "2", "1", "9")
    shown = str(Strategy.of(drawn, view))
    assert shown.splitlines()[:5] == [
        "2----1----#", "|    |    |", "#----X----#", "|    |    |", "#----O----3"
    ]  # fmt: skip
    assert "Right 12 of 12 times it spoke in the contests watched (weight 1.00)" in shown
    assert "seen 5 times. Neither proved nor refuted." in shown


def test_the_picture_of_a_pair_is_well_formed_and_numbers_its_sequence() -> None:
    view = BoardView(FIVE_MENS_MORRIS)
    drawn = pair(FIVE_MENS_MORRIS, {3: "B", 16: "W"}, 0, "10", "1", "15")
    picture = Strategy.of(drawn, view).svg()
    texts = [element.text for element in ElementTree.fromstring(picture).iter() if element.text]
    assert {"1", "2", "3"} <= set(texts)
