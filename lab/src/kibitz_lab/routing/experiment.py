"""Truck routing, as wished for at the end of the paper: sequences learned from exact tours.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §3
Notation:   the state is the map with the waiting stops and the truck; the one agent's sequences are
            stretches of a tour
Departures: where no context holds, the truck drives to the nearest waiting stop, not to a random
            one; contexts cover the stops of their sequence and those near it (§3, locality)
Checked by: lab/tests/unit/test_routing.py
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from kibitz.forms import Said
from kibitz.games.boards.board import Board, Contest, Move
from kibitz.runtime.compiled import compiled
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.locality import Area
from kibitz.strategies.sequences.player import ByChance, Enforcer, SeqPlayer
from kibitz.strategies.sequences.view import BoardView
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.routing.town import Town, Trip

STOPS, ORDERS, DAYS, SWEEPS, TEST_DAYS = 36, 12, 1200, 8, 200
LENGTHS = (1, 2, 3)
SECONDS_A_DAY = 0.008  # about how long one process takes per day
NEAR = 8  # the stops around each stop of a sequence that its context may cover
# §1.3, and two tiers below: among a dozen stops, being right 2 times in 5 is good
CLASSES = (
    (0.9, 1.0, False),
    (0.8, 0.9, False),
    (0.7, 0.8, False),
    (0.55, 0.7, False),
    (0.4, 0.55, False),
    (0.25, 0.4, False),
)


@compiled
def _held_karp(miles: NDArray[np.float64]) -> NDArray[np.int64]:
    """The shortest tour from stop 0 through all others and back (Bellman, Held and Karp)."""
    n = miles.shape[0] - 1
    full = 1 << n
    cost = np.full((full, n), np.inf)
    came = np.full((full, n), -1, np.int64)
    for j in range(n):
        cost[1 << j, j] = miles[0, j + 1]
    for visited in range(full):
        for last in range(n):
            here = cost[visited, last]
            if here == np.inf:
                continue
            for to in range(n):
                if visited >> to & 1:
                    continue
                further = here + miles[last + 1, to + 1]
                if further < cost[visited | 1 << to, to]:
                    cost[visited | 1 << to, to] = further
                    came[visited | 1 << to, to] = last
    tour = np.empty(n, np.int64)
    visited = full - 1
    last = int(np.argmin(cost[visited] + miles[1:, 0]))
    for place in range(n - 1, -1, -1):
        tour[place] = last + 1
        before = came[visited, last]
        visited &= ~(1 << last)
        last = before
    return tour


def exact_tour(day: Town) -> tuple[int, ...]:
    """The shortest tour of a day; of its two directions, the one that starts at the nearer stop."""
    stops = sorted(day.waiting)
    chosen = np.array([0, *stops])
    miles = np.array(day.miles)[np.ix_(chosen, chosen)]
    tour = tuple(stops[i - 1] for i in _held_karp(miles))
    return tour if day.miles[0][tour[0]] <= day.miles[0][tour[-1]] else tour[::-1]


def nearest_tour(day: Town) -> tuple[int, ...]:
    """The tour that always goes to the nearest waiting stop."""
    trip, tour = day.start(), list[int]()
    while not trip.over:
        tour.append(_nearest(trip))
        trip = trip.played(trip.drive(tour[-1]))
    return tuple(tour)


def learned_tour(day: Town, player: SeqPlayer, rng: random.Random) -> tuple[int, ...]:
    """The tour by learned sequences, and to the nearest stop where none applies."""
    trip, tour = day.start(), list[int]()
    while not trip.over:
        decision = player.decide(trip, Enforcer(), rng)
        known = not isinstance(decision, ByChance)
        tour.append(decision.action.to if known else _nearest(trip))
        trip = trip.played(trip.drive(tour[-1]))
    return tuple(tour)


def _nearest(trip: Trip) -> int:
    return min(trip.waiting, key=lambda stop: (trip.game.miles[trip.at][stop], stop))


def watched_day(day: Town) -> Contest:
    """An exact tour, as a contest of one agent."""
    states, actions = [day.start()], list[Move]()
    for stop in exact_tour(day):
        actions.append(states[-1].drive(stop))
        states.append(states[-1].played(actions[-1]))
    return Contest(day, tuple(states), tuple(actions), 0)


@dataclass(frozen=True, slots=True)
class Nearby:
    """Locality by miles: the stops nearest to those of the sequence."""

    town: Town
    stops: int

    def area(self, board: Board, actions: tuple[Move, ...]) -> Area | None:
        near = set[int]()
        for action in actions:
            for end in (action.to, action.source or 0):
                miles = self.town.miles[end]
                near.update(sorted(range(len(miles)), key=lambda i: miles[i])[: self.stops])
        return frozenset(near)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Watch shortest tours through 12 of a town's 36 stops, then drive: miles above the shortest.

    Example: kibitz lab routing --runs 2
    """

    runs: Annotated[int, Said("Towns.", bounds=(2, 100))] = 5
    days: Annotated[int, Said("Days watched in each town.", bounds=(8, None))] = DAYS
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The towns to drive in, and where finished ones are kept."""

    task: Task
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        kept = min(self.task.runs, len(self.parts))
        return [Stage(self.task.runs, kept, self.task.days * SECONDS_A_DAY)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    return Prepared(task, parts_of("routing"))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """How far above the shortest tour each way of driving is."""
    task = ready.task
    seeds = [task.seed * 1000 + town for town in range(task.runs)]
    tell = begun(watch, "towns", task.runs)
    found = towns(seeds, days=task.days, engine=engine, parts=ready.parts, tell=tell)
    return {
        "runs": task.runs,
        "stops": STOPS,
        "orders": ORDERS,
        "days": task.days,
        "above the shortest": {
            how: {
                "mean": round(fmean([town[how] for town in found]), 2),
                "sd": round(stdev([town[how] for town in found]), 2),
            }
            for how in ("nearest", "learned")
        },
    }


def towns(
    seeds: Sequence[int],
    *,
    days: int = DAYS,
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> list[dict[str, float]]:
    """The experiment in a town for each seed."""
    asked = [(seed, days) for seed in seeds]
    return list((engine or Engine()).run(_town, asked, tell=tell, parts=parts))


def _town(asked: tuple[int, int]) -> dict[str, float]:
    seed, days = asked
    return experiment(seed, days=days)


def experiment(seed: int, *, days: int = DAYS, test_days: int = TEST_DAYS) -> dict[str, float]:
    """Watch *days* exact tours, then drive other days: percent of miles above the shortest."""
    rng = random.Random(seed)
    town = Town.scattered(STOPS, rng)
    learner = SeqLearner(BoardView(town), LENGTHS, locality=Nearby(town, NEAR))
    for number in range(1, days + 1):
        learner.learn(watched_day(town.day(ORDERS, rng)), (0,))
        if number % (days // SWEEPS) == 0:
            learner.sweep()
    player = SeqPlayer.of(learner.view, learner.pairs(), CLASSES)
    nearest, ours = list[float](), list[float]()
    for _ in range(test_days):
        day = town.day(ORDERS, rng)
        best = day.length(exact_tour(day))
        nearest.append(100 * (day.length(nearest_tour(day)) / best - 1))
        ours.append(100 * (day.length(learned_tour(day, player, rng)) / best - 1))
    return {"nearest": fmean(nearest), "learned": fmean(ours)}
