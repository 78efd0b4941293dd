"""What the house's players know about each other: all of them open by the house rules.

The network of calls was trained on pairs with many systems. Without further input it answers as if
any of them might sit opposite; given how often a pair opens what, and on which hands, it bids like
experts who open that way. The house gives it the openings of its own rules.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Floats
from kibitz.bidding.auctions.pairs import SITUATIONS, Entries, features
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import house_call
from kibitz.games.bridge.auction import Auction, Call, Sign
from kibitz.games.bridge.deal import (
    Deal,
    Seat,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)

_DEALS = 3000
_KNOWN = 150
"""The number of openings known of a pair. With none, two-level openings have no fixed meaning; with
thousands, more than of any real pair, the network bids like a pair that hardly ever acts. On 400
deals of experts, 150 cost nothing against none (.11 IMPs a board, plus or minus .29)."""


@cache
def house_habits() -> Floats:
    """What is known about a pair that opens by the house rules: the network's input, (WIDTH,)."""
    network = CallNetwork.shipped()
    opened = [_opened(number) for number in range(1, _DEALS + 1)]
    entries = Entries.of(Auctions.of(opened))
    opens = np.array([group.startswith("opens") for group, _ in SITUATIONS])[entries.situation]
    sums = np.zeros((len(SITUATIONS), entries.sums.shape[1]), np.float32)
    np.add.at(sums, entries.situation[opens], entries.sums[opens])
    return features(sums * (_KNOWN / sums[:, 0].sum()), network.usual)


def _opened(number: int) -> tuple[Deal, Auction, Vulnerability]:
    """A deal with the calls of the house rules up to the opening."""
    deal = Deal.shuffled(random.Random(f"habits {number}"))
    dealer, vulnerability = board_dealer(number), board_vulnerability(number)
    calls: list[Call] = []
    while len(calls) < 4 and all(call is Sign.PASS for call in calls):
        seat = Seat((dealer + len(calls)) % 4)
        colours = Colours.seen_from(seat, vulnerability)
        calls.append(house_call(Situation(deal[seat], len(calls) + 1, colours)))
    return deal, Auction(dealer, tuple(calls)), vulnerability
