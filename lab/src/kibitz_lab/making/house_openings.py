"""Deals opened by the house rules, for the starter library.

An auction ends with three passes after the opening, because a record holds a complete auction;
only the calls up to the opening follow the rules.
"""

from __future__ import annotations

import random

from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import HOUSE_SYSTEM, house_call
from kibitz.games.bridge.auction import Auction, Call, Sign
from kibitz.games.bridge.deal import Deal, Seat, board_dealer, board_vulnerability
from kibitz.records.record import Citation, Record, Source
from kibitz.records.starter import HOUSE_OPENINGS

EVENT = "Kibitz house openings"


def house_record(seed: int, number: int) -> Record:
    """Deal *number*, with the calls of the rules up to the opening."""
    deal = Deal.shuffled(random.Random(f"{seed} {number} opening"))
    dealer, vulnerability = board_dealer(number), board_vulnerability(number)
    calls: list[Call] = []
    while len(calls) < 4 and all(call is Sign.PASS for call in calls):
        seat = Seat((dealer + len(calls)) % 4)
        colours = Colours.seen_from(seat, vulnerability)
        calls.append(house_call(Situation(deal[seat], len(calls) + 1, colours)))
    closing = [] if calls[-1] is Sign.PASS else [Sign.PASS] * 3
    auction = Auction(dealer, (*calls, *closing))
    return Record(
        source=Source(HOUSE_OPENINGS.removesuffix(".gz"), number),
        deal=deal,
        auction=auction,
        vulnerability=vulnerability,
        contract=auction.contract,
        citation=Citation(event=EVENT, board=str(number), kind="generated", system=HOUSE_SYSTEM),
    )


def house_records(count: int, seed: int) -> list[Record]:
    return [house_record(seed, number) for number in range(1, count + 1)]
