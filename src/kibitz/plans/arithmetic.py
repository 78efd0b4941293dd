"""Tricks that can be counted: winners on top, and in a trump contract losers.

Nothing here depends on how the hidden cards lie.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.counting.reaching import reachable

_HIGHEST_FIRST = tuple(sorted(Rank, reverse=True))


@dataclass(frozen=True, slots=True)
class TrickCount:
    """The tricks that each suit takes at once, and how many are still to be found."""

    on_top: dict[Suit, int]
    won: int
    target: int

    @property
    def tricks(self) -> int:
        """The tricks already won plus those on top."""
        return self.won + sum(self.on_top.values())

    @property
    def to_find(self) -> int:
        """The number of tricks that the contract still needs."""
        return max(0, self.target - self.tricks)


def count(state: Play) -> TrickCount:
    """The tricks that declarer's two hands can cash, each where it can be reached, and what the
    suit led to this trick gives."""
    declarer, dummy = state.contract.declarer, state.contract.dummy
    hands = state.holding(declarer), state.holding(dummy)
    leader = None if state.trick else {declarer: 0, dummy: 1}.get(state.turn)
    on_top = dict(reachable(*hands, Hand.of(state.played), leader))
    for suit, tricks in led_up_to(state).items():
        on_top[suit] = max(on_top[suit], tricks)
    return TrickCount(on_top, state.declarer_tricks, state.contract.target)


def led_up_to(state: Play) -> dict[Suit, int]:
    """What the suit that a defender has just led is sure to give, if his partner's best card is
    met: a king, led up to, wins a trick now or is high after the ace."""
    if len(state.trick) != 1 or not state.turn.is_with(state.contract.declarer):
        return {}
    suit, second, last = state.trick[0].suit, state.turn, state.turn.partner
    gone = Hand.of(state.played)
    hands = [state.holding(seat) for seat in (second, last)]
    mine, theirs = (hand.of_suit(suit) or None for hand in hands)
    if mine is None or theirs is None:
        return {}
    out = FULL_DECK.of_suit(suit) - gone - mine - theirs
    best = 0
    for dummys in mine:
        least = 13
        for third in (None, *out):
            least = min(least, _after_third(state.trick[0], dummys, third, mine, theirs, gone))
        best = max(best, least)
    return {suit: best}


def _after_third(
    led: Card, second: Card, third: Card | None, mine: Hand, theirs: Hand, gone: Hand
) -> int:
    """The tricks of a suit, this one included, when the third hand plays a card, or none of it."""
    best = 0
    top = max(card.rank for card in (led, second, third) if card is not None)
    for last in theirs:
        wins = last.rank > top or second.rank == top
        seen = gone | Hand.of(card for card in (second, third, last) if card is not None)
        left = mine - Hand.of([second]), theirs - Hand.of([last])
        best = max(best, wins + top_tricks(*left, seen, led.suit))
    return best


def top_tricks(one: Hand, other: Hand, gone: Hand, suit: Suit) -> int:
    """The number of rounds of a suit that two hands are sure to win in a row.

    It is the number of its top cards still in play that they hold, but at most the length of the
    longer hand; and that length, if there are as many top cards as cards missing.

    >>> A, B = Hand.parse("AK2.AQ.K.A"), Hand.parse("Q3.2.Q.K")
    >>> [top_tricks(A, B, Hand(), suit) for suit in reversed(Suit)]
    [3, 1, 0, 1]
    """
    both = one | other
    out = list(FULL_DECK.of_suit(suit) - both - gone)
    longest = max(one.length(suit), other.length(suit))
    masters = sum(not out or card.rank > out[-1].rank for card in both.of_suit(suit))
    return longest if masters >= len(out) else min(masters, longest)


def stoppers(state: Play, suit: Suit) -> int:
    """The stoppers in a suit: rounds that the two hands are sure to win before it is run."""
    hands = [state.holding(seat) for seat in (state.contract.declarer, state.contract.dummy)]
    return top_tricks(hands[0], hands[1], Hand.of(state.played), suit)


def longer_seat(state: Play, suit: Suit) -> Seat:
    """Whose hand has more of a suit: declarer's where they are equal."""
    declarer, dummy = state.contract.declarer, state.contract.dummy
    longer = state.holding(dummy).length(suit) > state.holding(declarer).length(suit)
    return dummy if longer else declarer


def side_winners(state: Play, seat: Seat, but: Suit) -> list[Card]:
    """The highest cards still in play that a hand has in other suits, trumps left out."""
    gone = Hand.of(state.played)
    found = []
    for suit in Suit:
        in_play = list(FULL_DECK.of_suit(suit) - gone)
        if in_play and suit not in (but, state.trumps) and in_play[-1] in state.holding(seat):
            found.append(in_play[-1])
    return found


def highest_missing(state: Play, suit: Suit) -> Card | None:
    """The highest card of a suit that a defender still has."""
    contract = state.contract
    ours = state.deal[contract.declarer] | state.deal[contract.dummy]
    missing = list(FULL_DECK.of_suit(suit) - ours - Hand.of(state.played))
    return missing[-1] if missing else None
