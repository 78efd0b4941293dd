"""Deals that the house bids to three no-trump: random hands, written rules, silent opponents.

The openings are those of `bidding.openings.rules`. The few answers below are enough for hands that
belong in no-trump; any other deal is thrown away, and so is one in which an opponent would bid.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from kibitz.bidding.openings.rules import house_call
from kibitz.bidding.question import Colours, Situation, is_balanced
from kibitz.games.bridge.auction import Auction, Bid, Call, Contract, Sign, Strain
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability

GAME = Bid(3, Strain.NOTRUMP)


@dataclass(frozen=True, slots=True)
class HouseDeal:
    """A deal with its auction to three no-trump."""

    deal: Deal
    auction: Auction
    vulnerability: Vulnerability

    @property
    def contract(self) -> Contract:
        contract = self.auction.contract
        if contract is None:
            raise ValueError("a house deal is bid to a contract")
        return contract


def house_deal(rng: random.Random) -> HouseDeal:
    """The next random deal that the house bids to three no-trump."""
    while True:
        deal = Deal.shuffled(rng)
        dealer, colours = rng.choice(tuple(Seat)), rng.choice(tuple(Vulnerability))
        auction = bid(deal, dealer, colours)
        if auction is not None:
            return HouseDeal(deal, auction, colours)


def bid(deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Auction | None:
    """The auction to three no-trump, or None where the house would not end there."""
    calls: list[Call] = []
    for place in range(4):
        seat = Seat((dealer + place) % 4)
        colours = Colours.seen_from(seat, vulnerability)
        opening = house_call(Situation(deal[seat], place + 1, colours))
        calls.append(opening)
        if opening is Sign.PASS:
            continue
        others = (seat.next, seat.partner.next)
        if any(would_overcall(deal[other]) for other in others):
            return None
        answers = answered(opening, deal[seat], deal[seat.partner])
        if answers is None:
            return None
        for answer in answers:
            calls += [Sign.PASS, answer]
        return Auction(dealer, (*calls, *[Sign.PASS] * 3))
    return None


def would_overcall(hand: Hand) -> bool:
    """A fair suit with the points for it, or a hand worth a bid whatever its suits."""
    longest = max(hand.shape)
    return hand.points >= 13 or (longest >= 5 and hand.points >= 10) or longest >= 7


def answered(opening: Call, opener: Hand, partner: Hand) -> list[Call] | None:
    """The calls of opener's side after *opening*, up to three no-trump, or None."""
    majors = max(partner.length(Suit.HEARTS), partner.length(Suit.SPADES))
    if not is_balanced(partner) and max(partner.shape) > 6:
        return None
    if opening in (Bid(1, Strain.NOTRUMP), Bid(2, Strain.NOTRUMP)):
        low, high = (10, 15) if opening == Bid(1, Strain.NOTRUMP) else (5, 10)
        return [GAME] if majors <= 3 and low <= partner.points <= high else None
    if not isinstance(opening, Bid) or opening.level > 1 or not is_balanced(partner):
        return None
    suit = Suit(opening.strain)
    if 13 <= partner.points <= 15 and majors <= 3 and opener.points <= 16:
        return [GAME] if suit < Suit.HEARTS or partner.length(suit) <= 2 else None
    if 6 <= partner.points <= 11 and is_balanced(opener) and 18 <= opener.points <= 19:
        return _over_the_strong_rebid(suit, opener, partner)
    return None


def _over_the_strong_rebid(suit: Suit, opener: Hand, partner: Hand) -> list[Call] | None:
    """One of a new suit, two no-trump with 18 or 19 balanced, three no-trump without a fit."""
    for new in (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES):
        if new > suit and partner.length(new) >= 4:
            fits = new >= Suit.HEARTS and partner.length(new) + opener.length(new) >= 8
            answer = Bid(1, Strain(new))
            return None if fits else [answer, Bid(2, Strain.NOTRUMP), GAME]
    return None
