from fractions import Fraction
from math import comb

import pytest

from kibitz.games.bridge.odds import (
    HANDS,
    Pattern,
    points_table,
    shape_table,
    shapes,
    split_table,
)


def test_the_points_of_all_hands_add_up_to_one() -> None:
    assert sum(points_table()) == 1


def test_a_yarborough_in_points_is_counted_directly() -> None:
    assert points_table()[0] == Fraction(comb(36, 13), HANDS)


def test_the_average_hand_has_ten_points() -> None:
    assert sum(points * chance for points, chance in enumerate(points_table())) == 10


def test_thirty_seven_points_are_four_aces_four_kings_four_queens_and_a_jack() -> None:
    assert points_table()[37] == Fraction(4, HANDS)


def test_there_are_39_shapes_in_560_orders() -> None:
    assert len(shape_table()) == 39
    assert sum(shape.orders for shape in shape_table()) == len(list(shapes())) == 560
    assert sum(shape.chance for shape in shape_table()) == 1


def test_a_shape_is_counted_directly() -> None:
    [shape] = [shape for shape in shape_table() if str(shape) == "5-4-3-1"]
    ways = comb(13, 5) * comb(13, 4) * comb(13, 3) * 13
    assert shape.chance == Fraction(24 * ways, HANDS)


@pytest.mark.parametrize("missing", range(14))
def test_splits_add_up_and_are_the_same_for_both_defenders(missing: int) -> None:
    table = split_table(missing)
    assert sum(table.values()) == 1
    assert all(table[west] == table[missing - west] for west in table)


def test_known_cards_change_the_odds() -> None:
    assert split_table(1, vacant=(9, 13)) == {0: Fraction(13, 22), 1: Fraction(9, 22)}


@pytest.mark.parametrize(
    ("text", "same"),
    [("5-3-3-2", "5332"), ("4-4-x-x", "x-4-x-4"), ("5=4=3=1", "5=4=3=1"), ("13=x=x=x", "13=0=0=0")],
)
def test_patterns_are_read_as_players_write_them(text: str, same: str) -> None:
    assert Pattern.parse(text).hands == Pattern.parse(same).hands > 0


def test_at_least_and_at_most_are_complements() -> None:
    five_spades, four_at_most = Pattern.parse("5+=x=x=x"), Pattern.parse("4-=x=x=x")
    assert five_spades.hands + four_at_most.hands == HANDS


@pytest.mark.parametrize("text", ["5-4-3", "5-4-3-2-1", "a-b-c-d", "14=x=x=x", "5++-4-x-x", ""])
def test_what_is_not_a_pattern_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="suit"):
        Pattern.parse(text)
