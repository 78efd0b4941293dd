"""A score beside the other tables of the same board: matchpoints, and IMPs on average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.scoring import imps, score
from kibitz.records.record import Record
from kibitz.sitting.coached import CoachedDeal
from kibitz.sitting.deals import turned
from kibitz.wording import counted, percent


@dataclass(frozen=True, slots=True)
class FieldScore:
    """How a score compares with those of other tables, for the player's side."""

    tables: int
    matchpoints: float
    """The share of the matchpoints: of each table one if it is beaten, a half if it is met."""
    imps: float
    """On average, a table."""

    @property
    def text(self) -> str:
        """
        >>> FieldScore(14, 0.643, 1.25).text
        'Beside 14 other tables: 64 % of the matchpoints, +1.2 IMPs a table.'
        """
        return (
            f"Beside {counted(self.tables, 'other table')}: {percent(self.matchpoints)} of the "
            f"matchpoints, {self.imps:+.1f} IMPs a table."
        )


def dealt_as(deal: CoachedDeal) -> Deal:
    """The four hands as they lay before the deal was turned to seat its player South."""
    return turned(deal.start, -deal.start.turned % 4).deal


def field_score(deal: CoachedDeal, own: int, records: Iterable[Record]) -> FieldScore | None:
    """The score *own* of the player's side beside other tables of the board; None without any.

    Tables of the house do not count, nor those whose result is not known.
    """
    start = deal.start
    me = start.people[0] if start.people else Seat.SOUTH
    there, colours = Seat((me - start.turned) % 4), turned(start, -start.turned % 4).vulnerability
    theirs = [
        points
        for record in records
        if record.vulnerability == colours and record.citation.kind != "generated"
        for points in [_score(record, there)]
        if points is not None
    ]
    if not theirs:
        return None
    share = fmean((own > points) + (own == points) / 2 for points in theirs)
    return FieldScore(len(theirs), share, fmean(imps(own - points) for points in theirs))


def _score(record: Record, me: Seat) -> int | None:
    if record.contract is None:
        return 0 if record.auction.calls else None
    if record.tricks is None:
        return None
    points = score(record.contract, record.tricks, record.vulnerability)
    return points if me.is_with(record.contract.declarer) else -points
