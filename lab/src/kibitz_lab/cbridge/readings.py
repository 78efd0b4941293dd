"""How section 4.3 may have been programmed, and which way prints the column of similarities.

The average similarity of the retrieved hands depends on the hands and the similarity alone, never
on the bids: it is a fingerprint of the similarity. A reading below is one choice for the points,
one for the lengths of the suits and one for the cards in both hands; all combinations are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from kibitz.bidding.openings.similarity.cbridge import (
    CARD_WEIGHT,
    MOST_CARDS,
    MOST_POINTS,
    POINTS_WEIGHT,
    SUIT_WEIGHT,
    UNIT,
    Units,
    ratios,
)
from kibitz.bidding.openings.similarity.columns import Bytes, Reals, SituationColumns
from kibitz.bidding.openings.similarity.voting import vote
from kibitz_lab.cbridge import paper
from kibitz_lab.cbridge.nearest import nearest_by

Table = Callable[[int, int], Units]


def _equal(most: int, weight: int) -> Units:
    """All or nothing: the ratio by integer division, before it is weighted."""
    table: Units = np.eye(most + 1, dtype=np.int64) * (weight * UNIT)
    return table


def _floor(most: int, weight: int) -> Units:
    """Integer division after weighting: fractions of a point are lost."""
    whole: Units = ratios(most, weight) // UNIT * UNIT
    return whole


def _gap(most: int, weight: int) -> Units:
    """A straight line: the difference, as a share of the largest possible."""
    numbers = np.arange(most + 1)
    table: Units = (most - np.abs(numbers[:, None] - numbers)) * (weight * UNIT // most)
    return table


RATIOS: dict[str, Table] = {
    "ratio": ratios,
    "ratio, rounded down": _floor,
    "equal or not": _equal,
    "straight line": _gap,
}


def _shared(columns: SituationColumns) -> Units:
    held = columns.cards.reshape(len(columns), 52).astype(np.float32)
    return (held @ held.T).astype(np.int64)


def _in_place(columns: SituationColumns) -> Units:
    """Cards at the same place of both sorted hands: two lists compared in step."""
    held = columns.cards.reshape(len(columns), 52)
    places = np.argsort(~held[:, ::-1], axis=1, kind="stable")[:, :MOST_CARDS]
    alike = np.zeros((len(columns), len(columns)), dtype=np.int64)
    for place in range(MOST_CARDS):
        alike += places[:, place, None] == places[None, :, place]
    return alike


def _none(columns: SituationColumns) -> Units:
    return np.zeros((len(columns), len(columns)), dtype=np.int64)


CARDS: dict[str, Callable[[SituationColumns], Units]] = {
    "in both hands": _shared,
    "at the same place": _in_place,
    "not counted": _none,
}


@dataclass(frozen=True, slots=True)
class SimilarityReading:
    """One way to compute the similarity."""

    points: str
    lengths: str
    cards: str

    @property
    def is_described(self) -> bool:
        """Whether it is the similarity that the text describes."""
        return (self.points, self.lengths, self.cards) == ("ratio", "ratio", "in both hands")

    def between(self, columns: SituationColumns) -> Units:
        """The similarity of every pair of hands, in hundredths of `UNIT`."""
        by_points = RATIOS[self.points](MOST_POINTS, POINTS_WEIGHT)
        by_length = RATIOS[self.lengths](MOST_CARDS, SUIT_WEIGHT)
        total: Units = by_points[columns.points[:, None], columns.points]
        for suit in range(4):
            lengths = columns.lengths[:, suit]
            total += by_length[lengths[:, None], lengths]
        return total + CARDS[self.cards](columns) * (CARD_WEIGHT * UNIT)


READINGS = tuple(SimilarityReading(*choice) for choice in product(RATIOS, RATIOS, CARDS))
DESCRIBED = next(reading for reading in READINGS if reading.is_described)


def fingerprint(
    reading: SimilarityReading, columns: SituationColumns, calls: Bytes
) -> dict[str, Any]:
    """The average similarity for each K of the dissertation's table, and how far off it is."""
    found = nearest_by(reading.between(columns), paper.MOST)
    averages = _averages(found.similarities)
    said = vote(calls[found.cases[:, :1]], found.first(1)).calls
    return {
        "points": reading.points,
        "lengths": reading.lengths,
        "cards": reading.cards,
        "described": reading.is_described,
        "similarity": [round(float(one), 5) for one in averages],
        "distance": round(distance(averages), 5),
        "correct": int((said == calls).sum()),
    }


def _averages(similarities: Reals) -> Reals:
    upto = np.arange(1, similarities.shape[1] + 1)
    averages: Reals = (np.cumsum(similarities, axis=1) / upto).mean(axis=0)
    return averages


def distance(averages: Reals) -> float:
    """The root of the mean squared gap to the printed column."""
    printed = np.array([similarity / 100 for _, similarity, _ in paper.CBRIDGE1])
    upto = min(len(printed), len(averages))
    return float(np.sqrt(((averages[:upto] - printed[:upto]) ** 2).mean()))


def closest_first(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: row["distance"])
