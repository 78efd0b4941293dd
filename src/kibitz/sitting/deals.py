"""Where deals come from: the house's match, a file, a link, a number, a day."""

from __future__ import annotations

import random
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Named
from kibitz.games.bridge.deal import (
    Deal,
    Seat,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)
from kibitz.records.lookup import table
from kibitz.records.record import Record
from kibitz.sitting.coached import CoachedDeal, DealStage, DealStart
from kibitz.sitting.keeping import LINK, SUFFIX, from_link, kept
from kibitz.sitting.ladder.rungs import ORIGIN, rung_at
from kibitz.sitting.moves import after
from kibitz.sitting.sight import seen_by_decider

if TYPE_CHECKING:
    from kibitz.sitting.house.players import HousePlayer

_TRIES = 50


class SeatedAs(Named, Enum):
    """What the player sits down to be."""

    ALL = "all"
    """To bid, and then to play whatever it comes to."""
    DECLARER = "declarer"
    DEFENDER = "defender"
    """The opening leader."""

    @classmethod
    def parse(cls, text: str) -> SeatedAs:
        try:
            return cls(text.strip().lower() or "all")
        except ValueError:
            raise UsageError(f"Sit down as declarer or defender, not as {text!r}.") from None


def at_place(place: str, part: SeatedAs, library: Path | None = None) -> CoachedDeal:
    """The deal of a table that a person names, of a kept file, of a link, of the ladder."""
    if place.strip().startswith(ORIGIN):
        return CoachedDeal.at(rung_at(place).start)
    if place.strip().startswith(LINK):
        return from_link(place)
    if place.endswith(SUFFIX):
        return CoachedDeal.at(kept(Path(place)).start)
    return of_record(table(place, library), part, place)


def of_record(record: Record, part: SeatedAs, origin: str) -> CoachedDeal:
    """The deal of a record, for its player to sit South."""
    start = DealStart(
        record.deal,
        record.dealer,
        record.vulnerability,
        seed=_seed(str(record.deal)),
        origin=origin,
    )
    if part is SeatedAs.ALL:
        return CoachedDeal.at(start)
    if record.contract is None or not record.auction.calls:
        raise UsageError("Nobody played this deal, or its auction is not known: sit down to bid.")
    return _as(part, start, record.auction)


def of_number(number: int, part: SeatedAs, house: HousePlayer, origin: str = "") -> CoachedDeal:
    """A deal dealt from a number: the same one for everybody who names it.

    With a part to play the house bids it in all four chairs; deals that it passes out are skipped.
    """
    for attempt in range(_TRIES):
        start = dealt_from(number, attempt, origin)
        if part is SeatedAs.ALL:
            return CoachedDeal.at(start)
        auction = bid_by_house(start, house)
        if auction.contract is not None:
            return _as(part, start, auction)
    raise UsageError(f"The house passes out every deal of {number}.")


def dealt_from(number: int, attempt: int = 0, origin: str = "") -> DealStart:
    """The deal of a number as it comes to the table; later attempts deal others."""
    key = f"deal {number}" if not attempt else f"deal {number}, {attempt}"
    board = number + attempt
    return DealStart(
        Deal.shuffled(random.Random(key)),
        board_dealer(board),
        board_vulnerability(board),
        seed=_seed(key),
        origin=origin or f"seed {number}",
    )


def bid_by_house(start: DealStart, house: HousePlayer) -> Auction:
    """The auction of a deal, if the house sits in all four chairs."""
    deal = CoachedDeal.at(replace(start, people=(), auction=(), cards=()))
    while deal.stage is DealStage.BIDDING:
        deal = after(deal, house.chooses(seen_by_decider(deal)))
    return deal.auction


def with_people(deal: CoachedDeal, people: tuple[Seat, ...]) -> CoachedDeal:
    """A deal that nobody has touched yet, with these seats taken by people."""
    return CoachedDeal.at(replace(deal.start, people=people))


def _as(part: SeatedAs, start: DealStart, auction: Auction) -> CoachedDeal:
    """The deal after its auction, turned so that declarer, or the opening leader, is South."""
    contract = auction.contract
    assert contract is not None
    seat = {SeatedAs.DECLARER: contract.declarer, SeatedAs.DEFENDER: contract.leader}[part]
    return CoachedDeal.at(replace(turned(start, (Seat.SOUTH - seat) % 4), auction=auction.calls))


def turned(start: DealStart, by: int) -> DealStart:
    """The deal turned clockwise by so many seats."""
    return replace(
        start,
        deal=Deal.of({Seat((seat + by) % 4): start.deal[seat] for seat in Seat}),
        dealer=Seat((start.dealer + by) % 4),
        vulnerability=_turned(start.vulnerability, by),
        turned=(start.turned + by) % 4,
    )


def _turned(vulnerability: Vulnerability, by: int) -> Vulnerability:
    if by % 2 == 0:
        return vulnerability
    other = {
        Vulnerability.NORTH_SOUTH: Vulnerability.EAST_WEST,
        Vulnerability.EAST_WEST: Vulnerability.NORTH_SOUTH,
    }
    return other.get(vulnerability, vulnerability)


def _seed(text: str) -> int:
    return random.Random(text).getrandbits(32)
