"""Generated tables for running experiments without expert records.

Nobody learns bridge from them, but they are valid records of every kind an experiment needs.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import house_call
from kibitz.games.bridge.auction import Auction, Contract, Sign
from kibitz.games.bridge.cards import DECK, Card, Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.records.formats.lin import write_lin
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Citation, Record, ResultSource, Source
from kibitz.runtime.storage import write_atomically


def generate(folder: Path) -> None:
    """Write every file that a quick run asks for."""
    write_tables(folder / "3nt.jsonl", "3N", 160, seed=1)
    write_tables(folder / "4s.jsonl", "4S", 80, seed=3)
    write_openings(folder / "openings.jsonl", 400, seed=2)
    write_explained(folder / "explained.jsonl", 80, seed=4)
    write_atomically(folder / "texts.json", json.dumps({"problems": TEXTS}).encode())
    for number in range(3):
        _, table = write_lin([declared(random.Random(number), "3N", "event")])
        write_atomically(folder / "raw" / f"{number}.lin", table.encode())


GENERATED = {"3nt.jsonl", "4s.jsonl", "openings.jsonl", "explained.jsonl", "texts.json", "raw"}

TEXTS = (
    {"number": 1, "north": "AQ", "south": "xx", "max_tricks": 2, "legible": True,
     "finesse_says": ["finesse the Queen"]},
    {"number": 2, "north": "AK", "south": "xx", "max_tricks": 2, "legible": False,
     "finesse_says": []},
)  # fmt: skip


def declared(rng: random.Random, bid: str, event: str, cards: int = 52) -> Record:
    """A table whose declarer's side holds the 26 highest cards: 3NT makes however it is played."""
    highest = sorted(DECK, key=lambda card: (-card.rank, card.suit))
    own, other = rng.sample(highest[:26], 26), rng.sample(highest[26:], 26)
    deal = Deal(*(Hand.of(hand) for hand in (own[:13], other[:13], own[13:], other[13:])))
    auction = Auction.of(Seat.NORTH, f"{bid} P P P")
    contract = auction.contract
    if contract is None:
        raise AssertionError(f"{bid} is a contract")
    played, tricks = _played(rng, deal, contract, cards)
    whole = len(played) == len(DECK)
    return Record(
        source=Source("generated.jsonl", 1),
        deal=deal,
        auction=auction,
        vulnerability=Vulnerability.NONE,
        contract=contract,
        play=played,
        tricks=tricks if whole else tricks + 13 - len(played) // 4,
        result_source=ResultSource.PLAY if whole else ResultSource.CLAIM,
        citation=Citation(event=event),
    )


def opened(rng: random.Random, number: int) -> Record:
    """A table opened by the house rules (now and then at random) and then passed out."""
    deal = Deal.shuffled(rng)
    auction = Auction(Seat(number % 4))
    vulnerability = rng.choice(tuple(Vulnerability))
    for place in range(4):
        seat = Seat((auction.dealer + place) % 4)
        colours = Colours.seen_from(seat, vulnerability)
        call = house_call(Situation(deal[seat], place + 1, colours))
        auction = auction.after(Sign.PASS if rng.random() < 0.05 else call)
        if auction.calls[-1] is not Sign.PASS:
            break
    while not auction.is_over:
        auction = auction.after(Sign.PASS)
    return Record(
        source=Source("generated.jsonl", number),
        deal=deal,
        auction=auction,
        vulnerability=vulnerability,
        contract=auction.contract,
        citation=Citation(event=f"event {number // 8}", board=str(number), system="house rules"),
    )


def write_tables(path: Path, bid: str, deals: int, seed: int) -> None:
    """Write a file of deals, two to an event, some of them claimed early."""
    rng = random.Random(seed)
    lengths = ((30 if number % 4 == 3 else 52) for number in range(deals))
    records = (
        declared(rng, bid, f"event {number // 2}", cards) for number, cards in enumerate(lengths)
    )
    write_atomically(path, (line.encode() for line in write_lines(records)))


def write_explained(path: Path, deals: int, seed: int) -> None:
    """Write a file of deals, two to an event, whose players explained a call."""
    rng = random.Random(seed)
    records = (
        replace(
            declared(rng, "3N", f"event {number // 2}"),
            auction=Auction.of(Seat.NORTH, "1N P 2C P 2D P 3N P P P"),
            alerts=((2, "Stayman"),),
        )
        for number in range(deals)
    )
    write_atomically(path, (line.encode() for line in write_lines(records)))


def write_openings(path: Path, deals: int, seed: int) -> None:
    rng = random.Random(seed)
    records = (opened(rng, number) for number in range(1, deals + 1))
    write_atomically(path, (line.encode() for line in write_lines(records)))


def _played(
    rng: random.Random, deal: Deal, contract: Contract, cards: int
) -> tuple[tuple[Card, ...], int]:
    state = Play.start(deal, contract)
    for _ in range(cards):
        state = state.after(rng.choice(state.legal_actions))
    return state.played, state.declarer_tricks
