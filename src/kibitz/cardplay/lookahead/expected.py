"""What is expected of the hidden hands: where layouts are drawn, and which are worth weighing.

Source:     Chen, Dempster and Liu, "Weighted finite population sampling to maximize entropy"
            (1994), for drawing hands of fixed size; Cappé, Guillin, Marin and Robert, "Population
            Monte Carlo" (2004), for expecting what the layouts weighed so far show
Notation:   the odds of a card are how much likelier one hidden hand holds it than another
Method:     cards are dealt one by one, each by its odds and by the number of ways in which the
            cards after it fill the places that are left; so the chance of every layout drawn is
            known, and its weight is divided by it
Checked by: tests/unit/cardplay/lookahead/test_expected.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.bidding.calls.network import LENGTHS, POINTS, HandBelief
from kibitz.games.bridge.deal import Seat

Owners: TypeAlias = npt.NDArray[np.uint8]
"""Who holds each card in each layout, (n, 52), with cards by their bit."""
Weights: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.int64]

_ODDS = 0.8
"""The power to which the odds are taken: layouts are drawn a little wider than they are expected,
because a layout that is hardly ever drawn weighs the more."""
_FIT = 0.7
"""The same of the fit, which counts points twice where two hands share them."""
_LEAST, _RAREST = 0.02, 1e-4  # the least chance of any place, and of any number of points or cards
_DOUBT = 10.0
"""What is expected at first counts like so many layouts beside those that were weighed."""
WORTH = np.maximum(np.arange(52) % 13 - 8, 0)
"""The points of each card."""


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """Points, lengths and the place of each card, as chances, for each of the hidden *seats*."""

    seats: tuple[Seat, ...]
    points: Weights
    """(seats, 38)"""
    lengths: Weights
    """(seats, 4, 14)"""
    places: Weights
    """(52, seats)"""

    @classmethod
    def of(cls, belief: HandBelief, viewer: Seat, seats: Sequence[Seat]) -> Expected:
        """What a network lets the *viewer* believe."""
        away = [(seat - viewer) % 4 - 1 for seat in seats]
        points, lengths, cards = (
            one[0].astype(np.float64) for one in (belief.points, belief.lengths, belief.cards)
        )
        places = cards[:, away]
        return cls(
            tuple(seats), points[away], lengths[away], places / places.sum(axis=1, keepdims=True)
        )

    @classmethod
    def shown_by(cls, owners: Owners, weights: Weights, seats: Sequence[Seat]) -> Expected:
        """What weighted layouts show."""
        points, lengths = np.zeros((len(seats), POINTS)), np.zeros((len(seats), 4, LENGTHS))
        places = np.zeros((52, len(seats)))
        for at, seat in enumerate(seats):
            held = owners == seat
            points[at] = np.bincount(held @ WORTH, weights, POINTS)
            for suit, numbers in enumerate(held.reshape(-1, 4, 13).sum(axis=2).T):
                lengths[at, suit] = np.bincount(numbers, weights, LENGTHS)
            places[:, at] = weights @ held
        return cls(tuple(seats), points, lengths, places)

    def after(self, owners: Owners, weights: Weights) -> Expected:
        """The same after these layouts were weighed."""
        worth = 1 / (weights**2).sum()
        share = worth / (worth + _DOUBT)
        shown = Expected.shown_by(owners, weights, self.seats)
        return Expected(
            self.seats,
            *(
                share * getattr(shown, name) + (1 - share) * getattr(self, name)
                for name in ("points", "lengths", "places")
            ),
        )

    def drawn(
        self, free: Sequence[int], sizes: Sequence[int], count: int, rng: np.random.Generator
    ) -> Places:
        """So many ways to deal the *free* cards.

        *sizes* are the numbers of them that each seat gets; the ways hold numbers of seats in
        `seats`, (count, cards).
        """
        odds = self._odds(free)
        ways = _ways(odds, sizes[0], sizes[1])
        left, right = np.full(count, sizes[0]), np.full(count, sizes[1])
        dealt = np.empty((count, len(free)), np.int64)
        for card, each in enumerate(odds):
            after = ways[card + 1]
            to_left = each[0] * after[left - 1, right] * (left > 0)
            to_right = each[1] * after[left, right - 1] * (right > 0)
            to_third = each[2] * after[left, right]
            at = rng.random(count) * (to_left + to_right + to_third)
            hand = (at >= to_left).astype(np.int64) + (at >= to_left + to_right)
            dealt[:, card] = hand
            left -= hand == 0
            right -= hand == 1
        return dealt

    def log_chances(self, free: Sequence[int], sizes: Sequence[int], dealt: Places) -> Weights:
        """The log of the chance with which each way is drawn."""
        odds = self._odds(free)
        whole = _ways(odds, sizes[0], sizes[1])[0, sizes[0], sizes[1]]
        logs: Weights = np.log(odds)[np.arange(len(free)), dealt].sum(axis=1) - np.log(whole)
        return logs

    def _odds(self, free: Sequence[int]) -> Weights:
        """The odds of the free cards, (cards, 3); of a third hand that there is not, one."""
        chances = np.maximum(self.places[list(free)], _LEAST)
        odds = np.ones((len(free), 3))
        odds[:, : len(self.seats)] = (chances / chances.max(axis=1, keepdims=True)) ** _ODDS
        return odds

    def fit(self, owners: Owners) -> Weights:
        """How much better each layout fits points and lengths than these do on average."""
        return Fit.of(self, owners)(owners)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How much better layouts fit the expected points and lengths than usual ones, by number."""

    seats: tuple[Seat, ...]
    points: Weights
    """(seats, 38)"""
    lengths: Weights
    """(seats, 4, 14)"""

    @classmethod
    def of(cls, expected: Expected, usual: Owners) -> Fit:
        """What is *expected*, against what *usual* layouts show."""
        shown = Expected.shown_by(usual, np.full(len(usual), 1 / len(usual)), expected.seats)
        points, lengths = (
            np.log(np.maximum(one, _RAREST)) - np.log(np.maximum(other, _RAREST))
            for one, other in (
                (expected.points, shown.points), (expected.lengths, shown.lengths)
            )
        )  # fmt: skip
        return cls(expected.seats, points, lengths)

    def __call__(self, owners: Owners) -> Weights:
        found = np.zeros(len(owners))
        for at, seat in enumerate(self.seats):
            held = owners == seat
            found += self.points[at, held @ WORTH]
            lengths = held.reshape(-1, 4, 13).sum(axis=2)
            for suit in range(4):
                found += self.lengths[at, suit, lengths[:, suit]]
        return _FIT * found


def _ways(odds: Weights, left: int, right: int) -> Weights:
    """The odds, summed over all ways to deal the last cards, by how many two of the hands get.

    ``ways[c, l, r]`` is for the cards from the number c on; the third hand gets the rest.
    """
    ways = np.zeros((len(odds) + 1, left + 1, right + 1))
    ways[-1, 0, 0] = 1
    for card in range(len(odds) - 1, -1, -1):
        after = ways[card + 1]
        ways[card] = odds[card, 2] * after
        ways[card, 1:] += odds[card, 0] * after[:-1]
        ways[card, :, 1:] += odds[card, 1] * after[:, :-1]
    return ways
