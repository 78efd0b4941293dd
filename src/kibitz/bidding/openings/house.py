"""Cases by the house rules, as the package ships them: an answer before anything was watched.

They are record lines, made by `kibitz_lab.making.house_openings`.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

from kibitz.bidding.openings.cases import MIXED, OpeningCase, Origin, System
from kibitz.bidding.openings.memory import OpeningMemory, written_memory
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import HOUSE_SYSTEM
from kibitz.games.bridge.auction import CALLS
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.records.starter import HOUSE_OPENINGS
from kibitz.runtime.storage import shipped

HOUSE = System(HOUSE_SYSTEM)
ENOUGH = 10_000
"""Watched decisions of one system that speak for themselves; with fewer the house's fill in."""


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


def filling(system: System, watched: int) -> list[OpeningCase]:
    """House cases to stand beside so many watched ones of a system.

    Beside people whose systems are not known they stay: however many are watched, some open a weak
    no-trump, a strong club or two diamonds with a long major, and they become no system.
    """
    wanted = ENOUGH if system.name == MIXED else max(0, ENOUGH - watched)
    own_deal = (replace(case, origin=Origin.HOUSE, deal=-case.deal) for case in shipped_cases())
    return list(islice(own_deal, wanted))


@cache
def house_memory() -> OpeningMemory:
    """What answers before anything was learned."""
    return written_memory(HOUSE, list(shipped_cases()))
