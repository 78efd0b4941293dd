"""The shipped cases by the house rules: they answer before anything was learned.

They are record lines, made by `kibitz_lab.making.house_openings`.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

from kibitz.bidding.openings.cases import MIXED, OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.memory import OpeningMemory, written_memory
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import HOUSE_SYSTEM
from kibitz.games.bridge.auction import CALLS
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.records.starter import HOUSE_OPENINGS
from kibitz.runtime.storage import shipped

HOUSE = OpeningSystem(HOUSE_SYSTEM)
ENOUGH = 10_000
"""The number of watched decisions of a system below which the house's cases fill in."""


def shipped_cases() -> Iterator[OpeningCase]:
    """The shipped opening decisions.

    The result is the same as from reading the file as records, but without checking every deal,
    because a user is waiting.
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


def filling(system: OpeningSystem, watched: int) -> list[OpeningCase]:
    """The house's cases that fill in beside this many *watched* cases of a system.

    Beside people of unknown systems they always fill in: however many cases there are, some open a
    weak no-trump, a strong club, or two diamonds with a long major, so they are not one system.
    """
    wanted = ENOUGH if system.name == MIXED else max(0, ENOUGH - watched)
    own_deal = (replace(case, origin=Origin.HOUSE, deal=-case.deal) for case in shipped_cases())
    return list(islice(own_deal, wanted))


@cache
def house_memory() -> OpeningMemory:
    """The memory that answers before anything was learned."""
    return written_memory(HOUSE, list(shipped_cases()))
