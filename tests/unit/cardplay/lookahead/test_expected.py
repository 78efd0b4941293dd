"""Layouts are drawn by the odds of their cards, and the log of each layout's odds is right."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from kibitz.bidding.calls.network import LENGTHS, POINTS
from kibitz.cardplay.lookahead.expected import Expected
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import DECK
from kibitz.games.bridge.deal import Seat
from kit import random_deal

_ODDS = 0.8
_SEATS = (Seat.WEST, Seat.NORTH, Seat.EAST)


def _expected(chances: list[list[float]]) -> Expected:
    """The places of the first cards, and nothing else."""
    seats = len(chances[0])
    places = np.full((52, seats), 1 / seats)
    places[: len(chances)] = chances
    return Expected(
        _SEATS[:seats], np.full((seats, POINTS), 0.1), np.full((seats, 4, LENGTHS), 0.1), places
    )


@pytest.mark.parametrize(
    ("chances", "sizes"),
    [
        ([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8], [0.6, 0.4]], (2, 2)),
        ([[0.7, 0.2, 0.1], [0.3, 0.3, 0.4], [0.1, 0.1, 0.8]], (1, 1, 1)),
    ],
)
def test_ways_come_as_often_as_their_odds_say(
    chances: list[list[float]], sizes: tuple[int, ...]
) -> None:
    expected, rng = _expected(chances), np.random.default_rng(1)
    dealt = expected.drawn(range(len(chances)), sizes, 20_000, rng)
    logs = expected.log_chances(range(len(chances)), sizes, dealt)
    odds = np.array(chances) / np.array(chances).max(axis=1, keepdims=True)
    by_hand = (_ODDS * np.log(odds))[np.arange(len(chances)), dealt].sum(axis=1)
    assert np.allclose(logs - logs[0], by_hand - by_hand[0])
    for number, size in enumerate(sizes):
        assert ((dealt == number).sum(axis=1) == size).all()
    seen = Counter(map(tuple, dealt.tolist()))
    share = {way: np.exp(logs[(dealt == way).all(axis=1)][0]) for way in seen}
    assert sum(share.values()) == pytest.approx(1)
    for way, count in seen.items():
        assert count / 20_000 == pytest.approx(share[way], abs=0.015)


def test_what_the_layouts_show_is_expected_after_them() -> None:
    before = _expected([[0.5, 0.5]])
    owners = np.full((200, 52), Seat.SOUTH, np.uint8)
    owners[:, 0] = Seat.WEST
    after = before.after(owners, np.full(200, 1 / 200))
    assert after.places[0, 0] > 0.95
    assert after.places[0, 1] < 0.05
    assert after.lengths[0, 0, 1] > 0.9


def test_the_better_a_layout_fits_the_sooner_it_is_weighed() -> None:
    expected = _expected([[0.5, 0.5]])
    expected.points[0] = 0.001
    expected.points[0, 4] = 0.9
    owners = np.full((40, 52), Seat.SOUTH, np.uint8)
    owners[:20, 12] = Seat.WEST  # the ace of clubs: four points
    fit = expected.fit(owners)
    assert fit[:20].min() > fit[20:].max()


def test_the_fit_agrees_with_the_calls_in_the_main() -> None:
    rng = np.random.default_rng(2)
    deal = random_deal(random.Random(2))
    base = np.array([int(next(seat for seat in Seat if card in deal[seat])) for card in DECK])
    hidden = base != Seat.EAST
    owners = np.tile(base.astype(np.uint8), (120, 1))
    owners[:, hidden] = rng.permuted(owners[:, hidden], axis=1)
    hearing = hear(Auction.parse("S: 1N P 3N P P P"), None)
    assert hearing is not None
    others = (Seat.SOUTH, Seat.WEST, Seat.NORTH)
    fit = Expected.of(hearing.belief(Seat.EAST, deal[Seat.EAST]), Seat.EAST, others).fit(owners)
    assert np.corrcoef(fit, hearing.log_chances(owners, others))[0, 1] > 0.4
