"""Which layouts the calls and the opening lead speak against, in rough and safe words.

A defender's call says something about his hand whatever he plays, and so does the suit he leads
against no-trump. Only what nearly every player would do is used: systems differ, and a layout
wrongly left out costs more than one wrongly kept.
"""

from __future__ import annotations

from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play

_ALWAYS_OPENED = 13
"""High-card points with which nobody passes when he could have opened."""

_LEAST_OF_A_BID = {1: 7, 2: 4}
"""High-card points that a defender's first bid at that level promises; above, nothing is sure."""


def is_plausible(deal: Deal, state: Play, auction: Auction) -> bool:
    """Whether both defenders could well have called, and led, as they did with these hands."""
    declarer = state.contract.declarer
    return all(
        _could_call(deal[seat], _first_call(auction, seat))
        for seat in (declarer.next, declarer.partner.next)
    ) and _could_lead(deal[declarer.next], state, auction)


def _first_call(auction: Auction, seat: Seat) -> tuple[Call | None, bool]:
    """The first call of *seat*, None if it never came to one, and whether nobody had bid before."""
    place = (seat - auction.dealer) % 4
    if place >= len(auction.calls):
        return None, False
    return auction.calls[place], all(call is Sign.PASS for call in auction.calls[:place])


def _could_call(hand: Hand, called: tuple[Call | None, bool]) -> bool:
    call, opening = called
    if call is Sign.PASS:
        return not opening or hand.points < _ALWAYS_OPENED
    if isinstance(call, Bid):
        suit = call.strain.trumps
        long = suit is None or call.level > 2 or hand.length(suit) >= (3 if opening else 4)
        return long and hand.points >= _LEAST_OF_A_BID.get(call.level, 0)
    return True


def _could_lead(hand: Hand, state: Play, auction: Auction) -> bool:
    """A small card led at no-trump, in a suit nobody bid, comes from the leader's longest suit."""
    if not state.played or state.trumps is not None:
        return True
    led = state.played[0]
    bid = {call.strain.trumps for call in auction.calls if isinstance(call, Bid)}
    if led.rank > Rank.NINE or led.suit in bid:
        return True
    longest = max(hand.length(suit) for suit in Suit if suit not in bid)
    return hand.length(led.suit) >= longest - 1
