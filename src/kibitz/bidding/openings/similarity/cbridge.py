"""CBridge1's similarity: points, suit lengths and shared cards, in exact hundredths.

Source:     J. Bellamy-McIntyre, "Applying Case-Based Reasoning to the Game of Bridge",
            dissertation, University of Auckland, 2008, section 4.3
Notation:   its target case T is our question, its S a case; its K is ours
Departures: 1. A ratio is the smaller number over the larger, and 1 if both are 0 (the dissertation
            says only "a simple ratio").
            2. Counted in whole units of 1/UNIT, so that equals are exactly equal: of equally
            similar cases, the one learned first is the nearer.
Checked by: lab/tests/papers/test_cbridge.py, kibitz_lab/cbridge/experiment.py
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.similarity.columns import Bits, Bytes, Reals, SituationColumns
from kibitz.games.bridge.cards import Hand
from kibitz.precedents.selection import comes_before, keep_nearest
from kibitz.runtime.compiled import compiled

Cases = npt.NDArray[np.int64]
Units = npt.NDArray[np.int64]

POINTS_WEIGHT, SUIT_WEIGHT, CARD_WEIGHT = 51, 9, 1
MOST_POINTS, MOST_CARDS = 37, 13
UNIT = math.lcm(*range(1, MOST_POINTS + 1))
"""One hundredth of full similarity; every ratio of points or lengths is whole in it."""


@dataclass(frozen=True, slots=True)
class NearestHands:
    """The nearest cases of each question, nearest first, and their similarities (1: identical).

    If there are fewer cases than asked for, the remaining places hold case -1.
    """

    cases: Cases
    similarities: Reals


class HandSimilarity(Protocol):
    """What voting needs from any similarity over a case base."""

    def nearest(
        self, asked: SituationColumns, k: int, *, skip: Cases | None = None
    ) -> NearestHands:
        """The *k* most similar cases of each question, without the one that *skip* names."""
        ...

    def among(self, cases: Cases) -> HandSimilarity:
        """The same over some of the cases, in ascending order; they are renumbered."""
        ...


def ratios(most: int, weight: int) -> Units:
    """For every pair of numbers up to *most*: *weight* times the smaller over the larger."""
    table = np.empty((most + 1, most + 1), dtype=np.int64)
    for one in range(most + 1):
        for other in range(most + 1):
            low, high = sorted((one, other))
            table[one, other] = weight * UNIT if low == high else weight * low * (UNIT // high)
    return table


def alike(one: Hand, other: Hand) -> float:
    """How similar two hands are, from 0 to 1.

    >>> alike(Hand.parse("AQ7.KJ985.K2.T43"), Hand.parse("AJ9.KJ842.85.A52"))
    0.91
    """
    lengths = zip(one.shape, other.shape, strict=True)
    total = POINTS_WEIGHT * _ratio(one.points, other.points)
    total += SUIT_WEIGHT * sum(_ratio(mine, theirs) for mine, theirs in lengths)
    return round((total + CARD_WEIGHT * len(one & other)) / 100, 6)


def _ratio(one: int, other: int) -> float:
    return 1.0 if one == other else min(one, other) / max(one, other)


@dataclass(frozen=True, slots=True)
class CBridgeSimilarity:
    """51 % points, 9 % each suit's length, 1 % each card held in both hands.

    The cases are sorted by shape and points into cells, which makes the hierarchy that the
    dissertation proposes (§4.8) an index. The cases of a cell differ only in their cards, so a cell
    that cannot hold a case near enough is skipped. The result is that of a full scan.

    >>> from kibitz.bidding.openings.question import Situation
    >>> from kibitz.games.bridge.cards import Hand
    >>> hand = SituationColumns.of([Situation(Hand.parse("AQ7.KJ985.K2.T43"))])
    >>> CBridgeSimilarity.over(hand).nearest(hand, 1).similarities
    array([[1.]])
    """

    hands: Bits
    order: Cases
    starts: Cases
    cell_points: Bytes
    cell_lengths: Bytes
    points: Units
    lengths: Units

    @classmethod
    def over(cls, cases: SituationColumns, *, points: Units | None = None) -> CBridgeSimilarity:
        """The similarity over these cases; *points* may replace the table of ratios of points."""
        described = np.column_stack([cases.lengths, cases.points]).astype(np.int64)
        cells = described @ np.array([38 * 14**3, 38 * 14**2, 38 * 14, 38, 1])
        order = np.argsort(cells, kind="stable")
        _, first = np.unique(cells[order], return_index=True)
        heads = order[first]
        return cls(
            cases.hands[order],
            order.astype(np.int64),
            np.append(first, len(cases)).astype(np.int64),
            cases.points[heads],
            cases.lengths[heads],
            ratios(MOST_POINTS, POINTS_WEIGHT) if points is None else points,
            ratios(MOST_CARDS, SUIT_WEIGHT),
        )

    def nearest(
        self, asked: SituationColumns, k: int, *, skip: Cases | None = None
    ) -> NearestHands:
        left_out = np.full(len(asked), -1, dtype=np.int64) if skip is None else skip
        cases = np.full((len(asked), k), -1, dtype=np.int64)
        gaps = np.full((len(asked), k), 1, dtype=np.int64)
        if len(self.order):
            _scan(
                *(self.hands, self.order, self.starts, self.cell_points, self.cell_lengths),
                *(self.points, self.lengths, asked.hands, asked.points, asked.lengths),
                *(left_out, cases, gaps),
            )
        return NearestHands(cases, np.maximum(-gaps, 0) / (100 * UNIT))

    def among(self, cases: Cases) -> CBridgeSimilarity:
        hands, unseen = np.empty_like(self.hands), np.zeros(len(cases), dtype=np.uint8)
        hands[self.order] = self.hands
        chosen = SituationColumns.from_arrays(hands[cases], unseen, unseen)
        return CBridgeSimilarity.over(chosen, points=self.points)


@compiled
def _shared(one: np.uint64, other: np.uint64) -> np.int64:
    """The number of cards in both hands: the bits set in both."""
    both = one & other
    both = both - ((both >> np.uint64(1)) & np.uint64(0x5555555555555555))
    both = (both & np.uint64(0x3333333333333333)) + (
        (both >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    both = (both + (both >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((both * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _scan(
    hands: Bits,
    order: Cases,
    starts: Cases,
    cell_points: Bytes,
    cell_lengths: Bytes,
    points: Units,
    lengths: Units,
    asked_hands: Bits,
    asked_points: Bytes,
    asked_lengths: Bytes,
    skip: Cases,
    found: Cases,
    gaps: Units,
) -> None:
    """Fill *found* and *gaps* for every question: the likeliest cells first, then the rest.

    A gap is the negative of the similarity.
    """
    k = found.shape[1]
    cells = cell_points.size
    base = np.empty(cells, np.int64)
    most = MOST_CARDS * CARD_WEIGHT * UNIT
    for question in range(asked_hands.size):
        by_points = points[asked_points[question]]
        asked = asked_lengths[question]
        best = np.int64(-1)
        for cell in range(cells):
            total = by_points[cell_points[cell]]
            for suit in range(4):
                total += lengths[asked[suit], cell_lengths[cell, suit]]
            base[cell] = total
            best = max(best, total)
        kept, apart = found[question], gaps[question]
        for stage in range(2):
            for cell in range(cells):
                early = base[cell] > best - most
                if early != (stage == 0) or base[cell] + most < -apart[k - 1]:
                    continue
                for place in range(starts[cell], starts[cell + 1]):
                    case = order[place]
                    if case == skip[question]:
                        continue
                    alike = base[cell] + CARD_WEIGHT * UNIT * _shared(
                        hands[place], asked_hands[question]
                    )
                    if comes_before(-alike, case, apart[k - 1], kept[k - 1]):
                        keep_nearest(apart, kept, -alike, case)
