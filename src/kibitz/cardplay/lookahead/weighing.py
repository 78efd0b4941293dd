"""Layouts of the hidden cards, weighted by the likelihood of the calls and of the cards played.

Source:     Kool, van Hoof and Welling, "Stochastic Beams and Where to Find Them" (2019): to draw
            without replacement, add a Gumbel number to every log-weight and take the largest
Method:     many layouts consistent with the cards seen are drawn from what is expected of the
            hidden hands (`expected`); a hundred or so of them are chosen, and each of these is
            weighted by the chance of every call, and of every card played, by every hidden hand.
            It is done in rounds: what the first layouts show decides which are weighed next
            (`rounds`). A weight is divided by the chance that any round included the layout, so
            what is expected decides what is weighed, not its weight
Checked by: tests/unit/cardplay/lookahead, `kibitz lab lookahead --every-chair`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kibitz.bidding.calls.network import CallNetwork, HandBelief
from kibitz.bidding.meanings.hearing import Hearing
from kibitz.cardplay.lookahead.expected import Expected, Fit, Owners, Weights
from kibitz.cardplay.lookahead.hidden import HiddenCards
from kibitz.cardplay.lookahead.rounds import (
    Aim,
    FirstAim,
    Guess,
    WeighingRound,
    first_of_each,
    keys_of,
)
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
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
_LEAST = 1e-12
_EXACT = 1e-9
"""No squared error is smaller: averages over all layouts that matter have none."""
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
    included: Weights | None = None
    """The chance with which each came to be weighed; None if it is small."""

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

    @property
    def deals(self) -> list[Deal]:
        return [_deal(one) for one in self.owners]

    @property
    def effective(self) -> float:
        """The effective number of equally likely layouts."""
        return float(1 / (self.weights**2).sum())

    @property
    def worth(self) -> float:
        """The number of layouts drawn evenly, by chance, whose averages would err as much.

        A layout that was surely to be weighed adds no error, however likely it is.
        """
        if self.are_all:
            return self.effective
        left = 1.0 if self.included is None else 1 - self.included
        return float(1 / max((self.weights**2 * left).sum(), _EXACT))


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
    hidden = HiddenCards.of(seen)
    if believer is None and cards is None:
        pool = hidden.drawn(None, drawn, rng)
        return Layouts(pool, np.full(len(pool), 1 / len(pool)), hidden.are_within(drawn))
    heard = _Heard(tuple(seen.shown), believer, cards)
    size = max(_ROUND, -(-weighed // _ROUNDS))
    if hidden.are_within(max(2 * size, round(enough))):
        pool = hidden.drawn(None, drawn, rng)
        return Layouts(pool, _shares(heard.log_chances(pool)), are_all=True)
    found = _Weighed.none(hidden, _expected(hidden, viewer, believer, rng))
    for _ in range(_ROUNDS):
        chosen = found.next(drawn, min(size, weighed), rng)
        found.add(chosen, heard.log_chances(chosen))
        if found.layouts.worth >= enough or not len(chosen):
            break
    return found.layouts


def _expected(
    hidden: HiddenCards, viewer: Seat, believer: Believer | None, rng: np.random.Generator
) -> Expected:
    """What is expected by the calls; if none is known, what layouts drawn by chance show."""
    if believer is not None:
        hand = hidden.unknown.seen.open_hands[viewer]
        return Expected.of(believer.belief(viewer, hand), viewer, hidden.seats)
    pool = hidden.drawn(None, POOL, rng)
    return Expected.shown_by(pool, np.full(len(pool), 1 / len(pool)), hidden.seats)


def believed_quickly(
    seen: SeatKnowledge, viewer: Seat, believer: Believer, rng: np.random.Generator, weighed: int
) -> Layouts:
    """What the *viewer* may believe by the calls alone, from layouts drawn by chance; *weighed* of
    them, chosen by how they fit what is expected, are weighed once."""
    hidden = HiddenCards.of(seen)
    pool = hidden.drawn(None, POOL, rng)
    fit = _expected(hidden, viewer, believer, rng).fit(pool)
    chosen, included = _without_replacement(fit, weighed, rng)
    heard = _Heard(tuple(seen.shown), believer, None).log_chances(pool[chosen])
    return Layouts(pool[chosen], _shares(heard - np.log(included)))


@dataclass(frozen=True, slots=True)
class _Heard:
    """All that was heard of the hidden hands in *seats*."""

    seats: tuple[Seat, ...]
    believer: Believer | None
    cards: CardsHeard | None

    def log_chances(self, owners: Owners) -> Weights:
        """The log-likelihood of all of it, layout by layout."""
        logs = np.zeros(len(owners))
        if self.believer is not None and len(owners):
            logs += self.believer.log_chances(owners, self.seats)
        if self.cards is not None and len(owners):
            logs += self.cards.log_chances(owners)
        return logs


@dataclass(slots=True, eq=False)
class _Weighed:
    """The layouts weighed so far, with their log-likelihoods, and the chance to have missed each
    of them in every round."""

    hidden: HiddenCards
    expected: Expected
    owners: Owners
    logs: Weights
    missed: Weights
    rounds: list[WeighingRound]
    first: FirstAim | None = None

    @classmethod
    def none(cls, hidden: HiddenCards, expected: Expected) -> _Weighed:
        return cls(hidden, expected, np.empty((0, 52), np.uint8), np.empty(0), np.empty(0), [])

    def next(self, drawn: int, size: int, rng: np.random.Generator) -> Owners:
        """The layouts to be weighed next, none of them weighed before."""
        if self.first is not None:
            self.expected = self.expected.after(self.owners, self.layouts.weights)
        pool = self.hidden.drawn(self.expected, drawn, rng)
        if self.first is None:
            self.first = FirstAim(self.hidden, self.expected, Fit.of(self.expected, pool))
            aim: Aim = self.first
        else:
            aim = Guess.of(self.first, self.owners, self.logs)
        pool = pool[first_of_each(pool, keys_of(self.owners))]
        now = WeighingRound(self.hidden, self.expected, drawn, aim)
        if size < len(pool):
            raised = now.score(pool) + rng.gumbel(size=len(pool))
            order = np.argsort(-raised, kind="stable")
            pool, now = pool[np.sort(order[:size])], replace(now, last=float(raised[order[size]]))
        self.rounds.append(now)
        return pool

    def add(self, owners: Owners, logs: Weights) -> None:
        """The layouts that were chosen in the last round, weighed."""
        missed = np.ones(len(owners))
        for one in self.rounds[:-1]:
            missed *= 1 - one.included(owners)
        self.owners = np.concatenate([self.owners, owners])
        self.logs = np.concatenate([self.logs, logs])
        self.missed = np.concatenate([self.missed, missed])
        self.missed *= 1 - self.rounds[-1].included(self.owners)

    @property
    def layouts(self) -> Layouts:
        """Each layout weighs its likelihood by the chance that any round included it, capped."""
        included = np.maximum(1 - self.missed, _LEAST)
        weights = _shares(self.logs - np.log(included))
        weights = np.minimum(weights, _HEAVIEST * weights.mean())
        are_all = len(weights) == self.hidden.count
        return Layouts(self.owners, weights / weights.sum(), are_all, included)


def _shares(logs: Weights) -> Weights:
    weights = np.exp(logs - logs.max())
    shares: Weights = weights / weights.sum()
    return shares


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
