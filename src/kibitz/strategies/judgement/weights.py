"""Judgement: weights of features, learned from what experts chose and what they rejected.

A feature is what stands on one, two or three locations; features that a symmetry of the rules
maps to each other share one weight. The weights make the expert's own choice the most likely one
(a softmax over the legal actions), one decision at a time, so each contest can be learned as it is
watched. The learner is not given which locations form a line: it must find the mills.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.boards.board import Contest
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.solving import kernel
from kibitz.games.boards.solving.kernel import Rules
from kibitz.games.boards.symmetry import rule_symmetries
from kibitz.runtime.compiled import compiled

Numbers = NDArray[np.int64]
Weights = NDArray[np.float64]


@compiled
def _features(
    spots: Numbers, names: Numbers, locations: int, own: int, opp: int, out: Numbers
) -> None:
    """The feature that each combination of locations shows, from the view of *own*'s owner."""
    stands = np.empty(locations + 1, np.int64)
    stands[locations] = 0
    for i in range(locations):
        stands[i] = (own >> i & 1) + 2 * (opp >> i & 1)
    for c in range(spots.shape[0]):
        value = stands[spots[c, 0]] + 3 * stands[spots[c, 1]] + 9 * stands[spots[c, 2]]
        out[c] = names[c, value]


@compiled
def _describe(
    rules: Rules, spots: Numbers, names: Numbers, own: int, opp: int, hand: int, opp_hand: int,
    codes: Numbers, shown: Numbers,
) -> int:  # fmt: skip
    """The features after each legal action, seen from the one who takes it."""
    n = kernel.moves(rules, own, opp, hand, codes)
    for i in range(n):
        o, p, _, _ = kernel.after(own, opp, hand, opp_hand, codes[i])
        _features(spots, names, rules.locations, p, o, shown[i])
    return n


@compiled
def _sums(weights: Weights, shown: Numbers, n: int, out: Weights) -> None:
    for i in range(n):
        total = 0.0
        for c in range(shown.shape[1]):
            total += weights[shown[i, c]]
        out[i] = total


@compiled
def _adjust(
    weights: Weights, moved: Weights, shown: Numbers, n: int, chosen: int, rate: float
) -> None:
    """Make the chosen action likelier and the others less so, each feature at its own rate."""
    sums = np.empty(n)
    _sums(weights, shown, n, sums)
    share = np.exp(sums - sums.max())
    share /= share.sum()
    for i in range(n):
        step = (1.0 if i == chosen else 0.0) - share[i]
        if abs(step) < 1e-4:
            continue
        for c in range(shown.shape[1]):
            f = shown[i, c]
            moved[f] += step * step
            weights[f] += rate * step / np.sqrt(moved[f])


class Features(NamedTuple):
    """Combinations of up to three locations, and the name of each value they can show."""

    spots: Numbers  # locations of each combination, filled up with one that is always blank
    names: Numbers  # by combination and value: one number for all that are symmetric


@lru_cache(maxsize=8)
def features_of(game: LineGame, size: int = 3) -> Features:
    """Every combination of up to *size* locations."""
    n = len(game.board.places)
    chosen = [c for k in range(1, size + 1) for c in combinations(range(n), k)]
    number: dict[tuple[tuple[int, int], ...], int] = {}
    names = np.zeros((len(chosen), 27), np.int64)
    for row, spots in enumerate(chosen):
        for values in product(range(3), repeat=len(spots)):
            shown = min(
                tuple(sorted((turn[i], v) for i, v in zip(spots, values, strict=True)))
                for turn in rule_symmetries(game)
            )
            names[row, sum(v * 3**k for k, v in enumerate(values))] = number.setdefault(
                shown, len(number)
            )
    filled = [[*c, *[n] * (3 - len(c))] for c in chosen]
    return Features(np.array(filled, np.int64), names)


@dataclass(slots=True)
class Judgement:
    """How much an expert would like to have reached a state."""

    game: LineGame
    rate: float = 0.05
    weights: Weights = field(init=False)
    _moved: Weights = field(init=False)

    def __post_init__(self) -> None:
        names = features_of(self.game).names
        self.weights = np.zeros((sum(self.game.pieces) + 1, int(names.max()) + 1))
        self._moved = np.full_like(self.weights, 1.0)

    def learn(self, contest: Contest, expert: int) -> None:
        """Learn from the decisions of one agent in one contest."""
        spots, names = features_of(self.game)
        codes = np.empty(kernel.MOST_MOVES, np.int64)
        shown = np.empty((kernel.MOST_MOVES, len(spots)), np.int64)
        for state, action in zip(contest.states, contest.actions, strict=False):
            if state.mover != expert or not isinstance(state, LineState):
                continue
            n = _describe(self.game.rules, spots, names, *state.seen, codes, shown)
            chosen = int(np.flatnonzero(codes[:n] == action.code)[0])
            stage = sum(state.hands)
            _adjust(self.weights[stage], self._moved[stage], shown, n, chosen, self.rate)

    def likings(self, state: LineState) -> dict[int, float]:
        """How much an expert would like the state after each legal action."""
        spots, names = features_of(self.game)
        codes = np.empty(kernel.MOST_MOVES, np.int64)
        shown = np.empty((kernel.MOST_MOVES, len(spots)), np.int64)
        n = _describe(self.game.rules, spots, names, *state.seen, codes, shown)
        sums = np.empty(n)
        _sums(self.weights[sum(state.hands)], shown, n, sums)
        return dict(zip(codes[:n].tolist(), sums.tolist(), strict=True))

    def strongest(self, size: int, kinds: int = 1) -> tuple[tuple[int, ...], ...]:
        """The combinations of *size* locations whose value matters most, with all their images.

        These are learned features in the paper's sense: a `BoardView` takes them as combinations.
        """
        names, n = features_of(self.game).names, len(self.game.board.places)
        chosen = [c for k in range(1, 4) for c in combinations(range(n), k)]
        matters: dict[tuple[int, ...], float] = {}
        for row, spots in enumerate(chosen):
            if len(spots) == size:
                shown = self.weights[:, names[row, : 3**size]]
                matters[spots] = float(shown.std(axis=1).mean())
        ranked = sorted(matters, key=lambda spots: (-matters[spots], spots))
        found: dict[tuple[int, ...], None] = {}
        for spots in ranked:
            if spots not in found:
                if kinds == 0:
                    break
                kinds -= 1
                for turn in rule_symmetries(self.game):
                    found[tuple(sorted(turn[i] for i in spots))] = None
        return tuple(sorted(found))
