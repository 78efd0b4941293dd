"""A claim holds as often as it says, and keeps no bound that says nothing."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.bidding.auctions.claims import SURELY, USUALLY, all_hands, at_most, claimed


def _spread(size: int, **numbers: float) -> np.ndarray:
    shares = np.zeros(size)
    for number, share in numbers.items():
        shares[int(number[1:])] = share
    return shares


def test_all_hands_are_counted() -> None:
    assert all_hands(38).sum() == pytest.approx(1)
    assert all_hands(38) @ np.arange(38) == pytest.approx(10)
    assert all_hands(14).sum() == pytest.approx(1)
    assert all_hands(14) @ np.arange(14) == pytest.approx(3.25)


def test_of_any_hand_nothing_is_claimed() -> None:
    assert claimed(all_hands(38)) is None
    assert claimed(all_hands(14)) is None


def test_an_upper_bound_that_hardly_any_hand_breaks_is_not_said() -> None:
    opening = _spread(38, n11=0.1, n12=0.3, n13=0.3, n16=0.2, n20=0.1)
    found = claimed(opening)
    assert found is not None
    assert (found.least, found.most, found.is_sure) == (11, 37, True)


def test_a_narrow_range_keeps_both_bounds() -> None:
    found = claimed(_spread(38, n15=0.4, n16=0.3, n17=0.28, n12=0.02))
    assert found is not None
    assert (found.least, found.most, found.is_sure) == (15, 17, True)


def test_what_holds_nine_times_in_ten_is_usual() -> None:
    found = claimed(_spread(14, n3=0.03, n4=0.03, n5=0.6, n6=0.34))
    assert found is not None
    assert (found.least, found.most, found.is_sure) == (5, 13, False)


def test_a_promise_that_is_kept_is_said_and_one_that_is_broken_is_not() -> None:
    opening = _spread(38, n9=0.05, n11=0.02, n12=0.43, n14=0.3, n20=0.2)
    kept, broken = claimed(opening, (12, 21)), claimed(opening, (13, 21))
    assert kept is not None
    assert broken is not None
    assert (kept.least, kept.is_sure) == (12, False)
    assert broken.least != 13


def test_a_pass_promises_no_minimum() -> None:
    shares = _spread(38, n5=0.4, n8=0.6)
    found = at_most(claimed(shares), shares)
    assert found is not None
    assert (found.least, found.most, found.share) == (0, 8, 1)
    strong = _spread(38, n15=0.4, n17=0.6)
    assert at_most(claimed(strong), strong) is None


def test_a_few_hands_claim_less_than_many() -> None:
    hearts = _spread(14, n5=1)
    assert claimed(hearts, hands=10) is None
    few, many = claimed(hearts, hands=25), claimed(hearts, hands=400)
    assert few is not None
    assert many is not None
    assert (few.is_sure, many.is_sure) == (False, True)


@pytest.mark.parametrize("size", [60, 400])
def test_claims_hold_for_other_hands(size: int) -> None:
    """Over many samples, claims hold on fresh hands as often as they say."""
    rng = np.random.default_rng(5)
    held: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(300):
        middle, wide = rng.uniform(6, 18), rng.uniform(1, 3)
        drawn, fresh = (
            np.clip(np.round(rng.normal(middle, wide, number)), 0, 37).astype(np.int64)
            for number in (size, 2000)
        )
        found = claimed(np.bincount(drawn, minlength=38) / size, hands=size)
        if found is not None:
            held[found.is_sure].append(
                float(((fresh >= found.least) & (fresh <= found.most)).mean())
            )
    assert np.mean(held[True]) >= SURELY - 0.005
    assert np.mean(held[False]) >= USUALLY - 0.005
