"""Which layouts the defenders' calls speak against, in rough and safe words.

A defender's first call says something about his hand whatever he plays. Only what nearly every
player would do is used: systems differ, and a layout wrongly left out costs more than one wrongly
kept. The length and the rank of the suit led were tried as well, without a measurable effect.
"""

from __future__ import annotations

from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat

_ALWAYS_OPENED = 13
"""High-card points with which nobody passes when he could have opened."""

_LEAST_OF_A_BID = {1: 7, 2: 4}
"""High-card points that a defender's first bid at that level promises; above, nothing is sure."""

_NATURAL = 4
"""Cards in a suit bid at the one level; an opening in a minor may be short or artificial."""


def is_plausible(deal: Deal, declarer: Seat, auction: Auction) -> bool:
    """Whether both of *declarer*'s opponents could well have called so with these hands."""
    return all(
        _could_call(deal[seat], *_first_call(auction, seat))
        for seat in (declarer.next, declarer.partner.next)
    )


def _first_call(auction: Auction, seat: Seat) -> tuple[Call | None, bool]:
    """The first call of *seat*, None if it never came to one, and whether nobody had bid before."""
    place = (seat - auction.dealer) % 4
    if place >= len(auction.calls):
        return None, False
    return auction.calls[place], all(call is Sign.PASS for call in auction.calls[:place])


def _could_call(hand: Hand, call: Call | None, opening: bool) -> bool:
    if call is Sign.PASS:
        return not opening or hand.points < _ALWAYS_OPENED
    if isinstance(call, Bid):
        suit = call.strain.trumps
        if call.level == 1 and suit is not None and not (opening and suit < Suit.HEARTS):
            return hand.length(suit) >= _NATURAL and hand.points >= _LEAST_OF_A_BID[1]
        return hand.points >= _LEAST_OF_A_BID.get(call.level, 0)
    return True
