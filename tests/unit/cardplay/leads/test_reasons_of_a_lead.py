"""Which suit and which card a lead is: examples and counterexamples for every reason."""

from __future__ import annotations

import pytest

from kibitz.cardplay.leads.card_reason import CardReason, usual_first
from kibitz.cardplay.leads.lead import Lead, SuitReason, hopes_for_ruff
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Hand

QUIET = "N: 1N P 3N P P P"
TRUMPS = "N: 1S P 2S P 4S P P P"
DOUBLED = "N: 1N P 2C X 2S P 3N P P P"
MINORS = "E: 1S 2N P 3N P P P"


def lead(hand: str, card: str, auction: str = QUIET) -> Lead:
    calls = Auction.parse(auction)
    assert calls.contract is not None
    return Lead(Hand.parse(hand), calls, calls.contract, Card.parse(card))


def spade_from(held: str, rank: str) -> Lead:
    """A spade led against three no-trump from these."""
    rest = "AKQJT98765432"[: 13 - len(held)]
    return lead(f"{held}.{rest}..", f"S{rank}")


SUITS = [
    # reason, yes: (hand, card, auction), no: (hand, card, auction)
    (
        SuitReason.TRUMP,
        ("73.A842.K952.Q83", "S3", TRUMPS),
        ("73.A842.K952.Q83", "S3", QUIET),
    ),
    (
        SuitReason.PARTNER,
        ("73.A842.K952.Q83", "H2", "N: 1N P 2C 2H 3N P P P"),
        ("73.A842.K952.Q83", "D2", "N: 1N P 2C 2H 3N P P P"),
    ),
    (
        SuitReason.OWN,
        ("73.AQJ42.K95.Q83", "HQ", "N: 1S 2H 2S P 4S P P P"),
        ("73.AQJ42.K95.Q83", "D5", "N: 1S 2H 2S P 4S P P P"),
    ),
    (
        SuitReason.SINGLETON,
        ("873.A8642.4.Q832", "D4", TRUMPS),
        ("873.A8642.43.Q83", "D4", TRUMPS),
    ),
    (
        SuitReason.DOUBLETON,
        ("873.A8642.43.Q83", "D4", TRUMPS),
        ("73.A8642.432.Q83", "S7", TRUMPS),
    ),
    (
        SuitReason.LONG,
        ("73.A8642.432.Q83", "H4", QUIET),
        ("73.A8642.432.Q83", "D4", QUIET),
    ),
    (
        SuitReason.UNBID_MAJOR,
        ("73.A8642.432.Q83", "H4", TRUMPS),
        ("73.A8642.432.Q83", "S7", TRUMPS),
    ),
    (
        SuitReason.UNBID_MINOR,
        ("73.A8642.432.Q83", "D4", TRUMPS),
        ("73.A8642.432.Q83", "H4", TRUMPS),
    ),
    (
        SuitReason.OPPONENTS,
        ("73.A8642.432.Q83", "C3", "N: 1C P 1S P 1N P 3N P P P"),
        ("73.A8642.432.Q83", "D4", "N: 1C P 1S P 1N P 3N P P P"),
    ),
    (
        SuitReason.ASKED,
        ("73.A8642.432.Q83", "C3", DOUBLED),
        ("73.A8642.432.Q83", "D4", DOUBLED),
    ),
    (
        SuitReason.SHOWN,
        ("73.A8642.432.Q83", "D4", MINORS),
        ("73.A8642.432.Q83", "H4", MINORS),
    ),
    (
        SuitReason.PASSIVE,
        ("73.A8642.T32.Q83", "D2", QUIET),
        ("73.A8642.J32.Q83", "D2", QUIET),
    ),
    (
        SuitReason.ACTIVE,
        ("73.A8642.J32.Q83", "D2", QUIET),
        ("73.86542.QJT2.83", "DQ", QUIET),
    ),
]


@pytest.mark.parametrize(("reason", "yes", "no"), SUITS, ids=[str(row[0].name) for row in SUITS])
def test_a_suit_has_a_reason_in_one_hand_and_not_in_another(
    reason: SuitReason, yes: tuple[str, str, str], no: tuple[str, str, str]
) -> None:
    assert reason in SuitReason.all_of(lead(*yes))
    assert reason not in SuitReason.all_of(lead(*no))


def test_every_reason_for_a_suit_has_its_example() -> None:
    assert {row[0] for row in SUITS} == set(SuitReason)


