"""Deals played at random but legally: material for tests that need no records."""

import random
from dataclasses import replace
from functools import cache

import numpy as np

from kibitz.cardplay.chairs import hidden_seats
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import DECK, Card, Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play, certain_tricks
from kibitz.plans.adviser import PlanAdviser, shipped_players
from kibitz.plans.question import PlanQuestion
from kibitz.plans.trying.layouts import layouts
from kibitz.plans.trying.trials import Bench
from kibitz.records.record import Citation, Record, ResultSource, Source


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


def strong_record(rng: random.Random, event: str, cards: int = 52) -> Record:
    """Three no-trump with the 26 highest cards, which makes however it is played."""
    highest = sorted(DECK, key=lambda card: (-card.rank, card.suit))
    own, other = highest[:26], highest[26:]
    rng.shuffle(own)
    rng.shuffle(other)
    hands = (own[:13], other[:13], own[13:], other[13:])
    deal = Deal(*(Hand.of(hand) for hand in hands))
    auction = Auction.of(Seat.NORTH, "3N P P P")
    assert auction.contract is not None
    state = Play.start(deal, auction.contract)
    for _ in range(cards):
        state = state.after(rng.choice(state.legal_actions))
    return Record(
        source=Source("made.jsonl", 1),
        deal=deal,
        auction=auction,
        vulnerability=Vulnerability.NONE,
        contract=auction.contract,
        play=state.played,
        tricks=13 if cards < 48 else certain_tricks(deal, auction.contract, state.played),
        result_source=ResultSource.CLAIM if cards < 48 else ResultSource.PLAY,
        citation=Citation(event=event),
    )


def defenders(state: Play) -> tuple[Seat, Seat]:
    declarer = state.contract.declarer
    return declarer.next, declarer.partner.next


def scrambled(state: Play, rng: random.Random) -> Play:
    """The same cards seen by the seat to play, the hidden ones somewhere else."""
    seats = hidden_seats(state)
    hidden = [card for seat in seats for card in state.holding(seat)]
    rng.shuffle(hidden)
    hands = {seat: state.deal[seat] for seat in Seat}
    for seat in seats:
        size = len(state.holding(seat))
        hands[seat] = (state.deal[seat] & state.gone) | Hand.of(hidden[:size])
        hidden = hidden[size:]
    return replace(state, deal=Deal.of(hands))


HOLD_UP = PlanQuestion.typed(
    "S:A83.A64.KQ5.T852,N:K72.52.A74.AQJ94", lead="HK", contract="3NT", declarer="S"
)
"""♥A64 opposite ♥52, and the club finesse loses to East: he must have no heart left."""
LAYDOWN = PlanQuestion.typed(
    "S:AK3.AK4.AQ5.A742,N:Q72.Q52.K84.KQ65", lead="HJ", contract="3NT", declarer="S"
)
SUIT = PlanQuestion.typed(
    "S:AKQ83.64.A95.A42,N:J742.A53.2.KQ753", lead="HK", contract="4S", declarer="S"
)

TWO_CHANCES = PlanQuestion.typed(
    "S:A64.A73.KQ5.AJ42,N:K75.62.A843.K853", lead="HK", contract="3NT", declarer="S"
)
"""A ninth trick from diamonds if they break, or from the club finesse."""


@cache
def planner() -> PlanAdviser:
    """Nobody who is asked for a card beside it; few layouts."""
    return PlanAdviser(shipped_players(), choosing=16, stating=40)


@cache
def bench(question: PlanQuestion, number: int = 12) -> Bench:
    """So many layouts of a question."""
    rng = np.random.default_rng(1)
    players = planner().players
    found = layouts(question.state, question.auction, None, players.defenders, rng, number)
    return Bench(players, question.state, question.auction, found.some(number, rng))
