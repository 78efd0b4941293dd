"""How long does a player wait at the table: for a call, a card, the next decision, the end?

The first of each is *cold*: compiled code is read, networks and solver are opened. Then come the
same on further deals: the median, the 95th percentile and the longest. A *stop* is all that passes
from a card of the player's to his next decision: cards of the house, and trials at every turn on
the way; *ahead* is the same after the coach has tried what comes next while he thinks. A *question*
is what follows a wrong card; the *end* is all that is said after the last trick.

Then several tables at once, on processes that share them: how long each waits for its next
decision, its player thinking for some seconds before each card. And whether the time of an answer
tells anything of hidden cards: the same decisions with the other hands dealt anew.

Run: python benchmarks/table.py [--deals 10] [--first 1] [--tables 20] [--minutes 2] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import heapq
import multiprocessing
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kibitz.cardplay.lookahead.sampling import SeatKnowledge, unknown_behind
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.solving import solving
from kibitz.sitting.coach import Coach
from kibitz.sitting.coached import CoachedDeal, DealStage, MarkKind
from kibitz.sitting.deals import SeatedAs, of_number
from kibitz.sitting.ending import ending
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.moves import after, chosen, noted
from kibitz.sitting.sight import SeenDeal, seen, seen_by_decider
from kibitz.sitting.stops import Stop, Trials
from kibitz.sitting.whatif import what_if
from kibitz_lab.harness.results import result_of, write_result
from kibitz_lab.harness.statistics import clustered

T = TypeVar("T")
PROCESSES = 2
"""On which several tables are played at once."""
THINKS = 20.0
"""Seconds that a player thinks about a card, when several play at once."""


@dataclass
class Waits:
    """How long each kind of answer took."""

    of: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def timed(self, kind: str, answer: Callable[[], T]) -> T:
        begun = time.perf_counter()
        found = answer()
        self.of[kind].append(time.perf_counter() - begun)
        return found

    def found(self) -> list[dict[str, Any]]:
        """Of each kind: how often, the first of all, and the median, 95 % and longest of others."""
        return [_spread(kind, waits) for kind, waits in self.of.items() if waits]


def _spread(kind: str, waits: list[float]) -> dict[str, Any]:
    cold, warm = waits[0], sorted(waits[1:] or waits)
    return {
        "kind": kind,
        "times": len(waits),
        "cold": cold,
        "median": warm[len(warm) // 2],
        "often": warm[int(0.95 * (len(warm) - 1))],
        "longest": warm[-1],
    }


def bid_through(number: int, house: HousePlayer, waits: Waits) -> None:
    """One auction of the house, call by call."""
    deal = CoachedDeal.at(replace(of_number(number, SeatedAs.ALL, house).start, people=()))
    while deal.stage is DealStage.BIDDING:
        sight = seen_by_decider(deal)
        deal = after(deal, waits.timed("call", partial(house.chooses, sight)))


def play_through(number: int, coach: Coach, solver: DoubleDummy, waits: Waits) -> list[SeenDeal]:
    """One deal, as declarer or leader in turns: what was seen at its decisions."""
    part = SeatedAs.DECLARER if number % 2 else SeatedAs.DEFENDER
    deal, decisions = of_number(number, part, coach.house), list[SeenDeal]()
    while True:
        kind = "stop ahead" if deal.own and number % 4 > 1 else "stop"
        deal, stop = waits.timed(kind, partial(to_decision, deal, coach))
        if stop is None:
            waits.timed("end", partial(ending, deal, coach, solver))
            return decisions
        decisions.append(stop.seen)
        waits.timed("question", partial(what_if, stop, stop.worst, solver))
        if number % 4 > 1:
            list(coach.ahead(deal, stop))
        deal = chosen(deal, stop.best)
        if deal.stage is DealStage.PLAY and not deal.is_persons:
            waits.timed("card", partial(coach.house.chooses, seen_by_decider(deal)))


def to_decision(deal: CoachedDeal, coach: Coach) -> tuple[CoachedDeal, Stop | None]:
    """The deal at its next decision, or at its end; winners and lines are passed over."""
    while True:
        deal, stop = coach.goes_on(deal)
        if stop is not None or deal.stage is DealStage.OVER:
            return deal, stop
        deal = noted(noted(deal, MarkKind.COUNT), MarkKind.LINE)


def at_once(worker: int, tables: int, minutes: float, first: int) -> list[float]:
    """The waits for the next decision at some tables that one process serves."""
    rng = random.Random(f"tables {worker}")
    found: list[float] = []
    with solving() as solver:
        house = HousePlayer.shipped(solver)
        coach = Coach(house, Trials(house.playing))
        numbers = iter(range(first + 1000 * worker, 10**9))
        deals = [of_number(next(numbers), SeatedAs.DECLARER, house) for _ in range(tables)]
        to_decision(deals[0], coach)  # cold, and not counted
        begun = time.perf_counter()
        ready = [(rng.random() * THINKS, at) for at in range(tables)]
        heapq.heapify(ready)
        while ready[0][0] < 60 * minutes:
            due, at = heapq.heappop(ready)
            time.sleep(max(0.0, begun + due - time.perf_counter()))
            deals[at], stop = to_decision(deals[at], coach)
            now = time.perf_counter() - begun
            found.append(now - due)
            if stop is None:
                deals[at] = of_number(next(numbers), SeatedAs.DECLARER, house)
            else:
                deals[at] = chosen(deals[at], stop.best)
            heapq.heappush(ready, (now + THINKS * (0.5 + rng.random()), at))
    return found


def several(tables: int, minutes: float, first: int) -> list[float]:
    """The waits at some tables, shared by a few processes."""
    each = tables // PROCESSES
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        work = partial(at_once, tables=each, minutes=minutes, first=first)
        return [wait for waits in pool.map(work, range(PROCESSES)) for wait in waits]


def tell_tale(decisions: list[SeenDeal], house: HousePlayer) -> dict[str, Any]:
    """How much longer the same decisions take with the hidden hands dealt anew."""
    apart = []
    for at, sight in enumerate(decisions):
        times = [_tried(one, house) for one in (sight, *_others(sight, random.Random(at)))]
        apart.append(times[1] - times[2])
    told = clustered(apart, range(len(apart)))
    return {"decisions": len(apart), "apart": told.mean, "within": told.within}


def _tried(sight: SeenDeal, house: HousePlayer) -> float:
    begun = time.perf_counter()
    Trials(house.playing).at(sight)
    return time.perf_counter() - begun


def _others(sight: SeenDeal, rng: random.Random) -> Iterator[SeenDeal]:
    """The same seat's view of two other deals that it cannot tell from this one."""
    state = sight.state
    for _ in range(2):
        other = unknown_behind(SeatKnowledge.by(state, tuple(sight.hands))).drawn(rng)
        deal = CoachedDeal.at(
            replace(_start(sight), deal=other, auction=sight.auction.calls, cards=sight.played)
        )
        yield seen(deal, sight.by)


def _start(sight: SeenDeal) -> Any:
    from kibitz.sitting.coached import DealStart

    return DealStart(
        sight.state.deal, sight.auction.dealer, sight.vulnerability, sight.seed, (sight.by,)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--into", type=Path)
    asked = parser.parse_args()
    waits, decisions = Waits(), list[SeenDeal]()
    with solving() as solver:
        house = HousePlayer.shipped(solver)
        coach = Coach(house, Trials(house.playing))
        for number in range(asked.first, asked.first + asked.deals):
            bid_through(number, house, waits)
            decisions += play_through(number, coach, solver, waits)
    found = {
        "deals": asked.deals,
        "first": asked.first,
        "waits": waits.found(),
        "tell_tale": tell_tale(decisions, house),
        "tables": asked.tables,
        "thinks": THINKS,
        "at_once": _spread("stop", several(asked.tables, asked.minutes, asked.first)),
    }
    print(found)
    if asked.into:
        write_result(asked.into, result_of("table-speed", found, seed=0))


if __name__ == "__main__":
    main()
