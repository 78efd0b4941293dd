"""Declarer's view before playing a card, in 23 features, and the states that led there.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 5
Notation:   the target feature is ``card``; a state is one in which declarer or dummy must play
Departures: 1. the paper does not say how to count a suit's strength: here an X counts 1, the nine
               2, and so on up to the ace, 7; a whole suit (34) weighs as much as another card
            2. sequences run over declarer's own 26 states (as its 325 = 26 x 25 / 2 suggests)
            3. whether declarer wins a trick is known only when the trick is complete; the card
               chosen is known only in earlier states
Checked by: tests/unit/cardplay/test_features.py, tests/laws/test_cardplay_symmetry.py
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.cardplay.sibl.symbols import SYMBOLS, step, symbol
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play, trick_winner
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences

WINDOW = 5
"""The number of states in the longest sequence (section 5)."""

UNKNOWN = SYMBOLS  # no card there yet, or the card not chosen yet
UNDECIDED = 2  # the trick is not complete
PLACES = ("declarer", "left", "dummy", "right")
"""The seats as declarer sees them, clockwise."""

_STRONGEST = 34  # a whole suit in one hand

SCHEMA = Schema(
    (
        *(
            Feature(f"{who} {what} {suit.name.lower()}", FeatureKind.COUNT, _STRONGEST)
            for who, what in (
                ("declarer", "holds"),
                ("dummy", "holds"),
                ("left", "showed"),
                ("right", "showed"),
            )
            for suit in Suit
        ),
        *(Feature(f"{who} played", FeatureKind.SYMBOL) for who in PLACES),
        Feature("next to play", FeatureKind.SYMBOL),
        Feature("card", FeatureKind.SYMBOL),
        Feature("declarer wins", FeatureKind.SYMBOL),
    ),
    unit=_STRONGEST,
)


def strength(cards: Hand, suit: Suit) -> int:
    """The strength of a holding: X 1, nine 2, ten 3, jack 4, queen 5, king 6, ace 7.

    >>> strength(Hand.parse("AQ2.9..K"), Suit.SPADES)
    13
    """
    return sum(step(card) + 1 for card in cards.of_suit(suit))


def turns(play: Play) -> list[Seat]:
    """The seat that played each card so far, and last the seat to play now."""
    order, leader = [], play.contract.leader
    for first in range(0, len(play.played) + 1, 4):
        trick = play.played[first : first + 4]
        order += [Seat((leader + place) % 4) for place in range(min(len(trick) + 1, 4))]
        if len(trick) == 4:
            leader = Seat((leader + trick_winner(trick, play.trumps)) % 4)
    return order


def own_states(play: Play) -> list[int]:
    """The plies at which declarer's side had to play, newest first."""
    order = turns(play)
    return [at for at, seat in enumerate(order) if seat.is_with(play.contract.declarer)][::-1]


def state_features(now: Play, at: int) -> tuple[int, ...]:
    """The state after *at* cards, as known *now*; only cards that declarer has seen are read."""
    declarer, order = now.contract.declarer, turns(now)
    before = now.played[:at]
    start = 4 * (at // 4)
    gone = Hand.of(before)
    shown = [
        Hand.of(card for card, seat in zip(now.played[:start], order, strict=False) if seat is who)
        for who in (declarer.next, declarer.partner.next)
    ]
    held = [now.deal[who] - gone for who in (declarer, declarer.partner)]
    trick = {order[ply]: now.played[ply] for ply in range(start, at)}
    seats = [Seat((declarer + place) % 4) for place in range(4)]
    winner = order[start + 4] if len(now.played) >= start + 4 else None
    return (
        *(strength(cards, suit) for cards in (*held, *shown) for suit in Suit),
        *(symbol(trick[seat]) if seat in trick else UNKNOWN for seat in seats),
        int(order[at] is not declarer),
        symbol(now.played[at]) if at < len(now.played) else UNKNOWN,
        UNDECIDED if winner is None else int(winner.is_with(declarer)),
    )


def describe(now: Play) -> Sequences:
    """The current state of declarer's side and up to four earlier ones, ready to look up."""
    seen = own_states(now)[:WINDOW]
    if not seen or seen[0] != len(now.played):
        raise ValueError("declarer's side is not to play")
    codes = np.zeros((1, WINDOW, len(SCHEMA.features)), np.uint8)
    for state, at in enumerate(seen):
        codes[0, state] = state_features(now, at)
    return Sequences.of_codes(codes, np.array([len(seen)], np.uint8))


def decisions(start: Play, cards: tuple[Card, ...]) -> Iterator[tuple[Play, Card]]:
    """Each state of declarer's side in the play of *cards*, with the card chosen."""
    state = start
    for card in cards:
        if state.turn.is_with(state.contract.declarer):
            yield state, card
        state = state.after(card)


def completed(start: Play, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A play of 48 or more cards, completed by its last trick, which is forced."""
    if len(cards) < 48:
        return cards
    state = start.after_all(cards)
    while not state.is_over:
        [card] = state.legal_actions
        state = state.after(card)
    return state.played
