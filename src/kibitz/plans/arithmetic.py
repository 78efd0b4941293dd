"""Tricks that can be counted: winners on top, and in a trump contract losers.

Nothing here hangs on how the hidden cards lie.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play

_HIGHEST_FIRST = tuple(sorted(Rank, reverse=True))


@dataclass(frozen=True, slots=True)
class Counted:
    """What each suit brings at once, and how many tricks are still to find."""

    on_top: dict[Suit, int]
    won: int
    target: int

    @property
    def tricks(self) -> int:
        """Won already, and on top."""
        return self.won + sum(self.on_top.values())

    @property
    def to_find(self) -> int:
        """How many more the contract needs."""
        return max(0, self.target - self.tricks)


def count(state: Play) -> Counted:
    """What declarer's two hands can cash without losing the lead."""
    declarer, dummy = state.contract.declarer, state.contract.dummy
    one, other = state.holding(declarer), state.holding(dummy)
    gone = Hand.of(state.played)
    on_top = {suit: top_tricks(one, other, gone, suit) for suit in Suit}
    return Counted(on_top, state.declarer_tricks, state.contract.target)


def top_tricks(one: Hand, other: Hand, gone: Hand, suit: Suit) -> int:
    """The rounds of a suit that two hands are sure to win one after the other.

    As many as they hold of its highest cards still in play, but no more than the longer hand has.

    >>> A, B = Hand.parse("AK2.AQ.K.A"), Hand.parse("Q3.2.Q.K")
    >>> [top_tricks(A, B, Hand(), suit) for suit in reversed(Suit)]
    [3, 1, 0, 1]
    """
    both = one | other
    masters = 0
    for rank in _HIGHEST_FIRST:
        card = Card(suit, rank)
        if card in both:
            masters += 1
        elif card not in gone:
            break
    return min(masters, max(one.length(suit), other.length(suit)))


def losers(hand: Hand, other: Hand, suit: Suit) -> int:
    """Rounds of a side suit that one hand may lose: small cards that no high card covers."""
    length = hand.length(suit)
    covered = sum(
        Card(suit, rank) in hand or Card(suit, rank) in other for rank in _HIGHEST_FIRST[:length]
    )
    return max(0, min(3, length) - min(covered, length))


def stoppers(state: Play, suit: Suit) -> bool:
    """Whether the two hands are sure to win a round of the suit before it is run."""
    hands = [state.holding(seat) for seat in (state.contract.declarer, state.contract.dummy)]
    return top_tricks(hands[0], hands[1], Hand.of(state.played), suit) > 0


def longer_seat(state: Play, suit: Suit) -> Seat:
    """Whose hand has more of a suit: declarer's where they are equal."""
    declarer, dummy = state.contract.declarer, state.contract.dummy
    longer = state.holding(dummy).length(suit) > state.holding(declarer).length(suit)
    return dummy if longer else declarer
