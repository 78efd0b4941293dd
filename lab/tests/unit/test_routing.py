"""Truck routing: exact tours are the shortest, and watching them shortens what is driven."""

import random
from itertools import permutations

import pytest

from kibitz_lab.routing import experiment as routing
from kibitz_lab.routing.town import Town


@pytest.mark.parametrize("seed", range(5))
def test_the_exact_tour_is_the_shortest_of_all(seed: int) -> None:
    rng = random.Random(seed)
    day = Town.scattered(30, rng).day(6, rng)
    best = min(day.length(tour) for tour in permutations(day.waiting))
    assert day.length(routing.exact_tour(day)) == pytest.approx(best)
    assert day.length(routing.nearest_tour(day)) >= best - 1e-9


def test_a_truck_that_watched_exact_tours_drives_less_than_to_the_nearest() -> None:
    above = routing.experiment(1, days=400, test_days=100)
    assert 0 < above["learned"] < above["nearest"]
