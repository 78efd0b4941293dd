"""Tricks that can be counted: winners on top, and in a trump contract losers.

Nothing here depends on how the hidden cards lie.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play

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
    """The tricks that declarer's two hands can cash without losing the lead."""
    declarer, dummy = state.contract.declarer, state.contract.dummy
    one, other = state.holding(declarer), state.holding(dummy)
    gone = Hand.of(state.played)
    on_top = {suit: top_tricks(one, other, gone, suit) for suit in Suit}
    return TrickCount(on_top, state.declarer_tricks, state.contract.target)


def top_tricks(one: Hand, other: Hand, gone: Hand, suit: Suit) -> int:
    """The number of rounds of a suit that two hands are sure to win in a row.

    It is the number of its top cards still in play that they hold, but at most the length of the
    longer hand.

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


def losers_of(state: Play) -> dict[Suit, int]:
    """The rounds that the hand with more trumps may lose: in each suit its small cards, at most
    three, that no high card in either hand covers."""
    trumps = state.trumps
    assert trumps is not None
    long = longer_seat(state, trumps)
    hand, other = state.deal[long], state.deal[long.partner]
    return {suit: _losers(hand, other, suit) for suit in Suit}


def _losers(hand: Hand, other: Hand, suit: Suit) -> int:
    length = min(3, hand.length(suit))
    covered = sum(
        Card(suit, rank) in hand or Card(suit, rank) in other for rank in _HIGHEST_FIRST[:length]
    )
    return length - covered


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
