"""The paper's cards and its score, on states built by hand."""

import pytest

from kibitz.cardplay.scoring import Marks, are_equal, is_real
from kibitz.cardplay.sibl.symbols import closest_holding, symbol
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play

DEAL = Deal.parse("N:QJ52.K32.A54.762 AT9.J54.JT9.AKQ4 K64.AQ6.KQ62.T98 873.T987.873.J53")


def card(name: str) -> Card:
    return Card.parse(name)


def after(*cards: str) -> Play:
    """South declares; West leads."""
    return Play.start(DEAL, Contract.parse("3N by S")).after_all(card(c) for c in cards)


def test_cards_below_the_nine_are_one_symbol() -> None:
    assert len({symbol(card(f"S{rank}")) for rank in "2345678"}) == 1
    assert len({symbol(card(f"S{rank}")) for rank in "89TJQKA"}) == 7


def test_the_closest_holding_is_played_and_of_two_the_higher() -> None:
    held = [card(c) for c in ("S2", "ST", "SQ", "HA")]
    assert closest_holding(symbol(card("SJ")), held) == card("SQ")
    assert closest_holding(symbol(card("S9")), held) == card("ST")
    assert closest_holding(symbol(card("DA")), held) is None


def test_touching_cards_of_one_hand_are_equal() -> None:
    state = after("S3")  # dummy to play from QJ52
    assert are_equal(state, card("SQ"), card("SJ"))
    assert are_equal(state, card("S5"), card("S2"))
    assert not are_equal(state, card("SJ"), card("S5"))


def test_a_card_of_an_earlier_trick_no_longer_stands_between() -> None:
    state = after("H9", "H2", "HJ", "HA", "HQ", "HT", "HK", "H4", "S2", "S9", "SK", "S3")
    assert state.turn.is_with(state.contract.declarer)
    assert are_equal(state, card("S6"), card("S4"))
    late = after("C3", "C2", "CA", "C8", "CK", "C9", "C5", "C6", "CQ", "CT", "CJ", "C7")
    assert not are_equal(late, card("S6"), card("SK"))


def test_a_card_of_the_trick_in_progress_still_stands_between() -> None:
    state = after("C3", "C2", "CA")  # South plays from T98
    assert are_equal(state, card("CT"), card("C8"))
    led = after("S8", "SQ", "SA", "S4", "ST")  # East leads the ten; South holds K6
    assert not are_equal(led, card("SK"), card("S6"))


def test_a_decision_is_real_when_two_legal_cards_are_not_equal() -> None:
    assert is_real(after("S3"))
    assert not is_real(after("C3", "C2", "CA"))  # T98 are one card


class TestScore:
    """Dummy plays to the three of spades from Q J 5 2; the expert played the jack."""

    state = after("S3")
    marks = Marks.of(state, card("SJ"))

    def credit(self, name: str) -> tuple[float, float]:
        number = symbol(card(name))
        return float(self.marks.recommended[number]), float(self.marks.played[number])

    def test_the_identical_card_counts_one(self) -> None:
        assert self.credit("SJ") == (1, 1)

    def test_an_adjacent_card_that_is_held_counts_one(self) -> None:
        assert self.credit("SQ") == (1, 1)

    def test_another_suit_counts_nothing(self) -> None:
        assert self.credit("HJ") == (0, 0)

    def test_a_card_not_held_counts_by_its_distance_or_as_the_closest_holding(self) -> None:
        assert self.credit("ST") == pytest.approx((5 / 6, 1))  # plays the jack
        assert self.credit("SA") == pytest.approx((3 / 6, 1))  # plays the queen
        assert self.credit("S9") == pytest.approx((4 / 6, 3 / 6))  # plays the X

    def test_agreement_asks_only_whether_the_card_played_is_as_good(self) -> None:
        agreeing = [n for n in range(28) if self.marks.agrees[n]]
        assert agreeing == [symbol(card(f"S{rank}")) for rank in "TJQKA"]

    def test_random_play_is_spread_over_the_legal_cards(self) -> None:
        assert self.marks.share[symbol(card("S2"))] == pytest.approx(1 / 2)
        assert self.marks.share.sum() == pytest.approx(1)
