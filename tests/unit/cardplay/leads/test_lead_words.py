"""The words for a lead: what a teacher says before it, of it, and of the next choice."""

from __future__ import annotations

import random

from kibitz.cardplay.leads.explain import auction_text, comparison_text, lead_text
from kibitz.cardplay.leads.lead import Lead
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Hand
from kit import random_record

GAME = Auction.parse("N: 1N P 3N P P P")
MAJOR = Auction.parse("W: 1C 1S P 2S P 4S P P P")


def lead(hand: str, card: str, auction: Auction) -> Lead:
    assert auction.contract is not None
    return Lead(Hand.parse(hand), auction, auction.contract, Card.parse(card))


def words(hand: str, card: str, auction: Auction = GAME) -> str:
    return lead_text(lead(hand, card, auction))


def test_a_lead_is_its_card_and_its_suit() -> None:
    hand = "KJ752.84.QJT.T62"
    assert words(hand, "S5") == (
        "♠5: fourth best of your long suit, an unbid major, away from the king."
    )
    assert words(hand, "H8") == "♥8: top of a doubleton in an unbid major, passive."
    assert words(hand, "DQ") == "♦Q: top of a sequence in an unbid minor."


def test_a_short_suit_against_trumps_hopes_for_a_ruff() -> None:
    assert words("642.AQ964.7.T962", "D7", MAJOR) == (
        "♦7: a singleton in an unbid minor, hoping for a ruff."
    )
    assert words("642.AQ964.7.T962", "S2", MAJOR) == "♠2: a trump, low from three small, passive."


def test_two_suits_of_one_length_are_both_long() -> None:
    hand = "KJ75.84.QJT2.T62"
    assert words(hand, "S5") == (
        "♠5: fourth best of one of your long suits, an unbid major, away from the king."
    )
    assert words("8752.84.QJT2.T62", "S7") == ("♠7: second best from a bad suit, an unbid major.")


def test_partners_points_are_spoken_of_where_they_say_something() -> None:
    assert GAME.contract is not None
    strong = auction_text(Hand.parse("KQ752.84.KQ3.T62"), GAME, GAME.contract)
    weak = auction_text(Hand.parse("97652.84.963.T62"), GAME, GAME.contract)
    assert "23 points or more between them, so partner has at most 7." in strong
    assert "23 points or more between them. Nobody" in weak


def test_partners_suit_comes_first() -> None:
    assert words("642.AQ964.7.T962", "C2", MAJOR) == "♣2: fourth best of partner's suit."


def test_the_next_choice_is_named_by_what_it_is() -> None:
    hand = "KJ752.84.QJT.T62"
    best = lead(hand, "S5", GAME)
    assert comparison_text(best, lead(hand, "DQ", GAME)) == (
        "The next choice, ♦Q: top of a sequence in an unbid minor."
    )
    assert comparison_text(best, lead(hand, "S2", GAME)) == (
        "The other card of the suit, ♠2, would be fifth best."
    )


def test_the_auction_is_read_from_the_leaders_chair() -> None:
    assert MAJOR.contract is not None
    assert auction_text(Hand.parse("642.AQ964.7.T962"), MAJOR, MAJOR.contract) == (
        "Partner bid clubs. Declarer overcalled 1♠: usually five spades or more. The opponents bid "
        "4♠: usually 20 points or more between them. Nobody bid hearts or diamonds."
    )


def test_nothing_said_of_the_auction_depends_on_a_hidden_card() -> None:
    """The words are made from the leader's hand and the calls alone, whatever they are."""
    for seed in range(200):
        record = random_record(random.Random(seed))
        if record.contract is not None and record.auction.calls:
            hand = record.deal[record.contract.leader]
            text = auction_text(hand, record.auction, record.contract)
            assert text.endswith(".")
            assert "  " not in text
            for card in hand:
                spoken = lead_text(Lead(hand, record.auction, record.contract, card))
                assert spoken.endswith(".")
                assert ", ," not in spoken
