"""Experts' deals declared to the end by each method: contracts made and tricks taken.

Run:      kibitz lab declare --records FILE
Writes:   docs/results/declare.json
Departs:  the defenders see all four hands and never err; the experts' own results, given beside,
          were reached against people
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.playing_out import SidePlayer, declared, given_away
from kibitz.records.record import Record
from kibitz_lab.harness.splits import event_of
from kibitz_lab.harness.statistics import MeanEstimate, clustered

EXPERTS = "experts"


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """How one method fared on one deal; *par* is the result of perfect play by everyone.

    The tricks the experts *lost* are counted over the recorded cards.
    """

    tricks: int
    target: int
    par: int
    lost: int
    event: str

    @property
    def made(self) -> bool:
        return self.tricks >= self.target


def chosen(
    records: Iterable[Record], seed: int, *, seen: Callable[[Deal], bool] = lambda deal: False
) -> list[Record]:
    """Tables with play and result, in an order drawn from the seed; no deal twice, none *seen*."""
    tables: dict[Deal, Record] = {}
    for record in records:
        known = record.contract is not None and record.tricks is not None and record.play
        if known and not seen(record.deal):
            tables.setdefault(record.deal, record)
    order = list(tables.values())
    random.Random(seed).shuffle(order)
    return order


def apart(lessons: Iterable[Record], tables: Iterable[Record], seed: int) -> list[Record]:
    """The lessons of other events and deals than *tables*, in an order drawn from the seed."""
    asked = list(tables)
    events, deals = {event_of(one) for one in asked}, {one.deal for one in asked}
    kept = [one for one in lessons if event_of(one) not in events and one.deal not in deals]
    random.Random(seed).shuffle(kept)
    return kept


def outcomes(
    record: Record, players: Mapping[str, SidePlayer], solver: DoubleDummy, rng: random.Random
) -> dict[str, DealOutcome]:
    """How each player fares on one deal against the same defence, and how the experts did."""
    start = record.opening_state()
    auction = record.auction if record.auction.calls else None
    par, luck = solver.solve(start).best, rng.random()
    found = {}
    for name, player in players.items():
        end = declared(start, auction, player, solver, random.Random(luck))
        found[name] = _outcome(record, end.declarer_tricks, par, par - end.declarer_tricks)
    lost = given_away(start.after_all(record.play), solver)
    return found | {EXPERTS: _outcome(record, record.tricks or 0, par, lost)}


def _outcome(record: Record, tricks: int, par: int, lost: int) -> DealOutcome:
    target = record.contract.target if record.contract is not None else 0
    return DealOutcome(tricks, target, par, lost, event_of(record))


def rows(found: Sequence[Mapping[str, DealOutcome]]) -> list[dict[str, Any]]:
    """A row for each player, and one for the experts."""
    return [_row(name, [one[name] for one in found]) for name in found[0]]


def _row(name: str, outcomes: Sequence[DealOutcome]) -> dict[str, Any]:
    events = [one.event for one in outcomes]

    def estimate(what: Callable[[DealOutcome], float]) -> MeanEstimate:
        return clustered([float(what(one)) for one in outcomes], events)

    made, tricks, lost = (
        estimate(lambda o: o.made),
        estimate(lambda o: o.tricks),
        estimate(lambda o: o.lost),
    )
    return {
        "method": name,
        "deals": len(outcomes),
        "made": sum(one.made for one in outcomes),
        "makeable": sum(one.par >= one.target for one in outcomes),
        "made_rate": made.mean,
        "made_rate_within": made.within,
        "tricks": tricks.mean,
        "tricks_within": tricks.within,
        "lost_a_deal": lost.mean,
        "lost_a_deal_within": lost.within,
    }
