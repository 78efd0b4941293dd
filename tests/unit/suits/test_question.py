from typing import Any

import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination, spell
from kibitz.suits.question import SuitQuestion
from kibitz.suits.solver.layouts import Holder, SuitLayouts


@pytest.mark.parametrize(
    ("north", "south", "read"),
    [
        ("AKQ9", "xxx", "AKQ9 432"),
        ("A10x", "-", "AT2 -"),
        ("a10X", "", "AT2 -"),
        ("Q2", "xx", "Q2 43"),
        ("A K Q 9", "x x x", "AKQ9 432"),
        ("♠A 10 9", "♠ k, 5", "AT9 K5"),
        ("AKQJT98765432", "-", "AKQJT98765432 -"),
    ],
)
def test_holdings_are_read_as_players_write_them(north: str, south: str, read: str) -> None:
    assert str(Combination.parse(north, south)) == read


@pytest.mark.parametrize(
    ("north", "south", "known", "problem"),
    [
        ("AA", "x", {}, "the ace is twice in North"),
        ("A", "A", {}, "the ace is in North and in South"),
        ("AKQ", "x", {"west": "K"}, "the king is in North and in West"),
        ("AKQJT98765", "xxxx", {}, "13 cards, not 14"),
        ("AZ", "x", {}, "not a card: 'Z'"),
        ("-", "-", {}, "at least one card"),
        ("AQ", "x", {"west": "Kx"}, "name each card of West"),
        ("AQ", "x", {"west_length": 11}, "no deal fits"),
        ("AQ", "x", {"west": "KJT", "west_length": 2}, "no deal fits"),
        ("AQ", "x", {"vacant": (4, 5)}, "no deal fits"),
        ("AQ", "x", {"vacant": (14, 5)}, "vacant places"),
        ("AQ", "x", {"entries_north": -1}, "entries"),
        ("A" * 50, "x", {}, "not the holding"),
    ],
)
def test_bad_input_gets_one_clear_line(
    north: str, south: str, known: dict[str, object], problem: str
) -> None:
    with pytest.raises(UsageError, match=problem) as caught:
        Combination.parse(north, south, **known)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_touching_cards_are_one_block_even_across_a_card_that_was_played() -> None:
    layouts = SuitLayouts.of(Combination.parse("AT", "5", played="Q9876432"))
    assert [spell(frozenset(block.cards)) for block in layouts.blocks] == ["KJ"]


def test_a_known_card_is_a_block_of_its_own_and_adds_no_layouts() -> None:
    layouts = SuitLayouts.of(Combination.parse("AJ", "2", west="K", played="876543"))
    assert [(block.cards, block.holder) for block in layouts.blocks] == [
        ((Rank.QUEEN,), Holder.EITHER),
        ((Rank.KING,), Holder.WEST),
        ((Rank.TEN, Rank.NINE), Holder.EITHER),
    ]
    assert len(layouts.weights) == 6


def test_the_weights_of_all_layouts_count_the_deals() -> None:
    assert SuitLayouts.of(Combination.parse("AKQ9", "xxx")).total == 10400600  # 26 over 13


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"tricks": 3},
        {"goal": "matchpoints", "all_lines": True},
        {"west": "Q", "vacant": (9, 13), "entries_north": 1},
        {"east_length": 1, "played": "87", "entries_south": 0, "goal": "average"},
    ],
)
def test_a_question_is_read_back_from_its_text(asked: dict[str, Any]) -> None:
    question = SuitQuestion.of("AJ9", "K32", **asked)
    assert SuitQuestion.parse(str(question)) == question


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Give two holdings"),
        ("AQ", "Give two holdings"),
        ("AQ xx, for fame", "Not understood: 'for fame'"),
        ("AQ xx, for 14 tricks", "from 1 to 13"),
        ("AQ xx, for 2 tricks, at matchpoints", "either a number of tricks"),
        ("AQ xx, for 2 tricks, for 1 trick", "said before"),
        ("AQ Ax", "the ace is in North and in South"),
    ],
)
def test_a_question_that_is_none_is_one_clear_line(text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as caught:
        SuitQuestion.parse(text)
    assert "\n" not in str(caught.value)
