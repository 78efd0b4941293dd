"""How long does a player wait at the table: for a call, a card, a decision, the end?

The first of each is *cold*: compiled code is read, networks and solver are opened. Then come the
same on further deals: the median, the 95th percentile and the longest. A *decision* is a turn at
which cards are tried, whether the player is asked or not; a *question* is what follows a wrong
card; the *end* is all that is said after the last trick.

Run: python benchmarks/table.py [--deals 10] [--first 1] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.solving import solving
from kibitz.sitting.coach import Coach, rest_is_clear
from kibitz.sitting.coached import CoachedDeal, DealStage
from kibitz.sitting.deals import SeatedAs, of_number
from kibitz.sitting.ending import ending
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.moves import after, chosen
from kibitz.sitting.sight import seen_by_decider
from kibitz.sitting.stops import Trials
from kibitz.sitting.whatif import what_if
from kibitz_lab.harness.results import result_of, write_result

T = TypeVar("T")


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


def play_through(number: int, coach: Coach, solver: DoubleDummy, waits: Waits) -> None:
    """One deal as declarer, every turn as the house would play it."""
    deal = of_number(number, SeatedAs.DECLARER, coach.house)
    bare = CoachedDeal.at(of_number(number, SeatedAs.ALL, coach.house).start)
    while bare.stage is DealStage.BIDDING:
        sight = seen_by_decider(bare)
        bare = after(bare, waits.timed("call", lambda s=sight: coach.house.chooses(s)))  # type: ignore[misc]
    while deal.stage is not DealStage.OVER and not rest_is_clear(deal):
        deal = _turn(deal, coach, solver, waits)
    waits.timed("end", lambda: ending(deal, coach, solver))


def _turn(deal: CoachedDeal, coach: Coach, solver: DoubleDummy, waits: Waits) -> CoachedDeal:
    sight = seen_by_decider(deal)
    if not deal.is_persons:
        return after(deal, waits.timed("card", lambda: coach.house.chooses(sight)))
    stop = waits.timed("decision", lambda: coach.trials.at(sight))
    if stop is None:
        waits.of["decision"].pop()  # nothing was tried
        return chosen(deal, coach.house.chooses(sight))
    wrong = next((card for card in stop.tried.cards if stop.is_wrong(card)), None)
    if wrong is not None:
        waits.timed("question", lambda: what_if(stop, wrong, solver))
    return chosen(deal, stop.best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--into", type=Path)
    asked = parser.parse_args()
    waits = Waits()
    with solving() as solver:
        house = HousePlayer.shipped(solver)
        coach = Coach(house, Trials(house.playing))
        for number in range(asked.first, asked.first + asked.deals):
            play_through(number, coach, solver, waits)
    found = {"deals": asked.deals, "first": asked.first, "waits": waits.found()}
    print(found)
    if asked.into:
        write_result(asked.into, result_of("table-speed", found, seed=0))


if __name__ == "__main__":
    main()
