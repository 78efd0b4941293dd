"""The network of calls in eight bits says what it says in floats, whatever is asked with it."""

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from float_calls import FloatCalls
from kibitz.bidding.auctions.arrays import LONGEST, NONE, Auctions, Bytes, legal_calls
from kibitz.bidding.auctions.pairs import WIDTH
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.network.inputs import hands, spoken
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.runtime.running import at_once

FURTHEST = 0.05
"""No chance of a call may be further from that of floats: of 433 decisions of WBridge5 the
furthest was 0.017 away, 0.0001 on average, and every first choice the same."""


def random_auction(rng: random.Random) -> Auction:
    """Seldom to the seven level: most calls are passes."""
    auction = Auction(rng.choice(tuple(Seat)))
    while not auction.is_over:
        calls: list[Call] = list(auction.legal_actions)
        auction = auction.after(calls[min(int(rng.expovariate(0.7)), len(calls) - 1)])
    return auction


@cache
def asked() -> tuple[Auctions, Bytes, Bytes]:
    """Every player's sequence of some auctions."""
    rng = random.Random(3)
    colours = tuple(Vulnerability)
    held = [(Deal.shuffled(rng), random_auction(rng), rng.choice(colours)) for _ in range(24)]
    auctions = Auctions.of(held)
    table, seat = np.repeat(np.arange(len(held)), 4), np.tile(np.arange(4), len(held))
    return auctions, hands(auctions, table, seat), spoken(auctions, table, seat)


@cache
def pairs() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    own, their = (rng.normal(0, 0.2, (len(asked()[1]), WIDTH)).astype(np.float32) for _ in "ab")
    return own, their


@cache
def answered() -> np.ndarray:
    _, first, calls = asked()
    return CallNetwork.shipped().states(first, calls, *pairs())


def there() -> np.ndarray:
    """Which places of each sequence an auction has come to."""
    long: np.ndarray = (asked()[2] >= 4).sum(axis=1)
    found: np.ndarray = np.arange(LONGEST + 1)[None] <= long[:, None]
    return found


def test_chances_and_belief_are_those_of_floats_within_the_tolerance() -> None:
    network, (auctions, first, calls) = CallNetwork.shipped(), asked()
    exact = FloatCalls(network)
    legal = np.repeat(legal_calls(auctions.calls), 4, axis=0)
    now = there()[:, :LONGEST] & legal.any(axis=2)
    found, wanted = answered()[:, :LONGEST][now], exact.states(first, calls, *pairs())
    wanted = wanted[:, :LONGEST][now]
    chances, others = network.chances(found, legal[now]), exact.chances(wanted, legal[now])
    assert np.abs(chances - others).max() < FURTHEST
    assert (chances[~legal[now]] == 0).all()
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    assert (chances.argmax(axis=1) == others.argmax(axis=1)).mean() > 0.98
    belief, other = network.belief(found), exact.belief(wanted)
    for part in ("points", "lengths", "cards"):
        assert np.abs(getattr(belief, part) - getattr(other, part)).mean() < 0.005
        assert np.allclose(getattr(belief, part).sum(axis=-1), 1, atol=1e-5)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 95), min_size=1, max_size=30))
def test_an_answer_does_not_hang_on_what_is_asked_with_it(rows: list[int]) -> None:
    _, first, calls = asked()
    own, their = pairs()
    some = CallNetwork.shipped().states(first[rows], calls[rows], own[rows], their[rows])
    assert np.array_equal(some, answered()[rows])


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 95), st.integers(0, LONGEST))
def test_a_place_does_not_hang_on_what_comes_after_it(row: int, place: int) -> None:
    _, first, calls = asked()
    cut = calls[row : row + 1].copy()
    cut[:, place:] = NONE
    given = (part[row : row + 1] for part in pairs())
    before = CallNetwork.shipped().states(first[row : row + 1], cut, *given)
    reached = there()[row, : place + 1].sum()
    assert np.array_equal(before[0, :reached], answered()[row, :reached])


def test_one_thread_and_two_answer_alike() -> None:
    _, first, calls = asked()
    own, their = pairs()

    def part(start: int) -> np.ndarray:
        some = slice(start, start + 7)
        return CallNetwork.shipped().states(first[some], calls[some], own[some], their[some])

    found = np.concatenate(list(at_once(part, range(0, len(first), 7))))
    assert np.array_equal(found, answered())


def test_nothing_known_of_a_pair_is_all_zeros() -> None:
    _, first, calls = asked()
    nothing = np.zeros((len(first), WIDTH), np.float32)
    network = CallNetwork.shipped()
    assert np.array_equal(
        network.states(first, calls), network.states(first, calls, nothing, nothing)
    )


@pytest.mark.parametrize("calls", [0, 5, LONGEST])
def test_so_many_places_are_answered_as_are_asked(calls: int) -> None:
    _, first, spoken_calls = asked()
    found = CallNetwork.shipped().states(first[:6], spoken_calls[:6, :calls])
    assert found.shape[:2] == (6, calls + 1)
    whole = CallNetwork.shipped().states(first[:6], spoken_calls[:6])
    assert np.array_equal(found, whole[:, : calls + 1])
