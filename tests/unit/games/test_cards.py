import random

import pytest

from kibitz.games.bridge.cards import CARDS, DECK, FULL_DECK, Card, Hand, Rank, Suit


def test_the_deck_has_52_different_cards_and_52_different_bits() -> None:
    assert len(set(DECK)) == len(CARDS) == len(FULL_DECK) == 52
    assert {card.bit for card in DECK} == {1 << place for place in range(52)}


def test_cards_sort_by_suit_and_then_by_rank() -> None:
    names = ["SA", "C2", "HT", "S2", "D9", "CA"]
    assert [str(c) for c in sorted(map(Card.parse, names))] == ["C2", "CA", "D9", "HT", "S2", "SA"]


def test_the_deck_has_forty_points_ten_in_each_suit() -> None:
    assert FULL_DECK.points == 40
    assert [FULL_DECK.of_suit(suit).points for suit in Suit] == [10, 10, 10, 10]


@pytest.mark.parametrize("text", ["", "S", "SX", "AS", "S10", "sa", "♠A", "SA "])
def test_what_is_not_a_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=f"not a card: {text!r}"):
        Card.parse(text)


@pytest.mark.parametrize("letter", ["", "1", "t", "10"])
def test_what_is_not_a_rank_is_refused_by_name(letter: str) -> None:
    with pytest.raises(ValueError, match=f"not a rank: {letter!r}"):
        Rank.parse(letter)


@pytest.mark.parametrize("letter", ["", "N", "s", "♠"])
def test_what_is_not_a_suit_is_refused_by_name(letter: str) -> None:
    with pytest.raises(ValueError, match=f"not a suit: {letter!r}"):
        Suit.parse(letter)


def test_a_hand_of_all_clubs_is_a_grand_slam_and_thirteen_low_bits() -> None:
    hand = Hand.parse("...AKQJT98765432")
    assert hand.bits == 0x1FFF
    assert (hand.shape, hand.points) == ((0, 0, 0, 13), 10)


def test_tens_and_voids_are_read_in_both_spellings() -> None:
    assert Hand.parse("A10.-.1098.-") == Hand.parse("AT..T98.")


def test_hands_differing_in_one_suit_only_are_different() -> None:
    assert Hand.parse("AK.2..") != Hand.parse("AK.3..")


def test_hands_are_sets_of_cards() -> None:
    one, other = Hand.parse("AK.2.."), Hand.parse("K.3..")
    assert one | other == Hand.parse("AK.32..")
    assert one & other == Hand.parse("K...")
    assert one - other == Hand.parse("A.2..")


@pytest.mark.parametrize("seed", range(5))
def test_a_hand_holds_exactly_the_cards_it_was_made_of(seed: int) -> None:
    cards = random.Random(seed).sample(DECK, 13)
    hand = Hand.of(cards)
    assert list(hand) == sorted(cards)
    assert [card in hand for card in DECK] == [card in cards for card in DECK]
    assert hand.shape == tuple(sum(c.suit is suit for c in cards) for suit in reversed(Suit))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("AK.2.", "four suits"),
        ("AK.2...", "four suits"),
        ("AA...", "held twice"),
        ("T10...", "held twice"),
        ("AX...", "not a rank"),
        ("ak...", "not a rank"),
        ("", "four suits"),
    ],
)
def test_what_is_not_a_hand_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Hand.parse(text)


@pytest.mark.parametrize("bits", [1 << 52, -1, 1 << 60])
def test_a_hand_of_cards_that_do_not_exist_cannot_be_built(bits: int) -> None:
    with pytest.raises(ValueError, match="not a set of cards"):
        Hand(bits)
