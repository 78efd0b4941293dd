"""What may have printed the dissertation's figures: readings of its similarity, mixed-up bids."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kibitz.bidding.openings.similarity.cbridge import CBridgeSimilarity
from kibitz.bidding.openings.similarity.columns import columns_of
from kibitz_lab.cbridge import paper
from kibitz_lab.cbridge.experiment import PIECES, tables
from kibitz_lab.cbridge.mismatch import exchanged, mismatched
from kibitz_lab.cbridge.nearest import nearest_by
from kibitz_lab.cbridge.readings import DESCRIBED, READINGS, distance, fingerprint
from kibitz_lab.cbridge.report import tables as lines
from kibitz_lab.cbridge.variants import ATTEMPTS, as_described, inside_nodes, node_keys, same
from opened import house_cases

CASES = house_cases(240, random.Random(8))
COLUMNS, CALLS = columns_of(CASES)


def test_the_described_reading_finds_what_cbridges_similarity_finds() -> None:
    everyone = np.arange(len(CALLS), dtype=np.int64)
    theirs = CBridgeSimilarity.over(COLUMNS).nearest(COLUMNS, 9, skip=everyone)
    ours = nearest_by(DESCRIBED.between(COLUMNS), 9)
    assert (ours.cases == theirs.cases).all()
    assert ours.similarities == pytest.approx(theirs.similarities)


def test_the_average_similarity_does_not_hang_on_the_bids() -> None:
    shuffled = np.random.default_rng(1).permutation(CALLS)
    for reading in READINGS[:: len(READINGS) // 6]:
        mine, other = (fingerprint(reading, COLUMNS, calls) for calls in (CALLS, shuffled))
        assert mine["similarity"] == other["similarity"]
        assert mine["correct"] != other["correct"]


def test_average_similarity_falls_as_more_are_asked() -> None:
    for reading in READINGS[:: len(READINGS) // 6]:
        averages = fingerprint(reading, COLUMNS, CALLS)["similarity"]
        assert averages == sorted(averages, reverse=True)


def test_the_printed_column_is_no_distance_from_itself() -> None:
    printed = np.array([similarity / 100 for _, similarity, _ in paper.CBRIDGE1])
    assert distance(printed) == 0
    assert distance(printed + 0.02) == pytest.approx(0.02)


def test_two_hands_compared_in_step_share_no_more_cards_than_they_hold_in_common() -> None:
    loose, strict = (
        next(r for r in READINGS if r.cards == cards and r.points == r.lengths == "ratio")
        for cards in ("in both hands", "at the same place")
    )
    assert (strict.between(COLUMNS) <= loose.between(COLUMNS)).all()


def test_whatever_is_compared_inside_a_full_node_is_of_that_node() -> None:
    keys = node_keys(COLUMNS, ordered=False)
    within = same(keys)
    found = nearest_by(DESCRIBED.between(COLUMNS), 3, before=within)
    full = within.sum(axis=1) - 1 >= 3
    assert full.any()
    assert (keys[found.cases[full]] == keys[full, None]).all()
    rows = inside_nodes(COLUMNS, CALLS, ordered=False)["rows"]
    assert all(row["full_right"] <= row["full"] <= len(CALLS) for row in rows)


def test_a_pass_that_counts_less_is_heard_less() -> None:
    half, nothing = (
        next(attempt for attempt in ATTEMPTS if attempt.name == name).rows(COLUMNS, CALLS)["rows"]
        for name in ("a pass counts half", "a pass counts nothing beside a bid")
    )
    assert all(few["passes"] <= more["passes"] for few, more in zip(nothing, half, strict=True))
    assert nothing[-1]["passes"] < half[-1]["passes"]


def test_bids_are_exchanged_not_made_up() -> None:
    rng = np.random.default_rng(3)
    assert (exchanged(CALLS, 0.0, rng) == CALLS).all()
    mixed = exchanged(CALLS, 0.7, rng)
    assert sorted(mixed) == sorted(CALLS)
    assert 0.2 < (mixed != CALLS).mean() < 0.7


def test_the_more_bids_are_exchanged_the_less_is_right() -> None:
    rows = mismatched(COLUMNS, CALLS)
    right = [row["rows"][0]["correct"] for row in (rows[0], rows[10], rows[20])]
    assert right == sorted(right, reverse=True)
    assert (
        rows[0]["rows"][0]["correct"]
        == (CALLS[as_described(COLUMNS, 1).cases[:, 0]] == CALLS).sum()
    )


def test_with_all_others_as_neighbours_everybody_makes_the_commonest_call() -> None:
    heard: list[int] = []
    found = tables(CASES[:120], tell=lambda: heard.append(1))
    assert len(heard) == len(PIECES)
    last = found["limit"][-1]
    assert last["k"] == 119
    assert last["passes"] == 120
    assert last["correct"] == found["passes"]
    made_by = {"command": "kibitz lab cbridge x", "version": "0", "commit": "c", "machine": "m"}
    text = "\n".join(lines({**found, "made_by": made_by, "records": [], "seed": 1}))
    assert f"Of {len(READINGS)} readings" in text
    assert "chosen because it fits" in text
