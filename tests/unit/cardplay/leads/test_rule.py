"""What a textbook leads: the well-known cases, and never a card that is not held."""

from __future__ import annotations

import random

import pytest

from kibitz.cardplay.leads.rule import textbook_lead
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kit import random_record

NOTRUMP = "N: 1N P 3N P P P"
SPADES = "N: 1S P 3S P 4S P P P"


@pytest.mark.parametrize(
    ("hand", "auction", "card"),
    [
        ("KJ752.84.Q93.T62", NOTRUMP, "S5"),
        ("72.QJT94.K93.T62", NOTRUMP, "HQ"),
        ("72.Q94.K9753.T62", "N: 1N P 2C 2H 3N P P P", "H4"),
        ("72.AK94.K97.T762", SPADES, "HA"),
        ("K72.Q9432.7.Q762", SPADES, "D7"),
        ("72.KQJ4.K97.T762", SPADES, "HK"),
        ("72.A964.J974.T76", SPADES, "C6"),
        ("J3.KT92.6542.Q73", "E: 1C P 1H P 3C P 3H P 3N P P P", "D5"),
    ],
)
def test_the_lead_of_a_textbook(hand: str, auction: str, card: str) -> None:
    calls = Auction.parse(auction)
    assert calls.contract is not None
    assert str(textbook_lead(Hand.parse(hand), calls, calls.contract)) == card


def test_any_hand_after_any_auction_has_a_lead() -> None:
    for seed in range(300):
        record = random_record(random.Random(seed))
        if record.contract is not None and record.auction.calls:
            hand = record.deal[record.contract.leader]
            assert textbook_lead(hand, record.auction, record.contract) in hand
