"""Layouts of the hidden cards, weighted by the likelihood of the calls and of the cards played.

Source:     Kool, van Hoof and Welling, "Stochastic Beams and Where to Find Them" (2019): to draw
            without replacement, add a Gumbel number to every log-weight and take the largest
Method:     many layouts consistent with the cards seen are drawn from what is expected of the
            hidden hands (`expected`); a hundred or so of them are chosen by how they fit it, and
            each of these is weighted by the chance of every call, and of every card played, by
            every hidden hand. A weight is divided by the chance of having been drawn and chosen, so
            what is expected decides what is weighed, not its weight. Where cards were played, it
            is done in rounds: what the first layouts show is expected of the next
Checked by: tests/unit/cardplay/lookahead, `kibitz lab lookahead --every-chair`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kibitz.bidding.calls.network import CallNetwork, HandBelief
from kibitz.bidding.meanings.hearing import Hearing
from kibitz.cardplay.lookahead.expected import Expected, Owners, Weights
from kibitz.cardplay.lookahead.sampling import AllHidden, SeatKnowledge, TwoHidden, unknown_behind
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability

POOL = 4096
"""The number of layouts drawn."""
WEIGHED = 768
"""The most of those layouts that are weighed by every call and card."""
ENOUGH = 110.0
"""No more are weighed once they are worth so many equally likely ones."""
_ROUND, _ROUNDS = 96, 8
"""The number of layouts weighed at once, or the most rounds in which all are weighed."""
_KEPT = 0.6
"""The share of them that are still weighed by the cards, once they are weighed by the calls."""
_HEAVIEST = 10.0
"""The most that a layout may weigh, as a multiple of the average, where cards are heard: a few
that the networks are too sure of shall not decide everything."""


class Believer(Protocol):
    """Gives the log-likelihood of the calls with the hands of a layout."""

    def log_chances(self, owners: Owners, seats: Sequence[Seat], /) -> npt.NDArray[np.float32]:
        """The log-likelihood of the calls of the players in *seats*, call by call."""

    def belief(self, viewer: Seat, hand: Hand, /) -> HandBelief:
        """What the *viewer* may believe about the three other hands, in one row."""


class CardsHeard(Protocol):
    """Gives the log-likelihood of the cards that hidden hands chose."""

    def log_chances(self, owners: Owners, /) -> Weights:
        """The log-likelihood of these cards, layout by layout."""


@dataclass(frozen=True, slots=True, eq=False)
class Layouts:
    """Layouts and their weights, which add up to one."""

    owners: Owners
    weights: Weights
    are_all: bool = False
    """Whether there is no other layout."""

    def drawn(self, count: int, rng: np.random.Generator) -> list[tuple[Deal, float]]:
        """So many different layouts drawn by weight, now equal; if there are few, all of them."""
        if count >= len(self.weights):
            return [
                (_deal(one), weight)
                for one, weight in zip(self.owners, self.weights.tolist(), strict=True)
            ]
        chosen, _ = _without_replacement(np.log(self.weights + 1e-300), count, rng)
        return [(_deal(self.owners[one]), 1 / count) for one in np.sort(chosen)]

    def some(self, count: int, rng: np.random.Generator) -> Layouts:
        """So many different layouts, reweighted to represent all; if there are few, all of them."""
        chosen, included = _without_replacement(np.log(self.weights + 1e-300), count, rng)
        weights = self.weights[chosen] / included
        return Layouts(self.owners[chosen], weights / weights.sum())

    def shuffled(self, rng: np.random.Generator) -> Layouts:
        """The same layouts in random order."""
        order = rng.permutation(len(self.weights))
        return Layouts(self.owners[order], self.weights[order])

    def joined(self, other: Layouts) -> Layouts:
        """The layouts of both sets, each set weighted by what it is worth."""
        worth = self.effective, other.effective
        shares = [one / sum(worth) for one in worth]
        weights = [share * one.weights for share, one in zip(shares, (self, other), strict=True)]
        return Layouts(np.concatenate([self.owners, other.owners]), np.concatenate(weights))

    @property
    def capped(self) -> Layouts:
        """The same layouts, each once, with their weights capped."""
        _, first, each = np.unique(self.owners, axis=0, return_index=True, return_inverse=True)
        weights = np.bincount(each.reshape(-1), self.weights)
        weights = np.minimum(weights, _HEAVIEST * weights.mean())
        return Layouts(self.owners[first], weights / weights.sum(), self.are_all)

    @property
    def deals(self) -> list[Deal]:
        return [_deal(one) for one in self.owners]

    @property
    def effective(self) -> float:
        """The effective number of equally likely layouts."""
        return float(1 / (self.weights**2).sum())


def hear(auction: Auction | None, vulnerability: Vulnerability | None) -> Believer | None:
    """A believer that has heard these calls; None if no call is known."""
    if auction is None or not auction.calls:
        return None
    return Hearing(CallNetwork.shipped(), auction, vulnerability)


def believed(
    seen: SeatKnowledge,
    viewer: Seat,
    believer: Believer | None,
    rng: np.random.Generator,
    *,
    cards: CardsHeard | None = None,
    drawn: int = POOL,
    weighed: int = WEIGHED,
    enough: float = ENOUGH,
) -> Layouts:
    """What the *viewer* may believe; if nothing is heard, all layouts are equally likely.

    At most *weighed* layouts are weighed, in rounds, until they are worth *enough* equally likely
    ones; *drawn* are drawn each time. If there are few, each is there once.
    """
    source = _Source.of(seen)
    if believer is None and cards is None:
        pool, _ = source.drawn(None, drawn, rng)
        return Layouts(pool, np.full(len(pool), 1 / len(pool)), source.count <= drawn)
    expected = source.expected(viewer, believer, rng)
    heard = _Heard(tuple(seen.shown), believer, cards)
    size = max(_ROUND, -(-weighed // _ROUNDS))
    if source.count <= max(2 * size, enough):
        pool, odds = source.drawn(expected, drawn, rng)
        return replace(heard.weighed(pool, odds, rng), are_all=True)
    size = min(size, weighed)
    found = _weighed(source, expected, heard, rng, (drawn, size))
    for _ in range(1, round(weighed / size)):
        if found.capped.effective >= enough:
            break
        expected = expected.after(found.owners, found.weights)
        found = found.joined(_weighed(source, expected, heard, rng, (drawn, size)))
    return found.capped


def believed_quickly(
    seen: SeatKnowledge, viewer: Seat, believer: Believer, rng: np.random.Generator, weighed: int
) -> Layouts:
    """What the *viewer* may believe by the calls alone, from layouts drawn by chance; *weighed* of
    them, chosen by how they fit what is expected, are weighed once."""
    source = _Source.of(seen)
    pool, _ = source.drawn(None, POOL, rng)
    fit = source.expected(viewer, believer, rng).fit(pool)
    chosen, included = _without_replacement(fit, weighed, rng)
    return _Heard(tuple(seen.shown), believer, None).weighed(pool[chosen], -np.log(included), rng)


@dataclass(frozen=True, slots=True)
class _Heard:
    """All that was heard of the hidden hands in *seats*."""

    seats: tuple[Seat, ...]
    believer: Believer | None
    cards: CardsHeard | None

    def weighed(
        self, owners: Owners, logs: Weights, rng: np.random.Generator, *, some: bool = False
    ) -> Layouts:
        """The layouts weighed by it, whose own log-weights are *logs*.

        With *some*, cards are asked about only in those that the calls leave likely.
        """
        if self.believer is not None:
            logs = logs + self.believer.log_chances(owners, self.seats)
        if self.cards is not None:
            if self.believer is not None and some:
                kept, included = _without_replacement(logs, round(_KEPT * len(owners)), rng)
                owners, logs = owners[kept], logs[kept] - np.log(included)
            logs = logs + self.cards.log_chances(owners)
        weights = np.exp(logs - logs.max())
        return Layouts(owners, weights / weights.sum())


def _weighed(
    source: _Source,
    expected: Expected,
    heard: _Heard,
    rng: np.random.Generator,
    sizes: tuple[int, int],
) -> Layouts:
    """Layouts drawn from what is expected, and so many of them weighed by all that was heard."""
    pool, drawn_by = source.drawn(expected, sizes[0], rng)
    chosen, included = _without_replacement(expected.fit(pool), sizes[1], rng)
    return heard.weighed(pool[chosen], -drawn_by[chosen] - np.log(included), rng, some=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """The layouts consistent with what was seen: *sure* cards have their holder, *free* ones not.

    *sizes* are the numbers of free cards that the hidden hands get.
    """

    unknown: AllHidden | TwoHidden
    seats: tuple[Seat, ...]
    sure: npt.NDArray[np.uint8]
    free: list[int]
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, seen: SeatKnowledge) -> _Source:
        unknown = unknown_behind(seen)
        owners = np.zeros(52, np.uint8)
        for seat, hand in (*seen.open_hands.items(), *seen.shown.items()):
            owners[_bits(hand)] = seat
        free, seats = [card.bit.bit_length() - 1 for card in unknown.free], tuple(seen.shown)
        if isinstance(unknown, AllHidden):
            return cls(unknown, seats, owners, free, (13, 13, 13))
        owners[_bits(unknown.surely_left)] = unknown.left
        owners[_bits(unknown.surely_right)] = unknown.right
        places = unknown.places, len(free) - unknown.places
        return cls(unknown, (unknown.left, unknown.right), owners, free, places)

    @property
    def count(self) -> int:
        """The number of layouts there are."""
        return self.unknown.count

    def drawn(
        self, expected: Expected | None, count: int, rng: np.random.Generator
    ) -> tuple[Owners, Weights]:
        """So many layouts and the log of their odds; if there are few, all of them.

        Without anything *expected* they are equally likely.
        """
        if isinstance(self.unknown, TwoHidden) and self.count <= count:
            places = _every(self.unknown)
            return self._spread(places), np.zeros(len(places))
        if expected is None:
            each = np.repeat(np.arange(len(self.sizes)), self.sizes)
            places = rng.permuted(np.tile(each, (count, 1)), axis=1)
            return self._spread(places), np.zeros(count)
        places, logs = expected.drawn(self.free, self.sizes, count, rng)
        return self._spread(places), logs

    def expected(
        self, viewer: Seat, believer: Believer | None, rng: np.random.Generator
    ) -> Expected:
        """What is expected by the calls; if none is known, what layouts drawn by chance show."""
        if believer is not None:
            hand = self.unknown.seen.open_hands[viewer]
            return Expected.of(believer.belief(viewer, hand), viewer, self.seats)
        pool, _ = self.drawn(None, POOL, rng)
        return Expected.shown_by(pool, np.full(len(pool), 1 / len(pool)), self.seats)

    def _spread(self, places: npt.NDArray[np.int64]) -> Owners:
        """Layouts from the numbers of the seats that get the free cards, (n, cards)."""
        found = np.tile(self.sure, (len(places), 1))
        found[:, self.free] = np.array([int(seat) for seat in self.seats], np.uint8)[places]
        return found


def _every(unknown: TwoHidden) -> npt.NDArray[np.int64]:
    """Every way to divide the free cards between the two hidden hands: 0 left, 1 right."""
    lefts = list(combinations(range(len(unknown.free)), unknown.places))
    found = np.ones((len(lefts), len(unknown.free)), np.int64)
    for row, left in enumerate(lefts):
        found[row, list(left)] = 0
    return found


def _bits(hand: Hand) -> list[int]:
    return [card.bit.bit_length() - 1 for card in hand]


def _deal(owners: Owners) -> Deal:
    return Deal.of(
        {
            seat: Hand(sum(1 << bit for bit in np.flatnonzero(owners == seat).tolist()))
            for seat in Seat
        }
    )


def _without_replacement(
    logs: Weights, count: int, rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], Weights]:
    """So many different rows drawn by log-weight, and the chance with which each was chosen."""
    if count >= len(logs):
        return np.arange(len(logs)), np.ones(len(logs))
    raised = logs + rng.gumbel(size=len(logs))
    order = np.argsort(-raised, kind="stable")
    chosen, last = order[:count], raised[order[count]]
    included = -np.expm1(-np.exp(np.minimum(logs[chosen] - last, 50)))
    return chosen, included
