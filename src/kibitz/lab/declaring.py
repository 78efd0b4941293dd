"""Experts' deals declared to the end by each method: contracts made and tricks taken.

Run:      kibitz lab declare --records FILE
Writes:   docs/results/declare.json
Departs:  the defenders see all four hands and err at no card; the experts' own results, beside
          them, were reached against people
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.lab.statistics import Estimate, clustered
from kibitz.lab.tables import Player, declared, given_away
from kibitz.records.record import Record

DEALS = 200
EXPERTS = "experts"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one method fared on one deal; *par* is what perfect play by all would have given."""

    tricks: int
    target: int
    par: int
    lost: int
    event: str

    @property
    def made(self) -> bool:
        return self.tricks >= self.target


def event_of(record: Record) -> str:
    return record.citation.event or record.source.file


def chosen(
    records: Iterable[Record], count: int, rng: random.Random, *, apart_from: Iterable[Record] = ()
) -> list[Record]:
    """*count* tables with play and result, no deal twice, none of an event or deal to learn from.

    >>> chosen([], 1, random.Random(1))
    Traceback (most recent call last):
    kibitz.errors.UsageError: 1 deals with play and result are needed, and there are 0
    """
    learned = list(apart_from)
    events, deals = {event_of(one) for one in learned}, {one.deal for one in learned}
    tables: dict[Deal, Record] = {}
    for record in records:
        known = record.contract is not None and record.tricks is not None and record.play
        if known and event_of(record) not in events and record.deal not in deals:
            tables.setdefault(record.deal, record)
    if len(tables) < count:
        raise UsageError(
            f"{count} deals with play and result are needed, and there are {len(tables)}"
        )
    return rng.sample(list(tables.values()), count)


def experiment(
    records: Sequence[Record],
    players: Mapping[str, Player],
    solver: DoubleDummy,
    *,
    seed: int,
    advance: Callable[[], object] = lambda: None,
) -> list[dict[str, Any]]:
    """A row for each player, and one for the experts who played these deals."""
    outcomes: dict[str, list[Outcome]] = {name: [] for name in (*players, EXPERTS)}
    for number, record in enumerate(records):
        start = record.opening_state()
        par = solver.solve(start).best
        for name, player in players.items():
            rng = random.Random(f"{seed} {number}")
            auction = record.auction if record.auction.calls else None
            end = declared(start, auction, player, solver, rng)
            lost = par - end.declarer_tricks
            outcomes[name].append(_outcome(record, end.declarer_tricks, par, lost))
            advance()
        outcomes[EXPERTS].append(_experts(record, start, par, solver))
    return [_row(name, found) for name, found in outcomes.items()]


def _experts(record: Record, start: Play, par: int, solver: DoubleDummy) -> Outcome:
    """As recorded; what was lost is counted over the cards that are."""
    if record.tricks is None:
        raise UsageError(f"{record.source}: no result is recorded")
    lost = given_away(start.after_all(record.play), solver)
    return _outcome(record, record.tricks, par, lost)


def _outcome(record: Record, tricks: int, par: int, lost: int) -> Outcome:
    target = record.contract.target if record.contract is not None else 0
    return Outcome(tricks, target, par, lost, event_of(record))


def _row(name: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    events = [one.event for one in outcomes]

    def told(what: Callable[[Outcome], float]) -> Estimate:
        return clustered([float(what(one)) for one in outcomes], events)

    made, tricks, lost = told(lambda o: o.made), told(lambda o: o.tricks), told(lambda o: o.lost)
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
