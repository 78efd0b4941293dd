"""How the house calls: as the network thinks that an expert would, with its own hand.

If experts would differ, one of their calls is drawn at random; a call far less likely than the
likeliest is never made.
"""

from __future__ import annotations

import numpy as np

from kibitz.bidding.auctions.arrays import (
    LONGEST,
    Auctions,
    Floats,
    Rows,
    call_of,
    legal_calls,
    number_of,
)
from kibitz.bidding.calls.network import CallNetwork, inputs
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import house_call
from kibitz.games.bridge.auction import Auction, Call, Sign
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Vulnerability
from kibitz.sitting.house.drawing import Taste, taken
from kibitz.sitting.house.habits import house_habits

CALLING = Taste(power=1.5, least=0.2)
"""How calls are drawn at random. Against always making the likeliest call, 400 deals show no loss
(.12 IMPs a board, plus or minus .34), and the two rooms differ."""
LAST_PLACES = 4
"""So near the end of the longest auction that was learned, everybody passes."""


def foreseen(network: CallNetwork, so_far: Auctions, place: int, known: Floats) -> Floats:
    """The chance of each call at *place* of each auction, (n, CALLS)."""
    size = len(so_far)
    each: Rows = np.arange(size)
    seats: Rows = np.full(size, place % 4)
    spoken = inputs.spoken(so_far, each, seats)[:, :place]
    pair = np.broadcast_to(known, (size, len(known)))
    states = network.states(inputs.hands(so_far, each, seats), spoken, pair, pair)
    legal = legal_calls(so_far.calls)[:, place]
    return network.chances(np.ascontiguousarray(states[:, place]), legal)


def passes_out(hand: Hand, auction: Auction, vulnerability: Vulnerability) -> bool:
    """Whether the last player passes a deal out, by the house rules.

    A network trained on played deals never does.
    """
    if auction.calls != (Sign.PASS,) * 3:
        return False
    colours = Colours.seen_from(auction.turn, vulnerability)
    return house_call(Situation(hand, 4, colours)) is Sign.PASS


def chances_of_calls(
    network: CallNetwork, hand: Hand, auction: Auction, vulnerability: Vulnerability
) -> dict[Call, float]:
    """The chance of each legal call that somebody with this hand makes it, the likeliest first."""
    place = len(auction.calls)
    if place >= LONGEST - LAST_PLACES or passes_out(hand, auction, vulnerability):
        return {Sign.PASS: 1.0}
    given = foreseen(network, _so_far(hand, auction, vulnerability), place, house_habits())[0]
    shares = {call: float(given[number_of(call)]) for call in auction.legal_actions}
    return dict(sorted(shares.items(), key=lambda each: -each[1]))


def house_calls(
    network: CallNetwork, hand: Hand, auction: Auction, vulnerability: Vulnerability, seed: int
) -> Call:
    """The call that the house makes; the same seed gives the same one."""
    place = len(auction.calls)
    if place >= LONGEST - LAST_PLACES or passes_out(hand, auction, vulnerability):
        return Sign.PASS
    chances = foreseen(network, _so_far(hand, auction, vulnerability), place, house_habits())
    luck = np.random.default_rng(seed).random(LONGEST)
    return call_of(int(taken(chances, luck[place : place + 1], CALLING)[0]))


def _so_far(hand: Hand, auction: Auction, vulnerability: Vulnerability) -> Auctions:
    """The auction as arrays; every card that the caller does not hold lies in one other hand."""
    place = len(auction.calls)
    owners = np.full((1, 52), (place + 1) % 4, np.uint8)
    owners[0, [card.bit.bit_length() - 1 for card in hand]] = place % 4
    calls = np.zeros((1, LONGEST), np.uint8)
    calls[0, :place] = [number_of(call) for call in auction.calls]
    sides = (auction.dealer, auction.dealer.next)
    vulnerable = [vulnerability.includes(seat) << side for side, seat in enumerate(sides)]
    return Auctions(owners, calls, np.array([sum(vulnerable)], np.uint8))