def test_the_lower_of_a_sequence_is_not_away_from_the_honour_it_touches() -> None:
    assert lead("73.86542.QJT2.83", "DT").honour_above is None
    assert lead("73.86542.QT92.83", "DT").honour_above is not None


def test_a_short_suit_hopes_for_a_ruff_only_with_trumps_to_spare() -> None:
    assert hopes_for_ruff(lead("873.A8642.4.Q832", "D4", TRUMPS))
    assert not hopes_for_ruff(lead("873.A8642.4.Q832", "D4", QUIET))
    assert not hopes_for_ruff(lead(".A87642.43.Q8432", "D4", TRUMPS))
    assert not hopes_for_ruff(lead("QJ873.A864.4.Q83", "D4", TRUMPS))


CARDS = [
    (CardReason.SINGLETON, "7", "7", "73", "7"),
    (CardReason.ACE_FROM_ACE_KING, "AK3", "A", "AQ3", "A"),
    (CardReason.KING_FROM_ACE_KING, "AK3", "K", "KQ3", "K"),
    (CardReason.TOP_OF_DOUBLETON, "73", "7", "732", "7"),
    (CardReason.LOW_OF_DOUBLETON, "73", "3", "732", "3"),
    (CardReason.TOP_OF_SEQUENCE, "QJT3", "Q", "QJ93", "Q"),
    (CardReason.TOP_OF_TOUCHING, "QJ93", "Q", "QT93", "Q"),
    (CardReason.INNER_SEQUENCE, "KJT3", "J", "KJ93", "J"),
    (CardReason.LOWER_OF_TOUCHING, "KQ73", "Q", "KJ73", "J"),
    (CardReason.UNSUPPORTED, "A73", "A", "AK3", "A"),
    (CardReason.TOP_OF_NOTHING, "9732", "9", "Q732", "Q"),
    (CardReason.MIDDLE, "973", "7", "Q73", "7"),
    (CardReason.SECOND_FROM_BAD, "9732", "7", "K732", "7"),
    (CardReason.LOW_FROM_THREE_SMALL, "973", "3", "K73", "3"),
    (CardReason.LOW_FROM_HONOUR, "K73", "3", "973", "3"),
    (CardReason.FOURTH_BEST, "K9742", "4", "K9742", "2"),
    (CardReason.THIRD_BEST, "K742", "4", "K74", "4"),
    (CardReason.FIFTH_BEST, "K9742", "2", "K9742", "4"),
    (CardReason.LOWEST, "K97542", "2", "K97542", "5"),
]


@pytest.mark.parametrize(("reason", "held", "rank", "unlike", "other"), CARDS)
def test_a_card_has_its_name_from_one_holding_and_not_from_another(
    reason: CardReason, held: str, rank: str, unlike: str, other: str
) -> None:
    assert CardReason.of(spade_from(held, rank)) is reason
    assert CardReason.of(spade_from(unlike, other)) is not reason


def test_every_name_of_a_card_has_its_example() -> None:
    assert {row[0] for row in CARDS} == set(CardReason)


def test_a_card_that_players_have_no_name_for_has_none() -> None:
    assert CardReason.of(spade_from("K83", "8")) is None


def test_a_card_that_is_not_held_cannot_be_led() -> None:
    with pytest.raises(UsageError, match="♠A cannot be led: it is not in the hand"):
        lead("73.A8642.432.Q83", "SA")


def test_a_ten_third_is_an_honour_third_and_not_three_small() -> None:
    assert CardReason.of(spade_from("T65", "5")) is CardReason.LOW_FROM_HONOUR
    assert CardReason.of(spade_from("T65", "6")) is None
    assert CardReason.of(spade_from("965", "6")) is CardReason.MIDDLE


def test_of_equal_small_cards_the_usual_lead_goes_first() -> None:
    for held, asked, wanted in (("AKT876", "7", "8"), ("T65", "6", "5")):
        order = [Card.parse(f"S{asked}"), Card.parse(f"S{held[0]}"), Card.parse(f"S{wanted}")]
        found = usual_first(order, spade_from(held, asked))
        assert found[0] == Card.parse(f"S{wanted}")
        assert sorted(found) == sorted(order)
    kept = [Card.parse("SJ"), Card.parse("SQ")]
    assert usual_first(kept, spade_from("QJ32", "Q")) == kept  # honours are the pair's agreement
