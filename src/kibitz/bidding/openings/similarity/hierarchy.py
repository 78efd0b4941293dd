"""The hierarchical case base: shape, points and seat, from coarse to fine.

Source:     Bellamy-McIntyre 2008, section 4.8, which proposes it and leaves it to others
Notation:   its nodes are ours; it counts 39 shapes x 24 orders of suits x points
Departures: 1. Points are grouped in the usual bands, as it suggests. 2. The seat is a level.
            3. A node knows the exact chance of a hand to fall into it, so that coverage is a share
            of all hands, not of nodes.
Checked by: tests/unit/bidding/openings/test_hierarchy.py, kibitz_lab/openings/experiment.py
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np

from kibitz.bidding.openings.cases import OpeningCase, OpeningSystem, Origin
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import house_call
from kibitz.bidding.openings.similarity.cbridge import Cases, NearestHands
from kibitz.bidding.openings.similarity.columns import SituationColumns
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.odds import Pattern, shape_table

BANDS = ((0, 5), (6, 9), (10, 11), (12, 14), (15, 17), (18, 19), (20, 21), (22, 37))
"""Bands of points as openers think of them, both ends included."""

SEATS = (1, 2, 3, 4)
_TRIES = 4000  # hands dealt in search of one that fits, before giving up


def band_of(points: int) -> tuple[int, int]:
    return next(band for band in BANDS if band[0] <= points <= band[1])


def pattern_of(hand: Hand) -> tuple[int, ...]:
    """The suit lengths, longest first."""
    return tuple(sorted(hand.shape, reverse=True))


@dataclass(frozen=True, slots=True)
class HierarchyNode:
    """A node of the hierarchy: a pattern, a band of points, a seat, and the calls made there."""

    pattern: tuple[int, ...]
    band: tuple[int, int]
    seat: int
    calls: tuple[tuple[Call, int], ...]

    @property
    def count(self) -> int:
        return sum(count for _, count in self.calls)

    @property
    def chance(self) -> Fraction:
        """The share of all hands that have this pattern and these points."""
        return chance_of(self.pattern, self.band)

    def __str__(self) -> str:
        low, high = self.band
        points = f"{low}+" if high == 37 else f"{low}-{high}"
        return f"{'-'.join(map(str, self.pattern))}, {points} points, seat {self.seat}"


@cache
def chance_of(pattern: tuple[int, ...], band: tuple[int, int]) -> Fraction:
    """The chance of one order of suits times the number of orders; faster than by `odds`."""
    orders = len(set(permutations(pattern)))
    return Pattern.parse("=".join(map(str, pattern)), points=band).chance * orders


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """All nodes, with and without cases, the likeliest pattern first."""

    nodes: tuple[HierarchyNode, ...]

    @classmethod
    def of(cls, cases: Iterable[OpeningCase]) -> Hierarchy:
        tally: dict[tuple[tuple[int, ...], tuple[int, int], int], dict[Call, int]] = {}
        for case in cases:
            hand = case.situation.hand
            key = (pattern_of(hand), band_of(hand.points), case.situation.seat)
            calls = tally.setdefault(key, {})
            calls[case.call] = calls.get(case.call, 0) + 1
        return cls(
            tuple(
                HierarchyNode(
                    shape.lengths, band, seat, _most_first(tally.get((shape.lengths, band, seat)))
                )
                for shape in shape_table()
                for band in BANDS
                for seat in SEATS
                if chance_of(shape.lengths, band)
            )
        )

    def coverage(self, least: int) -> Fraction:
        """The share of all hands, in any seat, whose node has *least* cases or more."""
        covered = sum((n.chance for n in self.nodes if n.count >= least), Fraction(0))
        return covered / len(SEATS)

    def thin(self, least: int) -> Iterator[HierarchyNode]:
        """Nodes with fewer cases than *least*, the likeliest first."""
        few = [node for node in self.nodes if node.count < least]
        return iter(sorted(few, key=lambda node: (-node.chance, node.pattern, node.band)))


def _most_first(calls: dict[Call, int] | None) -> tuple[tuple[Call, int], ...]:
    return tuple(sorted((calls or {}).items(), key=lambda item: (-item[1], str(item[0]))))


def fill_nodes(
    nodes: Iterable[HierarchyNode], least: int, system: OpeningSystem, rng: random.Random
) -> Iterator[OpeningCase]:
    """Cases for thin nodes: hands dealt to fit, and bid by the house rules.

    They are marked as generated. A node too rare to be dealt is skipped.
    """
    for node in nodes:
        for _ in range(least - node.count):
            hand = deal_to(node, rng)
            if hand is None:
                break
            situation = Situation(hand, node.seat, rng.choice(tuple(Colours)))
            call = house_call(situation)
            yield OpeningCase(situation, call, f"dealt for: {node}", system, Origin.GENERATED)


def deal_to(node: HierarchyNode, rng: random.Random) -> Hand | None:
    """A random hand with the node's pattern and points, its suits in any order."""
    low, high = node.band
    for _ in range(_TRIES):
        bits = 0
        for suit, length in enumerate(rng.sample(node.pattern, 4)):
            for rank in rng.sample(range(13), length):
                bits |= 1 << (13 * suit + rank)
        if low <= Hand(bits).points <= high:
            return Hand(bits)
    return None


@dataclass(frozen=True, slots=True)
class CoarseToFine:
    """Similarity by the hierarchy: the finest level on which two situations agree.

    The levels, from coarse to fine, are the pattern, the band of points, the order of the suits,
    the exact points, and the seat. The similarity is the share of levels in common.
    """

    keys: Cases

    @classmethod
    def over(cls, cases: SituationColumns) -> CoarseToFine:
        return cls(_levels(cases))

    def nearest(
        self, asked: SituationColumns, k: int, *, skip: Cases | None = None
    ) -> NearestHands:
        questions = _levels(asked)
        found = np.full((len(asked), k), -1, dtype=np.int64)
        alike = np.zeros((len(asked), k))
        for row, levels in enumerate(questions):
            # levels are nested: only those up to the first difference count
            shared = (self.keys == levels).cumprod(axis=1).sum(axis=1)
            if skip is not None:
                shared[skip[row]] = -1
            best = np.argsort(-shared, kind="stable")[:k]
            found[row, : len(best)] = best
            alike[row, : len(best)] = np.maximum(shared[best], 0) / questions.shape[1]
        return NearestHands(found, alike)

    def among(self, cases: Cases) -> CoarseToFine:
        return CoarseToFine(self.keys[cases])


def _levels(columns: SituationColumns) -> Cases:
    """One key for each level."""
    lengths = columns.lengths.astype(np.int64)
    places = np.array([14**3, 14**2, 14, 1], dtype=np.int64)
    pattern = -np.sort(-lengths, axis=1) @ places
    band = np.searchsorted([low for low, _ in BANDS], columns.points, side="right")
    levels: Sequence[object] = (
        pattern, band, lengths @ places, columns.points, columns.seats,
    )  # fmt: skip
    return np.column_stack([np.asarray(level, dtype=np.int64) for level in levels])
