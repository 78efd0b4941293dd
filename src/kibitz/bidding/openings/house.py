"""Cases by the house rules, dealt at random: an answer before anything was watched.

The package ships them as record lines. An auction there ends with three passes after the opening,
because a record's auction is a whole one: only the calls up to the opening are the rules'.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from functools import cache

from kibitz.bidding.openings.cases import OpeningCase, Origin, System
from kibitz.bidding.openings.memory import SEED, OpeningMemory, written_memory
from kibitz.bidding.openings.rules import HOUSE_SYSTEM, house_call
from kibitz.bidding.question import Colours, Situation
from kibitz.games.bridge.auction import CALLS, Auction, Call, Sign
from kibitz.games.bridge.cards import DECK, Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from kibitz.records.record import Citation, Record, Source
from kibitz.records.starter import HOUSE_OPENINGS
from kibitz.runtime.storage import shipped

HOUSE = System(HOUSE_SYSTEM)
EVENT = "Kibitz house openings"


def house_record(seed: int, number: int) -> Record:
    """The deal of that number, with the calls of the rules up to the opening."""
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


def house_records(count: int, seed: int = SEED) -> list[Record]:
    return [house_record(seed, number) for number in range(1, count + 1)]


def shipped_cases() -> Iterator[OpeningCase]:
    """The opening decisions that the package ships.

    The same as reading the file and taking its cases, but without judging each deal anew: a user
    waits for this.
    """
    colours_of = cache(Colours.seen_from)
    for line in gzip.decompress(shipped(HOUSE_OPENINGS)).decode().splitlines():
        fields = json.loads(line)
        dealer, vulnerability = Seat.parse(fields["dealer"]), Vulnerability.parse(fields["vul"])
        number = fields["game"]
        where = f"{fields['file']}, table {number} ({fields['event']}, board {fields['board']})"
        for place, name in enumerate(fields["auction"][:4]):
            seat = Seat((dealer + place) % 4)
            colours = colours_of(seat, vulnerability)
            situation = Situation(Hand.parse(fields["hands"][str(seat)]), place + 1, colours)
            source = f"{where}, {seat.name.capitalize()}"
            yield OpeningCase(situation, CALLS[name], source, HOUSE, Origin.GENERATED, number)
            if name != "P":
                break


@cache
def house_memory() -> OpeningMemory:
    """What answers before anything was learned."""
    return written_memory(HOUSE, list(shipped_cases()))


def house_cases(count: int, rng: random.Random) -> list[OpeningCase]:
    """Random hands in random seats and colours, bid by the rules and marked as generated."""
    cases = []
    for number in range(1, count + 1):
        hand = Hand.of(rng.sample(DECK, 13))
        situation = Situation(hand, rng.randint(1, 4), rng.choice(tuple(Colours)))
        source = f"house rules, hand {number}"
        call = house_call(situation)
        cases.append(OpeningCase(situation, call, source, HOUSE, Origin.GENERATED, deal=number))
    return cases
