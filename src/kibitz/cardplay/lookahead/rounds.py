"""Rounds of layouts: which are weighed next, and how likely each was to be among those weighed.

Source:     Horvitz and Thompson, "A Generalization of Sampling Without Replacement from a Finite
            Universe" (1952), for dividing by the chance of having been included; Cornuet, Marin,
            Mira and Robert, "Adaptive Multiple Importance Sampling" (2012), for the chance by all
            rounds together, whichever found a layout
Notation:   an aim is the log, up to a constant, of how likely a layout is thought to be
Method:     the first round aims by what is expected of the hidden hands; later ones by a ridge
            regression of the log-likelihoods found so far on the places of the cards, the lengths
            and the points, added to that
Checked by: tests/unit/cardplay/lookahead/test_rounds.py, `kibitz lab lookahead --every-chair`
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.lookahead.expected import WORTH, Expected, Fit, Owners, Places, Weights
from kibitz.cardplay.lookahead.hidden import HiddenCards

_RIDGE = 15.0
"""The penalty of the regression, chosen with the next on 160 decisions from validation events."""
_BOLD = 0.9
"""The power to which a guess is taken: what is chosen is a little wider than what is guessed."""
_BELOW, _ABOVE = 8.0, 1.0
"""A log-likelihood counts as no further below the highest, and is guessed no further above it."""
_USUAL_LENGTH, _USUAL_POINTS = 3.25, 8.0
_SPREAD_LENGTH, _SPREAD_POINTS = 1.5, 4.0
_LEAST, _FAR = 1e-300, 50.0

Keys = npt.NDArray[np.uint64]
_DIGEST = np.random.default_rng(52).integers(1, 1 << 63, 52, np.uint64)


class Aim(Protocol):
    """Thinks each layout so likely."""

    def __call__(self, owners: Owners, /) -> Weights: ...


@dataclass(frozen=True, slots=True, eq=False)
class FirstAim:
    """What is expected of the hidden hands: the odds of each card, points and lengths."""

    hidden: HiddenCards
    expected: Expected
    fit: Fit

    def __call__(self, owners: Owners) -> Weights:
        return self.fit(owners) + self.hidden.log_chances(self.expected, owners)


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """The log-likelihood of a layout, guessed from those of the layouts weighed so far."""

    hidden: HiddenCards
    first: FirstAim
    centre: Weights
    slopes: Weights
    level: float
    highest: float

    @classmethod
    def of(cls, first: FirstAim, owners: Owners, logs: Weights) -> Guess:
        given = _features(first.hidden, owners)
        beyond = np.maximum(logs, logs.max() - _BELOW) - first(owners)
        centre, level = given.mean(axis=0), float(beyond.mean())
        given = given - centre
        normal = given.T @ given + _RIDGE * np.eye(given.shape[1])
        slopes = np.linalg.solve(normal, given.T @ (beyond - level))
        return cls(first.hidden, first, centre, slopes, level, float(logs.max()) + _ABOVE)

    def __call__(self, owners: Owners) -> Weights:
        beyond = (_features(self.hidden, owners) - self.centre) @ self.slopes + self.level
        aimed: Weights = _BOLD * np.minimum(beyond + self.first(owners), self.highest)
        return aimed


@dataclass(frozen=True, slots=True, eq=False)
class WeighingRound:
    """Layouts chosen from so many *drawn* by what is *expected*, those first that the *aim* thinks
    likelier than they were to be drawn; *last* is the score of the first that was not chosen."""

    hidden: HiddenCards
    expected: Expected
    drawn: int
    aim: Aim
    last: float = -np.inf

    def drawn_by(self, owners: Owners) -> Weights:
        """The chance of each layout to be drawn at least once."""
        if self.hidden.are_within(self.drawn):
            return np.ones(len(owners))
        rate = self.drawn * np.exp(self.hidden.log_chances(self.expected, owners))
        drawn: Weights = np.maximum(-np.expm1(-rate), _LEAST)
        return drawn

    def score(self, owners: Owners) -> Weights:
        return self.aim(owners) - np.log(self.drawn_by(owners))

    def included(self, owners: Owners) -> Weights:
        """The chance of each layout to be drawn and chosen."""
        over = np.minimum(self.score(owners) - self.last, _FAR)
        chosen: Weights = -np.expm1(-np.exp(over))
        return self.drawn_by(owners) * chosen


def keys_of(owners: Owners) -> Keys:
    """A number for each layout, by which it is known again."""
    keys: Keys = owners.astype(np.uint64) @ _DIGEST
    return keys


def first_of_each(owners: Owners, known: Keys) -> Places:
    """The rows of different layouts, without those that are *known*."""
    keys = keys_of(owners)
    _, rows = np.unique(keys, return_index=True)
    return np.sort(rows[~np.isin(keys[rows], known)])


def _features(hidden: HiddenCards, owners: Owners) -> Weights:
    """Where the free cards are, and the lengths and points of all hidden hands but the last."""
    found = list[Weights]()
    for seat in hidden.seats[:-1]:
        held = owners == seat
        lengths = (held.reshape(-1, 4, 13).sum(axis=2) - _USUAL_LENGTH) / _SPREAD_LENGTH
        points = ((held @ WORTH)[:, None] - _USUAL_POINTS) / _SPREAD_POINTS
        places = held[:, hidden.free].astype(np.float64)
        found += [places, lengths, lengths**2, points, points**2]
    return np.hstack(found)
