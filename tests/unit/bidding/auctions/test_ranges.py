"""A stated range is the shortest there is, and holds on hands that it was not made from."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.bidding.auctions.ranges import COVER, Spread, shortest


@given(st.lists(st.integers(0, 9), min_size=1, max_size=60), st.sampled_from([0.5, 0.8, 0.95]))
def test_no_shorter_range_holds_as_much(values: list[int], level: float) -> None:
    weights = np.bincount(values, minlength=10)
    [(least, most)] = shortest(weights[None], level).tolist()
    wanted = level * len(values) - 1e-9
    assert weights[least : most + 1].sum() >= wanted
    for low, high in combinations_with_replacement(range(10), 2):
        if high - low < most - least:
            assert weights[low : high + 1].sum() < wanted


@given(st.lists(st.integers(0, 13), min_size=20, max_size=200))
def test_a_range_states_no_less_than_it_was_asked_to_hold(values: list[int]) -> None:
    spread = Spread.of_values(np.array(values), 14)
    assert spread.range.cover >= COVER or spread.range.width == len(set(values)) == 1
    assert sum(spread.shares) == pytest.approx(1)


@pytest.mark.parametrize("size", [20, 50, 400])
def test_what_is_stated_is_what_other_hands_do(size: int) -> None:
    """Over many small samples the stated share and the share of fresh hands are the same."""
    rng = np.random.default_rng(3)
    stated, held = [], []
    for _ in range(300):
        middle, wide = rng.uniform(6, 18), rng.uniform(1, 4)
        values = np.clip(np.round(rng.normal(middle, wide, size)), 0, 37).astype(np.int64)
        fresh = np.clip(np.round(rng.normal(middle, wide, 2000)), 0, 37)
        found = Spread.of_values(values, 38).range
        stated.append(found.cover)
        held.append(((fresh >= found.least) & (fresh <= found.most)).mean())
    assert abs(np.mean(stated) - np.mean(held)) < 0.03


def test_tables_of_one_event_do_not_vouch_for_each_other() -> None:
    """Ten events, in each of which everybody has the same: a range of one must not claim much."""
    values = np.repeat(np.arange(10), 20)
    assert Spread.of_values(values, 14).range.cover < 1
    mixed = np.tile(np.arange(10), 20)
    assert Spread.of_values(values, 14).range.width >= Spread.of_values(mixed, 14).range.width
