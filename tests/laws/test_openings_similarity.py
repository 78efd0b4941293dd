"""What every similarity of openings promises, and what the votes rely on."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kibitz.bidding.openings.similarity.cbridge import CBridgeSimilarity, HandSimilarity
from kibitz.bidding.openings.similarity.columns import columns_of
from kibitz.bidding.openings.similarity.features import describe
from kibitz.bidding.openings.similarity.forest import Proximity, grow
from kibitz.bidding.openings.similarity.hierarchy import CoarseToFine
from kibitz.bidding.openings.similarity.weights import WeightedSimilarity
from opened import house_cases

COLUMNS, CALLS = columns_of(house_cases(300, random.Random(21)))
ASKED = COLUMNS[:40]
EVERY: dict[str, HandSimilarity] = {
    "cbridge": CBridgeSimilarity.over(COLUMNS),
    "hierarchy": CoarseToFine.over(COLUMNS),
    "written weights": WeightedSimilarity.over(COLUMNS),
    "forest": Proximity.over(COLUMNS, grow(describe(COLUMNS)[1], CALLS, seed=1, trees=10)),
}


@pytest.mark.parametrize("name", EVERY)
class TestEverySimilarity:
    def test_lies_between_nothing_and_all(self, name: str) -> None:
        found = EVERY[name].nearest(ASKED, 12)
        assert ((found.similarities >= 0) & (found.similarities <= 1)).all()

    def test_is_whole_for_a_hand_and_itself(self, name: str) -> None:
        assert (EVERY[name].nearest(ASKED, 1).similarities == 1).all()

    def test_the_nearest_come_first_and_none_comes_twice(self, name: str) -> None:
        found = EVERY[name].nearest(ASKED, 12)
        assert (np.diff(found.similarities, axis=1) <= 0).all()
        for row in found.cases:
            held = row[row >= 0]
            assert len(set(held.tolist())) == len(held)

    def test_of_equals_the_first_learned_is_nearer(self, name: str) -> None:
        found = EVERY[name].nearest(ASKED, 12)
        equal = (np.diff(found.similarities, axis=1) == 0) & (found.cases[:, 1:] >= 0)
        assert (np.diff(found.cases, axis=1)[equal] > 0).all()

    def test_one_left_out_is_not_found(self, name: str) -> None:
        everyone = np.arange(len(ASKED), dtype=np.int64)
        found = EVERY[name].nearest(ASKED, 12, skip=everyone)
        assert not (found.cases == everyone[:, None]).any()

    def test_fewer_are_the_first_of_more(self, name: str) -> None:
        few, more = EVERY[name].nearest(ASKED, 3), EVERY[name].nearest(ASKED, 12)
        assert (few.cases == more.cases[:, :3]).all()

    def test_among_some_they_are_found_as_alike_as_among_all(self, name: str) -> None:
        some = np.arange(0, len(COLUMNS), 3, dtype=np.int64)
        found = EVERY[name].among(some).nearest(ASKED, 5)
        every = EVERY[name].nearest(ASKED, len(COLUMNS))
        for row in range(len(ASKED)):
            kept, held = np.isin(every.cases[row], some), found.cases[row] >= 0
            alike = every.similarities[row][kept][:5]
            assert found.similarities[row][held].tolist() == alike.tolist()
            assert some[found.cases[row][held]].tolist() == every.cases[row][kept][:5].tolist()

    def test_a_question_alone_is_answered_as_among_many(self, name: str) -> None:
        many = EVERY[name].nearest(ASKED, 5)
        for row in range(0, 40, 13):
            alone = EVERY[name].nearest(ASKED[row : row + 1], 5)
            assert alone.cases[0].tolist() == many.cases[row].tolist()
