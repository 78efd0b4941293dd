"""Random hands opened by the house rules, and its match as a library of auctions to learn from."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

from kibitz.bidding.calls import learning
from kibitz.bidding.openings.cases import OpeningCase, Origin
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import house_call
from kibitz.games.bridge.cards import DECK, Hand
from kibitz.games.bridge.deal import Seat
from kibitz.places import Places
from kibitz.records.library import Library
from kibitz.records.record import Citation, Players, Record
from kibitz.runtime.running import Watch, unwatched
from match import played

TABLES = 72
PAIRS = (("Anna", "Boris"), ("Clara", "Dmitri"))


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


def tables() -> list[Record]:
    """The house's deals, with players that have names: who opened is Anna or Boris, or a rival."""
    found = []
    for number, record in enumerate(islice(played(), TABLES)):
        (north, south), (east, west) = PAIRS if number % 2 else PAIRS[::-1]
        citation = Citation(
            "House cup", "", str(number + 1), "", Players(north, east, south, west), "generated"
        )
        found.append(replace(record, citation=citation))
    return found


def put(path: Path, records: list[Record]) -> None:
    with Library.open(path) as library, library.writing() as writer:
        file = writer.begin_file(path.name.encode() + str(len(library)).encode(), "made.lin")
        for record in records:
            writer.add(record, file)


def learn(path: Path, watch: Watch = unwatched) -> learning.LearnedCalls:
    with Library.open(path) as library:
        return learning.learn(library, Places.of(path).calls, watch)


def opener(record: Record) -> int:
    """The number of the call that opened, from 1."""
    return next(n for n, call in enumerate(record.auction.calls, 1) if str(call) != "P")


def caller(record: Record, number: int) -> Seat:
    return Seat((record.dealer + number - 1) % 4)
