"""Locality on nine by nine: who is met there, and what is compared."""

import random

import pytest

from kibitz.games.boards import FIVE_IN_A_ROW
from kibitz.games.boards.board import Move
from kibitz.games.boards.contests import score
from kibitz.games.boards.rows import RowState
from kibitz_lab.locality.agents import Searcher
from kibitz_lab.locality.experiment import one_run


def at(*moves: int) -> RowState:
    state = FIVE_IN_A_ROW.start()
    for move in moves:
        state = state.after(Move(move - 1))
    return state


@pytest.mark.parametrize("taste", [False, True])
def test_the_search_wins_at_once_and_else_stops_a_win(taste: bool) -> None:
    searcher = Searcher(FIVE_IN_A_ROW, taste)
    assert searcher.best(at(1, 10, 2, 11, 3, 12, 4, 13)) == [4]  # X completes 1 to 5
    assert searcher.best(at(1, 10, 2, 11, 3, 12, 81, 13)) == [13]  # O would complete 10 to 14


def test_taste_beats_the_same_search_without_it() -> None:
    one, other = Searcher(FIVE_IN_A_ROW, taste=True), Searcher(FIVE_IN_A_ROW)
    assert score(FIVE_IN_A_ROW, one, other, 10, random.Random(1)).power >= 80


def test_every_player_of_the_table_watched_the_same_and_the_local_ones_know_the_same() -> None:
    rows = one_run((1, 0), watched=40, tested=2)
    whole, local, near = (rows[name] for name in list(rows)[1:])
    assert local["sequences"] < whole["sequences"]
    assert {key: local[key] for key in ("sequences", "pairs")} == {
        key: near[key] for key in ("sequences", "pairs")
    }
    assert rows == one_run((1, 0), watched=40, tested=2)
