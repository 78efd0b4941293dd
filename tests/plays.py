"""Deals played at random but legally: material for tests that need no records."""

import random

from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card, Hand
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play


def random_deal(rng: random.Random) -> Deal:
    cards = list(DECK)
    rng.shuffle(cards)
    return Deal(*(Hand.of(cards[13 * seat : 13 * seat + 13]) for seat in range(4)))


def random_play(
    rng: random.Random, contract: str = "3N", cards: int = 52
) -> tuple[Play, tuple[Card, ...]]:
    """An opening state and the cards that followed."""
    start = Play.start(random_deal(rng), Contract.parse(f"{contract} by {rng.choice(list(Seat))}"))
    state = start
    for _ in range(cards):
        state = state.after(rng.choice(state.legal_actions))
    return start, state.played
