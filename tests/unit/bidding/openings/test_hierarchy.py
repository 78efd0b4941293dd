"""The hierarchy of shape, points and seat: coverage, thin places, filling, and as an index."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from kibitz.bidding.openings.cases import OpeningSystem, Origin
from kibitz.bidding.openings.rules import house_call
from kibitz.bidding.openings.similarity.columns import columns_of
from kibitz.bidding.openings.similarity.hierarchy import (
    CoarseToFine,
    Hierarchy,
    band_of,
    deal_to,
    fill_nodes,
    pattern_of,
)
from kibitz.bidding.openings.survey.picture import coverage_picture
from kibitz.games.bridge.odds import Pattern
from opened import house_cases

CASES = house_cases(800, random.Random(1))
TREE = Hierarchy.of(CASES)


def test_the_places_of_a_seat_are_all_hands_together() -> None:
    for seat in (1, 2, 3, 4):
        assert sum((n.chance for n in TREE.nodes if n.seat == seat), Fraction(0)) == 1


def test_the_chance_of_a_place_is_that_of_the_odds() -> None:
    for node in TREE.nodes[:300:37]:
        written = "-".join(map(str, node.pattern))
        assert node.chance == Pattern.parse(written, points=node.band).chance


def test_every_case_is_counted_in_one_place() -> None:
    assert sum(node.count for node in TREE.nodes) == len(CASES)


def test_coverage_falls_as_more_is_asked() -> None:
    shares = [TREE.coverage(least) for least in (0, 1, 3, 10, 10_000)]
    assert shares[0] == 1
    assert shares[-1] == 0
    assert shares == sorted(shares, reverse=True)


def test_thin_places_are_filled_with_hands_of_their_description() -> None:
    thin = list(TREE.thin(3))[:20]
    made = list(fill_nodes(thin, 3, OpeningSystem("s"), random.Random(2)))
    assert len(made) == sum(3 - node.count for node in thin)
    assert all(case.origin is Origin.GENERATED for case in made)
    assert all(case.call == house_call(case.situation) for case in made)
    grown = Hierarchy.of([*CASES, *made])
    assert all(node not in list(grown.thin(3)) for node in thin)


def test_a_description_too_rare_to_deal_is_passed_over() -> None:
    rare = next(n for n in TREE.nodes if n.pattern == (13, 0, 0, 0))
    assert deal_to(rare, random.Random(1)) is not None  # ten points: always
    strong = next(n for n in TREE.nodes if n.pattern == (7, 6, 0, 0) and n.band == (20, 21))
    assert list(fill_nodes([strong], 1, OpeningSystem("s"), random.Random(1))) in (
        [],
        [*_one(strong)],
    )


def _one(node: object) -> list[object]:
    return list(fill_nodes([node], 1, OpeningSystem("s"), random.Random(1)))  # type: ignore[list-item]


def test_the_nearest_by_the_hierarchy_share_its_finest_place() -> None:
    columns, _ = columns_of(CASES)
    everyone = np.arange(len(CASES), dtype=np.int64)
    found = CoarseToFine.over(columns).nearest(columns[:50], 1, skip=everyone[:50])
    for row in range(50):
        mine, other = CASES[row].situation.hand, CASES[found.cases[row, 0]].situation.hand
        if found.similarities[row, 0] >= 0.4:
            assert pattern_of(mine) == pattern_of(other)
            assert band_of(mine.points) == band_of(other.points)
        if found.similarities[row, 0] >= 0.8:
            assert (mine.shape, mine.points) == (other.shape, other.points)


def test_the_picture_shows_every_shape_and_every_count() -> None:
    drawn = coverage_picture(TREE, "a <title>")
    assert drawn.startswith("<svg")
    assert drawn.rstrip().endswith("</svg>")
    assert "a &lt;title&gt;" in drawn
    assert ">4-4-3-2<" in drawn
    assert ">13-0-0-0<" in drawn
