"""Random hands opened by the house rules."""

from __future__ import annotations

import random

from kibitz.bidding.openings.cases import OpeningCase, Origin
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.rules import house_call
from kibitz.bidding.question import Colours, Situation
from kibitz.games.bridge.cards import DECK, Hand


def house_cases(count: int, rng: random.Random) -> list[OpeningCase]:
    """Random hands in random seats and colours, bid by the rules and marked as generated."""
    cases = []
    for number in range(1, count + 1):
        hand = Hand.of(rng.sample(DECK, 13))
        situation = Situation(hand, rng.randint(1, 4), rng.choice(tuple(Colours)))
        source = f"house rules, hand {number}"
        call = house_call(situation)
        cases.append(OpeningCase(situation, call, source, HOUSE, Origin.GENERATED, deal=number))
    return cases
