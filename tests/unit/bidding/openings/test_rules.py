"""The house rules, hand by hand."""

from __future__ import annotations

import random

import pytest

from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import HOUSE_RULES, house_call, house_rule
from kibitz.games.bridge.auction import Bid
from kibitz.games.bridge.cards import DECK, Hand


@pytest.mark.parametrize(
    ("hand", "seat", "call"),
    [
        ("AQ7.KJ985.K2.T43", 1, "1H"),
        ("KJ985.AQT74.K2.3", 1, "1S"),  # five each: the higher
        ("AQ74.KJ98.K2.T43", 1, "1C"),  # no five-card major
        ("AQ74.KJ9.K432.43", 1, "1D"),
        ("AQ7.KJ9.K432.Q43", 1, "1N"),
        ("AQ7.KJ985.KQ.Q43", 1, "1N"),  # a five-card major in a balanced hand is no matter
        ("AQ7.KJ9.KQ32.AQ4", 1, "2N"),
        ("AKQ7.AKJ985.K2.A", 1, "2C"),
        ("72.KQJ985.K2.T43", 1, "2H"),
        ("72.KQJ985.K2.T43", 4, "P"),  # nobody is left to pre-empt
        ("2.KQJ9852.K2.T43", 2, "3H"),
        ("2.KQJ98432.K2.T4", 2, "4H"),
        ("72.43.K2.KQJ9854", 1, "3C"),
        ("AQ7.KJ98.K2.T432", 1, "1C"),
        ("A7.KJ985.Q2.T432", 1, "P"),
        ("A7.KQJ98.Q2.8432", 3, "1H"),  # light in third seat
        ("AQ72.KJ8.Q2.8432", 4, "1C"),  # twelve points
        ("AQJ72.J8.Q2.8432", 4, "1S"),  # ten points and five spades
        ("2.KJ8.AQJ72.8432", 4, "P"),  # eleven points, one spade
    ],
)
def test_what_the_house_opens(hand: str, seat: int, call: str) -> None:
    assert str(house_call(Situation(Hand.parse(hand), seat))) == call


def test_every_rule_is_used_and_every_hand_has_one() -> None:
    rng = random.Random(7)
    used = set()
    for _ in range(6000):
        situation = Situation(Hand.of(rng.sample(DECK, 13)), rng.randint(1, 4))
        used.add(house_rule(situation).name)
    assert used == {rule.name for rule in HOUSE_RULES}


def test_a_bid_of_one_names_a_suit_that_is_held() -> None:
    rng = random.Random(8)
    for _ in range(3000):
        situation = Situation(Hand.of(rng.sample(DECK, 13)), rng.randint(1, 4))
        call = house_call(situation)
        if isinstance(call, Bid) and call.level == 1 and call.strain.trumps is not None:
            least = 5 if call.strain.trumps >= 2 else 3
            assert situation.hand.length(call.strain.trumps) >= least, situation


@pytest.mark.parametrize("text", ["", "red", "n/s"])
def test_what_is_no_vulnerability_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a vulnerability"):
        Colours.parse(text)


@pytest.mark.parametrize(("hand", "seat"), [("AKQ.J.2.3", 1), ("AQ7.KJ985.K2.T43", 5)])
def test_an_impossible_situation_cannot_be_built(hand: str, seat: int) -> None:
    with pytest.raises(ValueError, match=r"13 cards|1 to 4"):
        Situation(Hand.parse(hand), seat)
