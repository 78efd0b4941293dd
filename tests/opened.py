"""Random hands opened by the house rules, and its match as a library of auctions to learn from."""

from __future__ import annotations

import gzip
import json
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

from kibitz.bidding.calls import learning
from kibitz.bidding.openings.cases import OpeningCase, Origin
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import house_call
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.cards import DECK, Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.places import Places
from kibitz.records.formats.lines import to_json
from kibitz.records.library import Library
from kibitz.records.record import Citation, Players, Record, Source
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


def house_records(count: int, seed: int) -> list[Record]:
    """Tables where everyone opens by the house rules and all pass after that."""
    rng = random.Random(seed)
    records = []
    for number in range(1, count + 1):
        deal, dealer = Deal.shuffled(rng), rng.choice(tuple(Seat))
        vulnerability = rng.choice(tuple(Vulnerability))
        auction = Auction(dealer)
        while not auction.is_over:
            seat, place = auction.turn, len(auction.calls)
            colours = Colours.seen_from(seat, vulnerability)
            silent = any(call is not Sign.PASS for call in auction.calls) or place > 3
            call = Sign.PASS if silent else house_call(Situation(deal[seat], place + 1, colours))
            auction = auction.after(call)
        records.append(
            Record(
                source=Source("made.jsonl", number),
                deal=deal,
                auction=auction,
                vulnerability=vulnerability,
                contract=auction.contract,
                citation=Citation(kind="robot:House", event="made"),
            )  # fmt: skip
        )
    return records


def write_house_records(path: Path, count: int, seed: int) -> None:
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(to_json(one)) + "\n" for one in house_records(count, seed))
