"""Cases by the house rules, dealt at random: an answer before anything was watched."""

from __future__ import annotations

import random
from functools import cache

from kibitz.games.bridge.cards import DECK, Hand
from kibitz.openings.cases import Case, Origin, System
from kibitz.openings.memory import SEED, Memory, unlearned
from kibitz.openings.rules import HOUSE_SYSTEM, house_call
from kibitz.openings.situation import Colours, Situation

HOUSE = System(HOUSE_SYSTEM)
_HANDS = 3000
"""Enough that the nearest case is a good likeness, few enough to deal while a user waits."""


def house_cases(count: int, rng: random.Random) -> list[Case]:
    """Random hands in random seats and colours, bid by the rules and marked as generated."""
    cases = []
    for number in range(1, count + 1):
        hand = Hand.of(rng.sample(DECK, 13))
        situation = Situation(hand, rng.randint(1, 4), rng.choice(tuple(Colours)))
        source = f"house rules, hand {number}"
        call = house_call(situation)
        cases.append(Case(situation, call, source, HOUSE, Origin.GENERATED, deal=number))
    return cases


@cache
def house_memory(seed: int = SEED) -> Memory:
    """What answers before anything was learned: the same cases for the same seed."""
    return unlearned(HOUSE, house_cases(_HANDS, random.Random(seed)))
